// What shallow searches tell about deep ones (Buro, "Improving heuristic mini-max search by supervised learning",
// section 3): v_deep = a * v_shallow + b + e, where e is normal with standard deviation sigma. The numbers are fitted
// to one model's own searches and stored with it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "search/score.hpp"

namespace logistello {

// In score units (1/128 disc) but for `a`.
struct Regression {
  float a;
  float b;
  float sigma;
  bool usable() const { return a > 0 && sigma > 0; }  // false for NaN
};

class ProbCut {
 public:
  static constexpr int kMostDeep = 40;
  static constexpr int kMostShallow = 16;

  // Dense tables of (a, b, sigma) in discs, NaN where there is none: [stages][41][17][3] and [61][17][3].
  // Throws std::invalid_argument with what is wrong.
  ProbCut(std::span<const float> midgame, std::span<const float> endgame, int stages);

  // The value `deep` moves ahead from that of a search `shallow` moves ahead.
  const Regression& midgame(int stage, int deep, int shallow) const {
    return midgame_[(static_cast<std::size_t>(stage) * (kMostDeep + 1) + static_cast<std::size_t>(deep)) *
                        (kMostShallow + 1) +
                    static_cast<std::size_t>(shallow)];
  }

  // The final score from the value of a search `shallow` moves ahead.
  const Regression& endgame(int empties, int shallow) const {
    return endgame_[static_cast<std::size_t>(empties) * (kMostShallow + 1) + static_cast<std::size_t>(shallow)];
  }

 private:
  std::vector<Regression> midgame_;
  std::vector<Regression> endgame_;
};

// Which method prunes by probability.
enum class Selectivity { none, probcut, multi_probcut };

}  // namespace logistello
