#include "search/root.hpp"

#include <algorithm>

#include "search/parameters.hpp"

namespace logistello {
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

RootValue Root::search(std::size_t first, const Pass& pass, Score alpha, Score beta) {
  Worker& worker = team_.main();
  team_.shared().confidence = pass.confidence;
  team_.shared().threshold = pass.threshold;
  const Score lowest = alpha;
  Score best = kNothing;
  for (std::size_t i = first; i < moves_.size(); ++i) {
    RootMove& move = moves_[i];
    Line line;
    Answer found;
    if (i == first) {
      found = -worker.search(move.child, pass.depth - 1, -beta, -alpha, line);
    } else {
      found = -worker.search(move.child, pass.depth - 1, -just_above(alpha), -alpha, line);
      if (found && *found > alpha && *found < beta) {
        found = -worker.search(move.child, pass.depth - 1, -beta, -just_below(*found), line);
      }
    }
    // Cut short: a value inside the window is that of its move; one below says nothing while others are unknown.
    if (!found) return {best > lowest ? best : kNothing, false};
    const Score value = *found;
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

RootValue Root::search_near(Score guess, std::size_t first, const Pass& pass, Score lower, Score upper) {
  const bool to_end = pass.depth >= node_.empties;
  // Final scores are even: a window of one disc on both sides holds exactly one.
  constexpr int kEven = 2 * kScorePerDisc;
  Score half(to_end ? kScorePerDisc : parameters.half_window);
  if (to_end) guess = Score(guess.number() / kEven * kEven);
  const bool narrow = pass.depth >= parameters.window_depth;
  Score alpha = narrow ? std::clamp(guess - half, lower, just_below(upper)) : lower;
  Score beta = narrow ? std::clamp(guess + half, just_above(alpha), upper) : upper;
  bool was_too_high = false;
  bool was_too_low = false;
  Score reached = kNothing;
  for (;;) {
    const auto [value, settled] = search(first, pass, alpha, beta);
    if (!settled) return {std::max(value, reached), false};
    half = half + half;
    if (value <= alpha && alpha > lower) {
      was_too_high = true;
      beta = std::max(just_above(value), just_above(lower));
      alpha = std::max(value - half, lower);
    } else if (value >= beta && beta < upper) {
      was_too_low = true;
      reached = value;
      alpha = std::min(just_below(value), just_below(upper));
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
