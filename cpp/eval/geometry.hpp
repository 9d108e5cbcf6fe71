// Where patterns lie on the board. Data from the model file, not source: any set runs at full speed.
//
// An instance of a pattern, or one half of a large instance ("feature"), lists up to 10 squares. Its index is a number
// in base 3, one digit a square. Inside the engine the digits are 0 = own, 1 = empty, 2 = opponent: seen from the other
// side a digit d becomes 2 - d, so a whole index turns into (3^k - 1) - index, one subtraction for all features at
// once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/board.hpp"

namespace logistello {

inline constexpr int kMaxFeatures = 64;
inline constexpr int kMaxSquaresPerFeature = 10;  // 3^10 fits 16 bits

// One 16-bit number per feature: two 512-bit registers.
struct alignas(64) FeatureVector {
  std::array<std::uint16_t, kMaxFeatures> at;
};

class Geometry {
 public:
  // The squares of each feature, least significant digit first; a feature without squares keeps a place free, its index
  // is always 0. Throws std::invalid_argument with what is wrong.
  explicit Geometry(const std::vector<std::vector<int>>& features);

  int features() const { return static_cast<int>(sizes_.size()); }
  int squares_of_feature(int feature) const { return sizes_[feature]; }
  int configurations(int feature) const { return largest_.at[feature] + 1; }  // 3^k

  // Indices of a board from scratch.
  FeatureVector indices(const Board& board) const;

  // Indices after a move, seen by the opponent, from those before it.
  FeatureVector after(const FeatureVector& before, int square, Bits flipped) const {
    // Our disc lands on an empty square (1 -> 0) and turns opponent's discs (2 -> 0); then the view changes.
    FeatureVector next;
    const FeatureVector& placed = place_values_[square];
    for (int i = 0; i < kMaxFeatures; ++i) {
      next.at[i] = static_cast<std::uint16_t>(largest_.at[i] - before.at[i] + placed.at[i]);
    }
    for (const int turned : squares_of(flipped)) {
      const FeatureVector& twice = twice_place_values_[turned];
      for (int i = 0; i < kMaxFeatures; ++i) next.at[i] = static_cast<std::uint16_t>(next.at[i] + twice.at[i]);
    }
    return next;
  }

  FeatureVector passed(const FeatureVector& before) const {
    FeatureVector next;
    for (int i = 0; i < kMaxFeatures; ++i) {
      next.at[i] = static_cast<std::uint16_t>(largest_.at[i] - before.at[i]);
    }
    return next;
  }

 private:
  std::vector<int> sizes_;
  FeatureVector largest_{};                       // 3^k - 1, 0 for unused features
  std::array<FeatureVector, 64> place_values_{};  // 3^j where the square is the j-th of the feature, else 0
  std::array<FeatureVector, 64> twice_place_values_{};
};

}  // namespace logistello
