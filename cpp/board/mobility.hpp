// Where a side may move: the fastest kernel of this build.
#pragma once

#include "board/flip.hpp"
#include "board/square.hpp"

namespace logistello {

inline Bits legal_moves(Bits own, Bits opp) { return kernel::legal_moves(own, opp); }

// Empty squares next to an opponent's disc: where moves may open later. Borders of the opponent do not open lines.
inline Bits potential_moves(Bits own, Bits opp) {
  const Bits sideways = opp & kInnerColumns;
  const Bits upright = opp & kInnerRows;
  const Bits inner = opp & kInner;
  const Bits next =
      sideways << 1 | sideways >> 1 | upright << 8 | upright >> 8 | inner << 9 | inner >> 9 | inner << 7 | inner >> 7;
  return next & ~(own | opp);
}

}  // namespace logistello
