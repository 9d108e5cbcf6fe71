#include "search/passes.hpp"

#include <algorithm>
#include <optional>

#include "search/parameters.hpp"

namespace logistello {
namespace {

// What classical ProbCut is called in the table: the paper's threshold is nearly that of 87 %.
constexpr Confidence kProbCutConfidence = Confidence::percent_87;

// The first of the selective passes to the end.
constexpr Confidence kFirstToEnd = Confidence::percent_73;

// The surest selective pass that pays before the exact one, if any does.
std::optional<Confidence> last_selective(int empties) {
  if (empties < parameters.pass_73_empties) return std::nullopt;
  if (empties < parameters.pass_87_empties) return Confidence::percent_73;
  if (empties < parameters.pass_95_empties) return Confidence::percent_87;
  if (empties < parameters.pass_98_empties) return Confidence::percent_95;
  return empties < parameters.pass_99_empties ? Confidence::percent_98 : Confidence::percent_99;
}

// The threshold of Multi-ProbCut where a search for the best move does not reach the end, by stage of the game.
float usual_threshold(Confidence confidence, const Thresholds& thresholds, int empties) {
  return empties >= thresholds.opening_empties ? thresholds.opening_threshold : threshold_of(confidence);
}

// The deeper, the surer.
float surer_when_deep(float usual, const Thresholds& thresholds, int depth, int empties) {
  const float beyond =
      static_cast<float>(depth) - thresholds.sure_depth - thresholds.sure_depth_per_empty * static_cast<float>(empties);
  return std::max(usual, std::min(usual + thresholds.sure_per_move * beyond, thresholds.sure_most));
}

}  // namespace

std::vector<Pass> plan_passes(int empties, int depth, Goal goal, Selectivity selectivity, Confidence midgame_confidence,
                              const Thresholds& thresholds) {
  std::vector<Pass> passes;
  const bool to_end = depth >= empties;
  const Confidence confidence = selectivity == Selectivity::none      ? Confidence::exact
                                : selectivity == Selectivity::probcut ? kProbCutConfidence
                                                                      : midgame_confidence;
  const auto midgame_pass = [&](int d) -> Pass {
    switch (selectivity) {
      case Selectivity::none:
        return {d, confidence};
      case Selectivity::probcut:
        return {d, confidence, thresholds.probcut_threshold};
      case Selectivity::multi_probcut:
        break;
    }
    // What only guides a proof need not be surer.
    if (goal == Goal::proof) return {d, confidence, threshold_of(confidence)};
    return {d, confidence, surer_when_deep(usual_threshold(confidence, thresholds, empties), thresholds, d, empties)};
  };
  const int deepest = std::min(to_end ? std::max(empties - parameters.leap, 1) : depth, empties - 1);
  for (int d = 1; d <= deepest; ++d) {
    // Values swing between odd and even depths, and a pass learns most from one of the same parity. Those between cost
    // two thirds as much as the next one and hardly make it quicker.
    const bool left_out = goal == Goal::best_move && selectivity == Selectivity::multi_probcut &&
                          d > parameters.long_steps_depth && (deepest - d) % 2 != 0;
    if (!left_out) passes.push_back(midgame_pass(d));
  }
  if (to_end) {
    if (goal != Goal::proof) {
      for (int d = deepest + parameters.step_before_leap; d <= empties - parameters.latest_leap;
           d += parameters.step_before_leap)
        passes.push_back(midgame_pass(d));
    }
    const bool selective = selectivity == Selectivity::multi_probcut && (thresholds.endcut || goal == Goal::proof);
    if (const auto last = last_selective(empties); last && selective) {
      for (Confidence step = kFirstToEnd; step <= *last; step = surer(step)) {
        passes.push_back({empties, step, threshold_of(step)});
      }
    }
    passes.push_back({empties, Confidence::exact});
  }
  return passes;
}

}  // namespace logistello
