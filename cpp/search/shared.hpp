// What the threads of one search have in common.
#pragma once

#include "eval/model.hpp"
#include "search/confidence.hpp"
#include "search/control.hpp"
#include "search/node_sample.hpp"
#include "search/probcut.hpp"
#include "search/split.hpp"
#include "search/table.hpp"
#include "search/thresholds.hpp"

namespace logistello {

struct SearchOptions {
  Selectivity selectivity = Selectivity::multi_probcut;
  // Of Multi-ProbCut in passes that do not reach the end; deep ones are surer (thresholds.hpp).
  Confidence midgame_confidence = Confidence::percent_73;
  // Try corner captures beyond the horizon (Buro 1997; most later programs do without).
  bool corner_quiescence = false;
  Thresholds thresholds{};
};

struct SharedSearch {
  Table& table;
  const Model& model;
  const ProbCut* probcut;  // null: nothing is pruned by probability
  SearchOptions options{};
  Control control{};
  SplitBoard splits{};
  // Of the pass under way (Pass). Change only between passes.
  Confidence confidence = Confidence::exact;
  float threshold = 0;
  // Where null-window nodes are offered, if somebody collects them. Change only between calls.
  NodeSample* sample = nullptr;

  Selectivity selectivity() const { return probcut == nullptr ? Selectivity::none : options.selectivity; }
};

}  // namespace logistello
