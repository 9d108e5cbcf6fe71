// How sure a pass of Multi-ProbCut or EndCut must be before it prunes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numbers>

namespace logistello {

// In ascending order. The percentage is the probability that a value lies within t standard deviations of its
// prediction; `exact`: nothing is pruned by probability. Table entries bear the confidence of the pass that wrote them.
enum class Confidence : std::uint8_t {
  percent_50,
  percent_60,
  percent_73,
  percent_87,
  percent_95,
  percent_98,
  percent_99,
  exact,
};

struct ConfidenceStep {
  int percent;
  float t;
};

inline constexpr ConfidenceStep kConfidenceSteps[] = {{50, 0.67f}, {60, 0.84f}, {73, 1.10f}, {87, 1.51f},
                                                      {95, 1.96f}, {98, 2.33f}, {99, 2.58f}};

// What an entry of the table has room for.
inline constexpr int kConfidenceBits = 3;

static_assert(std::size(kConfidenceSteps) == static_cast<std::size_t>(Confidence::exact), "one step for each name");
static_assert(static_cast<int>(Confidence::exact) < 1 << kConfidenceBits);

constexpr int percent_of(Confidence confidence) {
  return confidence == Confidence::exact ? 100 : kConfidenceSteps[static_cast<std::size_t>(confidence)].percent;
}

// The same for any number of standard deviations.
inline int percent_within(float t) { return static_cast<int>(std::lround(100 * std::erf(t / std::numbers::sqrt2))); }

static_assert(percent_of(Confidence::percent_50) == 50 && percent_of(Confidence::percent_73) == 73 &&
              percent_of(Confidence::percent_99) == 99);

// Standard deviations to spare. Not for `exact`.
constexpr float threshold_of(Confidence confidence) { return kConfidenceSteps[static_cast<std::size_t>(confidence)].t; }

constexpr Confidence surer(Confidence confidence) {
  return static_cast<Confidence>(static_cast<std::uint8_t>(confidence) + 1);
}

}  // namespace logistello
