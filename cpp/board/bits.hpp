// Sets of squares as 64-bit words: bit 0 = a1, bit 7 = h1, bit 63 = h8.
#pragma once

#include <bit>
#include <cstdint>

namespace logistello {

using Bits = std::uint64_t;

constexpr int count(Bits bits) { return std::popcount(bits); }

// Index of the lowest square. Precondition: bits != 0.
constexpr int first_square(Bits bits) { return std::countr_zero(bits); }

constexpr Bits lowest_bit(Bits bits) { return bits & (~bits + 1); }

constexpr Bits without_lowest(Bits bits) { return bits & (bits - 1); }

constexpr Bits bit(int square) { return Bits{1} << square; }

// for (int square : squares_of(bits)) ...
class SquareRange {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(Bits rest) : rest_(rest) {}
    constexpr int operator*() const { return first_square(rest_); }
    constexpr Iterator& operator++() {
      rest_ = without_lowest(rest_);
      return *this;
    }
    constexpr bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

   private:
    Bits rest_;
  };

  constexpr explicit SquareRange(Bits bits) : bits_(bits) {}
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  Bits bits_;
};

constexpr SquareRange squares_of(Bits bits) { return SquareRange(bits); }

}  // namespace logistello
