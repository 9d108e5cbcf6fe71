#include "selfplay/self_play.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "eval/dice.hpp"

namespace logistello {
namespace {

class SelfPlay {
 public:
  SelfPlay(Searcher& searcher, const PlaySettings& settings, std::uint64_t seed)
      : searcher_(searcher), settings_(settings), dice_(seed) {}

  std::vector<PlayedMove> game(const Opening& opening) {
    searcher_.clear();
    for (const std::uint8_t square : opening.moves) {
      if (!pass_if_needed() || square >= 64 || (bit(square) & board_.moves()) == 0) {
        throw std::invalid_argument("the given move to square " + std::to_string(square) + " is not legal after " +
                                    std::to_string(game_.size()) + " moves");
      }
      play(square, Reason::given, Score(0));
    }
    for (int i = 0; i < opening.random_moves && pass_if_needed(); ++i) {
      play(dice_.pick(board_.moves()), Reason::random, Score(0));
    }
    while (pass_if_needed() && board_.empty_count() > settings_.exact_empties) {
      if (!play_searched(opening.blunder_chance)) return std::move(game_);
    }
    if (pass_if_needed()) play_out();
    return std::move(game_);
  }

 private:
  // False if the game is over.
  bool pass_if_needed() {
    if (board_.moves() == 0) board_ = board_.passed();
    return board_.moves() != 0;
  }

  void play(int square, Reason reason, Score value) {
    game_.push_back({static_cast<std::uint8_t>(square), reason, value});
    board_ = board_.play(square);
  }

  // False after a stop.
  bool play_searched(double blunder_chance) {
    SearchRequest request;
    request.board = board_;
    request.depth = settings_.depth;
    const SearchResult found = searcher_.search(request);
    if (!found.complete) return false;
    const Info& best = found.best.front();
    const Bits others = board_.moves() & ~bit(best.line.front());
    // Two draws at every move, used or not: a game changes only from its first blunder on.
    const bool blunder = dice_.chance(blunder_chance);
    const std::uint64_t which = dice_.next();
    if (blunder && others != 0) {
      play(Dice(which).pick(others), Reason::blunder, best.score);
    } else {
      play(best.line.front(), Reason::searched, best.score);
    }
    return true;
  }

  // One solve tells all moves that are left.
  void play_out() {
    SolveRequest request;
    request.board = board_;
    const SolveResult solved = searcher_.solve(request);
    if (!solved.complete) return;
    Score value = to_score(solved.bounds.lower);
    for (const int square : solved.line) {
      if (square == kPass) {
        board_ = board_.passed();
      } else {
        play(square, Reason::exact, value);
      }
      value = -value;
    }
  }

  Searcher& searcher_;
  const PlaySettings& settings_;
  Dice dice_;
  Board board_ = kStartBoard;
  std::vector<PlayedMove> game_;
};

}  // namespace

std::vector<PlayedMove> play_game(Searcher& searcher, const Opening& opening, const PlaySettings& settings,
                                  std::uint64_t seed) {
  return SelfPlay(searcher, settings, seed).game(opening);
}

}  // namespace logistello
