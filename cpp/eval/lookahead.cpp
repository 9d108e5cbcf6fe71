#include "eval/lookahead.hpp"

#include <algorithm>
#include <array>

namespace logistello {
namespace {

constexpr int kInfinity = 1 << 28;

struct Child {
  Board board;
  FeatureVector indices;
  int promise;
};

class LookAhead {
 public:
  LookAhead(const Model& model, int units_per_disc, const std::atomic<bool>& stop)
      : model_(model), units_per_disc_(units_per_disc), stop_(stop) {}

  int value(const Board& board, const FeatureVector& indices, int depth, int alpha, int beta) const {
    const Bits moves = board.moves();
    if (moves == 0) {
      const Board passed = board.passed();
      if (passed.moves() == 0) return units_per_disc_ * final_score(board);
      return -value(passed, model_.geometry().passed(indices), depth, -beta, -alpha);
    }
    const int discs = 64 - board.empty_count();
    if (depth == 0) return model_.evaluate(indices, discs);
    if (stop_.load(std::memory_order_relaxed)) return 0;

    // Children that look bad for the opponent first.
    std::array<Child, 60> children;
    int size = 0;
    for (const int square : squares_of(moves)) {
      Child& child = children[size++];
      const Bits flipped = flips(board.own, board.opp, square);
      child.board = board.after(square, flipped);
      child.indices = model_.geometry().after(indices, square, flipped);
      child.promise = depth > 1 ? -model_.evaluate(child.indices, discs + 1) : 0;
    }
    std::array<Child*, 60> order;
    for (int i = 0; i < size; ++i) order[i] = &children[i];
    if (depth > 1) {
      std::stable_sort(order.begin(), order.begin() + size,
                       [](const Child* a, const Child* b) { return a->promise > b->promise; });
    }
    int best = -kInfinity;
    for (int i = 0; i < size; ++i) {
      best = std::max(best, -value(order[i]->board, order[i]->indices, depth - 1, -beta, -std::max(alpha, best)));
      if (best >= beta) break;
    }
    return best;
  }

 private:
  const Model& model_;
  int units_per_disc_;
  const std::atomic<bool>& stop_;
};

}  // namespace

int look_ahead(const Model& model, const Board& board, int depth, int units_per_disc, const std::atomic<bool>& stop) {
  return LookAhead(model, units_per_disc, stop)
      .value(board, model.geometry().indices(board), depth, -kInfinity, kInfinity);
}

}  // namespace logistello
