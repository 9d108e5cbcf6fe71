// Exact search of the last squares, one thread alone: the leaves of every search that reaches the end of the game.
#pragma once

#include <cstdint>

#include "board/board.hpp"
#include "search/local_table.hpp"
#include "search/score.hpp"

namespace logistello {

class Endgame {
 public:
  // More empty squares are for Midgame, which has an evaluation, a shared table and threads.
  static constexpr int kMostEmpties = 13;

  Endgame() : local_table_(14) {}

  // The score in discs if it lies inside (alpha, beta), else a bound on its side (fail-soft).
  int solve(const Board& board, int empties, int alpha, int beta);

  std::uint64_t nodes() const { return nodes_; }

 private:
  template <int kEmpties>
  int few(Bits own, Bits opp, int alpha, Bits odd);
  int few_any(const Board& board, int empties, int alpha);
  template <int kEmpties>
  int few_moves(Bits own, Bits opp, Bits moves, int alpha, Bits odd);
  int local(const Board& board, Bits legal, int empties, int alpha);
  int null_window(const Board& board, int empties, int alpha);
  bool known_children_decide(class MoveList& moves, int alpha, int& best, int& best_move);

  LocalTable local_table_;
  std::uint64_t nodes_ = 0;
};

}  // namespace logistello
