// The value of a position by trying everything: the oracle of the solver.
#pragma once

#include <algorithm>

#include "board/board.hpp"

namespace logistello::tests {

inline int minimax(const Board& board) {
  const Bits moves = board.moves();
  if (moves == 0) return board.passed().moves() == 0 ? final_score(board) : -minimax(board.passed());
  int best = -64;
  for (const int square : squares_of(moves)) best = std::max(best, -minimax(board.play(square)));
  return best;
}

// The same value with textbook cut-offs, where plain minimax would take too long.
inline int alpha_beta(const Board& board, int alpha = -64, int beta = 64) {
  const Bits moves = board.moves();
  if (moves == 0) return board.passed().moves() == 0 ? final_score(board) : -alpha_beta(board.passed(), -beta, -alpha);
  for (const int square : squares_of(moves)) {
    alpha = std::max(alpha, -alpha_beta(board.play(square), -beta, -alpha));
    if (alpha >= beta) break;
  }
  return alpha;
}

}  // namespace logistello::tests
