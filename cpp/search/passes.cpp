#include "search/passes.hpp"

#include <algorithm>

namespace logistello {
namespace {

// The confidence of searches that do not reach the end.
constexpr int kMidgameLevel = 0;
// The tag of classical ProbCut in the table: its threshold of 1.5 is that of step 1.
constexpr int kProbCutLevel = 1;

// From so many moves before the end on, going to the end at once is quicker than deepening further.
constexpr int kLeap = 10;

// The surest selective pass that pays before the exact one; -1 if none does.
int last_selective_level(int empties) {
  if (empties < 16) return -1;
  if (empties < 21) return 0;
  if (empties < 24) return 1;
  if (empties < 27) return 2;
  return empties < 30 ? 3 : 4;
}

}  // namespace

std::vector<Pass> plan_passes(int empties, int depth, Pruning pruning) {
  std::vector<Pass> passes;
  const bool to_end = depth >= empties;
  const int level = pruning == Pruning::none      ? kExactSelectivity
                    : pruning == Pruning::probcut ? kProbCutLevel
                                                  : kMidgameLevel;
  const int deepest = to_end ? std::max(empties - kLeap, 1) : depth;
  for (int d = 1; d <= std::min(deepest, empties - 1); ++d) passes.push_back({d, level});
  if (to_end) {
    if (pruning == Pruning::multi_probcut) {
      for (int step = 0; step <= last_selective_level(empties); ++step) passes.push_back({empties, step});
    }
    passes.push_back({empties, kExactSelectivity});
  }
  return passes;
}

}  // namespace logistello
