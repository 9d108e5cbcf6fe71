#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/symmetry.hpp"
#include "eval/extract.hpp"
#include "eval/geometry.hpp"
#include "eval/lookahead.hpp"
#include "eval/model.hpp"
#include "eval/rare.hpp"
#include "eval/sparse_weights.hpp"
#include "learn/sparse_table.hpp"
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

// Vectors for every weight of a random model, and what they add, lane by lane.
struct RandomVectors {
  std::vector<std::uint32_t> numbers;  // of the vector of each entry: some share one
  std::vector<std::int8_t> rows;
  std::vector<std::int16_t> constants, offsets, outs;

  RandomVectors(Random& random, const RandomModel& made)
      : numbers(made.tables.stage_size),
        rows(per_stage(made) * RandomModel::kStages * kHidden),
        constants(65),
        offsets(65 * kHidden),
        outs(65 * kHidden) {
    for (std::uint32_t& number : numbers)
      number = static_cast<std::uint32_t>(random.below(static_cast<int>(per_stage(made))));
    for (std::int8_t& number : rows) number = static_cast<std::int8_t>(random.below(255) - 127);
    for (std::int16_t& number : constants) number = static_cast<std::int16_t>(random.below(2001) - 1000);
    for (std::int16_t& number : offsets) number = static_cast<std::int16_t>(random.below(2 * 8191 + 1) - 8191);
    for (std::int16_t& number : outs) number = static_cast<std::int16_t>(random.below(2 * 9000 + 1) - 9000);
  }

  static std::size_t per_stage(const RandomModel& made) { return made.tables.stage_size / 2; }

  Model build(const RandomModel& made) const {
    ModelTables tables = made.tables;
    tables.vector_of_entry = numbers;
    tables.vectors = rows;
    tables.heads = {constants, offsets, outs};
    return Model(Geometry(made.features), tables);
  }

  int plain_value(const RandomModel& made, const Board& board) const {
    const std::size_t discs = static_cast<std::size_t>(64 - board.empty_count());
    const std::size_t stage = made.tables.stage_of_discs[discs];
    int hidden = 0;
    for (std::size_t lane = 0; lane < kHidden; ++lane) {
      int sum = offsets[discs * kHidden + lane];
      for (std::size_t f = 0; f < made.features.size(); ++f) {
        const std::size_t entry =
            made.tables.table_offset[f] + static_cast<std::size_t>(plain_index(board, made.features[f], 1, 0, 2));
        sum += rows[(stage * per_stage(made) + numbers[entry]) * kHidden + lane];
      }
      hidden += std::max(sum, 0) * outs[discs * kHidden + lane];
    }
    return made.plain_value(board) + constants[discs] + (hidden >> kOutShift);
  }
};

// Some pairs of features have weights, for index pairs that were met on random boards; a dictionary is the twin.
struct RandomSparse {
  static constexpr int kStages = RandomModel::kStages;
  static constexpr std::uint32_t kWeights = 300;
  std::vector<SparseInstance> instances;
  std::vector<SparseTable> tables;
  std::vector<std::map<std::pair<int, int>, std::uint32_t>> ids;
  std::vector<std::int16_t> weights;

  RandomSparse(Random& random, const std::vector<std::vector<int>>& features) {
    const Geometry geometry(features);
    weights.resize(kWeights * kStages);
    for (std::int16_t& weight : weights) weight = static_cast<std::int16_t>(random.below(2001) - 1000);
    for (int table = 0; table < 6; ++table) {
      const int first = random.below(geometry.features());
      const int second = random.below(geometry.features());
      instances.push_back(
          {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second), static_cast<std::uint8_t>(table)});
      ids.emplace_back();
      for (int i = 0; i < 1'000; ++i) {
        const FeatureVector indices = geometry.indices(game_board(random, random.below(40)));
        ids.back().emplace(std::pair{indices.at[first], indices.at[second]}, random.below(kWeights));
      }
      std::vector<std::uint32_t> firsts, seconds, numbers;
      for (const auto& [pair, id] : ids.back()) {
        firsts.push_back(pair.first);
        seconds.push_back(pair.second);
        numbers.push_back(id);
      }
      tables.push_back(build_sparse_table(firsts, seconds, numbers, geometry.configurations(first),
                                          geometry.configurations(second)));
    }
  }

  SparseWeights build() const {
    std::vector<SparsePairs> pairs;
    for (const SparseTable& table : tables) pairs.push_back({table.offsets, table.locks, table.ids});
    return SparseWeights(pairs, instances, weights, kWeights, kStages);
  }

  int plain_sum(const Board& board, const std::vector<std::vector<int>>& features, int stage, int& found) const {
    int sum = 0;
    for (const SparseInstance& instance : instances) {
      const auto at = ids[instance.table].find({plain_index(board, features[instance.first], 0, 1, 2),
                                                plain_index(board, features[instance.second], 0, 1, 2)});
      if (at == ids[instance.table].end()) continue;
      ++found;
      sum += weights[stage * kWeights + at->second];
    }
    return sum;
  }
};

template <typename Make>
bool is_refused(const Make& make) {
  try {
    make();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

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

TEST(eval_adds_the_weights_of_sparse_pairs) {
  Random random(44);
  const RandomModel made(random);
  // The halves are features with tables and, after a free one, others.
  std::vector<std::vector<int>> features = made.features;
  features.push_back({});
  for (const std::vector<int>& half : random_features(random, 12)) features.push_back(half);
  const RandomSparse sparse(random, features);
  const Model model(Geometry(features), made.tables, sparse.build());
  int found = 0;
  constexpr int kBoards = 4'000;
  for (int i = 0; i < kBoards; ++i) {
    const Board board = i % 2 ? scattered_board(random) : game_board(random, random.below(55));
    const int stage = made.tables.stage_of_discs[64 - board.empty_count()];
    CHECK_EQ(model.evaluate(board), made.plain_value(board) + sparse.plain_sum(board, features, stage, found));
  }
  CHECK(found > kBoards / 10 && found < 5 * kBoards);  // both with and without a weight
}

TEST(eval_refuses_sparse_tables_that_do_not_fit) {
  Random random(45);
  const RandomModel made(random);
  const RandomSparse sparse(random, made.features);
  const auto refused = [&](RandomSparse changed) {
    return is_refused([&] { Model(Geometry(made.features), made.tables, changed.build()); });
  };
  CHECK(!refused(sparse));
  RandomSparse changed = sparse;
  changed.instances[2].second = static_cast<std::uint8_t>(made.features.size());
  CHECK(refused(changed));
  changed = sparse;
  changed.instances[2].table = 6;
  CHECK(refused(changed));
  changed = sparse;
  changed.tables[1].offsets.push_back(0);
  CHECK(refused(changed));
  changed = sparse;
  changed.tables[1].ids.assign(changed.tables[1].ids.size(), RandomSparse::kWeights);
  CHECK(refused(changed));
  changed = sparse;
  changed.tables[1].offsets[0] = static_cast<std::uint32_t>(changed.tables[1].locks.size());
  CHECK(refused(changed));
  changed = sparse;
  changed.tables[1].locks.resize(changed.tables[1].locks.size() / 2);
  CHECK(refused(changed));
  changed = sparse;
  changed.weights.pop_back();
  CHECK(refused(changed));
  // A half right after 19 features with tables would be read as the 20th of them.
  ModelTables fewer = made.tables;
  fewer.pattern_of_feature.pop_back();
  CHECK(is_refused([&] { Model(Geometry(made.features), fewer); }));
}

TEST(threads_count_indices_like_one) {
  Random random(46);
  std::vector<std::vector<int>> features(4);
  for (int feature = 0; feature < 4; ++feature) {
    for (int square = 0; square < 6; ++square) features[feature].push_back(8 * feature + square);
  }
  std::vector<Bits> own, opp;
  std::vector<std::uint32_t> plain(729);
  for (int i = 0; i < 3'000; ++i) {
    const Board board = scattered_board(random);
    own.push_back(board.own);
    opp.push_back(board.opp);
    for (const std::vector<int>& feature : features) ++plain[plain_index(board, feature, 1, 0, 2)];
  }
  for (const int threads : {1, 2, 5}) {
    std::vector<std::uint32_t> counts(729);
    count_indices(IndexExtractor(features), own, opp, counts, threads);
    CHECK(counts == plain);
  }
}

TEST(eval_look_ahead_names_the_best_move) {
  Random random(44);
  const RandomModel made(random);
  const Model model = made.build();
  const std::atomic<bool> never{false};
  for (int i = 0; i < 60; ++i) {
    const Board board = game_board(random, random.below(50));
    const int depth = 1 + random.below(3);
    const LookAheadAnswer answer = best_by_look_ahead(model, board, depth, 128, never);
    CHECK_EQ(answer.value, made.plain_minimax(board, depth));
    if (board.moves() == 0) {
      CHECK_EQ(answer.square, board.is_over() ? kNoMove : kPass);
    } else {
      CHECK((board.moves() & bit(answer.square)) != 0);
      CHECK_EQ(-made.plain_minimax(board.play(answer.square), depth - 1), answer.value);
    }
  }
}

TEST(eval_samples_every_visited_position_equally_often) {
  Random random(45);
  const Model model = RandomModel(random).build();
  const std::atomic<bool> never{false};
  const Board root = kStartBoard.play(first_square(kStartBoard.moves()));
  using Key = std::pair<Bits, Bits>;
  // One move ahead nothing is cut: all children are visited, and nothing else.
  std::set<Key> children;
  for (const int square : squares_of(root.moves())) {
    const Board child = root.play(square);
    children.insert({child.own, child.opp});
  }
  const std::vector<Board> all = sample_inside_search(model, root, 1, 128, 100, 0, never);
  CHECK_EQ(all.size(), children.size());
  for (const Board& board : all) CHECK(children.contains({board.own, board.opp}));
  // Deeper ones repeat no position here, so each of n gets 1 / n of the samples.
  const std::size_t visited = sample_inside_search(model, root, 2, 128, 1000, 0, never).size();
  std::map<Key, int> seen;
  constexpr int kRounds = 4000;
  for (int seed = 0; seed < kRounds; ++seed) {
    for (const Board& board : sample_inside_search(model, root, 2, 128, 2, static_cast<std::uint64_t>(seed), never)) {
      ++seen[{board.own, board.opp}];
    }
  }
  CHECK_EQ(seen.size(), visited);
  const double expected = 2.0 * kRounds / static_cast<double>(visited);
  for (const auto& [key, times] : seen) CHECK(times > 0.75 * expected && times < 1.25 * expected);
}

TEST(eval_fills_rare_configurations) {
  Random random(46);
  const std::vector<std::vector<int>> features{{0, 1, 8, 9}, {7, 6, 15, 14}, {27, 28, 35, 36, 18}};
  const IndexExtractor extractor(features);
  const std::vector<std::uint32_t> offsets{0, 0, 81};
  std::vector<std::uint32_t> weight_of(81 + 243);
  for (std::size_t i = 0; i < weight_of.size(); ++i) weight_of[i] = static_cast<std::uint32_t>(i);
  std::vector<std::uint32_t> matches(2 * weight_of.size(), 0);
  ConfigurationCounters counters{extractor, offsets, weight_of, {}, weight_of.size(), matches};
  for (int discs = 0; discs <= 64; ++discs) counters.stage_of_discs[discs] = discs > 32 ? 1 : 0;
  const auto place = [&](const Board& board, std::size_t feature) {
    const std::size_t stage = counters.stage_of_discs[64 - board.empty_count()];
    return stage * weight_of.size() + offsets[feature] +
           static_cast<std::size_t>(plain_index(board, features[feature], 1, 0, 2));
  };

  std::vector<Board> roots;
  for (int i = 0; i < 200; ++i) roots.push_back(canonical(game_board(random, 10 + random.below(45))).board);
  std::vector<std::uint32_t> scratch(features.size());
  for (const Board& root : roots) counters.add(root, scratch.data());
  std::vector<std::uint32_t> plain(matches.size(), 0);
  for (const Board& root : roots) {
    for (std::size_t f = 0; f < features.size(); ++f) ++plain[place(root, f)];
  }
  CHECK(plain == matches);

  const std::atomic<bool> never{false};
  std::atomic<std::size_t> kept{0};
  std::atomic<std::uint64_t> walked{0};
  const auto found = fill_rare(roots, counters, {5, 3, 300, 5'000, 7}, never, kept, walked);
  CHECK(!found.empty());
  CHECK_EQ(kept.load(), found.size());
  std::set<std::pair<Bits, Bits>> known;
  for (const Board& root : roots) known.insert({root.own, root.opp});
  for (const FilledPosition& each : found) {
    CHECK(known.insert({each.board.own, each.board.opp}).second);
    CHECK(each.board == canonical(each.board).board);
    CHECK(each.board.moves() != 0);
    const int moves = roots[each.root].empty_count() - each.board.empty_count();
    CHECK(moves >= 1 && moves <= 3);
  }
  const std::atomic<bool> stopped{true};
  CHECK(fill_rare(roots, counters, {5, 3, 300, 5'000, 7}, stopped, kept, walked).empty());
}

TEST(eval_refuses_bad_geometry) {
  const auto refused = [](const std::vector<std::vector<int>>& features) {
    return is_refused([&] { const Geometry geometry(features); });
  };
  CHECK(refused({{64}}));
  CHECK(refused({{3, 3}}));
  CHECK(refused({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}));
  CHECK(refused(std::vector<std::vector<int>>(kMaxFeatures + 1, {0})));
}

TEST(eval_vectors_equal_plain_sums) {
  Random random(17);
  for (int round = 0; round < 6; ++round) {
    const RandomModel made(random);
    const RandomVectors vectors(random, made);
    const Model model = vectors.build(made);
    Board board = kStartBoard;
    FeatureVector indices = model.geometry().indices(board);
    do {
      CHECK_EQ(model.evaluate(board), vectors.plain_value(made, board));
      indices = model.geometry().indices(board);
      CHECK_EQ(model.evaluate(indices, 64 - board.empty_count()), vectors.plain_value(made, board));
    } while (play_randomly(board, random));
  }
}

TEST(eval_refuses_vectors_that_do_not_fit) {
  Random random(18);
  RandomModel made(random);
  const RandomVectors good(random, made);
  const auto refuses = [&](auto change) {
    RandomVectors changed = good;
    change(changed);
    return is_refused([&] { changed.build(made); });
  };
  CHECK(refuses([](RandomVectors& each) { each.rows.pop_back(); }));
  CHECK(refuses([](RandomVectors& each) { each.numbers.pop_back(); }));
  CHECK(refuses([](RandomVectors& each) { each.numbers[0] = 1u << 20; }));
  CHECK(refuses([](RandomVectors& each) { each.constants.pop_back(); }));
  CHECK(refuses([](RandomVectors& each) { each.offsets.push_back(0); }));
  CHECK(refuses([](RandomVectors& each) { each.outs.clear(); }));
  CHECK(refuses([](RandomVectors& each) { each.offsets[3] = 8192; }));
  CHECK(refuses([](RandomVectors& each) { each.outs[5] = -9001; }));
  made.weights[0] = 32'700;  // does not fit two lanes of 8 bits
  CHECK(is_refused([&] { good.build(made); }));
}

}  // namespace logistello::tests
