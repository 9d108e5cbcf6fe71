// Exact search to the end of the game. One object per thread.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "board/board.hpp"
#include "search/control.hpp"
#include "search/local_table.hpp"
#include "search/moves.hpp"
#include "search/split.hpp"
#include "search/table.hpp"

namespace logistello {

// Told of every root move that raises alpha while the search goes on.
struct RootObserver {
  int empties;
  std::function<void(int square, int value)> on_improvement;
};

// What the threads of one search have in common.
struct SharedSearch {
  Table& table;
  Control control{};
  SplitBoard splits{};
  const RootObserver* root = nullptr;
};

class Endgame {
 public:
  explicit Endgame(SharedSearch& shared);

  // The score in discs if it lies inside (alpha, beta), else a bound on its side (fail-soft).
  // Meaningless once stopped() is true.
  int solve(const Board& board, int alpha, int beta);

  // The same, reporting to the observer of the shared search. The root must have a legal move.
  int solve_root(const Board& board, int alpha, int beta);

  // Takes moves from split points of other threads until `done`.
  template <typename Done>
  void help_until(Done done);

  bool stopped() const;
  std::uint64_t nodes() const { return nodes_; }
  // Hands the nodes counted since the last call to the control.
  void report_nodes();

 private:
  template <int kEmpties>
  int few(Bits own, Bits opp, int alpha, Bits odd);
  int few_any(const Board& board, int empties, int alpha);
  int local(const Board& board, int empties, int alpha);
  template <bool kPrincipal>
  int deep(const Board& board, int empties, int alpha, int beta);
  int null_window(const Board& board, int empties, int alpha);
  int principal(const Board& board, int empties, int alpha, int beta);
  int search_child(const Board& child, int empties, int alpha, int beta);

  bool known(const Board& child, int empties, int& lower, int& upper);
  bool known_children_decide(MoveList& moves, int empties, int alpha, int& best, int& best_move);

  void tell_root(int empties, int square, int value) const;
  void search_brothers(SplitPoint& split);
  void split_brothers(MoveList& moves, int next, int empties, int alpha, int& best, int& best_move);

  SharedSearch& shared_;
  LocalTable local_table_;
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_nodes_ = 0;
  const SplitPoint* working_for_ = nullptr;
};

template <typename Done>
void Endgame::help_until(Done done) {
  const SplitPoint* const before = working_for_;
  shared_.splits.idle.fetch_add(1, std::memory_order_relaxed);
  while (!done()) {
    SplitPoint* split = shared_.splits.join(before);
    if (split == nullptr) {
      std::this_thread::yield();
      continue;
    }
    shared_.splits.idle.fetch_sub(1, std::memory_order_relaxed);
    working_for_ = split;
    search_brothers(*split);
    working_for_ = before;
    shared_.splits.leave(*split);
    shared_.splits.idle.fetch_add(1, std::memory_order_relaxed);
  }
  shared_.splits.idle.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace logistello
