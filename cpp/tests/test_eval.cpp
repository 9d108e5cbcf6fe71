#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "eval/extract.hpp"
#include "eval/geometry.hpp"
#include "eval/lookahead.hpp"
#include "eval/model.hpp"
#include "tests/check.hpp"
#include "tests/random_boards.hpp"

namespace logistello::tests {
namespace {

// Random squares in random order: nothing about real patterns is needed.
std::vector<std::vector<int>> random_features(Random& random, int features) {
  std::vector<std::vector<int>> all(features);
  for (std::vector<int>& squares : all) {
    const int size = 1 + random.below(kMaxSquaresPerFeature);
    Bits used = 0;
    while (static_cast<int>(squares.size()) < size) {
      const int square = random.below(64);
      if (used & bit(square)) continue;
      used |= bit(square);
      squares.push_back(square);
    }
  }
  return all;
}

int plain_index(const Board& board, const std::vector<int>& squares, int own, int empty, int opp) {
  int index = 0;
  int place_value = 1;
  for (const int square : squares) {
    index += place_value * (board.own & bit(square) ? own : board.opp & bit(square) ? opp : empty);
    place_value *= 3;
  }
  return index;
}

// Random weights for random features, and the same values computed from scratch.
struct RandomModel {
  static constexpr int kStages = 5;
  std::vector<std::vector<int>> features;
  ModelTables tables;
  std::vector<std::int16_t> weights;
  std::vector<std::int16_t> bias;

  explicit RandomModel(Random& random) : features(random_features(random, 20)) {
    const Geometry geometry(features);
    std::uint32_t size = 0;
    for (int i = 0; i < geometry.features(); ++i) {
      tables.pattern_of_feature.push_back(i);
      tables.table_offset.push_back(size);
      size += static_cast<std::uint32_t>(geometry.configurations(i));
    }
    tables.stage_size = size;
    weights.resize(size * kStages);
    for (std::int16_t& weight : weights) weight = static_cast<std::int16_t>(random.below(2001) - 1000);
    bias.resize(2 * kStages);
    for (std::int16_t& value : bias) value = static_cast<std::int16_t>(random.below(201) - 100);
    for (int discs = 0; discs <= 64; ++discs) {
      tables.stage_of_discs[discs] = static_cast<std::uint8_t>(discs * (kStages - 1) / 64);
    }
    tables.weights = weights;
    tables.bias = bias;
  }

  Model build() const { return Model(Geometry(features), tables); }

  int plain_value(const Board& board) const {
    const int discs = 64 - board.empty_count();
    const int stage = tables.stage_of_discs[discs];
    int sum = bias[2 * stage + (discs & 1)];
    for (std::size_t f = 0; f < features.size(); ++f) {
      sum += weights[stage * tables.stage_size + tables.table_offset[f] + plain_index(board, features[f], 1, 0, 2)];
    }
    return sum;
  }

  int plain_minimax(const Board& board, int depth) const {
    const Bits moves = board.moves();
    if (moves == 0) {
      return board.passed().moves() == 0 ? 128 * final_score(board) : -plain_minimax(board.passed(), depth);
    }
    if (depth == 0) return plain_value(board);
    int best = -(1 << 28);
    for (const int square : squares_of(moves)) best = std::max(best, -plain_minimax(board.play(square), depth - 1));
    return best;
  }
};

}  // namespace

TEST(eval_indices_follow_the_game) {
  Random random(40);
  for (int game = 0; game < 200; ++game) {
    const auto features = random_features(random, 1 + random.below(kMaxFeatures));
    const Geometry geometry(features);
    Board board = kStartBoard;
    FeatureVector indices = geometry.indices(board);
    while (!board.is_over()) {
      for (std::size_t i = 0; i < features.size(); ++i) {
        CHECK_EQ(int{indices.at[i]}, plain_index(board, features[i], 0, 1, 2));
      }
      const Board before = board;
      play_randomly(board, random);
      const Bits placed = before.empties() & ~board.empties();
      if (placed == 0) {
        indices = geometry.passed(indices);
      } else {
        const int square = first_square(placed);
        indices = geometry.after(indices, square, flips(before.own, before.opp, square));
      }
    }
  }
}

TEST(eval_extractor_counts_with_the_digits_of_files) {
  Random random(41);
  const auto features = random_features(random, 37);
  const IndexExtractor extractor(features);
  std::vector<std::uint32_t> out(features.size());
  for (int i = 0; i < 2'000; ++i) {
    const Board board = scattered_board(random);
    extractor.extract(board, out.data());
    for (std::size_t f = 0; f < features.size(); ++f) {
      CHECK_EQ(static_cast<int>(out[f]), plain_index(board, features[f], 1, 0, 2));
    }
  }
}

TEST(eval_sums_the_weights_of_the_stage) {
  Random random(42);
  const RandomModel made(random);
  const Model model = made.build();
  for (int i = 0; i < 2'000; ++i) {
    const Board board = scattered_board(random);
    CHECK_EQ(model.evaluate(board), made.plain_value(board));
  }
}

TEST(eval_look_ahead_equals_minimax) {
  Random random(43);
  const RandomModel made(random);
  const Model model = made.build();
  const std::atomic<bool> never{false};
  for (int i = 0; i < 120; ++i) {
    const Board board = game_board(random, i % 3 ? 4 + random.below(50) : random.below(5));
    const int depth = random.below(4);
    CHECK_EQ(look_ahead(model, board, depth, 128, never), made.plain_minimax(board, depth));
  }
}

TEST(eval_refuses_bad_geometry) {
  const auto refused = [](const std::vector<std::vector<int>>& features) {
    try {
      const Geometry geometry(features);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(refused({{}}));
  CHECK(refused({{64}}));
  CHECK(refused({{3, 3}}));
  CHECK(refused({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}));
  CHECK(refused(std::vector<std::vector<int>>(kMaxFeatures + 1, {0})));
}

}  // namespace logistello::tests
