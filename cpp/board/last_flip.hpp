// The last move of a game: how many discs it turns, without turning them.
#pragma once

#include <array>
#include <cstdint>

#include "board/bits.hpp"
#include "board/kernels/portable.hpp"
#include "board/ray_masks.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace logistello {

#if defined(__BMI2__)

namespace detail {

// Discs turned on one line of 8 when its square `place` is filled, given our discs there (all others opponent's).
constexpr std::uint8_t flips_on_line(int place, int own) {
  int total = 0;
  for (const int step : {-1, 1}) {
    int run = 0;
    int at = place + step;
    while (at >= 0 && at < 8 && !(own >> at & 1)) {
      ++run;
      at += step;
    }
    if (at >= 0 && at < 8) total += run;
  }
  return static_cast<std::uint8_t>(total);
}

struct LineFlips {
  std::uint8_t of[8][256];
};

constexpr LineFlips make_line_flips() {
  LineFlips table{};
  for (int place = 0; place < 8; ++place) {
    for (int own = 0; own < 256; ++own) table.of[place][own] = flips_on_line(place, own);
  }
  return table;
}

inline constexpr LineFlips kLineFlips = make_line_flips();

// The lines through each square (column and both diagonals; the row is a shift) and the place of the square in them.
// Short diagonals are packed to their low bits; the missing high bits read as opponent's discs with nobody behind.
struct alignas(32) LastMoveLines {
  Bits column;
  Bits diagonal;
  Bits antidiagonal;
  std::uint8_t place_on_diagonal;
  std::uint8_t place_on_antidiagonal;
};

constexpr std::array<LastMoveLines, 64> make_last_move_lines() {
  std::array<LastMoveLines, 64> table{};
  for (int square = 0; square < 64; ++square) {
    const RayMasks& rays = kRayMasks[square];
    const Bits self = bit(square);
    LastMoveLines& lines = table[square];
    lines.column = rays.up[1] | rays.down[1] | self;
    lines.diagonal = rays.up[2] | rays.down[2] | self;
    lines.antidiagonal = rays.up[3] | rays.down[3] | self;
    lines.place_on_diagonal = static_cast<std::uint8_t>(count(rays.down[2]));
    lines.place_on_antidiagonal = static_cast<std::uint8_t>(count(rays.down[3]));
  }
  return table;
}

inline constexpr std::array<LastMoveLines, 64> kLastMoveLines = make_last_move_lines();

}  // namespace detail

// `square` is the only empty square; everything else that is not `own` is the opponent's.
inline int count_last_flips(Bits own, int square) {
  const detail::LastMoveLines& lines = detail::kLastMoveLines[square];
  const auto& flips_of = detail::kLineFlips.of;
  const int row = square >> 3;
  return flips_of[square & 7][own >> (8 * row) & 0xff] + flips_of[row][_pext_u64(own, lines.column)] +
         flips_of[lines.place_on_diagonal][_pext_u64(own, lines.diagonal)] +
         flips_of[lines.place_on_antidiagonal][_pext_u64(own, lines.antidiagonal)];
}

#else

inline int count_last_flips(Bits own, int square) { return portable::count_last_flips(own, square); }

#endif

}  // namespace logistello
