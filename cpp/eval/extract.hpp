// Feature indices of many positions at once, for learning. Plain 32-bit numbers with the file's digits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/board.hpp"

namespace logistello {

// Index = sum of digit * 3^j over the squares of a feature, digits 0 = empty, 1 = own, 2 = opponent. Up to 20 squares.
class IndexExtractor {
 public:
  // Throws std::invalid_argument with what is wrong.
  explicit IndexExtractor(const std::vector<std::vector<int>>& features);

  std::size_t features() const { return features_; }
  // Writes features() numbers.
  void extract(const Board& board, std::uint32_t* out) const;

 private:
  std::size_t features_;
  std::vector<std::uint32_t> place_values_;  // 64 rows of features() numbers
};

// How often each index occurs, in any feature of any board: adds to `counts`, which must have room for every index. The
// result does not depend on the number of threads.
void count_indices(const IndexExtractor& extractor, std::span<const Bits> own, std::span<const Bits> opp,
                   std::span<std::uint32_t> counts, int threads);

}  // namespace logistello
