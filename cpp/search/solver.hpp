// The exact solver as others use it: owns the table and the threads, answers questions about one position at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "board/board.hpp"
#include "search/control.hpp"
#include "search/endgame.hpp"
#include "search/table.hpp"

namespace logistello {

// What is proven of a score, in discs for the side to move.
struct Bounds {
  int lower = -kMaxDiscs;
  int upper = kMaxDiscs;
  bool exact() const { return lower == upper; }
};

struct SolveRequest {
  Board board{};
  Bounds window{};  // the question: scores outside it need no exact answer
  bool all_moves = false;
  int threads = 1;
  Limits limits{};
};

struct SolvedMove {
  int square;
  Bounds bounds;  // for the side that makes the move
};

struct SolveResult {
  Bounds bounds;
  int move = kNoMove;             // kPass for a forced pass, kNoMove if the game is over or nothing is known yet
  std::vector<int> line;          // principal variation, passes included
  std::vector<SolvedMove> moves;  // with all_moves: every legal move that was reached
  bool complete = false;          // the question is answered; false if a limit or stop() came first
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// A better bound was found while the search goes on. Called from search threads, one at a time.
struct SolveProgress {
  Bounds bounds;
  int move;
  std::uint64_t nodes;
  double seconds;
};
using OnProgress = std::function<void(const SolveProgress&)>;

class Solver {
 public:
  // Throws std::bad_alloc if the table does not fit.
  explicit Solver(std::size_t table_bytes);

  // Blocks. Not to be called while another call is running. A stop() that came before it still counts, unless arm()
  // came in between. Throws std::system_error if a thread cannot be started.
  SolveResult solve(const SolveRequest& request, const OnProgress& on_progress = {});

  // Forgets earlier calls of stop(): what comes from now on is meant for the next solve().
  void arm() { shared_.control.forget_stop(); }

  // From any thread: the running call returns soon with what it knows.
  void stop() { shared_.control.request_stop(); }

  std::uint64_t nodes() const { return shared_.control.nodes(); }
  void clear() { table_.clear(); }

 private:
  class Run;

  Table table_;
  SharedSearch shared_;
  std::vector<std::unique_ptr<Endgame>> searchers_;  // one per thread, kept between calls
};

}  // namespace logistello
