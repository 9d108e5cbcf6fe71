// Enhanced transposition cut-offs (ETC): children that a table knows already decide a node, or need no search.
#pragma once

#include "board/square.hpp"
#include "search/moves.hpp"
#include "search/score.hpp"

namespace logistello {

// The best move of a node so far. Values of a null window are fail-soft: the move of a value that did not reach alpha
// is no better than others.
template <typename Value>
struct Best {
  Value value;
  int move = kNoMove;

  void improve(Value found, int square) {
    if (found > value) *this = {found, square};
  }
};

template <typename Value>
struct KnownChildren {
  Best<Value> best;
  bool cut;  // the best is known to raise alpha: nothing need be searched
};

// Looks all children up before one is searched. Those known not to raise alpha are taken off the list; the best of the
// answer then has the highest bound among them. `look_up(board)` points to the bounds of a child as the opponent sees
// them, or is empty; `nothing` is below every value.
template <typename Value, typename LookUp>
KnownChildren<Value> take_known_children(MoveList& moves, Value alpha, Value nothing, const LookUp& look_up) {
  Best<Value> best{nothing};
  for (int i = moves.size() - 1; i >= 0; --i) {
    const auto known = look_up(moves[i].child);
    if (!known) continue;
    const Value at_least = -known->upper;
    const Value at_most = -known->lower;
    if (at_least > alpha) return {{at_least, moves[i].square}, true};
    if (at_most <= alpha) {
      best.improve(at_most, moves[i].square);
      moves.remove(i);
    }
  }
  return {best, false};
}

}  // namespace logistello
