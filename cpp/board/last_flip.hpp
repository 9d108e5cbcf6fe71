// The last move of a game: how many discs it turns, without turning them.
#pragma once

#include <array>
#include <cstdint>

#include "board/bits.hpp"
#include "board/ray_masks.hpp"
#include "board/square.hpp"

namespace logistello {
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

struct Diagonals {
  Bits rising;   // shift 9
  Bits falling;  // shift 7
};

constexpr std::array<Diagonals, 64> make_diagonals() {
  std::array<Diagonals, 64> table{};
  for (int square = 0; square < 64; ++square) {
    const RayMasks& rays = kRayMasks[square];
    table[square] = {rays.up[2] | rays.down[2] | bit(square), rays.up[3] | rays.down[3] | bit(square)};
  }
  return table;
}

inline constexpr std::array<Diagonals, 64> kDiagonals = make_diagonals();

}  // namespace detail

// `square` is the only empty square; everything else that is not `own` is the opponent's.
//
// A multiplication brings a column or a diagonal together in eight bits, as PEXT would, which takes hundreds of cycles
// on some processors that have it. The squares of a diagonal lie in different columns; those that it lacks read as the
// opponent's with nobody behind.
inline int count_last_flips(Bits own, int square) {
  const auto& flips_of = detail::kLineFlips.of;
  const detail::Diagonals& diagonals = detail::kDiagonals[square];
  const int column = column_of(square);
  const int row = row_of(square);
  const auto by_column = [](Bits line) { return line * kColumnA >> 56; };
  return flips_of[column][own >> (8 * row) & 0xff] + flips_of[row][column_a_of(own >> column)] +
         flips_of[column][by_column(own & diagonals.rising)] + flips_of[column][by_column(own & diagonals.falling)];
}

}  // namespace logistello
