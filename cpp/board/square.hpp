// Squares are plain ints, 0 = a1 ... 63 = h8, row by row from the top left corner.
#pragma once

#include "board/bits.hpp"

namespace logistello {

inline constexpr int kPass = 64;
inline constexpr int kNoMove = 65;

constexpr int column_of(int square) { return square & 7; }
constexpr int row_of(int square) { return square >> 3; }

inline constexpr Bits kColumnA = 0x0101010101010101ULL;
inline constexpr Bits kColumnH = 0x8080808080808080ULL;
inline constexpr Bits kRow1 = 0x00000000000000ffULL;
inline constexpr Bits kRow8 = 0xff00000000000000ULL;
inline constexpr Bits kCorners = 0x8100000000000081ULL;

// Discs on the border cannot be flanked along a line that crosses it.
inline constexpr Bits kInnerColumns = 0x7e7e7e7e7e7e7e7eULL;
inline constexpr Bits kInnerRows = 0x00ffffffffffff00ULL;
inline constexpr Bits kInner = kInnerColumns & kInnerRows;

// The squares of column a as a byte, row 1 in the lowest bit.
constexpr int column_a_of(Bits bits) { return static_cast<int>((bits & kColumnA) * 0x0102040810204080ULL >> 56); }

}  // namespace logistello
