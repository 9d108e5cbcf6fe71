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

inline Selectivity selectivity_of(const std::string& name) {
  if (name == "none") return Selectivity::none;
  if (name == "probcut") return Selectivity::probcut;
  if (name == "mpc") return Selectivity::multi_probcut;
  throw std::invalid_argument("selectivity '" + name + "': expected none, probcut or mpc");
}

inline Confidence confidence_of(int percent) {
  std::string steps;
  for (Confidence each{}; each != Confidence::exact; each = surer(each)) {
    if (percent_of(each) == percent) return each;
    steps += (steps.empty() ? "" : ", ") + std::to_string(percent_of(each));
  }
  throw std::invalid_argument("confidence " + std::to_string(percent) + ": expected one of " + steps);
}

// The lines of a pair of depths are looked up in tables.
inline const Thresholds& checked(const Thresholds& thresholds) {
  const bool fits = 0 <= thresholds.probcut_shallow && thresholds.probcut_shallow < thresholds.probcut_deep &&
                    thresholds.probcut_shallow <= ProbCut::kMostShallow &&
                    thresholds.probcut_deep <= ProbCut::kMostDeep;
  if (fits) return thresholds;
  throw std::invalid_argument("ProbCut from depth " + std::to_string(thresholds.probcut_shallow) + " to " +
                              std::to_string(thresholds.probcut_deep) +
                              ": expected a smaller depth and a larger one, " + "at most " +
                              std::to_string(ProbCut::kMostShallow) + " and " + std::to_string(ProbCut::kMostDeep));
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
