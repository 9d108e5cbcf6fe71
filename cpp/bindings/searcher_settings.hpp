// What a searcher is made with, as Python passes it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "bindings/columns.hpp"
#include "search/searcher.hpp"

namespace logistello::bindings {

inline Pruning pruning_of(const std::string& name) {
  if (name == "none") return Pruning::none;
  if (name == "probcut") return Pruning::probcut;
  if (name == "mpc") return Pruning::multi_probcut;
  throw std::invalid_argument("selectivity '" + name + "': expected none, probcut or mpc");
}

inline int level_of(int confidence) {
  std::string steps;
  for (int level = 0; level < kConfidenceLevels; ++level) {
    if (kConfidence[level].percent == confidence) return level;
    steps += (level > 0 ? ", " : "") + std::to_string(kConfidence[level].percent);
  }
  throw std::invalid_argument("confidence " + std::to_string(confidence) + ": expected one of " + steps);
}

using Numbers = ColumnView<float>;

inline std::shared_ptr<const ProbCut> probcut_of(const Model& model, const std::optional<Numbers>& midgame,
                                                 const std::optional<Numbers>& endgame) {
  if (!midgame && !endgame) return nullptr;
  if (!midgame || !endgame) throw std::invalid_argument("give both tables of ProbCut or none");
  return std::make_shared<const ProbCut>(std::span(midgame->data(), midgame->size()),
                                         std::span(endgame->data(), endgame->size()), model.stages());
}

}  // namespace logistello::bindings
