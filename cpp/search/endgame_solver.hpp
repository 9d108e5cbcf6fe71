// Exact search of the last squares, one thread alone: the leaves of every search that reaches the end of the game.
#pragma once

#include <cstdint>

#include "board/board.hpp"
#include "search/local_table.hpp"
#include "search/parameters.hpp"
#include "search/score.hpp"

namespace logistello {

// For up to parameters.endgame_empties empty squares; more are for Worker, which has an evaluation, a shared table and
// threads. Inside, values are plain ints in discs.
class EndgameSolver {
 public:
  EndgameSolver() : local_table_(parameters.local_table_bits) {}

  // The score if it lies inside (alpha, beta), else a bound on its side (fail-soft).
  Discs solve(const Board& board, int empties, Discs alpha, Discs beta);

  std::uint64_t nodes() const { return nodes_; }

 private:
  template <int kEmpties>
  int few(Bits own, Bits opp, int alpha, Bits odd);
  int few_any(const Board& board, int empties, int alpha);
  template <int kEmpties>
  int few_moves(Bits own, Bits opp, Bits moves, int alpha, Bits odd);
  int local(const Board& board, Bits legal, int empties, int alpha);
  int null_window(const Board& board, int empties, int alpha);

  LocalTable local_table_;
  std::uint64_t nodes_ = 0;
};

}  // namespace logistello
