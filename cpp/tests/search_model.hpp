// A model with random weights for tests of the search: values of some discs, whatever they mean.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "eval/model.hpp"
#include "search/probcut.hpp"
#include "tests/random_boards.hpp"

namespace logistello::tests {

inline constexpr std::size_t kTableBytes = 4 << 20;

inline std::shared_ptr<const Model> random_search_model(std::uint64_t seed) {
  constexpr int kFeatures = 12;
  constexpr int kSquares = 4;
  constexpr int kConfigurations = 81;
  constexpr int kStages = 4;
  Random random(seed);
  std::vector<std::vector<int>> features(kFeatures);
  ModelTables tables;
  for (int i = 0; i < kFeatures; ++i) {
    const int first = random.below(64 - 3 * kSquares);
    for (int j = 0; j < kSquares; ++j) features[i].push_back(first + 3 * j);
    tables.pattern_of_feature.push_back(i);
    tables.table_offset.push_back(static_cast<std::uint32_t>(i * kConfigurations));
  }
  tables.stage_size = kFeatures * kConfigurations;
  std::vector<std::int16_t> weights(kStages * tables.stage_size);
  for (std::int16_t& weight : weights) weight = static_cast<std::int16_t>(random.below(401) - 200);
  const std::vector<std::int16_t> bias(2 * kStages, 64);
  for (int discs = 0; discs <= 64; ++discs) tables.stage_of_discs[discs] = static_cast<std::uint8_t>(discs / 17);
  tables.weights = weights;
  tables.bias = bias;
  return std::make_shared<const Model>(Geometry(features), tables);
}

// Regressions as if every shallow search predicted every deep one within `sigma` discs.
inline std::shared_ptr<const ProbCut> even_probcut(const Model& model, float sigma) {
  const auto filled = [&](std::size_t pairs) {
    std::vector<float> numbers;
    for (std::size_t i = 0; i < pairs; ++i) numbers.insert(numbers.end(), {1.0f, 0.0f, sigma});
    return numbers;
  };
  constexpr std::size_t kShallow = ProbCut::kMostShallow + 1;
  return std::make_shared<const ProbCut>(
      filled(static_cast<std::size_t>(model.stages()) * (ProbCut::kMostDeep + 1) * kShallow), filled(61 * kShallow),
      model.stages());
}

}  // namespace logistello::tests
