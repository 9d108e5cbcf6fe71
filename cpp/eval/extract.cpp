#include "eval/extract.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "threads/blocks.hpp"

namespace logistello {

IndexExtractor::IndexExtractor(const std::vector<std::vector<int>>& features)
    : features_(features.size()), place_values_(64 * features.size(), 0) {
  constexpr std::size_t kMaxSquares = 20;  // 3^20 fits 32 bits
  for (std::size_t feature = 0; feature < features.size(); ++feature) {
    if (features[feature].size() > kMaxSquares) {
      throw std::invalid_argument("feature " + std::to_string(feature) + " has more than 20 squares");
    }
    std::uint32_t place_value = 1;
    for (const int square : features[feature]) {
      if (square < 0 || square > 63) {
        throw std::invalid_argument("square " + std::to_string(square) + " is not on the board (0 to 63)");
      }
      place_values_[static_cast<std::size_t>(square) * features_ + feature] += place_value;
      place_value *= 3;
    }
  }
}

void IndexExtractor::extract(const Board& board, std::uint32_t* out) const {
  std::fill_n(out, features_, 0u);
  for (const int square : squares_of(board.own)) {
    const std::uint32_t* const row = &place_values_[static_cast<std::size_t>(square) * features_];
    for (std::size_t i = 0; i < features_; ++i) out[i] += row[i];
  }
  for (const int square : squares_of(board.opp)) {
    const std::uint32_t* const row = &place_values_[static_cast<std::size_t>(square) * features_];
    for (std::size_t i = 0; i < features_; ++i) out[i] += 2 * row[i];
  }
}

void count_indices(const IndexExtractor& extractor, std::span<const Bits> own, std::span<const Bits> opp,
                   std::span<std::uint32_t> counts, int threads) {
  constexpr std::size_t kBlock = 1 << 12;
  for_each_range(own.size(), kBlock, threads, [&](int, std::size_t from, std::size_t to) {
    std::vector<std::uint32_t> indices(extractor.features());
    for (std::size_t i = from; i < to; ++i) {
      extractor.extract({own[i], opp[i]}, indices.data());
      for (const std::uint32_t index : indices) {
        std::atomic_ref(counts[index]).fetch_add(1, std::memory_order_relaxed);
      }
    }
  });
}

}  // namespace logistello
