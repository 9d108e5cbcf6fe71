// Flips and mobility in plain 64-bit arithmetic: runs everywhere, and is the oracle of the vector kernels.
#pragma once

#include "board/bits.hpp"
#include "board/ray_masks.hpp"

namespace logistello::portable {

// Discs of `opp` turned when `own` plays on the empty square `square`; 0 if the move is illegal.
inline Bits flips(Bits own, Bits opp, int square) {
  const RayMasks& rays = kRayMasks[square];
  Bits flipped = 0;
  for (int axis = 0; axis < 4; ++axis) {
    // Toward higher bits the first square that is not an opponent's is the lowest one.
    const Bits up_end = lowest_bit(rays.up[axis] & ~opp) & own;
    if (up_end != 0) flipped |= rays.up[axis] & (up_end - 1);
    // Toward lower bits it is the highest one.
    const Bits down_stop = rays.down[axis] & ~opp;
    if (down_stop != 0) {
      const Bits down_end = std::bit_floor(down_stop) & own;
      if (down_end != 0) flipped |= rays.down[axis] & ~(down_end | (down_end - 1));
    }
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

// How many discs the last move of the game turns: `square` is the only empty square.
inline int count_last_flips(Bits own, int square) { return count(flips(own, ~own & ~bit(square), square)); }

}  // namespace logistello::portable
