#include <atomic>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "learn/configuration_dag.hpp"
#include "learn/configuration_sum.hpp"
#include "learn/least_squares.hpp"
#include "learn/match_count.hpp"
#include "learn/sparse_table.hpp"
#include "learn/vector_fit.hpp"
#include "tests/check.hpp"
#include "tests/random_boards.hpp"

namespace logistello::tests {
namespace {

using Generator = std::mt19937_64;

// Generator rows of several stages, with weight 0 for some and with "nothing here" in some places.
struct Data {
  std::size_t size;
  std::size_t features;
  FitShape shape;
  std::vector<std::uint32_t> indices;
  std::vector<float> targets;
  std::vector<float> row_weights;
  std::vector<std::uint8_t> stages;

  Data(std::size_t rows, std::size_t row_features, std::uint32_t weights, int stage_count, std::vector<float> window)
      : size(rows), features(row_features), shape{weights, stage_count, std::move(window)} {
    Generator random(rows);
    for (std::size_t i = 0; i < size * features; ++i) {
      indices.push_back(static_cast<std::uint32_t>(random() % (weights + 1)));
    }
    for (std::size_t i = 0; i < size; ++i) {
      targets.push_back(static_cast<float>(random() % 129) - 64);
      row_weights.push_back(static_cast<float>(random() % 4) / 2);
      stages.push_back(static_cast<std::uint8_t>(random() % static_cast<std::uint64_t>(stage_count)));
    }
  }

  Rows rows() const { return {indices.data(), size, features, targets.data(), row_weights.data(), stages.data()}; }
  std::size_t cells() const { return shape.stages * std::size_t{shape.weights}; }

  // Calls visit(row, stage, weight) for every stage that a row trains.
  template <typename Visit>
  void visit(const Visit& visit) const {
    const int reach = static_cast<int>(shape.window.size() / 2);
    for (std::size_t row = 0; row < size; ++row) {
      for (int stage = 0; stage < shape.stages; ++stage) {
        const int distance = stage - stages[row];
        if (std::abs(distance) > reach) continue;
        const double weight = double{row_weights[row]} * shape.window[distance + reach];
        if (weight > 0) visit(row, stage, weight);
      }
    }
  }
  double sum(const std::vector<double>& point, std::size_t row, int stage) const {
    double total = 0;
    for (std::size_t i = 0; i < features; ++i) {
      const std::uint32_t id = indices[row * features + i];
      if (id < shape.weights) total += point[stage * std::size_t{shape.weights} + id];
    }
    return total;
  }
  void add(std::vector<double>& cells, std::size_t row, int stage, double term) const {
    for (std::size_t i = 0; i < features; ++i) {
      const std::uint32_t id = indices[row * features + i];
      if (id < shape.weights) cells[stage * std::size_t{shape.weights} + id] += term;
    }
  }
};

std::vector<double> random_point(std::size_t size, double scale) {
  Generator random(size);
  std::normal_distribution<double> normal(0, scale);
  std::vector<double> point(size);
  for (double& value : point) value = normal(random);
  return point;
}

void check_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  CHECK_EQ(found.size(), expected.size());
  double largest = 1;
  for (const double value : expected) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - expected[i]) <= tolerance * largest);
}

void check_passes(const Data& data, const Link& link, int threads) {
  const std::atomic<bool> stop{false};
  LeastSquares core(data.rows(), data.shape, link, threads);
  std::vector<std::int64_t> counts(data.cells());
  CHECK(core.count(counts.data(), stop));
  const std::vector<double> point = random_point(data.cells(), 0.5);
  std::vector<double> gradient(data.cells());
  std::vector<StageError> errors(data.shape.stages);
  CHECK(core.evaluate(point.data(), errors.data(), gradient.data(), stop));
  std::vector<double> product(data.cells());
  CHECK(core.product(gradient.data(), product.data(), stop));

  std::vector<double> plain_counts(data.cells()), plain_gradient(data.cells()), plain_product(data.cells());
  double objective = 0;
  data.visit([&](std::size_t row, int stage, double weight) {
    const double value = link.value(data.sum(point, row, stage));
    const double slope = link.slope(value);
    const double error = data.targets[row] - value;
    objective += weight * error * error;
    data.add(plain_counts, row, stage, 1);
    data.add(plain_gradient, row, stage, weight * slope * error);
    data.add(plain_product, row, stage, weight * slope * slope * data.sum(gradient, row, stage));
  });
  check_near({counts.begin(), counts.end()}, plain_counts, 0);
  check_near(gradient, plain_gradient, 1e-9);
  check_near(product, plain_product, 1e-6);
  StageError total;
  for (const StageError& error : errors) total += error;
  CHECK(std::abs(total.objective - objective) <= 1e-9 * objective);
}

template <typename Error, typename Body>
void check_throws(const Body& body) {
  try {
    body();
  } catch (const Error&) {
    return;
  }
  CHECK(false);
}

}  // namespace

TEST(learn_passes_equal_plain_sums) {
  for (const Link link : {Link{}, Link{LinkKind::kSigmoid, 64}, Link{LinkKind::kLogistic, 1}}) {
    check_passes(Data(700, 5, 30, 1, {1}), link, 1);
    check_passes(Data(700, 7, 30, 4, {0.5F, 1, 0.25F}), link, 2);
    check_passes(Data(3, 1, 1, 1, {1}), link, 4);
  }
}

TEST(threads_learn_same_bytes) {
  const Data data(20000, 9, 200, 3, {0.5F, 1, 0.5F});
  const std::atomic<bool> stop{false};
  std::vector<double> first;
  for (const int threads : {1, 2, 3, 8}) {
    LeastSquares core(data.rows(), data.shape, {LinkKind::kLogistic, 1}, threads);
    std::vector<std::int64_t> counts(data.cells());
    std::vector<double> gradient(data.cells());
    std::vector<double> product(data.cells());
    std::vector<StageError> errors(data.shape.stages);
    CHECK(core.count(counts.data(), stop));
    CHECK(core.evaluate(random_point(data.cells(), 0.5).data(), errors.data(), gradient.data(), stop));
    CHECK(core.product(gradient.data(), product.data(), stop));
    for (const StageError& error : errors) product.push_back(error.objective);
    if (first.empty()) first = product;
    CHECK(product == first);
  }
}

TEST(threads_learn_stops) {
  const Data data(20000, 9, 200, 1, {1});
  const std::atomic<bool> stop{true};
  LeastSquares core(data.rows(), data.shape, {}, 2);
  std::vector<std::int64_t> counts(data.cells());
  CHECK(!core.count(counts.data(), stop));
}

TEST(learn_refuses_bad_rows) {
  const std::atomic<bool> stop{false};
  Data data(5000, 3, 10, 2, {1});
  std::vector<std::int64_t> counts(data.cells());
  std::vector<double> point(data.cells());
  const auto count = [&](int threads) {
    LeastSquares(data.rows(), data.shape, {}, threads).count(counts.data(), stop);
  };
  count(2);
  data.indices[9000] = 11;
  check_throws<std::out_of_range>([&] { count(2); });
  data.indices[9000] = 10;
  data.stages[4999] = 2;
  check_throws<std::out_of_range>([&] { count(1); });
  data.stages[4999] = 1;
  data.targets[17] = NAN;
  check_throws<std::invalid_argument>([&] { count(3); });
  data.targets[17] = 0;
  data.row_weights[17] = -1;
  check_throws<std::invalid_argument>([&] { count(3); });
  data.row_weights[17] = 1;
  check_throws<std::invalid_argument>([&] { count(0); });
  LeastSquares core(data.rows(), data.shape, {}, 1);
  check_throws<std::logic_error>([&] { core.product(point.data(), point.data(), stop); });
  CHECK(core.count(counts.data(), stop));
  point[3] = INFINITY;
  check_throws<std::invalid_argument>([&] { core.product(point.data(), point.data(), stop); });
}

TEST(learn_sparse_table_is_a_map) {
  Generator random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const std::uint32_t first_range = 1 + static_cast<std::uint32_t>(random() % 20);
    const std::uint32_t second_range = 1 + static_cast<std::uint32_t>(random() % 200);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> plain;
    for (std::uint64_t i = random() % 400; i-- > 0;) {
      plain[{static_cast<std::uint32_t>(random() % first_range), static_cast<std::uint32_t>(random() % second_range)}] =
          static_cast<std::uint32_t>(random() % 1000);
    }
    std::vector<std::uint32_t> first, second, ids;
    for (const auto& [pair, id] : plain) {
      first.push_back(pair.first);
      second.push_back(pair.second);
      ids.push_back(id);
    }
    const SparseTable table = build_sparse_table(first, second, ids, first_range, second_range);
    const SparseTableView view{table.offsets.data(), table.locks.data(), table.ids.data()};
    for (std::uint32_t a = 0; a < first_range; ++a) {
      for (std::uint32_t b = 0; b < second_range; ++b) {
        const auto at = plain.find({a, b});
        CHECK_EQ(view.find(a, b), at == plain.end() ? std::int64_t{-1} : std::int64_t{at->second});
      }
    }
  }
}

TEST(threads_learn_match_counts_equal_plain_ones) {
  constexpr std::size_t kPositions = 1000;
  constexpr std::size_t kRelations = 12;
  constexpr std::size_t kWidth = (kPositions + 63) / 64;
  Generator random(2);
  std::vector<std::uint64_t> words(kRelations * kWidth);
  std::vector<std::vector<bool>> holds(kRelations, std::vector<bool>(kPositions));
  std::vector<double> outcomes(kPositions);
  for (double& outcome : outcomes) outcome = static_cast<double>(random() % 3);
  for (std::size_t r = 0; r < kRelations; ++r) {
    for (std::size_t p = 0; p < kPositions; ++p) {
      holds[r][p] = random() % 3 != 0;
      if (holds[r][p]) words[r * kWidth + p / 64] |= std::uint64_t{1} << (p % 64);
    }
  }
  const BitRows rows{words.data(), kRelations, kWidth, kPositions};
  const auto plain = [&](std::vector<std::uint32_t> relations, bool outcome) {
    double total = 0;
    for (std::size_t p = 0; p < kPositions; ++p) {
      bool active = true;
      for (const std::uint32_t relation : relations) active = active && holds[relation][p];
      if (active) total += outcome ? outcomes[p] : 1.0;
    }
    return total;
  };
  std::vector<std::uint32_t> parents, candidates;
  std::vector<std::uint64_t> first{0};
  for (std::uint32_t a = 0; a < kRelations; ++a) {
    for (std::uint32_t b = a + 1; b < kRelations; ++b) {
      parents.insert(parents.end(), {a, b});
      for (std::uint32_t c = b + 1; c < kRelations; ++c) candidates.push_back(c);
      first.push_back(candidates.size());
    }
  }
  const Specialisations work{parents.data(), parents.size() / 2, 2, first.data(), candidates.data()};
  const std::atomic<bool> stop{false};
  for (const MatchTest test : {MatchTest{300, 0, 0}, MatchTest{300, 2, 1000}}) {
    std::atomic<std::uint64_t> done{0};
    std::vector<std::int64_t> matches(candidates.size());
    CHECK(extend(rows, work, test, matches.data(), 3, stop, done));
    CHECK_EQ(done.load(), candidates.size());
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
      for (std::uint64_t j = first[i]; j < first[i + 1]; ++j) {
        const double count = plain({parents[2 * i], parents[2 * i + 1], candidates[j]}, false);
        CHECK_EQ(static_cast<double>(matches[j]), count >= 300 ? count : -1);
      }
    }
  }
  const std::vector<std::uint32_t> relations{3, 0, 1, 2, 5};
  const std::vector<std::uint64_t> borders{0, 1, 3, 5};
  std::vector<std::int64_t> matches(3);
  std::vector<double> sums(3);
  CHECK(sum_outcomes(rows, borders, relations, outcomes.data(), matches.data(), sums.data(), 2, stop));
  CHECK_EQ(static_cast<double>(matches[2]), plain({2, 5}, false));
  CHECK_EQ(sums[0], plain({3}, true));
  CHECK_EQ(sums[1], plain({0, 1}, true));
}

TEST(threads_learn_most_specific_configurations) {
  // f0=1; f1=1; f0=1 & f1=1; f2=0, which stands alone.
  const std::vector<std::uint64_t> relation_begin{0, 1, 2, 4, 5};
  const std::vector<std::uint32_t> features{0, 1, 0, 1, 2};
  const std::vector<std::int32_t> values{1, 1, 1, 1, 0};
  const std::vector<std::uint64_t> child_begin{0, 1, 2, 2, 2};
  const std::vector<std::uint32_t> children{2, 2};
  const std::vector<std::uint32_t> roots{0, 1, 3};
  const ConfigurationDag dag{relation_begin, features, values, child_begin, children, roots};
  std::vector<std::int32_t> positions;
  for (int i = 0; i < 4000; ++i) positions.insert(positions.end(), {i & 1, i >> 1 & 1, i >> 2 & 1});
  const std::atomic<bool> stop{false};
  ActiveConfigurations specific, active;
  CHECK(find_active(dag, positions.data(), 4000, 3, true, specific, 3, stop));
  CHECK(find_active(dag, positions.data(), 4000, 3, false, active, 3, stop));
  for (int i = 0; i < 4000; ++i) {
    std::set<std::uint32_t> all, leaves;
    if (i & 1) all.insert(0);
    if (i & 2) all.insert(1);
    leaves = all;
    if ((i & 3) == 3) {
      all.insert(2);
      leaves = {2};
    }
    if ((i & 4) == 0) {
      all.insert(3);
      leaves.insert(3);
    }
    const auto found = [&](const ActiveConfigurations& answer) {
      return std::set<std::uint32_t>(answer.ids.begin() + static_cast<std::ptrdiff_t>(answer.begin[i]),
                                     answer.ids.begin() + static_cast<std::ptrdiff_t>(answer.begin[i + 1]));
    };
    CHECK(found(active) == all);
    CHECK(found(specific) == leaves);
  }
}

TEST(learn_configuration_sums_equal_plain_ones) {
  constexpr std::size_t kWidth = 6;
  constexpr std::size_t kKinds = 3;
  constexpr std::size_t kStages = 2;
  Generator random(3);
  for (const std::size_t count : {std::size_t{1}, std::size_t{64}, std::size_t{150}}) {
    std::vector<std::uint64_t> begin{0};
    std::vector<std::uint32_t> features;
    std::vector<std::int32_t> values;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::uint32_t feature = 0; feature < kWidth; ++feature) {
        if (random() % 3 != 0) continue;
        features.push_back(feature);
        values.push_back(static_cast<std::int32_t>(random() % kKinds));
      }
      begin.push_back(features.size());
    }
    std::vector<float> weights(kStages * count);
    for (float& weight : weights) weight = static_cast<float>(random() % 1000) - 500;
    const ConfigurationSum sums(begin, features, values, weights, kWidth, kKinds);
    CHECK_EQ(sums.stages(), kStages);
    for (int trial = 0; trial < 200; ++trial) {
      std::vector<std::uint8_t> position(kWidth);
      for (std::uint8_t& value : position) value = static_cast<std::uint8_t>(random() % kKinds);
      for (std::size_t stage = 0; stage < kStages; ++stage) {
        double plain = 0;
        for (std::size_t i = 0; i < count; ++i) {
          bool active = true;
          for (std::uint64_t k = begin[i]; k < begin[i + 1]; ++k) active &= position[features[k]] == values[k];
          if (active) plain += weights[stage * count + i];
        }
        CHECK_EQ(sums.sum(position.data(), stage), plain);
      }
    }
  }
  const std::vector<std::uint64_t> one{0, 1};
  const std::vector<std::uint32_t> feature{kWidth};
  const std::vector<std::int32_t> value{0};
  const std::vector<float> weight{1};
  check_throws<std::invalid_argument>([&] { ConfigurationSum(one, feature, value, weight, kWidth, kKinds); });
  check_throws<std::invalid_argument>([&] { ConfigurationSum(one, feature, value, {}, kWidth + 1, kKinds); });
}

// Rows of four ids out of forty, whose sums of planted lanes pass through planted ReLUs.
struct PlantedVectors {
  static constexpr std::uint32_t kWeights = 40;
  static constexpr std::size_t kFeatures = 4;
  static constexpr std::size_t kRows = 6'000;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint8_t> heads;
  std::vector<float> targets;
  std::vector<float> row_weights = std::vector<float>(kRows, 1.0f);
  std::vector<std::uint32_t> factors;

  explicit PlantedVectors(std::uint64_t seed) {
    Random random(seed);
    const auto number = [&] { return static_cast<float>(random.below(2001) - 1000) / 1000; };
    std::vector<float> straight(kWeights), bent(kWeights);
    for (std::uint32_t id = 0; id < kWeights; ++id) {
      straight[id] = number();
      bent[id] = number();
      factors.insert(factors.end(), {id % 5, 5 + id / 5});
    }
    for (std::size_t row = 0; row < kRows; ++row) {
      float sum = 0.2f, hidden = 0;
      for (std::size_t i = 0; i < kFeatures; ++i) {
        const auto id = static_cast<std::uint32_t>(random.below(kWeights));
        indices.push_back(id);
        sum += straight[id];
        hidden += bent[id];
      }
      heads.push_back(static_cast<std::uint8_t>(row % 2));
      targets.push_back(sum + (row % 2 == 0 ? 1.0f : -1.0f) * std::max(hidden, 0.0f));
    }
  }

  VectorRows rows(std::size_t from, std::size_t to) const {
    return {indices.data() + from * kFeatures, to - from, kFeatures, heads.data() + from, targets.data() + from,
            row_weights.data() + from};
  }
  VectorShape shape() const { return {kWeights, factors.data(), 5 + kWeights / 5, 2}; }
};

double mean_squared_error(const VectorFit& fit, const VectorRows& rows) {
  std::vector<float> found(rows.size);
  fit.predict(rows, found.data());
  double sum = 0;
  for (std::size_t i = 0; i < rows.size; ++i) sum += std::pow(double{found[i]} - double{rows.targets[i]}, 2);
  return sum / static_cast<double>(rows.size);
}

TEST(learn_vectors_find_what_was_planted) {
  const PlantedVectors planted(5);
  const VectorRows training = planted.rows(0, 5'000);
  const VectorRows others = planted.rows(5'000, PlantedVectors::kRows);
  const std::atomic<bool> stop{false};
  VectorFit fit(training, planted.shape(), 1);
  const double before = mean_squared_error(fit, others);
  for (int epoch = 0; epoch < 30; ++epoch) fit.epoch(0.1f * (1 - static_cast<float>(epoch) / 30), stop);
  const double after = mean_squared_error(fit, others);
  CHECK(before > 1);
  CHECK(after < 0.01);  // no sum of weights comes below 0.2

  // What is handed out predicts the same, without factors.
  std::vector<float> lanes(PlantedVectors::kWeights * kLanes), offsets(2 * kLanes), outs(2 * kLanes);
  fit.lanes(lanes.data());
  fit.offsets(offsets.data());
  fit.outs(outs.data());
  std::vector<float> predicted(others.size);
  fit.predict(others, predicted.data());
  for (std::size_t row = 0; row < others.size; ++row) {
    const std::size_t head = others.heads[row] * std::size_t{kLanes};
    float value = outs[head];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      float sum = offsets[head + lane];
      for (std::size_t i = 0; i < others.features; ++i) {
        sum += lanes[others.indices[row * others.features + i] * std::size_t{kLanes} + lane];
      }
      if (lane == 0) value += sum;
      if (lane >= kFirstHidden) value += outs[head + lane] * std::max(sum, 0.0f);
    }
    CHECK(std::abs(value - predicted[row]) < 1e-4f);
  }
}

TEST(learn_vectors_repeat_and_stop) {
  const PlantedVectors planted(6);
  const VectorRows rows = planted.rows(0, 1'000);
  const auto learned = [&](std::uint64_t seed) {
    const std::atomic<bool> stop{false};
    VectorFit fit(rows, planted.shape(), seed);
    fit.epoch(0.1f, stop);
    std::vector<float> lanes(PlantedVectors::kWeights * kLanes);
    fit.lanes(lanes.data());
    return lanes;
  };
  CHECK(learned(3) == learned(3));
  CHECK(learned(3) != learned(4));
  const std::atomic<bool> stop{true};
  VectorFit fit(rows, planted.shape(), 1);
  CHECK(std::isnan(fit.epoch(0.1f, stop)));
}

TEST(learn_vectors_refuse_what_is_outside) {
  const PlantedVectors good(7);
  const auto refuses = [&](auto change) {
    PlantedVectors changed = good;
    change(changed);
    try {
      VectorFit(changed.rows(0, 100), changed.shape(), 1);
    } catch (const std::exception&) {
      return true;
    }
    return false;
  };
  CHECK(!refuses([](PlantedVectors&) {}));
  CHECK(refuses([](PlantedVectors& each) { each.indices[7] = PlantedVectors::kWeights; }));
  CHECK(refuses([](PlantedVectors& each) { each.heads[7] = 2; }));
  CHECK(refuses([](PlantedVectors& each) { each.factors[7] = 99; }));
  CHECK(refuses([](PlantedVectors& each) { each.targets[7] = std::nanf(""); }));
  CHECK(refuses([](PlantedVectors& each) { each.row_weights[7] = -1; }));
}

}  // namespace logistello::tests
