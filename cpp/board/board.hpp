// A board as the side to move sees it. Two words, no history.
#pragma once

#include "board/bits.hpp"
#include "board/flip.hpp"
#include "board/mobility.hpp"

namespace logistello {

struct Board {
  Bits own;  // discs of the side to move
  Bits opp;  // discs of the side that waits

  friend constexpr bool operator==(const Board&, const Board&) = default;

  constexpr Bits empties() const { return ~(own | opp); }
  constexpr int empty_count() const { return count(empties()); }
  constexpr Board passed() const { return {opp, own}; }

  Bits moves() const { return legal_moves(own, opp); }
  bool is_over() const { return moves() == 0 && passed().moves() == 0; }

  // After putting a disc on `square` and turning `flipped`, seen by the other side.
  constexpr Board after(int square, Bits flipped) const { return {opp ^ flipped, own ^ (flipped | bit(square))}; }

  // Precondition: the move is legal.
  Board play(int square) const { return after(square, flips(own, opp, square)); }
};

inline constexpr Board kStartBoard{0x0000000810000000ULL, 0x0000001008000000ULL};

// Disc difference for the side to move with empty squares given to the winner, as if the game ended here.
constexpr int final_score(const Board& board) {
  const int own = count(board.own);
  const int opp = count(board.opp);
  if (own > opp) return 64 - 2 * opp;
  if (own < opp) return 2 * own - 64;
  return 0;
}

}  // namespace logistello
