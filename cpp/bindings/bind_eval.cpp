#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/columns.hpp"
#include "bindings/features.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/many.hpp"
#include "board/hash.hpp"
#include "eval/extract.hpp"
#include "eval/lookahead.hpp"
#include "eval/model.hpp"
#include "eval/playout.hpp"
#include "eval/sparse_weights.hpp"
#include "threads/blocks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

std::size_t same_length(const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp) {
  if (own.shape(0) != opp.shape(0)) throw std::invalid_argument("own and opp have different lengths");
  return own.shape(0);
}

Rows<std::uint32_t> ternary_indices(const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp,
                                    const RowsView<std::uint8_t>& squares, int threads) {
  const std::size_t size = same_length(own, opp);
  const IndexExtractor extractor(features_of(squares));
  auto [rows, out] = new_rows<std::uint32_t>(size, extractor.features());
  std::uint32_t* const to_fill = out;
  const std::uint64_t* const own_data = own.data();
  const std::uint64_t* const opp_data = opp.data();
  nb::gil_scoped_release release;
  constexpr std::size_t kBlock = 1 << 12;
  for_each_range(size, kBlock, threads, [&, to_fill](int, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      extractor.extract({own_data[i], opp_data[i]}, to_fill + i * extractor.features());
    }
  });
  return rows;
}

Column<std::uint32_t> count_ternary_indices(const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp,
                                            const RowsView<std::uint8_t>& squares, int threads) {
  constexpr std::size_t kMostSquares = 16;  // 172 MB
  const std::size_t size = same_length(own, opp);
  const auto features = features_of(squares);
  std::size_t longest = 0;
  for (const std::vector<int>& each : features) longest = std::max(longest, each.size());
  if (longest > kMostSquares) throw std::invalid_argument("indices of more than 16 squares cannot be counted");
  std::size_t configurations = 1;
  for (std::size_t i = 0; i < longest; ++i) configurations *= 3;
  const IndexExtractor extractor(features);
  auto [counts, out] = new_column<std::uint32_t>(configurations);
  std::uint32_t* const to_fill = out;
  nb::gil_scoped_release release;
  count_indices(extractor, {own.data(), size}, {opp.data(), size}, {to_fill, configurations}, threads);
  return counts;
}

using PairArrays = std::tuple<ColumnView<std::uint32_t>, ColumnView<std::int32_t>, ColumnView<std::uint32_t>>;

SparseWeights make_sparse_weights(const std::vector<PairArrays>& tables, const RowsView<std::uint8_t>& instances,
                                  const RowsView<std::int16_t>& weights) {
  const auto span_of = [](const auto& column) { return std::span(column.data(), column.shape(0)); };
  std::vector<SparsePairs> pairs;
  for (const auto& [offsets, locks, ids] : tables) pairs.push_back({span_of(offsets), span_of(locks), span_of(ids)});
  if (instances.shape(1) != 3) throw std::invalid_argument("instances are two features and a table");
  std::vector<SparseInstance> parts;
  for (std::size_t i = 0; i < instances.shape(0); ++i) {
    parts.push_back({instances(i, 0), instances(i, 1), instances(i, 2)});
  }
  return SparseWeights(pairs, std::move(parts), {weights.data(), weights.size()}, weights.shape(1),
                       static_cast<int>(weights.shape(0)));
}

// The number of the vector of each entry, the vectors of all stages one after the other, and the heads.
using VectorArrays = std::tuple<ColumnView<std::uint32_t>, ColumnView<std::int8_t>, ColumnView<std::int16_t>,
                                RowsView<std::int16_t>, RowsView<std::int16_t>>;

std::shared_ptr<const Model> make_model(const RowsView<std::uint8_t>& squares,
                                        const ColumnView<std::uint16_t>& pattern_of_feature,
                                        const ColumnView<std::uint32_t>& table_offset,
                                        const RowsView<std::int16_t>& tables,
                                        const ColumnView<std::uint8_t>& stage_of_discs,
                                        const RowsView<std::int16_t>& bias, const SparseWeights* sparse,
                                        const std::optional<VectorArrays>& vectors) {
  if (stage_of_discs.shape(0) != 65) throw std::invalid_argument("stage_of_discs must have 65 entries");
  ModelTables parts;
  parts.pattern_of_feature.assign(pattern_of_feature.data(), pattern_of_feature.data() + pattern_of_feature.shape(0));
  parts.table_offset.assign(table_offset.data(), table_offset.data() + table_offset.shape(0));
  parts.stage_size = tables.shape(1);
  parts.weights = {tables.data(), tables.size()};
  parts.bias = {bias.data(), bias.size()};
  std::copy_n(stage_of_discs.data(), 65, parts.stage_of_discs.begin());
  if (vectors) {
    const auto& [vector_of_entry, rows, constants, offsets, outs] = *vectors;
    parts.vector_of_entry = {vector_of_entry.data(), vector_of_entry.size()};
    parts.vectors = {rows.data(), rows.size()};
    parts.heads = {{constants.data(), constants.size()}, {offsets.data(), offsets.size()}, {outs.data(), outs.size()}};
  }
  return std::make_shared<const Model>(Geometry(features_of(squares)), parts,
                                       sparse != nullptr ? *sparse : SparseWeights());
}

// The Python side of a model.
class Evaluator {
 public:
  Evaluator(const RowsView<std::uint8_t>& squares, const ColumnView<std::uint16_t>& pattern_of_feature,
            const ColumnView<std::uint32_t>& table_offset, const RowsView<std::int16_t>& tables,
            const ColumnView<std::uint8_t>& stage_of_discs, const RowsView<std::int16_t>& bias, int units_per_disc,
            const SparseWeights* sparse, const std::optional<VectorArrays>& vectors)
      : model_(make_model(squares, pattern_of_feature, table_offset, tables, stage_of_discs, bias, sparse, vectors)),
        units_per_disc_(units_per_disc) {
    if (units_per_disc < 1) throw std::invalid_argument("units_per_disc must be positive");
  }

  Column<float> evaluate(const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp) const {
    const std::size_t size = same_length(own, opp);
    auto [values, out] = new_column<float>(size);
    for (std::size_t i = 0; i < size; ++i) {
      const int units = model_->evaluate(Board{own(i), opp(i)});
      out[i] = static_cast<float>(units) / static_cast<float>(units_per_disc_);
    }
    return values;
  }

  double look_ahead(Bits own, Bits opp, int depth) const {
    if ((own & opp) != 0) throw std::invalid_argument("own and opponent discs overlap");
    if (depth < 0) throw std::invalid_argument("depth must not be negative, got " + std::to_string(depth));
    std::atomic<bool> stop{false};
    int units = 0;
    run_interruptibly([&] { units = logistello::look_ahead(*model_, {own, opp}, depth, units_per_disc_, stop); },
                      [&] { stop = true; });
    return static_cast<double>(units) / units_per_disc_;
  }

  std::tuple<Column<float>, Column<std::uint8_t>> look_ahead_many(const ColumnView<std::uint64_t>& own,
                                                                  const ColumnView<std::uint64_t>& opp, int depth,
                                                                  int threads, const nb::object& on_progress) const {
    if (depth < 0) throw std::invalid_argument("depth must not be negative, got " + std::to_string(depth));
    const std::vector<Board> boards = boards_of(own, opp);
    auto [values, to_values] = new_column<float>(boards.size());
    auto [squares, to_squares] = new_column<std::uint8_t>(boards.size());
    float* const value = to_values;
    std::uint8_t* const square = to_squares;
    std::atomic<bool> stop{false};
    for_many(
        boards.size(), threads, stop, on_progress,
        [&](int, std::size_t i) {
          const LookAheadAnswer answer = best_by_look_ahead(*model_, boards[i], depth, units_per_disc_, stop);
          value[i] = static_cast<float>(answer.value) / static_cast<float>(units_per_disc_);
          square[i] = static_cast<std::uint8_t>(answer.square);
        },
        [] {});
    return {values, squares};
  }

  // Positions met inside searches, and the number of the root of each.
  std::tuple<Column<std::uint64_t>, Column<std::uint64_t>, Column<std::uint64_t>> sample_inside_searches(
      const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp, int depth, std::size_t per_search,
      std::uint64_t seed, int threads, const nb::object& on_progress) const {
    if (depth < 1) throw std::invalid_argument("a search has a depth of 1 or more, got " + std::to_string(depth));
    const std::vector<Board> roots = boards_of(own, opp);
    std::vector<std::vector<Board>> samples(roots.size());
    std::atomic<bool> stop{false};
    for_many(
        roots.size(), threads, stop, on_progress,
        [&](int, std::size_t i) {
          // A seed for each root: what is kept depends on neither the threads nor the other roots.
          samples[i] =
              sample_inside_search(*model_, roots[i], depth, units_per_disc_, per_search, seed ^ hash(roots[i]), stop);
        },
        [] {});
    std::vector<std::uint64_t> mine, yours, root;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      for (const Board& board : samples[i]) {
        mine.push_back(board.own);
        yours.push_back(board.opp);
        root.push_back(i);
      }
    }
    return {as_column(std::move(mine)), as_column(std::move(yours)), as_column(std::move(root))};
  }

  // Evaluated positions, seconds with and seconds without the evaluation.
  std::tuple<std::uint64_t, double, double> time_playouts(const ColumnView<std::uint64_t>& own,
                                                          const ColumnView<std::uint64_t>& opp,
                                                          std::uint64_t seed) const {
    std::vector<Board> boards(same_length(own, opp));
    for (std::size_t i = 0; i < boards.size(); ++i) boards[i] = {own(i), opp(i)};
    const auto seconds_of = [&](const Model* model, Playouts& played) {
      const auto start = std::chrono::steady_clock::now();
      played = play_randomly(boards, seed, model);
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    Playouts played;
    const double without = seconds_of(nullptr, played);
    const double with = seconds_of(model_.get(), played);
    return {played.positions, with, without};
  }

  std::shared_ptr<const Model> model() const { return model_; }
  int features() const { return model_->geometry().features(); }
  int stages() const { return model_->stages(); }

 private:
  std::shared_ptr<const Model> model_;
  int units_per_disc_;
};

}  // namespace

std::shared_ptr<const Model> model_of(nb::handle evaluator) { return nb::cast<const Evaluator&>(evaluator).model(); }

void bind_eval(nb::module_& m) {
  m.def("ternary_indices", &ternary_indices, "own"_a, "opp"_a, "squares"_a, "threads"_a = 1,
        "Base-3 index of every feature (a row of squares, padded with 255) in every position; digits 0 = empty, "
        "1 = own, 2 = opponent, first square least significant.");
  m.def("count_ternary_indices", &count_ternary_indices, "own"_a, "opp"_a, "squares"_a, "threads"_a = 1,
        "How often each base-3 index occurs in the positions, all features (of up to 16 squares) together.");
  nb::class_<SparseWeights>(m, "SparseWeights", "Weights of sparse patterns in their fast form.")
      .def(nb::new_(&make_sparse_weights), "tables"_a, "instances"_a, "weights"_a,
           "Tables are offsets, locks and ids (see build_sparse_table) of indices with the engine's digits; instances "
           "are rows of two features and a table; weights have a row per stage.");
  nb::class_<Evaluator>(m, "Evaluator", "A learned evaluation in its fast form.")
      .def(nb::init<const RowsView<std::uint8_t>&, const ColumnView<std::uint16_t>&, const ColumnView<std::uint32_t>&,
                    const RowsView<std::int16_t>&, const ColumnView<std::uint8_t>&, const RowsView<std::int16_t>&, int,
                    const SparseWeights*, const std::optional<VectorArrays>&>(),
           "squares"_a, "pattern_of_feature"_a, "table_offset"_a, "tables"_a, "stage_of_discs"_a, "bias"_a,
           "units_per_disc"_a, "sparse"_a.none() = nb::none(), "vectors"_a.none() = nb::none())
      .def("evaluate", &Evaluator::evaluate, "own"_a, "opp"_a, "Values in discs for the side to move.")
      .def("look_ahead", &Evaluator::look_ahead, "own"_a, "opp"_a, "depth"_a,
           "Full-width minimax value `depth` moves ahead, in discs for the side to move.")
      .def("look_ahead_many", &Evaluator::look_ahead_many, "own"_a, "opp"_a, "depth"_a, "threads"_a = 1,
           "on_progress"_a = nb::none(),
           "The same of many positions, and their best moves (64: pass, 65: none). `on_progress` gets the number of "
           "positions done.")
      .def("sample_inside_searches", &Evaluator::sample_inside_searches, "own"_a, "opp"_a, "depth"_a, "per_search"_a,
           "seed"_a, "threads"_a = 1, "on_progress"_a = nb::none(),
           "Up to `per_search` of the positions that a look-ahead from each position visits, drawn evenly: their discs "
           "and the number of the position where the search began. `on_progress` gets the number of searches done.")
      .def("time_playouts", &Evaluator::time_playouts, "own"_a, "opp"_a, "seed"_a = 1,
           "Play each position to its end at random, evaluating incrementally after each move: positions evaluated, "
           "seconds with evaluation, seconds of the same games without.")
      .def_prop_ro("features", &Evaluator::features)
      .def_prop_ro("stages", &Evaluator::stages);
}

}  // namespace logistello::bindings
