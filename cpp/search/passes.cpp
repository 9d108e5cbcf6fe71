#include "search/passes.hpp"

#include <algorithm>

namespace logistello {
namespace {

// The tag of classical ProbCut in the table: its threshold of 1.5 is that of step 3.
constexpr int kProbCutLevel = 3;

// From so many moves before the end on, going to the end at once is quicker than deepening further. The leap takes
// about ten times as long as all before together, so a search that may be stopped goes on in larger steps for a while.
constexpr int kLeap = 10;
constexpr int kLatestLeap = 4;
constexpr int kStepBeforeLeap = 2;

// The first of the selective passes to the end.
constexpr int kFirstEndLevel = 2;

// The surest selective pass that pays before the exact one; -1 if none does.
int last_selective_level(int empties) {
  if (empties < 16) return -1;
  if (empties < 21) return 2;
  if (empties < 24) return 3;
  if (empties < 27) return 4;
  return empties < 30 ? 5 : 6;
}

}  // namespace

std::vector<Pass> plan_passes(int empties, int depth, Goal goal, Pruning pruning, int midgame_level) {
  std::vector<Pass> passes;
  const bool to_end = depth >= empties;
  const int level = pruning == Pruning::none      ? kExactSelectivity
                    : pruning == Pruning::probcut ? kProbCutLevel
                                                  : midgame_level;
  const int deepest = to_end ? std::max(empties - kLeap, 1) : depth;
  for (int d = 1; d <= std::min(deepest, empties - 1); ++d) passes.push_back({d, level});
  if (to_end) {
    if (goal == Goal::best_move) {
      for (int d = deepest + kStepBeforeLeap; d <= empties - kLatestLeap; d += kStepBeforeLeap)
        passes.push_back({d, level});
    }
    if (pruning == Pruning::multi_probcut) {
      for (int step = kFirstEndLevel; step <= last_selective_level(empties); ++step) passes.push_back({empties, step});
    }
    passes.push_back({empties, kExactSelectivity});
  }
  return passes;
}

}  // namespace logistello
