#include "board/symmetry.hpp"

#include <tuple>

namespace logistello {
namespace {

constexpr Bits mirror_columns(Bits bits) {
  bits = (bits >> 1 & 0x5555555555555555ULL) | (bits & 0x5555555555555555ULL) << 1;
  bits = (bits >> 2 & 0x3333333333333333ULL) | (bits & 0x3333333333333333ULL) << 2;
  return (bits >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (bits & 0x0f0f0f0f0f0f0f0fULL) << 4;
}

constexpr Bits mirror_rows(Bits bits) { return __builtin_bswap64(bits); }

// Swaps the bits of `bits` under `mask` with those `shift` places above.
constexpr Bits swap_bits(Bits bits, Bits mask, int shift) {
  const Bits differ = (bits ^ bits >> shift) & mask;
  return bits ^ differ ^ differ << shift;
}

constexpr Bits transpose(Bits bits) {
  bits = swap_bits(bits, 0x00aa00aa00aa00aaULL, 7);
  bits = swap_bits(bits, 0x0000cccc0000ccccULL, 14);
  return swap_bits(bits, 0x00000000f0f0f0f0ULL, 28);
}

}  // namespace

Bits transform(Bits bits, int symmetry) {
  if (symmetry & 1) bits = mirror_columns(bits);
  if (symmetry & 2) bits = mirror_rows(bits);
  if (symmetry & 4) bits = transpose(bits);
  return bits;
}

Board transform(const Board& board, int symmetry) {
  return {transform(board.own, symmetry), transform(board.opp, symmetry)};
}

int transform_square(int square, int symmetry) {
  if (square >= 64) return square;
  int column = column_of(square);
  int row = row_of(square);
  if (symmetry & 1) column = 7 - column;
  if (symmetry & 2) row = 7 - row;
  return symmetry & 4 ? 8 * column + row : 8 * row + column;
}

Canonical canonical(const Board& board) {
  Canonical best{board, 0};
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    const Board image = transform(board, symmetry);
    if (std::tie(image.own, image.opp) < std::tie(best.board.own, best.board.opp)) best = {image, symmetry};
  }
  return best;
}

}  // namespace logistello
