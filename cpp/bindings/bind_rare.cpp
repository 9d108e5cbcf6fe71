#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/columns.hpp"
#include "bindings/features.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/many.hpp"
#include "eval/rare.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

// How often the configurations of a pattern set were met, stage by stage.
class ConfigurationCounts {
 public:
  ConfigurationCounts(const RowsView<std::uint8_t>& squares, const ColumnView<std::uint32_t>& offset_of_feature,
                      const ColumnView<std::uint32_t>& weight_of, const ColumnView<std::uint8_t>& stage_of_discs,
                      std::size_t stages, std::size_t weights)
      : extractor_(features_of(squares)),
        offset_of_feature_(offset_of_feature.data(), offset_of_feature.data() + offset_of_feature.shape(0)),
        weight_of_(weight_of.data(), weight_of.data() + weight_of.shape(0)),
        stages_(stages),
        matches_(stages * weights, 0),
        counters_{extractor_, offset_of_feature_, weight_of_, {}, weights, matches_} {
    if (offset_of_feature_.size() != extractor_.features()) {
      throw std::invalid_argument("expected one offset for each feature");
    }
    if (stage_of_discs.shape(0) != 65) throw std::invalid_argument("stage_of_discs must have 65 entries");
    std::copy_n(stage_of_discs.data(), 65, counters_.stage_of_discs.begin());
    for (const std::uint8_t stage : counters_.stage_of_discs) {
      if (stage >= stages) throw std::invalid_argument("a number of discs is assigned to a stage that does not exist");
    }
    for (const std::uint32_t weight : weight_of_) {
      if (weight >= weights) throw std::invalid_argument("a configuration has a weight that does not exist");
    }
    for (std::size_t feature = 0; feature < extractor_.features(); ++feature) {
      std::uint64_t size = 1;
      for (std::size_t j = 0; j < squares.shape(1) && squares(feature, j) != 255; ++j) size *= 3;
      if (offset_of_feature_[feature] + size > weight_of_.size()) {
        throw std::invalid_argument("feature " + std::to_string(feature) + " reads outside the tables");
      }
    }
  }
  ConfigurationCounts(const ConfigurationCounts&) = delete;
  ConfigurationCounts& operator=(const ConfigurationCounts&) = delete;

  void add(const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp) {
    const std::vector<Board> boards = boards_of(own, opp);
    std::vector<std::uint32_t> scratch(extractor_.features());
    nb::gil_scoped_release release;
    for (const Board& board : boards) counters_.add(board, scratch.data());
  }

  std::tuple<Column<std::uint64_t>, Column<std::uint64_t>, Column<std::uint64_t>> fill(
      const ColumnView<std::uint64_t>& own, const ColumnView<std::uint64_t>& opp, std::uint32_t enough, int most_moves,
      std::size_t positions, std::uint64_t walks, std::uint64_t seed, const nb::object& on_progress) {
    if (most_moves < 1) throw std::invalid_argument("most_moves must be positive");
    if (own.shape(0) >> 32 != 0) throw std::invalid_argument("more than 2^32 roots");
    const std::vector<Board> roots = boards_of(own, opp);
    std::atomic<bool> stop{false};
    std::atomic<std::size_t> kept{0};
    std::atomic<std::uint64_t> walked{0};
    std::vector<FilledPosition> found;
    run_interruptibly(
        [&] { found = fill_rare(roots, counters_, {enough, most_moves, positions, walks, seed}, stop, kept, walked); },
        [&] { stop = true; },
        [&] {
          if (!on_progress.is_none()) on_progress(kept.load(), walked.load());
        });
    auto [mine, to_mine] = new_column<std::uint64_t>(found.size());
    auto [yours, to_yours] = new_column<std::uint64_t>(found.size());
    auto [root, to_root] = new_column<std::uint64_t>(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      to_mine[i] = found[i].board.own;
      to_yours[i] = found[i].board.opp;
      to_root[i] = found[i].root;
    }
    return {mine, yours, root};
  }

  Rows<std::uint32_t> matches() const {
    auto [rows, out] = new_rows<std::uint32_t>(stages_, counters_.weights);
    std::copy(matches_.begin(), matches_.end(), out);
    return rows;
  }

 private:
  IndexExtractor extractor_;
  std::vector<std::uint32_t> offset_of_feature_;
  std::vector<std::uint32_t> weight_of_;
  std::size_t stages_;
  std::vector<std::uint32_t> matches_;
  ConfigurationCounters counters_;
};

}  // namespace

void bind_rare(nb::module_& m) {
  nb::class_<ConfigurationCounts>(m, "ConfigurationCounts",
                                  "How often the configurations of a pattern set occur, stage by stage.")
      .def(nb::init<const RowsView<std::uint8_t>&, const ColumnView<std::uint32_t>&, const ColumnView<std::uint32_t>&,
                    const ColumnView<std::uint8_t>&, std::size_t, std::size_t>(),
           "squares"_a, "offset_of_feature"_a, "weight_of"_a, "stage_of_discs"_a, "stages"_a, "weights"_a)
      .def("add", &ConfigurationCounts::add, "own"_a, "opp"_a, "Count the configurations of these positions.")
      .def("fill", &ConfigurationCounts::fill, "own"_a, "opp"_a, "enough"_a, "most_moves"_a, "positions"_a, "walks"_a,
           "seed"_a, "on_progress"_a = nb::none(),
           "Random walks of 1 to `most_moves` moves from the given positions; new positions that hold a configuration "
           "with fewer than `enough` matches are kept and counted. Returns them (canonical) and the number of the "
           "position each walk began at. `on_progress` gets positions kept and walks done.")
      .def("matches", &ConfigurationCounts::matches, "A copy of the counts, [stages, weights].");
}

}  // namespace logistello::bindings
