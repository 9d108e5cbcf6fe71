// Vector-valued weights: a configuration has a linear weight and kHidden numbers besides. Summed over all features,
// each of these passes through a ReLU and counts with a weight that depends on the number of discs alone (the head).
//
// A row of 16 bytes holds all of it: lanes 0 and 1 are the linear weight as low + 256 * high, so that 8-bit lanes add
// up to what 16-bit weights would. An evaluation then costs as many loads as one without vectors.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/geometry.hpp"
#include "eval/kernels/row_sum.hpp"
#include "memory/large_pages.hpp"

namespace logistello {

inline constexpr int kHidden = 14;
// Outs count in 1 / (1 << kOutShift) of the units of linear weights.
inline constexpr int kOutShift = 10;

// As the model file has them, but for the vectors themselves: see ModelTables.
struct VectorHeads {
  std::span<const std::int16_t> constants;  // by number of discs, 65
  std::span<const std::int16_t> offsets;    // 65 x kHidden, added to the sums before the ReLU
  std::span<const std::int16_t> outs;       // 65 x kHidden
};

class VectorWeights {
 public:
  static constexpr int kLinearLanes = 2;
  static constexpr int kRowLanes = kernels::kRowLanes;
  static_assert(kRowLanes == kLinearLanes + kHidden);
  // With larger ones a value might not fit 32 bits.
  static constexpr int kMostOffset = 8191;
  static constexpr int kMostOut = 9000;

  // Rows are 0 until they are set. Throws std::invalid_argument with what is wrong.
  VectorWeights(int stages, std::size_t stage_size, const VectorHeads& heads);

  // Throws std::invalid_argument if the linear weight does not fit its two lanes.
  void set_row(int stage, std::size_t entry, int linear, std::span<const std::int8_t, kHidden> hidden);

  // `base` has the place of each feature's table; a multiple of four features is read. kSharedBase: every four of them
  // read the same table.
  template <bool kSharedBase>
  int value(const std::array<std::uint32_t, kMaxFeatures>& base, int features, const FeatureVector& indices, int stage,
            int discs) const {
    const std::int8_t* const rows =
        rows_.as<const std::int8_t>() + static_cast<std::size_t>(stage) * stage_size_ * kRowLanes;
    kernels::RowSums sum;
    kernels::add_rows<kSharedBase>(rows, base.data(), indices.at.data(), features, sum);
    const Head& head = heads_[discs];
    const kernels::RowSums shifted = sum + head.offsets;
    int hidden = 0;
    for (int lane = 0; lane < kRowLanes; ++lane) {
      hidden += std::max<std::int16_t>(shifted[lane], 0) * head.outs[lane];  // outs of linear lanes are 0
    }
    return head.constant + sum[0] + 256 * sum[1] + (hidden >> kOutShift);
  }

 private:
  struct Head {
    kernels::RowSums offsets{};
    kernels::RowSums outs{};
    int constant = 0;
  };

  std::size_t stage_size_;
  std::array<Head, 65> heads_;
  LargePages rows_;
};

}  // namespace logistello
