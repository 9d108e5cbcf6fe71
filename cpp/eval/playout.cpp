#include "eval/playout.hpp"

#include <algorithm>
#include <vector>

#include "eval/dice.hpp"

namespace logistello {
namespace {

// One game under way.
struct Playing {
  Board board;
  FeatureVector indices;
  bool over;
};

// One move, with the passes that come before it.
void step(Playing& game, const Model* model, Dice& dice, Playouts& total) {
  Bits moves = game.board.moves();
  if (moves == 0) {
    game.board = game.board.passed();
    moves = game.board.moves();
    if (model != nullptr) game.indices = model->geometry().passed(game.indices);
    game.over = moves == 0;
    if (game.over) return;
  }
  const int square = dice.pick(moves);
  const Bits flipped = flips(game.board.own, game.board.opp, square);
  game.board = game.board.after(square, flipped);
  ++total.positions;
  if (model != nullptr) {
    game.indices = model->geometry().after(game.indices, square, flipped);
    total.checksum += model->evaluate(game.indices, 64 - game.board.empty_count());
  }
}

// So many games at once: their state stays in the second-level cache.
constexpr std::size_t kGamesAtOnce = 1024;

}  // namespace

Playouts play_randomly(std::span<const Board> boards, std::uint64_t seed, const Model* model) {
  Dice dice(seed);
  Playouts total;
  std::vector<Playing> games;
  for (std::size_t from = 0; from < boards.size(); from += kGamesAtOnce) {
    games.clear();
    for (const Board& board : boards.subspan(from, std::min(kGamesAtOnce, boards.size() - from))) {
      games.push_back({board, model != nullptr ? model->geometry().indices(board) : FeatureVector{}, false});
    }
    for (bool any = true; any;) {
      any = false;
      for (Playing& game : games) {
        if (game.over) continue;
        step(game, model, dice, total);
        any = true;
      }
    }
  }
  return total;
}

}  // namespace logistello
