#include "eval/lookahead.hpp"

#include <algorithm>
#include <array>

#include "eval/dice.hpp"

namespace logistello {
namespace {

constexpr int kInfinity = 1 << 28;

struct Child {
  Board board;
  FeatureVector indices;
  int square;
  int promise;
};

// The children of a node, those that look bad for the opponent first.
class Children {
 public:
  Children(const Model& model, const Board& board, const FeatureVector& indices, Bits moves, int depth) {
    const int discs = 64 - board.empty_count();
    for (const int square : squares_of(moves)) {
      Child& child = children_[size_];
      const Bits flipped = flips(board.own, board.opp, square);
      child.board = board.after(square, flipped);
      child.indices = model.geometry().after(indices, square, flipped);
      child.square = square;
      child.promise = depth > 1 ? -model.evaluate(child.indices, discs + 1) : 0;
      order_[size_++] = &child;
    }
    if (depth > 1) {
      std::stable_sort(order_.begin(), order_.begin() + size_,
                       [](const Child* a, const Child* b) { return a->promise > b->promise; });
    }
  }

  int size() const { return size_; }
  const Child& operator[](int i) const { return *order_[i]; }

 private:
  std::array<Child, 60> children_;
  std::array<Child*, 60> order_;
  int size_ = 0;
};

struct Nobody {
  void operator()(const Board&) const {}
};

// `OnVisit` sees every position below the root in which the side to move has a move.
template <typename OnVisit>
class LookAhead {
 public:
  LookAhead(const Model& model, int units_per_disc, const std::atomic<bool>& stop, OnVisit on_visit)
      : model_(model), units_per_disc_(units_per_disc), stop_(stop), on_visit_(on_visit) {}

  LookAheadAnswer answer(const Board& board, const FeatureVector& indices, int depth) {
    const Bits moves = board.moves();
    if (moves == 0) {
      const Board passed = board.passed();
      if (passed.moves() == 0) return {units_per_disc_ * final_score(board), kNoMove};
      return {-answer(passed, model_.geometry().passed(indices), depth).value, kPass};
    }
    if (depth == 0) return {model_.evaluate(indices, 64 - board.empty_count()), kNoMove};
    const Children children(model_, board, indices, moves, depth);
    LookAheadAnswer best{-kInfinity, kNoMove};
    for (int i = 0; i < children.size(); ++i) {
      const int reached = -value(children[i].board, children[i].indices, depth - 1, -kInfinity, -best.value);
      if (reached > best.value) best = {reached, children[i].square};
    }
    return best;
  }

 private:
  int value(const Board& board, const FeatureVector& indices, int depth, int alpha, int beta) {
    const Bits moves = board.moves();
    if (moves == 0) {
      const Board passed = board.passed();
      if (passed.moves() == 0) return units_per_disc_ * final_score(board);
      return -value(passed, model_.geometry().passed(indices), depth, -beta, -alpha);
    }
    on_visit_(board);
    if (depth == 0) return model_.evaluate(indices, 64 - board.empty_count());
    if (stop_.load(std::memory_order_relaxed)) return 0;
    const Children children(model_, board, indices, moves, depth);
    int best = -kInfinity;
    for (int i = 0; i < children.size(); ++i) {
      const Child& child = children[i];
      best = std::max(best, -value(child.board, child.indices, depth - 1, -beta, -std::max(alpha, best)));
      if (best >= beta) break;
    }
    return best;
  }

  const Model& model_;
  int units_per_disc_;
  const std::atomic<bool>& stop_;
  OnVisit on_visit_;
};

}  // namespace

int look_ahead(const Model& model, const Board& board, int depth, int units_per_disc, const std::atomic<bool>& stop) {
  return best_by_look_ahead(model, board, depth, units_per_disc, stop).value;
}

LookAheadAnswer best_by_look_ahead(const Model& model, const Board& board, int depth, int units_per_disc,
                                   const std::atomic<bool>& stop) {
  return LookAhead(model, units_per_disc, stop, Nobody{}).answer(board, model.geometry().indices(board), depth);
}

std::vector<Board> sample_inside_search(const Model& model, const Board& root, int depth, int units_per_disc,
                                        std::size_t most, std::uint64_t seed, const std::atomic<bool>& stop) {
  // A reservoir: the n-th visited position takes a place with probability most / n.
  std::vector<Board> kept;
  Dice dice(seed);
  std::uint64_t visited = 0;
  const auto keep = [&](const Board& board) {
    ++visited;
    if (kept.size() < most) {
      kept.push_back(board);
    } else if (const std::uint64_t place = dice.below(visited); place < most) {
      kept[place] = board;
    }
  };
  LookAhead(model, units_per_disc, stop, keep).answer(root, model.geometry().indices(root), depth);
  return kept;
}

}  // namespace logistello
