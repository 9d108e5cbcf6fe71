// What the threads of one search have in common.
#pragma once

#include "eval/model.hpp"
#include "search/control.hpp"
#include "search/probcut.hpp"
#include "search/split.hpp"
#include "search/table.hpp"

namespace logistello {

struct SearchOptions {
  Pruning pruning = Pruning::multi_probcut;
  // Confidence of Multi-ProbCut in passes that do not reach the end: a step of kConfidence.
  int midgame_level = 2;
  // Try corner captures beyond the horizon (Buro 1997; most later programs do without).
  bool corner_quiescence = false;
};

struct SharedSearch {
  Table& table;
  const Model& model;
  const ProbCut* probcut;  // null: nothing is pruned by probability
  SearchOptions options{};
  Control control{};
  SplitBoard splits{};
  // Confidence of the pass under way: a step of kConfidence, or kExactSelectivity. Changes only between passes.
  int level = kExactSelectivity;

  Pruning pruning() const { return probcut == nullptr ? Pruning::none : options.pruning; }
};

}  // namespace logistello
