#include "eval/geometry.hpp"

#include <stdexcept>
#include <string>

namespace logistello {

Geometry::Geometry(const std::vector<std::vector<int>>& features) {
  if (features.size() > kMaxFeatures) {
    throw std::invalid_argument("a model has at most " + std::to_string(kMaxFeatures) + " features, got " +
                                std::to_string(features.size()));
  }
  for (std::size_t feature = 0; feature < features.size(); ++feature) {
    const std::vector<int>& squares = features[feature];
    const std::string name = "feature " + std::to_string(feature);
    if (squares.size() > kMaxSquaresPerFeature) {
      throw std::invalid_argument(name + " has " + std::to_string(squares.size()) + " squares; expected at most " +
                                  std::to_string(kMaxSquaresPerFeature));
    }
    int place_value = 1;
    Bits seen = 0;
    for (const int square : squares) {
      if (square < 0 || square > 63 || (seen & bit(square)) != 0) {
        throw std::invalid_argument(name + ": square " + std::to_string(square) + " is off the board or repeated");
      }
      seen |= bit(square);
      place_values_[square].at[feature] = static_cast<std::uint16_t>(place_value);
      twice_place_values_[square].at[feature] = static_cast<std::uint16_t>(2 * place_value);
      place_value *= 3;
    }
    largest_.at[feature] = static_cast<std::uint16_t>(place_value - 1);
    sizes_.push_back(static_cast<int>(squares.size()));
  }
}

FeatureVector Geometry::indices(const Board& board) const {
  FeatureVector total{};
  for (const int square : squares_of(board.empties())) {
    for (int i = 0; i < kMaxFeatures; ++i) {
      total.at[i] = static_cast<std::uint16_t>(total.at[i] + place_values_[square].at[i]);
    }
  }
  for (const int square : squares_of(board.opp)) {
    for (int i = 0; i < kMaxFeatures; ++i) {
      total.at[i] = static_cast<std::uint16_t>(total.at[i] + twice_place_values_[square].at[i]);
    }
  }
  return total;
}

}  // namespace logistello
