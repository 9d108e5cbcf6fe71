// Stability cut-offs: stable discs of the opponent bound our score from above.
#pragma once

#include <optional>

#include "board/board.hpp"
#include "board/stability.hpp"
#include "search/parameters.hpp"
#include "search/score.hpp"

namespace logistello {

// Counting stable discs pays only when alpha is so high that it may cut.
inline Discs stability_threshold(int empties) {
  return Discs(parameters.stability_slope * empties -
               (empties <= parameters.stability_offset_empties ? parameters.stability_offset : 0));
}

// What the score cannot exceed, if that is not more than alpha.
inline std::optional<Discs> stability_cut(const Board& board, int empties, Discs alpha) {
  if (alpha < stability_threshold(empties)) return std::nullopt;
  const Discs bound(kMaxDiscs - 2 * count(stable_discs(board.opp, board.own)));
  if (bound > alpha) return std::nullopt;
  return bound;
}

}  // namespace logistello
