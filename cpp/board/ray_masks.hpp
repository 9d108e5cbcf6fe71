// The squares seen from each square in the 8 directions, laid out for vector loads.
#pragma once

#include <array>

#include "board/bits.hpp"
#include "board/square.hpp"

namespace logistello {

// One cache line per square: four rays toward higher bits, then four toward lower bits.
// Lane k of both halves belongs to the same axis: shift 1, 8, 9, 7. Row kPass is empty.
struct alignas(64) RayMasks {
  Bits up[4];
  Bits down[4];
};

inline constexpr int kAxisShift[4] = {1, 8, 9, 7};

constexpr Bits ray_from(int square, int column_step, int row_step) {
  Bits ray = 0;
  int column = column_of(square) + column_step;
  int row = row_of(square) + row_step;
  while (column >= 0 && column < 8 && row >= 0 && row < 8) {
    ray |= bit(8 * row + column);
    column += column_step;
    row += row_step;
  }
  return ray;
}

constexpr std::array<RayMasks, 65> make_ray_masks() {
  std::array<RayMasks, 65> table{};
  constexpr int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};  // (column, row) of shifts 1, 8, 9, 7
  for (int square = 0; square < 64; ++square) {
    for (int axis = 0; axis < 4; ++axis) {
      table[square].up[axis] = ray_from(square, step[axis][0], step[axis][1]);
      table[square].down[axis] = ray_from(square, -step[axis][0], -step[axis][1]);
    }
  }
  return table;
}

inline constexpr std::array<RayMasks, 65> kRayMasks = make_ray_masks();

// The up to 8 squares around each square.
constexpr std::array<Bits, 65> make_neighbours() {
  std::array<Bits, 65> table{};
  for (int square = 0; square < 64; ++square) {
    const Bits sides = bit(square) | (bit(square) & ~kColumnA) >> 1 | (bit(square) & ~kColumnH) << 1;
    table[square] = (sides | sides << 8 | sides >> 8) & ~bit(square);
  }
  return table;
}

inline constexpr std::array<Bits, 65> kNeighbours = make_neighbours();

}  // namespace logistello
