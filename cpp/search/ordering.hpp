// Which move to try first. Only the order: nothing here decides a score.
#pragma once

#include "board/square.hpp"
#include "search/moves.hpp"
#include "search/score.hpp"

namespace logistello {

// The promise of a move that a table remembers: before every judgement.
inline constexpr int kTableMove = 1 << 28;

// A reply in a corner is worth two.
constexpr int weighted_mobility(Bits moves) { return count(moves) + count(moves & kCorners); }

// Fastest first, for the last squares: moves after which the opponent has few replies, with a liking for odd regions.
void promise_fast_replies(MoveList& moves, Bits odd, int table_move);

// How much to spend on the order of one node's moves.
struct Effort {
  int depth;      // moves ahead that each child is searched
  int per_reply;  // what a reply left to the opponent costs, in score units: many replies make large subtrees
};
Effort ordering_effort(int empties, int depth, bool principal);

}  // namespace logistello
