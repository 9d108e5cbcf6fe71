#include "eval/vector_weights.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace logistello {

VectorWeights::VectorWeights(int stages, std::size_t stage_size, const VectorHeads& heads)
    : stage_size_(stage_size), rows_(static_cast<std::size_t>(stages) * stage_size * kRowLanes) {
  if (heads.constants.size() != heads_.size() || heads.offsets.size() != heads_.size() * kHidden ||
      heads.outs.size() != heads_.size() * kHidden) {
    throw std::invalid_argument("expected the heads of vectors for 0 to 64 discs, with " + std::to_string(kHidden) +
                                " numbers each");
  }
  for (std::size_t discs = 0; discs < heads_.size(); ++discs) {
    heads_[discs].constant = heads.constants[discs];
    for (std::size_t i = 0; i < kHidden; ++i) {
      const std::int16_t offset = heads.offsets[discs * kHidden + i];
      const std::int16_t out = heads.outs[discs * kHidden + i];
      if (std::abs(offset) > kMostOffset || std::abs(out) > kMostOut) {
        throw std::invalid_argument("a head of the vectors has the offset " + std::to_string(offset) + " or the out " +
                                    std::to_string(out) + "; expected at most " + std::to_string(kMostOffset) +
                                    " and " + std::to_string(kMostOut));
      }
      heads_[discs].offsets[kLinearLanes + i] = offset;
      heads_[discs].outs[kLinearLanes + i] = out;
    }
  }
}

void VectorWeights::set_row(int stage, std::size_t entry, int linear, std::span<const std::int8_t, kHidden> hidden) {
  const int low = static_cast<std::int8_t>(linear & 0xff);
  const int high = (linear - low) / 256;
  if (high > INT8_MAX) {
    throw std::invalid_argument("the weight " + std::to_string(linear) + " is too large beside vectors");
  }
  std::int8_t* const row =
      rows_.as<std::int8_t>() + (static_cast<std::size_t>(stage) * stage_size_ + entry) * kRowLanes;
  row[0] = static_cast<std::int8_t>(low);
  row[1] = static_cast<std::int8_t>(high);
  std::copy(hidden.begin(), hidden.end(), row + kLinearLanes);
}

}  // namespace logistello
