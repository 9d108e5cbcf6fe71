// Which move to try first. Only the order: nothing here decides a score.
#pragma once

#include <algorithm>

#include "board/square.hpp"
#include "search/moves.hpp"
#include "search/parameters.hpp"
#include "search/score.hpp"

namespace logistello {

// The promise of a move that a table remembers: before every judgement.
inline constexpr int kTableMove = 1 << 28;

// A reply in a corner is worth two.
constexpr int weighted_mobility(Bits moves) { return count(moves) + count(moves & kCorners); }

// Corners held, and discs that lean on them along the edges.
constexpr int corner_control(Bits discs) {
  const Bits held = discs & kCorners;
  const Bits beside = (held << 1 & ~kColumnA) | (held >> 1 & ~kColumnH) | held << 8 | held >> 8;
  return 2 * count(held) + count(beside & discs);
}

// Fastest first, for the last squares: moves after which the opponent has few replies, with a liking for odd regions.
inline void promise_fast_replies(MoveList& moves, Bits odd, int table_move) {
  for (Move& move : moves) {
    move.replies = move.child.moves();
    if (move.square == table_move) {
      move.promise = kTableMove;
      continue;
    }
    move.promise = -parameters.price_of_reply_at_the_end * weighted_mobility(move.replies) +
                   ((odd & bit(move.square)) ? parameters.odd_region : 0) +
                   parameters.safe_corner * corner_control(move.child.opp);
  }
}

// How much to spend on the order of one node's moves.
struct Effort {
  int depth;        // moves ahead that each child is searched
  Score per_reply;  // what a reply left to the opponent costs: many replies make large subtrees
};

// Found by node counts and times: solves with 20 to 30 empties, middle games to depth 18.
inline Effort ordering_effort(int empties, int depth, bool principal, Score per_reply_in_the_middle_game) {
  if (depth == empties) {
    const int plies = std::max(empties - parameters.order_end_empties, 0) / parameters.order_end_every;
    return {plies + (principal ? parameters.order_end_principal : 0),
            Score(empties < parameters.order_end_price_empties ? parameters.order_end_price_below
                                                               : parameters.order_end_price)};
  }
  const int plies = (depth - parameters.order_depth) / parameters.order_depth_every;
  return {std::clamp(plies, 0, parameters.order_depth_most), per_reply_in_the_middle_game};
}

}  // namespace logistello
