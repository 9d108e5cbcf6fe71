// Principal variation search (PVS) with a learned evaluation: table, Multi-ProbCut and split points. One object per
// thread; every search above EndgameSolver is its work, in the middle game and to the end.
//
// Depth counts moves ahead; a forced pass uses up none. As many moves as there are empty squares is the end of the
// game: values are then exact final scores (EndCut: unless the pass prunes by probability).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "search/endgame_solver.hpp"
#include "search/known_children.hpp"
#include "search/moves.hpp"
#include "search/node.hpp"
#include "search/shallow_search.hpp"
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

// The value if it lies inside the window (alpha, beta), else a bound on its side (fail-soft). Empty after a stop, or
// when another thread has decided a node above.
using Answer = std::optional<Score>;

inline Answer operator-(const Answer& answer) { return answer ? Answer(-*answer) : std::nullopt; }

class Worker {
 public:
  explicit Worker(SharedSearch& shared)
      : shared_(shared), model_(shared.model), shallow_(shared.model, shared.options.corner_quiescence) {}

  // `line` is filled if the window is wider than one.
  Answer search(const Node& node, int depth, Score alpha, Score beta, Line& line);

  // Takes moves from split points of other threads until `done`; sleeps while there are none. Whoever makes `done` true
  // tells the SplitBoard.
  template <typename Done>
  void help_until(Done done);

  std::uint64_t nodes() const { return nodes_ + shallow_.nodes() + endgame_.nodes(); }
  // Hands the nodes counted since the last call to the control.
  void report_nodes();

 private:
  bool stopped() const;

  // The two below choose the routine by depth and empties.
  Answer null_window(const Node& node, int depth, Score alpha);
  Answer principal(const Node& node, int depth, Score alpha, Score beta, Line& line);
  Score last_squares(const Board& board, int empties, Score alpha);

  template <bool kPrincipal>
  Answer inner(const Node& node, int depth, Score alpha, Score beta, Line* line);
  bool answers(const TableEntry& entry, int depth) const;
  KnownChildren<Score> take_known(MoveList& moves, int depth, Score alpha) const;
  bool promise(MoveList& moves, int from, const Node& node, int depth, bool principal, int second_table_move);

  // ProbCut, Multi-ProbCut and EndCut (worker_pruning.cpp): a bound that is probable enough, or none.
  std::optional<Score> probable_bound(const Node& node, int depth, Score alpha);
  std::optional<Score> check_search(const Node& node, int depth, int shallow_depth, Score alpha, Score static_score);

  void search_brothers(SplitPoint& split);
  Best<Score> split_brothers(MoveList& moves, int next, const Node& node, int depth, Score alpha, Best<Score> best);

  SharedSearch& shared_;
  const Model& model_;
  EndgameSolver endgame_;
  ShallowSearch shallow_;
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_nodes_ = 0;
  const SplitPoint* working_for_ = nullptr;
};

template <typename Done>
void Worker::help_until(Done done) {
  const SplitPoint* const before = working_for_;
  SplitBoard& splits = shared_.splits;
  splits.idle.fetch_add(1, std::memory_order_relaxed);
  for (;;) {
    const SplitBoard::News news = splits.news();
    if (done()) break;
    SplitPoint* const split = splits.join(before);
    if (split == nullptr) {
      splits.wait_for_more(news);
      continue;
    }
    splits.idle.fetch_sub(1, std::memory_order_relaxed);
    working_for_ = split;
    search_brothers(*split);
    working_for_ = before;
    splits.leave(*split);
    splits.idle.fetch_add(1, std::memory_order_relaxed);
  }
  splits.idle.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace logistello
