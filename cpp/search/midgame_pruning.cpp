// ProbCut, Multi-ProbCut and EndCut: skipping what a shallow search says is decided.
#include <algorithm>
#include <cmath>

#include "search/midgame.hpp"

namespace logistello {
namespace {

// Below this a check would cost about as much as the search it spares.
constexpr int kLeastDepth = 2;
// Up to this depth the static value alone may decide. It must be surer than a check search: its errors are less normal.
constexpr int kMostByStaticValue = 4;
constexpr float kStaticCaution = 1.6f;

// The classical ProbCut of the paper: one pair of depths.
constexpr int kProbCutDeep = 8;
constexpr int kProbCutShallow = 4;
constexpr float kProbCutThreshold = 1.5f;

// A check search is tried only where the static value makes its success likely: not more than so many standard
// deviations (of the check search's value from the static one) on the wrong side.
constexpr float kHope = 1.0f;

}  // namespace

// One check: does a search `shallow_depth` ahead make it probable enough on which side of the window the value lies?
bool Midgame::check_search_decides(const Node& node, int depth, int shallow_depth, int alpha, int static_score,
                                   int& value) {
  const ProbCut& table = *shared_.probcut;
  const int stage = model_.stage_of_discs(node.discs());
  const bool to_end = depth == node.empties;
  const Regression& deep =
      to_end ? table.endgame(node.empties, shallow_depth) : table.midgame(stage, depth, shallow_depth);
  if (!deep.usable()) return false;
  const float t = shared_.options.pruning == Pruning::probcut ? kProbCutThreshold : kConfidence[shared_.level].t;
  const float margin = (shallow_depth == 0 ? kStaticCaution * t : t) * deep.sigma;
  const int beta = alpha + 1;
  const int high = static_cast<int>(std::ceil((static_cast<float>(beta) + margin - deep.b) / deep.a));
  const int low = static_cast<int>(std::floor((static_cast<float>(alpha) - margin - deep.b) / deep.a));
  int hope = 0;
  if (shallow_depth > 0) {
    const Regression& from_static = table.midgame(stage, shallow_depth, 0);
    if (from_static.usable()) hope = static_cast<int>(kHope * from_static.sigma);
  }
  if (static_score >= high - hope && high <= kMaxJudgement) {
    const int found = shallow_depth == 0 ? static_score : null_window(node, shallow_depth, high - 1);
    if (!stopped() && found >= high) {
      value = beta;
      return true;
    }
  } else if (static_score <= low + hope && low >= -kMaxJudgement) {
    const int found = shallow_depth == 0 ? static_score : null_window(node, shallow_depth, low);
    if (!stopped() && found <= low) {
      value = alpha;
      return true;
    }
  }
  return false;
}

bool Midgame::probably_decided(const Node& node, int depth, int alpha, int& value) {
  if (shared_.level == kExactSelectivity) return false;
  if (shared_.options.pruning == Pruning::probcut) {
    return depth == kProbCutDeep && depth < node.empties &&
           check_search_decides(node, depth, kProbCutShallow, alpha, judgement(node), value);
  }
  const bool to_end = depth == node.empties;
  if (depth < kLeastDepth || depth > ProbCut::kMostDeep) return false;
  const int static_score = judgement(node);
  if (depth <= kMostByStaticValue && check_search_decides(node, depth, 0, alpha, static_score, value)) return true;
  // Checks of increasing depth, of the same parity as the deep search: values swing between odd and even depths.
  const int parity = to_end ? 0 : depth & 1;
  const int deepest = std::min(to_end ? 2 * (depth / 6) : 2 * (depth / 4), ProbCut::kMostShallow - 2) + parity;
  for (int ahead = std::min(2 + parity, deepest); ahead <= deepest; ahead += 2) {
    if (ahead > 0 && check_search_decides(node, depth, ahead, alpha, static_score, value)) return true;
    if (stopped()) return false;
  }
  return false;
}

}  // namespace logistello
