#include "learn/configuration_sum.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

namespace logistello {

ConfigurationSum::ConfigurationSum(std::span<const std::uint64_t> relation_begin,
                                   std::span<const std::uint32_t> features, std::span<const std::int32_t> values,
                                   std::span<const float> weights, std::size_t width, std::size_t kinds)
    : width_(width),
      kinds_(kinds),
      stages_(0),
      count_(relation_begin.empty() ? 0 : relation_begin.size() - 1),
      weights_(weights.begin(), weights.end()) {
  if (count_ == 0 || weights.empty() || weights.size() % count_ != 0) {
    throw std::invalid_argument("there must be a weight for every stage and configuration");
  }
  if (kinds == 0 || kinds > 256) throw std::invalid_argument("features must have 1 to 256 values");
  stages_ = weights.size() / count_;
  word_begin_.push_back(0);
  for (std::size_t first = 0; first < count_; first += 64) {
    const std::size_t here = std::min<std::size_t>(64, count_ - first);
    const std::uint64_t all = here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    std::map<std::uint32_t, std::vector<std::uint64_t>> rows;  // by feature: what is allowed, by value
    for (std::size_t i = 0; i < here; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      for (std::uint64_t k = relation_begin[first + i]; k < relation_begin[first + i + 1]; ++k) {
        if (features[k] >= width) throw std::invalid_argument("a configuration names a feature that positions lack");
        if (values[k] < 0 || static_cast<std::size_t>(values[k]) >= kinds) {
          throw std::invalid_argument("a configuration names a value that features do not have");
        }
        auto& row = rows.try_emplace(features[k], kinds, all).first->second;
        for (std::size_t value = 0; value < kinds; ++value) {
          if (static_cast<std::int32_t>(value) != values[k]) row[value] &= ~bit;
        }
      }
    }
    used_.push_back(all);
    for (const auto& [feature, row] : rows) {
      mentioned_.push_back(feature);
      allowed_.insert(allowed_.end(), row.begin(), row.end());
    }
    word_begin_.push_back(static_cast<std::uint32_t>(mentioned_.size()));
  }
}

double ConfigurationSum::sum(const std::uint8_t* position, std::size_t stage) const {
  const float* const weights = weights_.data() + stage * count_;
  double total = 0;
  for (std::size_t word = 0; word < used_.size(); ++word) {
    std::uint64_t active = used_[word];
    for (std::uint32_t k = word_begin_[word]; k < word_begin_[word + 1] && active != 0; ++k) {
      active &= allowed_[k * kinds_ + position[mentioned_[k]]];
    }
    for (; active != 0; active &= active - 1) {
      total += weights[word * 64 + static_cast<std::size_t>(std::countr_zero(active))];
    }
  }
  return total;
}

}  // namespace logistello
