// The last moves before the horizon: a small table, no pruning by probability, a cheap order.
#include <algorithm>

#include "search/midgame.hpp"

namespace logistello {
namespace {

// Squares beside the corners, diagonally and along the edges.
constexpr Bits kNearCorners = 0x42c300000000c342ULL;

}  // namespace

int Midgame::static_value(const Node& node) const {
  return std::clamp(model_.evaluate(node.indices, node.discs()), -kMaxJudgement, kMaxJudgement);
}

int Midgame::leaf(const Node& node) const {
  if (node.board.moves() != 0) return static_value(node);
  if (node.board.passed().moves() == 0) return to_score(final_score(node.board));
  return -static_value(node.passed(model_));
}

// The value of a leaf for positions that are none: what their order and their pruning ask for again and again.
int Midgame::judgement(const Node& node) {
  const Bits key = ShallowTable::key(node.board, 0);
  const ShallowTable::Bounds known = judgements_.known(key);
  if (known.exact()) return known.lower;
  const int value = leaf(node);
  judgements_.store(key, -kMaxScore, kMaxScore, value);
  return value;
}

// The value at the horizon, where the side to move may still take corners.
int Midgame::quiet_value(const Node& node, int alpha, int beta) {
  ++nodes_;
  const Bits moves = node.board.moves();
  if (moves == 0) {
    if (node.board.passed().moves() == 0) return to_score(final_score(node.board));
    return -quiet_value(node.passed(model_), -beta, -alpha);
  }
  int best = static_value(node);
  for (const int square : squares_of(moves & kCorners)) {
    if (best >= beta) break;
    const Node child = node.after(model_, square, flips(node.board.own, node.board.opp, square));
    best = std::max(best, -quiet_value(child, -beta, -std::max(alpha, best)));
  }
  return best;
}

int Midgame::shallow(const Node& node, int depth, int alpha, int beta) {
  if (depth == 0 && shared_.options.corner_quiescence) return quiet_value(node, alpha, beta);
  ++nodes_;
  if (depth == 0) return leaf(node);
  const Bits key = ShallowTable::key(node.board, depth);
  const ShallowTable::Bounds known = shallow_values_.known(key);
  if (known.lower >= beta || known.exact()) return known.lower;
  if (known.upper <= alpha) return known.upper;
  const int value = shallow_moves(node, depth, alpha, beta);
  shallow_values_.store(key, alpha, beta, value);
  return value;
}

int Midgame::shallow_moves(const Node& node, int depth, int alpha, int beta) {
  Bits moves = node.board.moves();
  if (moves == 0) {
    if (node.board.passed().moves() == 0) return to_score(final_score(node.board));
    return -shallow(node.passed(model_), depth, -beta, -alpha);
  }
  int best = kNothing;
  const auto raises_beta = [&](int square) {
    const Node child = node.after(model_, square, flips(node.board.own, node.board.opp, square));
    const int value = -shallow(child, depth - 1, -beta, -std::max(alpha, best));
    if (value > best) {
      best = value;
      if (value >= beta) {
        reply_[node.last_move] = static_cast<std::uint8_t>(square);
        return true;
      }
    }
    return false;
  };
  const int killer = reply_[node.last_move];
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

}  // namespace logistello
