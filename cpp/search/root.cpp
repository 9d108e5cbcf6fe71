#include "search/root.hpp"

#include <algorithm>

namespace logistello {
namespace {

// The window around the expected value: half width in score units, and the depth from which it is worth having one.
constexpr int kHalfWindow = 3 * kScorePerDisc;
constexpr int kNarrowFrom = 5;

}  // namespace

Root::Root(Team& team, const Board& board, Bits excluded) : team_(team), node_(Node::root(team.model(), board)) {
  // A first order by the value of the position after each move.
  MoveList list(board, board.moves() & ~excluded);
  for (Move& move : list) {
    const Node child = node_.after(team.model(), move);
    move.promise = -team.model().evaluate(child.indices, child.discs());
  }
  for (int i = 0; i < list.size(); ++i) {
    const Move& move = list.select(i);
    moves_.push_back({move.square, node_.after(team.model(), move), kNothing, {}});
  }
}

RootValue Root::search(std::size_t first, const Pass& pass, int alpha, int beta) {
  Midgame& worker = team_.main();
  team_.shared().level = pass.level;
  const int lowest = alpha;
  int best = kNothing;
  for (std::size_t i = first; i < moves_.size(); ++i) {
    RootMove& move = moves_[i];
    Line line;
    int value;
    if (i == first) {
      value = -worker.search(move.child, pass.depth - 1, -beta, -alpha, line);
    } else {
      value = -worker.search(move.child, pass.depth - 1, -alpha - 1, -alpha, line);
      if (!worker.stopped() && value > alpha && value < beta) {
        value = -worker.search(move.child, pass.depth - 1, -beta, -value + 1, line);
      }
    }
    // Cut short: a value inside the window is that of its move; one below says nothing while others are unknown.
    if (worker.stopped()) return {best > lowest ? best : kNothing, false};
    if (value <= best) continue;
    best = value;
    if (value <= alpha && i > first) continue;
    // The best goes to the front, the others keep their order.
    move.value = value;
    move.line = line;
    std::rotate(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.begin() + static_cast<std::ptrdiff_t>(i),
                moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (value > alpha) {
      alpha = value;
      if (on_improvement) on_improvement(moves_[first]);
    }
    if (value >= beta) break;
  }
  return {best, true};
}

RootValue Root::search_near(int guess, std::size_t first, const Pass& pass, int lower, int upper) {
  const bool to_end = pass.depth >= node_.empties;
  // Final scores are even: a window of one disc on both sides holds exactly one.
  int half = to_end ? kScorePerDisc : kHalfWindow;
  if (to_end) guess = 2 * kScorePerDisc * (guess / (2 * kScorePerDisc));
  int alpha = pass.depth < kNarrowFrom ? lower : std::clamp(guess - half, lower, upper - 1);
  int beta = pass.depth < kNarrowFrom ? upper : std::clamp(guess + half, alpha + 1, upper);
  bool was_too_high = false;
  bool was_too_low = false;
  int reached = kNothing;
  for (;;) {
    const auto [value, settled] = search(first, pass, alpha, beta);
    if (!settled) return {std::max(value, reached), false};
    half *= 2;
    if (value <= alpha && alpha > lower) {
      was_too_high = true;
      beta = std::max(value + 1, lower + 1);
      alpha = std::max(value - half, lower);
    } else if (value >= beta && beta < upper) {
      was_too_low = true;
      reached = value;
      alpha = std::min(value - 1, upper - 1);
      beta = std::min(value + half, upper);
    } else {
      return {value, true};
    }
    // Searches that prune may contradict each other; then only the open window settles it.
    if (was_too_high && was_too_low) {
      alpha = lower;
      beta = upper;
    }
  }
}

}  // namespace logistello
