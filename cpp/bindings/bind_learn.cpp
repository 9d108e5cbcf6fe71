#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/columns.hpp"
#include "bindings/interruptible.hpp"
#include "learn/configuration_dag.hpp"
#include "learn/configuration_sum.hpp"
#include "learn/least_squares.hpp"
#include "learn/match_count.hpp"
#include "learn/sparse_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

// Runs work(stop), which returns false when it was stopped, without the GIL; Ctrl-C raises the flag.
template <typename Work>
void run_stoppable(const Work& work) {
  std::atomic<bool> stop{false};
  run_interruptibly([&] { work(stop); }, [&] { stop = true; });
}

void check_length(std::size_t length, std::size_t expected, const char* what) {
  if (length == expected) return;
  throw std::invalid_argument(std::string(what) + " has " + std::to_string(length) + " entries, expected " +
                              std::to_string(expected));
}

Link link_named(std::string_view name, double scale) {
  if (!(scale > 0)) throw std::invalid_argument("the scale of the link must be positive");
  if (name == "identity") return {LinkKind::kIdentity, 1};
  if (name == "sigmoid") return {LinkKind::kSigmoid, scale};
  if (name == "logistic") return {LinkKind::kLogistic, 1};
  throw std::invalid_argument("link '" + std::string(name) + "' is none of identity, sigmoid, logistic");
}

// LeastSquares together with the arrays it reads.
class TrainingRows {
 public:
  TrainingRows(RowsView<std::uint32_t> indices, ColumnView<float> targets, std::optional<ColumnView<float>> row_weights,
               std::optional<ColumnView<std::uint8_t>> stages, std::uint32_t n_weights, int n_stages,
               std::vector<float> window, const char* link, double scale, int threads)
      : indices_(std::move(indices)),
        targets_(std::move(targets)),
        row_weights_(std::move(row_weights)),
        stages_(std::move(stages)) {
    logistello::Rows rows{indices_.data(), indices_.shape(0), indices_.shape(1), targets_.data()};
    check_length(targets_.shape(0), rows.size, "targets");
    if (row_weights_) {
      check_length(row_weights_->shape(0), rows.size, "row_weights");
      rows.row_weights = row_weights_->data();
    }
    if (stages_) {
      check_length(stages_->shape(0), rows.size, "stages");
      rows.stages = stages_->data();
    }
    const FitShape shape{n_weights, n_stages, std::move(window)};
    core_ = std::make_unique<LeastSquares>(rows, shape, link_named(link, scale), threads);
  }

  Column<std::int64_t> count() {
    std::vector<std::int64_t> matches(core_->cells());
    run_stoppable([&](const auto& stop) { core_->count(matches.data(), stop); });
    return as_column(std::move(matches));
  }

  std::tuple<Rows<double>, std::optional<Column<double>>> evaluate(const ColumnView<double>& weights,
                                                                   bool with_gradient) {
    check_length(weights.shape(0), core_->cells(), "weights");
    std::vector<StageError> errors(core_->stages());
    std::vector<double> gradient(with_gradient ? core_->cells() : 0);
    const double* data = weights.data();
    run_stoppable([&](const auto& stop) {
      core_->evaluate(data, errors.data(), with_gradient ? gradient.data() : nullptr, stop);
    });
    auto [sums, out] = new_rows<double>(errors.size(), 5);
    for (const StageError& error : errors) {
      for (const double sum : {error.squared, error.absolute, error.weight, error.objective, error.objective_weight}) {
        *out++ = sum;
      }
    }
    std::optional<Column<double>> answer;
    if (with_gradient) answer = as_column(std::move(gradient));
    return {sums, answer};
  }

  Column<double> product(const ColumnView<double>& direction) {
    check_length(direction.shape(0), core_->cells(), "direction");
    std::vector<double> result(core_->cells());
    const double* data = direction.data();
    run_stoppable([&](const auto& stop) { core_->product(data, result.data(), stop); });
    return as_column(std::move(result));
  }

  Column<double> diagonal() {
    std::vector<double> result(core_->cells());
    run_stoppable([&](const auto& stop) { core_->diagonal(result.data(), stop); });
    return as_column(std::move(result));
  }

  Column<double> match_weights() {
    std::vector<double> result(core_->cells());
    run_stoppable([&](const auto& stop) { core_->match_weights(result.data(), stop); });
    return as_column(std::move(result));
  }

 private:
  RowsView<std::uint32_t> indices_;
  ColumnView<float> targets_;
  std::optional<ColumnView<float>> row_weights_;
  std::optional<ColumnView<std::uint8_t>> stages_;
  std::unique_ptr<LeastSquares> core_;
};

Column<float> predict_rows(const RowsView<std::uint32_t>& indices,
                           const std::optional<ColumnView<std::uint8_t>>& stages, const RowsView<double>& weights,
                           const char* link, double scale, int threads) {
  logistello::Rows rows{indices.data(), indices.shape(0), indices.shape(1)};
  if (stages) {
    check_length(stages->shape(0), rows.size, "stages");
    rows.stages = stages->data();
  }
  const FitShape shape{static_cast<std::uint32_t>(weights.shape(1)), static_cast<int>(weights.shape(0))};
  const Link chosen = link_named(link, scale);
  std::vector<float> predictions(rows.size);
  const double* data = weights.data();
  run_stoppable([&](const auto& stop) { predict(rows, shape, chosen, data, predictions.data(), threads, stop); });
  return as_column(std::move(predictions));
}

void bind_least_squares(nb::module_& m) {
  nb::class_<TrainingRows>(m, "TrainingRows",
                           "Passes over training rows for least squares. The arrays are read in place, never copied.")
      .def(nb::init<RowsView<std::uint32_t>, ColumnView<float>, std::optional<ColumnView<float>>,
                    std::optional<ColumnView<std::uint8_t>>, std::uint32_t, int, std::vector<float>, const char*,
                    double, int>(),
           "indices"_a.noconvert(), "targets"_a.noconvert(), "row_weights"_a.noconvert().none(),
           "stages"_a.noconvert().none(), "n_weights"_a, "n_stages"_a, "window"_a, "link"_a, "scale"_a, "threads"_a)
      .def("count", &TrainingRows::count, "Matches per stage and weight; checks all data and must come first.")
      .def("evaluate", &TrainingRows::evaluate, "weights"_a.noconvert(), "with_gradient"_a,
           "Per stage: squared error, absolute error, weight, objective and its weight; half the negated gradient.")
      .def("product", &TrainingRows::product, "direction"_a.noconvert(),
           "Curvature at the last point evaluated with a gradient, times a direction.")
      .def("diagonal", &TrainingRows::diagonal, "Sums of the rows' curvature, per stage and weight.")
      .def("match_weights", &TrainingRows::match_weights, "Sums of the rows' weights, per stage and weight.");
  m.def("predict_rows", &predict_rows, "indices"_a.noconvert(), "stages"_a.noconvert().none(), "weights"_a.noconvert(),
        "link"_a, "scale"_a, "threads"_a, "Predictions for rows of weight ids; `weights` has a row per stage.");
}

template <typename T>
std::span<const T> view(const ColumnView<T>& column) {
  return {column.data(), column.shape(0)};
}

// Borders of groups in a column: they begin with 0, never fall and end with its length.
void check_borders(const ColumnView<std::uint64_t>& borders, std::size_t groups, std::size_t length) {
  const auto numbers = view(borders);
  if (numbers.size() != groups + 1 || numbers.front() != 0 || numbers.back() != length ||
      !std::is_sorted(numbers.begin(), numbers.end())) {
    throw std::invalid_argument("the borders of groups do not fit the groups");
  }
}

BitRows bit_rows(const RowsView<std::uint64_t>& words, std::size_t positions) {
  if ((positions + 63) / 64 != words.shape(1)) throw std::invalid_argument("rows are too long or too short");
  return {words.data(), words.shape(0), words.shape(1), positions};
}

Column<std::int64_t> extend_configurations(const RowsView<std::uint64_t>& words, std::size_t positions,
                                           const RowsView<std::uint32_t>& parents,
                                           const ColumnView<std::uint64_t>& borders,
                                           const ColumnView<std::uint32_t>& candidates, std::int64_t least,
                                           std::size_t chunk_words, double confidence, int threads,
                                           const nb::object& on_progress) {
  const BitRows rows = bit_rows(words, positions);
  check_borders(borders, parents.shape(0), candidates.shape(0));
  const Specialisations work{parents.data(), parents.shape(0), parents.shape(1), borders.data(), candidates.data()};
  std::vector<std::int64_t> matches(candidates.shape(0));
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> done{0};
  std::uint64_t told = 0;
  run_interruptibly([&] { extend(rows, work, {least, chunk_words, confidence}, matches.data(), threads, stop, done); },
                    [&] { stop = true; },
                    [&] {
                      const std::uint64_t now = done.load();
                      if (on_progress.is_none() || now == told) return;
                      told = now;
                      on_progress(now, matches.size());
                    });
  return as_column(std::move(matches));
}

std::tuple<Column<std::int64_t>, Column<double>> sum_configuration_outcomes(const RowsView<std::uint64_t>& words,
                                                                            const ColumnView<std::uint64_t>& borders,
                                                                            const ColumnView<std::uint32_t>& relations,
                                                                            const ColumnView<double>& outcomes,
                                                                            int threads) {
  const BitRows rows = bit_rows(words, outcomes.shape(0));
  if (borders.shape(0) == 0) throw std::invalid_argument("the borders of groups do not fit the groups");
  check_borders(borders, borders.shape(0) - 1, relations.shape(0));
  const std::size_t count = borders.shape(0) - 1;
  std::vector<std::int64_t> matches(count);
  std::vector<double> sums(count);
  run_stoppable([&](const auto& stop) {
    sum_outcomes(rows, view(borders), view(relations), outcomes.data(), matches.data(), sums.data(), threads, stop);
  });
  return {as_column(std::move(matches)), as_column(std::move(sums))};
}

std::tuple<Column<std::uint64_t>, Column<std::uint32_t>> find_active_configurations(
    const RowsView<std::int32_t>& positions, const ColumnView<std::uint64_t>& relation_begin,
    const ColumnView<std::uint32_t>& features, const ColumnView<std::int32_t>& values,
    const ColumnView<std::uint64_t>& child_begin, const ColumnView<std::uint32_t>& children,
    const ColumnView<std::uint32_t>& roots, bool most_specific_only, int threads) {
  if (relation_begin.shape(0) == 0) throw std::invalid_argument("the borders of groups do not fit the groups");
  const std::size_t count = relation_begin.shape(0) - 1;
  check_borders(relation_begin, count, features.shape(0));
  check_borders(child_begin, count, children.shape(0));
  check_length(values.shape(0), features.shape(0), "values");
  const ConfigurationDag dag{view(relation_begin), view(features), view(values),
                             view(child_begin),    view(children), view(roots)};
  ActiveConfigurations found;
  run_stoppable([&](const auto& stop) {
    find_active(dag, positions.data(), positions.shape(0), positions.shape(1), most_specific_only, found, threads,
                stop);
  });
  return {as_column(std::move(found.begin)), as_column(std::move(found.ids))};
}

ConfigurationSum new_sum(const ColumnView<std::uint64_t>& relation_begin, const ColumnView<std::uint32_t>& features,
                         const ColumnView<std::int32_t>& values, const RowsView<float>& weights, std::size_t width,
                         std::size_t kinds) {
  if (relation_begin.shape(0) == 0) throw std::invalid_argument("the borders of groups do not fit the groups");
  check_borders(relation_begin, relation_begin.shape(0) - 1, features.shape(0));
  check_length(values.shape(0), features.shape(0), "values");
  check_length(weights.shape(1), relation_begin.shape(0) - 1, "a row of weights");
  const std::span<const float> table{weights.data(), weights.shape(0) * weights.shape(1)};
  return {view(relation_begin), view(features), view(values), table, width, kinds};
}

double sum_at(const ConfigurationSum& self, const nb::bytes& position, std::size_t stage) {
  check_length(position.size(), self.width(), "position");
  if (stage >= self.stages()) throw std::out_of_range("there is no such stage");
  const auto* const values = static_cast<const std::uint8_t*>(position.data());
  for (std::size_t i = 0; i < self.width(); ++i) {
    if (values[i] >= self.kinds()) throw std::out_of_range("a feature has a value that is too large");
  }
  return self.sum(values, stage);
}

std::tuple<Column<std::uint32_t>, Column<std::int32_t>, Column<std::uint32_t>> build_table(
    const ColumnView<std::uint32_t>& first, const ColumnView<std::uint32_t>& second,
    const ColumnView<std::uint32_t>& ids, std::uint32_t first_range, std::uint32_t second_range) {
  SparseTable table;
  {
    nb::gil_scoped_release release;
    table = build_sparse_table(view(first), view(second), view(ids), first_range, second_range);
  }
  return {as_column(std::move(table.offsets)), as_column(std::move(table.locks)), as_column(std::move(table.ids))};
}

Column<std::int64_t> find_in_table(const ColumnView<std::uint32_t>& offsets, const ColumnView<std::int32_t>& locks,
                                   const ColumnView<std::uint32_t>& ids, std::uint32_t second_range,
                                   const ColumnView<std::uint32_t>& first, const ColumnView<std::uint32_t>& second) {
  check_length(ids.shape(0), locks.shape(0), "ids");
  check_length(second.shape(0), first.shape(0), "second");
  const SparseTableView table{offsets.data(), locks.data(), ids.data()};
  const auto starts = view(offsets);
  if (!starts.empty() && *std::max_element(starts.begin(), starts.end()) + std::size_t{second_range} > locks.shape(0)) {
    throw std::invalid_argument("offsets lead beyond the end of the table");
  }
  std::vector<std::int64_t> found(first.shape(0), -1);
  {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::uint32_t a = first.data()[i];
      const std::uint32_t b = second.data()[i];
      if (a < starts.size() && b < second_range) found[i] = table.find(a, b);
    }
  }
  return as_column(std::move(found));
}

void bind_configurations(nb::module_& m) {
  m.def("extend_configurations", &extend_configurations, "words"_a.noconvert(), "positions"_a, "parents"_a.noconvert(),
        "borders"_a.noconvert(), "candidates"_a.noconvert(), "least"_a, "chunk_words"_a, "confidence"_a, "threads"_a,
        "on_progress"_a.none(), "Matches of specialised configurations on bit rows, -1 where they are too few.");
  m.def("sum_configuration_outcomes", &sum_configuration_outcomes, "words"_a.noconvert(), "borders"_a.noconvert(),
        "relations"_a.noconvert(), "outcomes"_a.noconvert(), "threads"_a,
        "How many positions match each configuration, and the sum of their outcomes.");
  m.def("find_active_configurations", &find_active_configurations, "positions"_a.noconvert(),
        "relation_begin"_a.noconvert(), "features"_a.noconvert(), "values"_a.noconvert(), "child_begin"_a.noconvert(),
        "children"_a.noconvert(), "roots"_a.noconvert(), "most_specific_only"_a, "threads"_a,
        "Active configurations of each position: borders and ids.");
  nb::class_<ConfigurationSum>(m, "ConfigurationSum", "Sums of the weights of all configurations active in a position.")
      .def(
          "__init__",
          [](ConfigurationSum* self, const ColumnView<std::uint64_t>& relation_begin,
             const ColumnView<std::uint32_t>& features, const ColumnView<std::int32_t>& values,
             const RowsView<float>& weights, std::size_t width, std::size_t kinds) {
            new (self) ConfigurationSum(new_sum(relation_begin, features, values, weights, width, kinds));
          },
          "relation_begin"_a.noconvert(), "features"_a.noconvert(), "values"_a.noconvert(), "weights"_a.noconvert(),
          "width"_a, "kinds"_a)
      .def("sum", &sum_at, "position"_a, "stage"_a, "For a position as one byte per feature.");
  m.def("build_sparse_table", &build_table, "first"_a.noconvert(), "second"_a.noconvert(), "ids"_a.noconvert(),
        "first_range"_a, "second_range"_a, "Offsets, locks and ids of a collision-free table of index pairs.");
  m.def("find_in_sparse_table", &find_in_table, "offsets"_a.noconvert(), "locks"_a.noconvert(), "ids"_a.noconvert(),
        "second_range"_a, "first"_a.noconvert(), "second"_a.noconvert(), "Ids of index pairs, -1 for invalid ones.");
}

}  // namespace

void bind_learn(nb::module_& m) {
  bind_least_squares(m);
  bind_configurations(m);
}

}  // namespace logistello::bindings
