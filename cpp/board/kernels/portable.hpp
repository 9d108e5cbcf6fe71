// Flips and mobility in plain 64-bit arithmetic: runs everywhere, and is the oracle of the vector kernels.
#pragma once

#include "board/bits.hpp"
#include "board/ray_masks.hpp"

namespace logistello::portable {

// Discs of `opp` turned when `own` plays on the empty square `square`; 0 if the move is illegal. Without branches:
// which rays turn discs is nothing that a processor could guess.
inline Bits flips(Bits own, Bits opp, int square) {
  const RayMasks& rays = kRayMasks[square];
  Bits flipped = 0;
  for (int axis = 0; axis < 4; ++axis) {
    // Toward higher bits the first square that is not an opponent's is the lowest one; all below it on the ray is
    // turned if it is ours.
    const Bits up = rays.up[axis];
    const Bits up_end = lowest_bit(up & ~opp) & own;
    flipped |= up & (up_end - (up_end != 0));
    // Toward lower bits it is the highest one. -(2 * end) has all bits above the end, and is 0 where there is none. Bit
    // 0 lets every word have a highest bit; where it is not on the ray, it is no end.
    const Bits down = rays.down[axis];
    const Bits down_end = (Bits{1} << 63 >> std::countl_zero((down & ~opp) | 1)) & own & down;
    flipped |= down & (0 - 2 * down_end);
  }
  return flipped;
}

namespace detail {

// Squares reached from own discs over opponent discs along one axis, both ways (parallel prefix).
template <int kShift>
constexpr Bits reach(Bits own, Bits inner_opp) {
  Bits up = inner_opp & (own << kShift);
  Bits down = inner_opp & (own >> kShift);
  up |= inner_opp & (up << kShift);
  down |= inner_opp & (down >> kShift);
  const Bits pairs_up = inner_opp & (inner_opp << kShift);
  const Bits pairs_down = pairs_up >> kShift;
  up |= pairs_up & (up << 2 * kShift);
  down |= pairs_down & (down >> 2 * kShift);
  up |= pairs_up & (up << 2 * kShift);
  down |= pairs_down & (down >> 2 * kShift);
  return (up << kShift) | (down >> kShift);
}

}  // namespace detail

inline Bits legal_moves(Bits own, Bits opp) {
  const Bits reached = detail::reach<1>(own, opp & kInnerColumns) | detail::reach<8>(own, opp & kInnerRows) |
                       detail::reach<9>(own, opp & kInner) | detail::reach<7>(own, opp & kInner);
  return reached & ~(own | opp);
}

}  // namespace logistello::portable
