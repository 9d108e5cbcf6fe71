// Pattern instances as Python passes them: rows of squares.
#pragma once

#include <cstdint>
#include <vector>

#include "bindings/columns.hpp"

namespace logistello::bindings {

// The squares of each row; 255 fills up the shorter ones.
inline std::vector<std::vector<int>> features_of(const RowsView<std::uint8_t>& squares) {
  constexpr std::uint8_t kPadding = 255;
  std::vector<std::vector<int>> features(squares.shape(0));
  for (std::size_t feature = 0; feature < squares.shape(0); ++feature) {
    for (std::size_t j = 0; j < squares.shape(1) && squares(feature, j) != kPadding; ++j) {
      features[feature].push_back(squares(feature, j));
    }
  }
  return features;
}

}  // namespace logistello::bindings
