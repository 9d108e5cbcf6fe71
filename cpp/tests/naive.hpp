// The rules square by square, as one would explain them: the oracle of every kernel.
#pragma once

#include "board/bits.hpp"

namespace logistello::tests::naive {

inline Bits flips(Bits own, Bits opp, int square) {
  Bits all = 0;
  for (int row_step = -1; row_step <= 1; ++row_step) {
    for (int column_step = -1; column_step <= 1; ++column_step) {
      if (row_step == 0 && column_step == 0) continue;
      Bits run = 0;
      int row = square / 8 + row_step;
      int column = square % 8 + column_step;
      const auto on_board = [&] { return row >= 0 && row < 8 && column >= 0 && column < 8; };
      while (on_board() && (opp & bit(8 * row + column))) {
        run |= bit(8 * row + column);
        row += row_step;
        column += column_step;
      }
      if (on_board() && (own & bit(8 * row + column))) all |= run;
    }
  }
  return all;
}

inline Bits legal_moves(Bits own, Bits opp) {
  Bits moves = 0;
  for (int square = 0; square < 64; ++square) {
    if (!((own | opp) & bit(square)) && flips(own, opp, square) != 0) moves |= bit(square);
  }
  return moves;
}

}  // namespace logistello::tests::naive
