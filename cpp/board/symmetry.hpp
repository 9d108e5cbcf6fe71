// The 8 symmetries of the board, and the canonical one of 8 symmetric boards.
#pragma once

#include "board/board.hpp"

namespace logistello {

inline constexpr int kSymmetries = 8;

// Bit 0 of `symmetry` mirrors the columns, then bit 1 mirrors the rows, then bit 2 swaps rows and columns.
Bits transform(Bits bits, int symmetry);
Board transform(const Board& board, int symmetry);
int transform_square(int square, int symmetry);

struct Canonical {
  Board board;
  int symmetry;  // turns the given board into the canonical one
};

// The smallest (own, opp) of the 8 images; the smallest symmetry number where several give it.
Canonical canonical(const Board& board);

}  // namespace logistello
