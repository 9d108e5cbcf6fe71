// ProbCut, Multi-ProbCut and EndCut: skipping what a shallow search says is decided.
#include <algorithm>
#include <cmath>

#include "search/parameters.hpp"
#include "search/worker.hpp"

namespace logistello {

// One check: does a search `shallow_depth` ahead make it probable enough on which side of the window the value lies?
std::optional<Score> Worker::check_search(const Node& node, int depth, int shallow_depth, Score alpha,
                                          Score static_score) {
  const ProbCut& table = *shared_.probcut;
  const int stage = model_.stage_of_discs(node.discs());
  const bool to_end = depth == node.empties;
  const Regression& deep =
      to_end ? table.endgame(node.empties, shallow_depth) : table.midgame(stage, depth, shallow_depth);
  if (!deep.usable()) return std::nullopt;
  const float t = shared_.threshold;
  const float margin = (shallow_depth == 0 ? parameters.probcut_static_caution * t : t) * deep.sigma;
  const Score beta = just_above(alpha);
  const Score high(static_cast<int>(std::ceil((static_cast<float>(beta.number()) + margin - deep.b) / deep.a)));
  const Score low(static_cast<int>(std::floor((static_cast<float>(alpha.number()) - margin - deep.b) / deep.a)));
  Score hope(0);
  if (shallow_depth > 0) {
    const Regression& from_static = table.midgame(stage, shallow_depth, 0);
    if (from_static.usable()) hope = Score(static_cast<int>(parameters.probcut_hope * from_static.sigma));
  }
  const auto value_above = [&](Score bound) {
    return shallow_depth == 0 ? Answer(static_score) : null_window(node, shallow_depth, bound);
  };
  const bool gated = shallow_depth == 0 || shared_.options.thresholds.static_gate;
  const bool try_above = high <= kMaxJudgement && (!gated || static_score >= high - hope);
  if (try_above) {
    const Answer found = value_above(just_below(high));
    if (found && *found >= high) return beta;
  }
  if (low >= -kMaxJudgement && (gated ? !try_above && static_score <= low + hope : !stopped())) {
    const Answer found = value_above(low);
    if (found && *found <= low) return alpha;
  }
  return std::nullopt;
}

std::optional<Score> Worker::probable_bound(const Node& node, int depth, Score alpha) {
  if (shared_.confidence == Confidence::exact) return std::nullopt;
  if (shared_.options.selectivity == Selectivity::probcut) {
    const Thresholds& pair = shared_.options.thresholds;
    if (depth != pair.probcut_deep || depth >= node.empties) return std::nullopt;
    return check_search(node, depth, pair.probcut_shallow, alpha, shallow_.judgement(node));
  }
  const bool to_end = depth == node.empties;
  if (depth < parameters.probcut_least_depth || depth > ProbCut::kMostDeep) return std::nullopt;
  const Score static_score = shallow_.judgement(node);
  if (shared_.options.thresholds.static_cuts && depth <= parameters.probcut_static_depth) {
    if (const auto bound = check_search(node, depth, 0, alpha, static_score)) return bound;
  }
  // Checks of increasing depth, of the same parity as the deep search: values swing between odd and even depths.
  const int parity = to_end ? 0 : depth & 1;
  const int most = 2 * (depth / (to_end ? parameters.endcut_divisor : parameters.probcut_divisor));
  const int deepest = std::min(most, ProbCut::kMostShallow - 2) + parity;
  for (int ahead = std::min(2 + parity, deepest); ahead <= deepest && !stopped(); ahead += 2) {
    if (ahead == 0) continue;
    if (const auto bound = check_search(node, depth, ahead, alpha, static_score)) return bound;
  }
  return std::nullopt;
}

}  // namespace logistello
