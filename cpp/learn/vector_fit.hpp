// Training of vector-valued weights: a weight id stands for kLanes numbers instead of one.
//
// The lanes of all ids of a row are added up. Lane 0 is linear; lanes kFirstHidden to kLanes - 1 pass through a ReLU;
// those between are free (the engine needs their place). The prediction is
//
//   constant + h[0] + sum over hidden j of out[j] * max(h[j], 0),   h = offset + sum over ids of their lanes,
//
// where constant, offset and out belong to the head of the row: rows share their vectors and differ in their heads.
//
// While training, the lanes of an id are its own plus those of its factors, which many ids share, so that rare ids take
// part in what frequent ones learn. lanes() adds them up: whoever uses the result need not know of factors.
//
// Adagrad, row by row in a seeded order, on one thread: the same input gives the same numbers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace logistello {

inline constexpr int kLanes = 16;
inline constexpr int kFirstHidden = 2;

struct VectorRows {
  const std::uint32_t* indices = nullptr;  // [size][features]
  std::size_t size = 0;
  std::size_t features = 0;
  const std::uint8_t* heads = nullptr;
  const float* targets = nullptr;
  const float* row_weights = nullptr;
};

struct VectorShape {
  std::uint32_t weights = 0;               // ids are below it
  const std::uint32_t* factors = nullptr;  // [weights][kFactors], numbers below factor_count
  std::uint32_t factor_count = 0;
  int heads = 1;
};

class VectorFit {
 public:
  static constexpr int kFactors = 2;

  // All begin with 0 but hidden lanes of factors, which have small random numbers. (Ids that begin with weights of a
  // linear fit were worse in the end, docs/results/evaluation.md.)
  // Throws std::invalid_argument for shapes that make no sense, std::out_of_range for ids, heads or factors outside.
  VectorFit(const VectorRows& rows, const VectorShape& shape, std::uint64_t seed);

  // Every row once, in a new order. Returns the weighted mean of squared errors, each before its row was learned; NaN
  // when `stop` was raised.
  double epoch(float learning_rate, const std::atomic<bool>& stop);

  // Predictions of other rows, of which targets and row weights are not used.
  void predict(const VectorRows& rows, float* predictions) const;

  // What was learned: [weights][kLanes], and [heads][kLanes] of offsets and outs; `out` of lane 0 is the constant.
  void lanes(float* result) const;
  void offsets(float* result) const;
  void outs(float* result) const;

  const VectorShape& shape() const { return shape_; }

 private:
  // All lanes at once; compilers turn it into whatever registers there are.
  using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

  // Numbers with the sums of their squared gradients.
  struct Learned {
    Lanes value{};
    Lanes squared{};
  };
  struct Head {
    Learned offset;
    Learned out;
  };

  void add_lanes(const std::uint32_t* ids, Lanes& sum) const;
  static void learn(Learned& learned, const Lanes& gradient, float learning_rate);
  void check(const VectorRows& rows) const;

  VectorRows rows_;
  VectorShape shape_;
  std::uint64_t seed_;
  std::vector<Learned> own_;
  std::vector<Learned> factors_;
  std::vector<Head> heads_;
  std::vector<std::uint32_t> order_;
};

}  // namespace logistello
