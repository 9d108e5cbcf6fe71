// A 64-bit hash of a board: two multiplications folded. Good enough to index a table and to verify an entry.
#pragma once

#include "board/board.hpp"

namespace logistello {

// 64 x 64 -> 128 bits, halves xored. Both operands influence every bit of the result.
inline Bits fold_multiply(Bits a, Bits b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<Bits>(product) ^ static_cast<Bits>(product >> 64);
}

inline Bits hash(const Board& board) {
  // Odd constants without structure: the fractional parts of sqrt(2), sqrt(3) and sqrt(5).
  constexpr Bits kOwn = 0x6a09e667f3bcc909ULL;
  constexpr Bits kOpp = 0xbb67ae8584caa73bULL;
  constexpr Bits kMix = 0x3c6ef372fe94f82bULL;
  return fold_multiply(fold_multiply(board.own ^ kOwn, kMix) ^ board.opp, kOpp);
}

}  // namespace logistello
