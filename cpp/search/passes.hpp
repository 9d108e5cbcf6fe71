// The passes of iterative deepening: ever deeper, then to the end with ever more confidence (EndCut).
#pragma once

#include <vector>

#include "search/confidence.hpp"
#include "search/probcut.hpp"
#include "search/thresholds.hpp"

namespace logistello {

struct Pass {
  int depth;  // moves ahead; the number of empty squares is the end of the game
  // What its entries in the table are called: later passes of the same name may use them.
  Confidence confidence;
  // How sure it is: standard deviations to spare before something is cut. 0 in exact passes, which cut nothing.
  float threshold = 0;
};

// What the passes are for.
enum class Goal {
  proof,        // the exact score as soon as possible
  best_move,    // a better answer at any moment: the search may be stopped
  every_depth,  // the same with a value of every depth, for somebody who compares odd ones and even ones
};

// For a position with `empties` empty squares, not deeper than `depth`. The last pass is exact if it reaches the end.
// The one place that decides how sure a search is.
std::vector<Pass> plan_passes(int empties, int depth, Goal goal, Selectivity selectivity, Confidence midgame_confidence,
                              const Thresholds& thresholds);

}  // namespace logistello
