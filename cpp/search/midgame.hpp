// Search with a learned evaluation: NegaScout with a table, Multi-ProbCut and split points. One object per thread.
//
// Depth counts moves ahead; a forced pass uses up none. As many moves as there are empty squares is the end of the
// game: values are then exact final scores (EndCut: unless the pass prunes by probability).
#pragma once

#include <array>
#include <cstdint>
#include <thread>

#include "search/endgame.hpp"
#include "search/moves.hpp"
#include "search/node.hpp"
#include "search/shallow_table.hpp"
#include "search/shared.hpp"

namespace logistello {

// Best play from some position on.
struct Line {
  int length = 0;
  std::array<std::uint8_t, 128> moves;  // passes included

  void set(int square, const Line& rest) {
    moves[0] = static_cast<std::uint8_t>(square);
    for (int i = 0; i < rest.length; ++i)
      moves[static_cast<std::size_t>(i) + 1] = rest.moves[static_cast<std::size_t>(i)];
    length = rest.length + 1;
  }
};

class Midgame {
 public:
  // Up to this depth the table costs more than it gives.
  static constexpr int kShallow = 2;

  explicit Midgame(SharedSearch& shared) : shared_(shared), model_(shared.model) {}

  // The value in score units if it lies inside (alpha, beta), else a bound on its side (fail-soft). `line` is filled
  // if the window is wider than one. Meaningless once stopped() is true.
  int search(const Node& node, int depth, int alpha, int beta, Line& line);

  // Takes moves from split points of other threads until `done`.
  template <typename Done>
  void help_until(Done done);

  bool stopped() const;
  std::uint64_t nodes() const { return nodes_ + endgame_.nodes(); }
  // Hands the nodes counted since the last call to the control.
  void report_nodes();

 private:
  // The two below choose the routine by depth and empties.
  int null_window(const Node& node, int depth, int alpha);
  int principal(const Node& node, int depth, int alpha, int beta, Line& line);
  int last_squares(const Board& board, int empties, int alpha);

  template <bool kPrincipal>
  int inner(const Node& node, int depth, int alpha, int beta, Line* line);
  bool answers(const TableEntry& entry, int depth) const;
  int shallow(const Node& node, int depth, int alpha, int beta);
  int shallow_moves(const Node& node, int depth, int alpha, int beta);
  int leaf(const Node& node) const;
  int judgement(const Node& node);
  int static_value(const Node& node) const;
  int quiet_value(const Node& node, int alpha, int beta);

  bool probably_decided(const Node& node, int depth, int alpha, int& value);
  bool check_search_decides(const Node& node, int depth, int shallow_depth, int alpha, int static_score, int& value);
  bool known_children_decide(MoveList& moves, int depth, int alpha, int& best, int& best_move);
  void promise(MoveList& moves, int from, const Node& node, int depth, bool principal, int second_table_move);

  void search_brothers(SplitPoint& split);
  void split_brothers(MoveList& moves, int next, const Node& node, int depth, int alpha, int& best, int& best_move);

  SharedSearch& shared_;
  const Model& model_;
  Endgame endgame_;
  ShallowTable shallow_values_;  // one and two moves before the horizon
  ShallowTable judgements_;      // of positions further from it, which are judged for pruning and order
  std::array<std::uint8_t, 66> reply_ = no_replies();  // what last refuted a move to each square
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_nodes_ = 0;
  const SplitPoint* working_for_ = nullptr;

  static constexpr std::array<std::uint8_t, 66> no_replies() {
    std::array<std::uint8_t, 66> table{};
    table.fill(kNoMove);
    return table;
  }
};

template <typename Done>
void Midgame::help_until(Done done) {
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
