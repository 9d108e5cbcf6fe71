// Stable discs of the opponent bound our score from above.
#pragma once

#include "board/board.hpp"
#include "board/stability.hpp"
#include "search/score.hpp"

namespace logistello {

// Counting stable discs pays only when alpha (in discs) is so high that it may cut: the more empty squares, the fewer
// stable discs there are.
constexpr int stability_threshold(int empties) { return empties <= 10 ? 2 * empties - 2 : 2 * empties; }

// Whether the score cannot exceed alpha; `bound` is then what it cannot exceed.
inline bool stability_cuts(const Board& board, int empties, int alpha, int& bound) {
  if (alpha < stability_threshold(empties)) return false;
  bound = kMaxDiscs - 2 * count(stable_discs(board.opp, board.own));
  return bound <= alpha;
}

}  // namespace logistello
