// Passes over training rows for fitting weights by least squares, on several threads.
//
// A row lists the ids of the weights that are active in one position; its prediction is g(sum of these weights). With
// A the 0/1 matrix of activity, what a solver needs is the error, its gradient A^T(...) and products A^T C A p. The
// matrix is never formed and the rows are never copied: they may be a file mapped into memory.
//
// Rows may belong to stages, each with weights of its own. A row then trains its own stage and, with less weight,
// neighbouring ones (the window), so that weights vary smoothly (Buro 1999, section 5.2).
//
// Results do not depend on the number of threads: sums over rows are kept as 64-bit integers, scaled so that they
// cannot overflow, and integers add up to the same in any order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "learn/link.hpp"

namespace logistello {

struct Rows {
  const std::uint32_t* indices = nullptr;  // [size][features]; an id equal to the number of weights: nothing here
  std::size_t size = 0;
  std::size_t features = 0;
  const float* targets = nullptr;
  const float* row_weights = nullptr;    // null: all 1; rows with weight 0 are not even read
  const std::uint8_t* stages = nullptr;  // null: all 0
};

struct FitShape {
  std::uint32_t weights = 0;  // per stage
  int stages = 1;
  std::vector<float> window = {1};  // of a row in stages -k .. +k around its own; odd length
};

// Sums over the rows of one stage, weighted by their row weights.
struct StageError {
  double squared = 0;           // errors of the rows of this very stage
  double absolute = 0;          // likewise
  double weight = 0;            // likewise
  double objective = 0;         // squared errors of all rows that train this stage: what a fit makes small
  double objective_weight = 0;  // likewise

  StageError& operator+=(const StageError& other);
};

class LeastSquares {
 public:
  // Throws std::invalid_argument for shapes that make no sense.
  LeastSquares(const Rows& rows, const FitShape& shape, const Link& link, int threads);

  // Every function returns false when `stop` was raised; its results are then of no use. Ids or stages out of range
  // are std::out_of_range, unusable targets and row weights std::invalid_argument. Weights, gradients and directions
  // have one entry per stage and weight, stage by stage.

  // Matches of every weight in rows of positive weight, the window included. Checks all data and must come first.
  bool count(std::int64_t* matches, const std::atomic<bool>& stop);

  // Errors per stage; without `gradient` those of neighbouring stages are left out. With `gradient`: also A^T D g'(Aw)
  // (targets - g(Aw)), half the negated gradient of the squared error, and the curvature of this point for products.
  bool evaluate(const double* weights, StageError* errors, double* gradient, const std::atomic<bool>& stop);

  // A^T C A direction, where C = D g'(Aw)^2 at the last point evaluated with a gradient (D for the identity link).
  bool product(const double* direction, double* result, const std::atomic<bool>& stop);

  // A^T C 1: the diagonal of A^T C A, if no id repeats in a row, and an upper bound of its row sums over `features`.
  bool diagonal(double* result, const std::atomic<bool>& stop);

  // A^T D 1: matches, each counted with the weight of its row.
  bool match_weights(double* result, const std::atomic<bool>& stop);

  std::size_t cells() const { return shape_.stages * std::size_t{shape_.weights}; }
  int stages() const { return shape_.stages; }

 private:
  template <typename Visit>
  void visit(std::size_t block, const Visit& visit);
  template <typename Contribution>
  bool accumulate(double bound, double* result, const std::atomic<bool>& stop, const Contribution& contribution);
  void check_block(std::size_t block) const;
  double row_weight(std::size_t row) const { return rows_.row_weights ? double{rows_.row_weights[row]} : 1.0; }
  std::size_t blocks() const;
  double load(const double* cells);

  Rows rows_;
  FitShape shape_;
  Link link_;
  int threads_;
  std::size_t stride_;                           // cells of a stage, with one more for "nothing here"
  std::vector<double> point_;                    // weights or a direction, [stages][stride]
  std::vector<std::vector<std::int64_t>> sums_;  // per thread, [stages][stride]
  std::vector<float> curvature_;                 // [rows][window], for links other than the identity
  double most_matches_ = 0;                      // of any cell
  double largest_target_ = 0;
  double largest_row_weight_ = 0;
};

// Predictions g(sum of weights) for rows; of `rows`, targets and row weights are not used. Same errors as above.
bool predict(const Rows& rows, const FitShape& shape, const Link& link, const double* weights, float* predictions,
             int threads, const std::atomic<bool>& stop);

}  // namespace logistello
