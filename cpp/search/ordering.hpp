// Which move to try first. Only the order: nothing here decides a score.
#pragma once

#include <cstdint>

#include "search/moves.hpp"

namespace logistello {

// Fastest first: moves after which the opponent has few replies, with a liking for odd regions.
void promise_fast_replies(MoveList& moves, Bits odd, int table_move);

// For nodes where a better first move is worth its cost: a shallow search of the children with a rule of thumb,
// `extra` plies deeper than usual. The moves that the table remembers come first. Returns the positions visited.
std::uint64_t promise_good_moves(MoveList& moves, int empties, const std::uint8_t (&table_moves)[2], int extra = 0);

}  // namespace logistello
