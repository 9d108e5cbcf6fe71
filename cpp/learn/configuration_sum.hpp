// The value of one position after another by a table of weights: the sum over all configurations that are active in it.
//
// A search asks for this at every leaf. Configurations are bits; for every feature and each of its values a row of bits
// says which configurations allow that value, and the active ones are the AND of the rows of the position. A word of
// 64 configurations mentions few features (fewest if configurations are given in the order of their relations), so that
// only these are looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace logistello {

class ConfigurationSum {
 public:
  // Configuration i: feature features[k] = values[k] for k from relation_begin[i] to relation_begin[i + 1]. Positions
  // have `width` features with values below `kinds`. `weights` has a row of one weight per configuration for each
  // stage. Throws std::invalid_argument for what does not fit together.
  ConfigurationSum(std::span<const std::uint64_t> relation_begin, std::span<const std::uint32_t> features,
                   std::span<const std::int32_t> values, std::span<const float> weights, std::size_t width,
                   std::size_t kinds);

  std::size_t width() const { return width_; }
  std::size_t kinds() const { return kinds_; }
  std::size_t stages() const { return stages_; }

  // The sum of the weights that are active in a position of `width` values. Values of `kinds` or more, and stages that
  // do not exist, are the caller's to refuse.
  double sum(const std::uint8_t* position, std::size_t stage) const;

 private:
  std::size_t width_;
  std::size_t kinds_;
  std::size_t stages_;
  std::size_t count_;
  std::vector<float> weights_;
  std::vector<std::uint64_t> used_;        // [words]: bits of configurations that exist
  std::vector<std::uint32_t> word_begin_;  // [words + 1]: where the features of a word begin
  std::vector<std::uint32_t> mentioned_;   // the features that a word mentions
  std::vector<std::uint64_t> allowed_;     // [mentioned][kinds]
};

}  // namespace logistello
