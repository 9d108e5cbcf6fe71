// A learned evaluation: pattern geometry and weights per stage, with or without vectors. Immutable, shared by all
// threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "eval/geometry.hpp"
#include "eval/sparse_weights.hpp"
#include "eval/vector_weights.hpp"
#include "memory/large_pages.hpp"

namespace logistello {

// Weights as the model file has them after unpacking.
struct ModelTables {
  std::vector<int> pattern_of_feature;          // which table a feature reads; further features are halves
  std::vector<std::uint32_t> table_offset;      // where the table of each pattern begins
  std::size_t stage_size;                       // entries of one stage
  std::span<const std::int16_t> weights;        // stages x stage_size, digits 0 = empty, 1 = own, 2 = opponent
  std::span<const std::int16_t> bias;           // stages x 2: even and odd numbers of empty squares
  std::array<std::uint8_t, 65> stage_of_discs;  // by number of discs on the board
  // Only with vectors: which one an entry of a stage has, the vectors of each stage, kHidden numbers each, and heads.
  std::span<const std::uint32_t> vector_of_entry{};
  std::span<const std::int8_t> vectors{};
  VectorHeads heads{};
};

class Model {
 public:
  // The sum reads groups of four features: where those that read tables do not fill the last group, the features after
  // them must be free. Throws std::invalid_argument with what is wrong.
  Model(Geometry geometry, const ModelTables& tables, SparseWeights sparse = {});

  // Every position is worth nothing: for searches that need no judgement.
  static Model without_patterns();

  const Geometry& geometry() const { return geometry_; }
  int stages() const { return stages_; }
  int stage_of_discs(int discs) const { return stage_of_discs_[discs]; }

  // In the units of the weights, for the side to move.
  int evaluate(const FeatureVector& indices, int discs) const {
    const int stage = stage_of_discs_[discs];
    const int bias = bias_[2 * stage + (discs & 1)];
    if (vectors_) {
      return bias + (quads_share_ ? vectors_->value<true>(base_, 4 * quads_, indices, stage, discs)
                                  : vectors_->value<false>(base_, 4 * quads_, indices, stage, discs));
    }
    const std::int16_t* const weights =
        weights_.as<const std::int16_t>() + static_cast<std::size_t>(stage) * stage_size_;
    return bias + (quads_share_ ? sum_of_quads(weights, indices) : sum_of_features(weights, indices)) +
           sparse_.sum(indices, stage);
  }

  int evaluate(const Board& board) const { return evaluate(geometry_.indices(board), 64 - board.empty_count()); }

 private:
  // Two loads a feature, index and weight: the number of loads is what an evaluation takes its time for
  // (docs/results/midgame-strength.md has other ways that were measured).
  int sum_of_quads(const std::int16_t* weights, const FeatureVector& indices) const {
    int sum = 0;
    for (int i = 0; i < 4 * quads_; i += 4) {
      const std::int16_t* const table = weights + base_[i];
      const std::uint16_t* const at = &indices.at[i];
      sum += table[at[0]] + table[at[1]];
      sum += table[at[2]] + table[at[3]];
    }
    return sum;
  }

  int sum_of_features(const std::int16_t* weights, const FeatureVector& indices) const {
    int sum = 0;
    for (int i = 0; i < 4 * quads_; ++i) sum += weights[base_[i] + indices.at[i]];
    return sum;
  }

  Geometry geometry_;
  int stages_;
  int quads_;               // features with tables, rounded up to whole groups of four
  bool quads_share_;        // the features of each group read the same table, as where a pattern has four instances
  std::size_t stage_size_;  // one more than the tables have: the last weight of a stage is the 0 of unused features
  std::array<std::uint32_t, kMaxFeatures> base_{};
  std::array<std::uint8_t, 65> stage_of_discs_;
  std::vector<std::int16_t> bias_;
  SparseWeights sparse_;
  LargePages weights_;  // int16, the engine's digits: 0 = own, 1 = empty, 2 = opponent; not used beside vectors
  std::optional<VectorWeights> vectors_;  // with the same digits
};

}  // namespace logistello
