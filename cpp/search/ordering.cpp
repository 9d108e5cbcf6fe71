#include "search/ordering.hpp"

#include <algorithm>

#include "search/rule_of_thumb.hpp"

namespace logistello {
namespace {

constexpr int kTableMove = 1 << 28;
constexpr int kSecondTableMove = 1 << 27;

// Weights of fastest first, found by coordinate descent on the node counts of solves with 20 to 25 empties.
constexpr int kFewReplies = 36;
constexpr int kOddRegion = 12;
constexpr int kSafeCorner = 8;

// One reply is worth more in the order than in the rule of thumb: few replies also mean small subtrees.
constexpr int kSmallSubtree = 10;

// Plies of the shallow search below each child.
constexpr int shallow_depth(int empties) {
  if (empties < 14) return 0;
  if (empties < 16) return 1;
  return empties < 19 ? 2 : 3;
}

}  // namespace

void promise_fast_replies(MoveList& moves, Bits odd, int table_move) {
  for (Move& move : moves) {
    if (move.square == table_move) {
      move.promise = kTableMove;
      continue;
    }
    move.promise = -kFewReplies * thumb::weighted_mobility(move.child.moves()) +
                   ((odd & bit(move.square)) ? kOddRegion : 0) + kSafeCorner * thumb::corner_control(move.child.opp);
  }
}

std::uint64_t promise_good_moves(MoveList& moves, int empties, const std::uint8_t (&table_moves)[2], int extra) {
  const int depth = shallow_depth(empties) + extra;
  thumb::Shallow shallow;
  for (Move& move : moves) {
    if (move.square == table_moves[0]) {
      move.promise = kTableMove;
    } else if (move.square == table_moves[1]) {
      move.promise = kSecondTableMove;
    } else {
      move.promise = -shallow.value(move.child, depth, -thumb::kInfinity, thumb::kInfinity) -
                     kSmallSubtree * thumb::weighted_mobility(move.child.moves());
    }
  }
  return shallow.nodes;
}

}  // namespace logistello
