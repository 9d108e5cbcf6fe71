#include "search/probcut.hpp"

#include <stdexcept>

namespace logistello {
namespace {

std::vector<Regression> in_score_units(std::span<const float> discs) {
  std::vector<Regression> table(discs.size() / 3);
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = {discs[3 * i], discs[3 * i + 1] * kScorePerDisc, discs[3 * i + 2] * kScorePerDisc};
  }
  return table;
}

}  // namespace

ProbCut::ProbCut(std::span<const float> midgame, std::span<const float> endgame, int stages) {
  constexpr std::size_t kPairs = std::size_t{kMostDeep + 1} * (kMostShallow + 1);
  if (stages < 1 || midgame.size() != static_cast<std::size_t>(stages) * kPairs * 3) {
    throw std::invalid_argument("the ProbCut table does not have stages x 41 x 17 x 3 numbers");
  }
  if (endgame.size() != std::size_t{61} * (kMostShallow + 1) * 3) {
    throw std::invalid_argument("the EndCut table does not have 61 x 17 x 3 numbers");
  }
  midgame_ = in_score_units(midgame);
  endgame_ = in_score_units(endgame);
}

}  // namespace logistello
