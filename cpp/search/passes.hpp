// The passes of iterative deepening: ever deeper, then to the end with ever more confidence (EndCut).
#pragma once

#include <vector>

#include "search/confidence.hpp"
#include "search/probcut.hpp"

namespace logistello {

struct Pass {
  int depth;  // moves ahead; the number of empty squares is the end of the game
  Confidence confidence;
};

// What the passes are for.
enum class Goal {
  proof,      // the exact score as soon as possible
  best_move,  // a better answer at any moment: the search may be stopped
};

// For a position with `empties` empty squares, not deeper than `depth`. The last pass is exact if it reaches the end.
std::vector<Pass> plan_passes(int empties, int depth, Goal goal, Selectivity selectivity,
                              Confidence midgame_confidence);

}  // namespace logistello
