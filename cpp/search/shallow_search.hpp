// The last moves before the horizon: alpha-beta with a small table, no pruning by probability, a cheap order. One
// object per thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board/square.hpp"
#include "search/node.hpp"
#include "search/score.hpp"
#include "search/shallow_table.hpp"

namespace logistello {

class ShallowSearch {
 public:
  // Up to this depth the shared table costs more than it gives.
  static constexpr int kMostDepth = 2;

  ShallowSearch(const Model& model, bool corner_quiescence) : model_(model), corner_quiescence_(corner_quiescence) {}

  // The value `depth` moves ahead, at most kMostDepth, if it lies inside (alpha, beta), else a bound on its side
  // (fail-soft).
  Score search(const Node& node, int depth, Score alpha, Score beta) {
    if (depth == 0 && corner_quiescence_) return quiet_value(node, alpha, beta);
    ++nodes_;
    if (depth == 0) return leaf(node);
    const Bits key = ShallowTable::key(node.board, depth);
    const Bounds<Score> known = values_.known(key);
    if (known.lower >= beta || known.exact()) return known.lower;
    if (known.upper <= alpha) return known.upper;
    const Score value = search_moves(node, depth, alpha, beta);
    values_.store(key, alpha, beta, value);
    return value;
  }

  // The value of a leaf for positions that are none: what their order and their pruning ask for again and again. No
  // node is counted.
  Score judgement(const Node& node) {
    const Bits key = ShallowTable::key(node.board, 0);
    const Bounds<Score> known = judgements_.known(key);
    if (known.exact()) return known.lower;
    const Score value = leaf(node);
    judgements_.store(key, -kMaxScore, kMaxScore, value);
    return value;
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  // Squares beside the corners, diagonally and along the edges.
  static constexpr Bits kNearCorners = 0x42c300000000c342ULL;

  Score static_value(const Node& node) const {
    return std::clamp(Score(model_.evaluate(node.indices, node.discs())), -kMaxJudgement, kMaxJudgement);
  }

  Score leaf(const Node& node) const {
    if (node.board.moves() != 0) return static_value(node);
    if (node.board.passed().moves() == 0) return to_score(Discs(final_score(node.board)));
    return -static_value(node.passed(model_));
  }

  // Quiescence search: the value at the horizon, where the side to move may still take corners.
  Score quiet_value(const Node& node, Score alpha, Score beta) {
    ++nodes_;
    const Bits moves = node.board.moves();
    if (moves == 0) {
      if (node.board.passed().moves() == 0) return to_score(Discs(final_score(node.board)));
      return -quiet_value(node.passed(model_), -beta, -alpha);
    }
    Score best = static_value(node);
    for (const int square : squares_of(moves & kCorners)) {
      if (best >= beta) break;
      const Node child = node.after(model_, square, flips(node.board.own, node.board.opp, square));
      best = std::max(best, -quiet_value(child, -beta, -std::max(alpha, best)));
    }
    return best;
  }

  Score search_moves(const Node& node, int depth, Score alpha, Score beta) {
    Bits moves = node.board.moves();
    if (moves == 0) {
      if (node.board.passed().moves() == 0) return to_score(Discs(final_score(node.board)));
      return -search(node.passed(model_), depth, -beta, -alpha);
    }
    Score best = kNothing;
    const auto raises_beta = [&](int square) {
      const Node child = node.after(model_, square, flips(node.board.own, node.board.opp, square));
      const Score value = -search(child, depth - 1, -beta, -std::max(alpha, best));
      if (value > best) {
        best = value;
        if (value >= beta) {
          killer_[node.last_move] = static_cast<std::uint8_t>(square);
          return true;
        }
      }
      return false;
    };
    const int killer = killer_[node.last_move];
    if (killer < 64 && (moves & bit(killer)) != 0) {
      if (raises_beta(killer)) return best;
      moves ^= bit(killer);
    }
    for (const Bits preferred : {kCorners, ~kNearCorners, ~Bits{0}}) {
      const Bits part = moves & preferred;
      moves ^= part;
      for (const int square : squares_of(part)) {
        if (raises_beta(square)) return best;
      }
    }
    return best;
  }

  static constexpr std::array<std::uint8_t, 66> no_killers() {
    std::array<std::uint8_t, 66> table{};
    table.fill(kNoMove);
    return table;
  }

  const Model& model_;
  bool corner_quiescence_;
  ShallowTable values_;      // one and two moves before the horizon
  ShallowTable judgements_;  // of positions further from it, which are judged for pruning and order
  std::array<std::uint8_t, 66> killer_ = no_killers();  // reply killers: what last refuted a move to each square
  std::uint64_t nodes_ = 0;
};

}  // namespace logistello
