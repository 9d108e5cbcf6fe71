// Seeded random choices: splitmix64, so simple that a test repeats it in another language.
#pragma once

#include <cstdint>

#include "board/bits.hpp"

namespace logistello {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }

  // 0 to limit - 1, for limits below 2^32.
  std::uint64_t below(std::uint64_t limit) { return (next() >> 32) * limit >> 32; }

  // True with this probability.
  bool chance(double probability) { return static_cast<double>(next() >> 11) < probability * 0x1p53; }

  // One of the squares; there must be one.
  int pick(Bits squares) {
    for (std::uint64_t skip = below(static_cast<std::uint64_t>(count(squares))); skip > 0; --skip) {
      squares = without_lowest(squares);
    }
    return first_square(squares);
  }

 private:
  std::uint64_t state_;
};

}  // namespace logistello
