// The last moves before the horizon: no table, no pruning by probability, a cheap order.
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

int Midgame::leaf(const Node& node) {
  ++nodes_;
  if (node.board.moves() != 0) return static_value(node);
  if (node.board.passed().moves() == 0) return to_score(final_score(node.board));
  return -static_value(node.passed(model_));
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
  if (depth == 0) return shared_.options.corner_quiescence ? quiet_value(node, alpha, beta) : leaf(node);
  ++nodes_;
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
