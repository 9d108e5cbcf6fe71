#include "learn/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>

#include "threads/blocks.hpp"

namespace logistello {
namespace {

// Rows of a block: their indices stay in the second-level cache between the check and the work.
constexpr std::size_t kBlockRows = 2048;

// Four sums run side by side: one would wait for each addition.
double sum_of(const double* weights, const std::uint32_t* ids, std::size_t features) {
  double a = 0, b = 0, c = 0, d = 0;
  std::size_t i = 0;
  for (; i + 4 <= features; i += 4) {
    a += weights[ids[i]];
    b += weights[ids[i + 1]];
    c += weights[ids[i + 2]];
    d += weights[ids[i + 3]];
  }
  for (; i < features; ++i) a += weights[ids[i]];
  return (a + b) + (c + d);
}

void add_to(std::int64_t* sums, const std::uint32_t* ids, std::size_t features, std::int64_t term) {
  for (std::size_t i = 0; i < features; ++i) sums[ids[i]] += term;
}

void check_ids(const Rows& rows, const FitShape& shape, std::size_t first, std::size_t last) {
  const std::uint32_t* begin = rows.indices + first * rows.features;
  const std::uint32_t* end = rows.indices + last * rows.features;
  std::uint32_t largest = 0;
  for (const std::uint32_t* id = begin; id != end; ++id) largest = std::max(largest, *id);
  if (largest > shape.weights) {
    const auto bad = std::find_if(begin, end, [&](std::uint32_t id) { return id > shape.weights; });
    throw std::out_of_range("row " + std::to_string(first + (bad - begin) / rows.features) + " names weight " +
                            std::to_string(*bad) + ", but there are " + std::to_string(shape.weights) +
                            " (this number itself stands for none)");
  }
  if (rows.stages == nullptr) return;
  for (std::size_t row = first; row < last; ++row) {
    if (rows.stages[row] >= shape.stages) {
      throw std::out_of_range("row " + std::to_string(row) + " is of stage " + std::to_string(rows.stages[row]) +
                              ", but there are " + std::to_string(shape.stages));
    }
  }
}

void check_shape(const Rows& rows, const FitShape& shape, int threads) {
  if (shape.weights == 0 || shape.weights == std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("the number of weights must be positive and fit in 32 bits");
  }
  if (shape.stages < 1 || shape.stages > 256) throw std::invalid_argument("there must be 1 to 256 stages");
  if (rows.features == 0 || rows.size == 0) throw std::invalid_argument("there are no rows");
  if (threads < 1) throw std::invalid_argument("threads must be at least 1, got " + std::to_string(threads));
  if (shape.window.size() % 2 == 0) throw std::invalid_argument("the window must have an odd length");
}

// A copy with one more cell, 0, at the end of every stage: what "nothing here" reads.
std::vector<double> padded(const double* cells, const FitShape& shape) {
  const std::size_t stride = shape.weights + std::size_t{1};
  std::vector<double> copy(shape.stages * stride);
  for (int stage = 0; stage < shape.stages; ++stage) {
    std::copy_n(cells + stage * std::size_t{shape.weights}, shape.weights, copy.begin() + stage * stride);
  }
  return copy;
}

// An exception of one block on its way out of the threads; the one of the lowest block wins.
class FirstFailure {
 public:
  template <typename Body>
  void guard(std::size_t block, const Body& body) {
    try {
      body();
    } catch (...) {
      std::lock_guard lock(mutex_);
      if (!failure_ || block < block_) {
        failure_ = std::current_exception();
        block_ = block;
      }
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::size_t block_ = 0;
};

}  // namespace

StageError& StageError::operator+=(const StageError& other) {
  squared += other.squared;
  absolute += other.absolute;
  weight += other.weight;
  objective += other.objective;
  objective_weight += other.objective_weight;
  return *this;
}

LeastSquares::LeastSquares(const Rows& rows, const FitShape& shape, const Link& link, int threads)
    : rows_(rows), shape_(shape), link_(link), threads_(threads), stride_(shape.weights + std::size_t{1}) {
  check_shape(rows, shape, threads);
  for (const float factor : shape.window) {
    if (!(factor >= 0) || !std::isfinite(factor)) throw std::invalid_argument("the window must not be negative");
  }
}

std::size_t LeastSquares::blocks() const { return (rows_.size + kBlockRows - 1) / kBlockRows; }

void LeastSquares::check_block(std::size_t block) const {
  const std::size_t first = block * kBlockRows;
  const std::size_t last = std::min(first + kBlockRows, rows_.size);
  check_ids(rows_, shape_, first, last);
}

// Calls visit(row, window place, stage, ids, weight of the row in that stage) for all of a block.
template <typename Visit>
void LeastSquares::visit(std::size_t block, const Visit& visit) {
  const int width = static_cast<int>(shape_.window.size());
  const std::size_t first = block * kBlockRows;
  const std::size_t last = std::min(first + kBlockRows, rows_.size);
  for (std::size_t row = first; row < last; ++row) {
    const double weight = row_weight(row);
    if (weight == 0) continue;
    const std::uint32_t* ids = rows_.indices + row * rows_.features;
    const int own = rows_.stages ? rows_.stages[row] : 0;
    for (int place = 0; place < width; ++place) {
      const int stage = own + place - width / 2;
      const double factor = shape_.window[place];
      if (stage < 0 || stage >= shape_.stages || (factor == 0 && stage != own)) continue;
      visit(row, place, stage, ids, weight * factor);
    }
  }
}

bool LeastSquares::count(std::int64_t* matches, const std::atomic<bool>& stop) {
  FirstFailure failure;
  sums_.assign(threads_, std::vector<std::int64_t>(shape_.stages * stride_));
  std::vector<double> targets(threads_), weights(threads_);
  const bool done = for_each_block(blocks(), threads_, stop, [&](int thread, std::size_t block) {
    failure.guard(block, [&] {
      check_block(block);
      const std::size_t last = std::min((block + 1) * kBlockRows, rows_.size);
      for (std::size_t row = block * kBlockRows; row < last; ++row) {
        const double weight = row_weight(row);
        if (!std::isfinite(rows_.targets[row]) || !std::isfinite(weight) || weight < 0) {
          throw std::invalid_argument("row " + std::to_string(row) + " has target " +
                                      std::to_string(rows_.targets[row]) + " and weight " + std::to_string(weight) +
                                      "; targets must be finite, weights finite and not negative");
        }
        if (weight > 0) targets[thread] = std::max(targets[thread], std::abs(double{rows_.targets[row]}));
        weights[thread] = std::max(weights[thread], weight);
      }
      visit(block, [&](std::size_t, int, int stage, const std::uint32_t* ids, double weight) {
        if (weight > 0) add_to(sums_[thread].data() + stage * stride_, ids, rows_.features, 1);
      });
    });
  });
  failure.rethrow();
  if (!done) return false;
  largest_target_ = *std::max_element(targets.begin(), targets.end());
  largest_row_weight_ =
      *std::max_element(weights.begin(), weights.end()) * *std::max_element(shape_.window.begin(), shape_.window.end());
  std::int64_t most = 0;
  for (int stage = 0; stage < shape_.stages; ++stage) {
    for (std::size_t id = 0; id < shape_.weights; ++id) {
      std::int64_t sum = 0;
      for (const auto& sums : sums_) sum += sums[stage * stride_ + id];
      matches[stage * std::size_t{shape_.weights} + id] = sum;
      most = std::max(most, sum);
    }
  }
  most_matches_ = static_cast<double>(most);
  return true;
}

// Takes cells over as the current point and returns the largest of their magnitudes.
double LeastSquares::load(const double* cells) {
  double largest = 0;
  for (std::size_t i = 0; i < this->cells(); ++i) {
    if (!std::isfinite(cells[i])) throw std::invalid_argument("a weight is not finite");
    largest = std::max(largest, std::abs(cells[i]));
  }
  point_ = padded(cells, shape_);
  return largest;
}

// Sums contribution(row, place, stage, ids, weight, block) for every id of every row, as multiples of 1 / scale. No
// contribution may exceed `bound`.
template <typename Contribution>
bool LeastSquares::accumulate(double bound, double* result, const std::atomic<bool>& stop,
                              const Contribution& contribution) {
  if (sums_.empty()) throw std::logic_error("count() must come first");
  const double limit = bound * most_matches_;
  // A power of two, so that scaling is exact. 2^61 leaves a factor 4 for rounding.
  const double scale = limit > 0 ? std::exp2(std::floor(61 - std::log2(limit))) : 1;
  FirstFailure failure;
  for (auto& sums : sums_) std::fill(sums.begin(), sums.end(), 0);
  const bool done = for_each_block(blocks(), threads_, stop, [&](int thread, std::size_t block) {
    failure.guard(block, [&] {
      check_block(block);
      std::int64_t* sums = sums_[thread].data();
      visit(block, [&](std::size_t row, int place, int stage, const std::uint32_t* ids, double weight) {
        const double term = contribution(row, place, stage, ids, weight, block);
        if (weight > 0) add_to(sums + stage * stride_, ids, rows_.features, std::llrint(term * scale));
      });
    });
  });
  failure.rethrow();
  if (!done) return false;
  const std::size_t weights = shape_.weights;
  return for_each_block(shape_.stages, threads_, stop, [&](int, std::size_t stage) {
    for (std::size_t id = 0; id < weights; ++id) {
      std::int64_t sum = 0;
      for (const auto& sums : sums_) sum += sums[stage * stride_ + id];
      result[stage * weights + id] = static_cast<double>(sum) / scale;
    }
  });
}

bool LeastSquares::evaluate(const double* weights, StageError* errors, double* gradient,
                            const std::atomic<bool>& stop) {
  const double largest = load(weights);
  const std::size_t width = shape_.window.size();
  const bool keep = gradient != nullptr && link_.kind != LinkKind::kIdentity;
  if (keep) curvature_.resize(rows_.size * width);
  // Errors are added up per block, and the blocks in order.
  std::vector<StageError> block_errors(blocks() * shape_.stages);
  const int centre = static_cast<int>(width / 2);
  const auto contribution = [&](std::size_t row, int place, int stage, const std::uint32_t* ids, double weight,
                                std::size_t block) {
    const double value = link_.value(sum_of(point_.data() + stage * stride_, ids, rows_.features));
    const double slope = link_.slope(value);
    const double error = rows_.targets[row] - value;
    StageError& sums = block_errors[block * shape_.stages + stage];
    sums.objective += weight * error * error;
    sums.objective_weight += weight;
    if (place == centre) {
      const double own = row_weight(row);
      sums.squared += own * error * error;
      sums.absolute += own * std::abs(error);
      sums.weight += own;
    }
    if (keep) curvature_[row * width + place] = static_cast<float>(weight * slope * slope);
    return weight * slope * error;
  };
  bool done = false;
  if (gradient != nullptr) {
    const double reach = link_.kind == LinkKind::kIdentity  ? largest * static_cast<double>(rows_.features)
                         : link_.kind == LinkKind::kSigmoid ? link_.scale
                                                            : 1.0;
    const double bound = largest_row_weight_ * link_.largest_slope() * (largest_target_ + reach);
    done = accumulate(bound, gradient, stop, contribution);
  } else {
    FirstFailure failure;
    done = for_each_block(blocks(), threads_, stop, [&](int, std::size_t block) {
      failure.guard(block, [&] {
        check_block(block);
        visit(block, [&](std::size_t row, int place, int stage, const std::uint32_t* ids, double weight) {
          if (place == centre) contribution(row, place, stage, ids, weight, block);
        });
      });
    });
    failure.rethrow();
  }
  if (!done) return false;
  std::fill_n(errors, shape_.stages, StageError{});
  for (std::size_t i = 0; i < block_errors.size(); ++i) errors[i % shape_.stages] += block_errors[i];
  return true;
}

bool LeastSquares::product(const double* direction, double* result, const std::atomic<bool>& stop) {
  const double largest = load(direction) * static_cast<double>(rows_.features);
  const std::size_t width = shape_.window.size();
  if (link_.kind == LinkKind::kIdentity) {
    return accumulate(largest_row_weight_ * largest, result, stop,
                      [&](std::size_t, int, int stage, const std::uint32_t* ids, double weight, std::size_t) {
                        return weight * sum_of(point_.data() + stage * stride_, ids, rows_.features);
                      });
  }
  if (curvature_.empty()) throw std::logic_error("evaluate() with a gradient must come first");
  const double steepest = link_.largest_slope() * link_.largest_slope();
  return accumulate(largest_row_weight_ * largest * steepest, result, stop,
                    [&](std::size_t row, int place, int stage, const std::uint32_t* ids, double, std::size_t) {
                      return curvature_[row * width + place] *
                             sum_of(point_.data() + stage * stride_, ids, rows_.features);
                    });
}

bool LeastSquares::diagonal(double* result, const std::atomic<bool>& stop) {
  if (link_.kind == LinkKind::kIdentity) return match_weights(result, stop);
  const std::size_t width = shape_.window.size();
  if (curvature_.empty()) throw std::logic_error("evaluate() with a gradient must come first");
  const double steepest = link_.largest_slope() * link_.largest_slope();
  return accumulate(largest_row_weight_ * steepest, result, stop,
                    [&](std::size_t row, int place, int, const std::uint32_t*, double, std::size_t) {
                      return double{curvature_[row * width + place]};
                    });
}

bool LeastSquares::match_weights(double* result, const std::atomic<bool>& stop) {
  return accumulate(largest_row_weight_, result, stop,
                    [](std::size_t, int, int, const std::uint32_t*, double weight, std::size_t) { return weight; });
}

bool predict(const Rows& rows, const FitShape& shape, const Link& link, const double* weights, float* predictions,
             int threads, const std::atomic<bool>& stop) {
  check_shape(rows, shape, threads);
  const std::vector<double> point = padded(weights, shape);
  const std::size_t stride = shape.weights + std::size_t{1};
  FirstFailure failure;
  const std::size_t blocks = (rows.size + kBlockRows - 1) / kBlockRows;
  const bool done = for_each_block(blocks, threads, stop, [&](int, std::size_t block) {
    failure.guard(block, [&] {
      const std::size_t last = std::min((block + 1) * kBlockRows, rows.size);
      check_ids(rows, shape, block * kBlockRows, last);
      for (std::size_t row = block * kBlockRows; row < last; ++row) {
        const std::size_t stage = rows.stages ? rows.stages[row] : 0;
        const double sum = sum_of(point.data() + stage * stride, rows.indices + row * rows.features, rows.features);
        predictions[row] = static_cast<float>(link.value(sum));
      }
    });
  });
  failure.rethrow();
  return done;
}

}  // namespace logistello
