#include "learn/vector_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

namespace logistello {
namespace {

// Sums of squared gradients begin here: what has been seen a few times only has moved little. More so for what an id
// has of its own, so that rare ids are what their factors say.
constexpr float kFirstSquared = 1.0f;
constexpr float kFirstSquaredOwn = 32.0f;
// Deviation of the hidden lanes of factors at the beginning, so that sums over some 64 ids are of the size of 1.
constexpr float kFirstSpread = 0.09f;
constexpr float kFirstOut = 0.3f;
// Rows ahead whose numbers are fetched from memory.
constexpr std::size_t kAhead = 2;
// How often the stop flag is looked at.
constexpr std::size_t kLookEvery = 1 << 12;

}  // namespace

VectorFit::VectorFit(const VectorRows& rows, const VectorShape& shape, std::uint64_t seed)
    : rows_(rows), shape_(shape), seed_(seed) {
  if (shape.heads < 1 || shape.weights == 0) throw std::invalid_argument("expected at least one weight and one head");
  if (rows.size > std::numeric_limits<std::uint32_t>::max()) throw std::invalid_argument("too many rows");
  for (std::size_t i = 0; i < std::size_t{shape.weights} * kFactors; ++i) {
    if (shape.factors[i] >= shape.factor_count) throw std::out_of_range("a factor is out of range");
  }
  check(rows);
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (!std::isfinite(rows.targets[i]) || !(rows.row_weights[i] >= 0) || !std::isfinite(rows.row_weights[i])) {
      throw std::invalid_argument("row " + std::to_string(i) + " has an unusable target or weight");
    }
  }
  const Learned fresh{Lanes{}, Lanes{} + kFirstSquared};
  own_.assign(shape.weights, {Lanes{}, Lanes{} + kFirstSquaredOwn});
  factors_.assign(shape.factor_count, fresh);
  heads_.assign(static_cast<std::size_t>(shape.heads), {fresh, fresh});
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal;
  for (Learned& factor : factors_) {
    for (int lane = kFirstHidden; lane < kLanes; ++lane) factor.value[lane] = kFirstSpread * normal(random);
  }
  for (int lane = kFirstHidden; lane < kLanes; ++lane) {
    // Half of the hidden lanes speak for the side to move, half against it.
    const float out = lane % 2 == 0 ? kFirstOut : -kFirstOut;
    for (Head& head : heads_) head.out.value[lane] = out;
  }
  order_.resize(rows.size);
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i);
}

void VectorFit::check(const VectorRows& rows) const {
  for (std::size_t i = 0; i < rows.size * rows.features; ++i) {
    if (rows.indices[i] >= shape_.weights) {
      throw std::out_of_range("row " + std::to_string(i / rows.features) + ": weight " +
                              std::to_string(rows.indices[i]) + " of " + std::to_string(shape_.weights));
    }
  }
  for (std::size_t i = 0; i < rows.size; ++i) {
    if (rows.heads[i] >= shape_.heads) throw std::out_of_range("row " + std::to_string(i) + ": no such head");
  }
}

void VectorFit::add_lanes(const std::uint32_t* ids, Lanes& sum) const {
  for (std::size_t i = 0; i < rows_.features; ++i) {
    const std::uint32_t* const factors = shape_.factors + std::size_t{ids[i]} * kFactors;
    sum += own_[ids[i]].value + (factors_[factors[0]].value + factors_[factors[1]].value);
  }
}

void VectorFit::learn(Learned& learned, const Lanes& gradient, float learning_rate) {
  learned.squared += gradient * gradient;
  Lanes root;
  for (int lane = 0; lane < kLanes; ++lane) root[lane] = std::sqrt(learned.squared[lane]);
  learned.value -= learning_rate * gradient / root;
}

double VectorFit::epoch(float learning_rate, const std::atomic<bool>& stop) {
  std::mt19937_64 random(seed_++);
  std::shuffle(order_.begin(), order_.end(), random);
  double squared = 0;
  double weight = 0;
  for (std::size_t place = 0; place < order_.size(); ++place) {
    if (place % kLookEvery == 0 && stop.load(std::memory_order_relaxed)) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (place + kAhead < order_.size()) {
      const std::uint32_t* const next = rows_.indices + std::size_t{order_[place + kAhead]} * rows_.features;
      for (std::size_t i = 0; i < rows_.features; ++i) {
        __builtin_prefetch(&own_[next[i]].value, 1);
        __builtin_prefetch(&own_[next[i]].squared, 1);
      }
    }
    const std::size_t row = order_[place];
    const std::uint32_t* const ids = rows_.indices + row * rows_.features;
    Head& head = heads_[rows_.heads[row]];

    Lanes sum = head.offset.value;
    add_lanes(ids, sum);
    Lanes active{};
    for (int lane = kFirstHidden; lane < kLanes; ++lane) active[lane] = std::max(sum[lane], 0.0f);
    float value = sum[0] + head.out.value[0];
    for (int lane = kFirstHidden; lane < kLanes; ++lane) value += active[lane] * head.out.value[lane];

    const float error = value - rows_.targets[row];
    squared += double{rows_.row_weights[row]} * error * error;
    weight += double{rows_.row_weights[row]};
    const float slope = rows_.row_weights[row] * error;
    Lanes gradient{};
    for (int lane = kFirstHidden; lane < kLanes; ++lane) {
      gradient[lane] = sum[lane] > 0 ? slope * head.out.value[lane] : 0.0f;
    }
    gradient[0] = slope;
    active[0] = 1;  // its out is the constant
    learn(head.out, slope * active, learning_rate);
    learn(head.offset, gradient, learning_rate);
    for (std::size_t i = 0; i < rows_.features; ++i) {
      learn(own_[ids[i]], gradient, learning_rate);
      const std::uint32_t* const factors = shape_.factors + std::size_t{ids[i]} * kFactors;
      learn(factors_[factors[0]], gradient, learning_rate);
      learn(factors_[factors[1]], gradient, learning_rate);
    }
  }
  return weight > 0 ? squared / weight : 0;
}

void VectorFit::predict(const VectorRows& rows, float* predictions) const {
  if (rows.features != rows_.features) throw std::invalid_argument("rows of another length than those of the fit");
  check(rows);
  for (std::size_t row = 0; row < rows.size; ++row) {
    const Head& head = heads_[rows.heads[row]];
    Lanes sum = head.offset.value;
    add_lanes(rows.indices + row * rows.features, sum);
    float value = sum[0] + head.out.value[0];
    for (int lane = kFirstHidden; lane < kLanes; ++lane) value += std::max(sum[lane], 0.0f) * head.out.value[lane];
    predictions[row] = value;
  }
}

void VectorFit::lanes(float* result) const {
  for (std::uint32_t id = 0; id < shape_.weights; ++id) {
    const std::uint32_t* const factors = shape_.factors + std::size_t{id} * kFactors;
    const Lanes lanes = own_[id].value + (factors_[factors[0]].value + factors_[factors[1]].value);
    for (int lane = 0; lane < kLanes; ++lane) *result++ = lanes[lane];
  }
}

void VectorFit::offsets(float* result) const {
  for (const Head& head : heads_) {
    for (int lane = 0; lane < kLanes; ++lane) *result++ = head.offset.value[lane];
  }
}

void VectorFit::outs(float* result) const {
  for (const Head& head : heads_) {
    for (int lane = 0; lane < kLanes; ++lane) *result++ = head.out.value[lane];
  }
}

}  // namespace logistello
