// A judgement of positions that needs no learning: mobility, corners and what lies beside them.
//
// It orders moves in the exact solver until a learned evaluation does that better, and says nothing about discs.
#pragma once

#include <cstdint>

#include "board/board.hpp"
#include "board/square.hpp"

namespace logistello::thumb {

inline constexpr int kInfinity = 1 << 26;

// A reply in a corner is worth two.
constexpr int weighted_mobility(Bits moves) { return count(moves) + count(moves & kCorners); }

// The four squares beside each corner's edges, in all directions but the diagonal one.
constexpr Bits beside_corners(Bits corners) {
  return (corners << 1 & ~kColumnA) | (corners >> 1 & ~kColumnH) | corners << 8 | corners >> 8;
}

// The squares diagonally inside the given corners.
constexpr Bits inside_corners(Bits corners) {
  const Bits sideways = (corners << 1 & ~kColumnA) | (corners >> 1 & ~kColumnH);
  return sideways << 8 | sideways >> 8;
}

// Corners held, and discs that lean on them.
constexpr int corner_control(Bits discs) {
  const Bits held = discs & kCorners;
  return 2 * count(held) + count(beside_corners(held) & discs);
}

// For the side to move, in units of its own.
int value(const Board& board);

// Plain alpha-beta with that value at the leaves.
struct Shallow {
  std::uint64_t nodes = 0;
  int value(const Board& board, int depth, int alpha, int beta);
};

}  // namespace logistello::thumb
