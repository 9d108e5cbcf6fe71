#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/bind.hpp"
#include "bindings/columns.hpp"
#include "learn/vector_fit.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

VectorRows rows_of(const RowsView<std::uint32_t>& indices, const ColumnView<std::uint8_t>& heads) {
  if (heads.shape(0) != indices.shape(0)) throw std::invalid_argument("heads and indices differ in length");
  return {indices.data(), indices.shape(0), indices.shape(1), heads.data()};
}

// VectorFit together with the arrays it reads.
class TrainedVectors {
 public:
  TrainedVectors(RowsView<std::uint32_t> indices, ColumnView<std::uint8_t> heads, ColumnView<float> targets,
                 ColumnView<float> row_weights, RowsView<std::uint32_t> factors, std::uint32_t n_factors, int n_heads,
                 std::uint64_t seed)
      : indices_(std::move(indices)),
        heads_(std::move(heads)),
        targets_(std::move(targets)),
        row_weights_(std::move(row_weights)),
        factors_(std::move(factors)) {
    VectorRows rows = rows_of(indices_, heads_);
    if (targets_.shape(0) != rows.size || row_weights_.shape(0) != rows.size) {
      throw std::invalid_argument("targets, row_weights and indices differ in length");
    }
    if (factors_.shape(1) != VectorFit::kFactors) {
      throw std::invalid_argument("expected two factors for every weight id");
    }
    rows.targets = targets_.data();
    rows.row_weights = row_weights_.data();
    const VectorShape shape{static_cast<std::uint32_t>(factors_.shape(0)), factors_.data(), n_factors, n_heads};
    nb::gil_scoped_release release;
    core_ = std::make_unique<VectorFit>(rows, shape, seed);
  }

  double epoch(float learning_rate) {
    nb::gil_scoped_release release;
    return core_->epoch(learning_rate, stop_);
  }

  void stop() { stop_ = true; }

  Column<float> predict(const RowsView<std::uint32_t>& indices, const ColumnView<std::uint8_t>& heads) const {
    const VectorRows rows = rows_of(indices, heads);
    auto [values, out] = new_column<float>(rows.size);
    float* const to_fill = out;
    nb::gil_scoped_release release;
    core_->predict(rows, to_fill);
    return values;
  }

  Rows<float> lanes() const {
    auto [rows, out] = new_rows<float>(core_->shape().weights, kLanes);
    core_->lanes(out);
    return rows;
  }
  Rows<float> offsets() const {
    auto [rows, out] = new_rows<float>(static_cast<std::size_t>(core_->shape().heads), kLanes);
    core_->offsets(out);
    return rows;
  }
  Rows<float> outs() const {
    auto [rows, out] = new_rows<float>(static_cast<std::size_t>(core_->shape().heads), kLanes);
    core_->outs(out);
    return rows;
  }

 private:
  RowsView<std::uint32_t> indices_;
  ColumnView<std::uint8_t> heads_;
  ColumnView<float> targets_;
  ColumnView<float> row_weights_;
  RowsView<std::uint32_t> factors_;
  std::unique_ptr<VectorFit> core_;
  std::atomic<bool> stop_{false};
};

}  // namespace

void bind_vector_fit(nb::module_& m) {
  nb::class_<TrainedVectors>(m, "VectorFit",
                             "Training of vectors for weight ids. The arrays are read in place, never copied.")
      .def(nb::init<RowsView<std::uint32_t>, ColumnView<std::uint8_t>, ColumnView<float>, ColumnView<float>,
                    RowsView<std::uint32_t>, std::uint32_t, int, std::uint64_t>(),
           "indices"_a.noconvert(), "heads"_a.noconvert(), "targets"_a.noconvert(), "row_weights"_a.noconvert(),
           "factors"_a.noconvert(), "n_factors"_a, "n_heads"_a, "seed"_a)
      .def("epoch", &TrainedVectors::epoch, "learning_rate"_a,
           "Learn every row once; returns the mean squared error, each before its row was learned, NaN if it was "
           "stopped.")
      .def("stop", &TrainedVectors::stop, "End a running epoch at once, from another thread.")
      .def("predict", &TrainedVectors::predict, "indices"_a.noconvert(), "heads"_a.noconvert(),
           "Predictions of other rows.")
      .def("lanes", &TrainedVectors::lanes, "What was learned of every weight id, factors included.")
      .def("offsets", &TrainedVectors::offsets, "What is added to the sums, for every head.")
      .def("outs", &TrainedVectors::outs, "Weights of the hidden lanes for every head; lane 0 is the constant.");
}

}  // namespace logistello::bindings
