#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/columns.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/many.hpp"
#include "search/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

// The newest progress of a search, on its way from a search thread to Python's thread.
class ProgressSlot {
 public:
  void put(const SolveProgress& progress) {
    std::lock_guard lock(mutex_);
    newest_ = progress;
  }
  std::optional<SolveProgress> take() {
    std::lock_guard lock(mutex_);
    return std::exchange(newest_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<SolveProgress> newest_;
};

void check_bounds(int lower, int upper) {
  if (lower < -kMaxDiscs || upper > kMaxDiscs || lower >= upper) {
    throw std::invalid_argument("window (" + std::to_string(lower) + ", " + std::to_string(upper) +
                                ") must satisfy -64 <= lower < upper <= 64");
  }
}

SolveResult solve(Solver& solver, Bits own, Bits opp, int lower, int upper, bool all_moves, int threads,
                  std::optional<std::uint64_t> nodes, std::optional<double> seconds, const nb::object& on_progress) {
  check_bounds(lower, upper);
  if ((own & opp) != 0) throw std::invalid_argument("own and opponent discs overlap");
  check_threads(threads);
  SolveRequest request;
  request.board = {own, opp};
  request.window = {lower, upper};
  request.all_moves = all_moves;
  request.threads = threads;
  if (nodes) request.limits.nodes = *nodes;
  if (seconds) request.limits.seconds = *seconds;

  ProgressSlot slot;
  OnProgress put;
  if (!on_progress.is_none()) put = [&](const SolveProgress& progress) { slot.put(progress); };
  SolveResult result;
  run_interruptibly([&] { result = solver.solve(request, put); }, [&] { solver.stop(); },
                    [&] {
                      if (const auto progress = slot.take()) {
                        on_progress(progress->bounds.lower, progress->bounds.upper, progress->move, progress->nodes,
                                    progress->seconds);
                      }
                    });
  return result;
}

std::vector<std::tuple<int, int, int>> moves_of(const SolveResult& result) {
  std::vector<std::tuple<int, int, int>> moves;
  for (const SolvedMove& move : result.moves) moves.emplace_back(move.square, move.bounds.lower, move.bounds.upper);
  return moves;
}

// Of the moves that reach the score, the one on the first square: it does not depend on what the solver solved before.
int first_best_move(Solver& solver, const Board& board, int score) {
  if (board.moves() == 0) return board.is_over() ? kNoMove : kPass;
  for (const int square : squares_of(board.moves())) {
    if (score == -kMaxDiscs || count(board.moves()) == 1) return square;
    SolveRequest request;
    request.board = board.play(square);
    request.window = {-score, -score + 1};
    if (const SolveResult reply = solver.solve(request); reply.complete && reply.bounds.upper <= -score) return square;
  }
  return kNoMove;  // only after a stop
}

std::tuple<Column<std::int8_t>, Column<std::uint8_t>> solve_many(const ColumnView<std::uint64_t>& own,
                                                                 const ColumnView<std::uint64_t>& opp, int threads,
                                                                 std::size_t table_bytes,
                                                                 const nb::object& on_progress) {
  check_threads(threads);
  const std::vector<Board> boards = boards_of(own, opp);
  auto [scores, to_scores] = new_column<std::int8_t>(boards.size());
  auto [squares, to_squares] = new_column<std::uint8_t>(boards.size());
  std::int8_t* const score = to_scores;
  std::uint8_t* const square = to_squares;
  std::vector<std::unique_ptr<Solver>> solvers;
  for (int i = 0; i < threads; ++i) solvers.push_back(std::make_unique<Solver>(table_bytes));
  std::atomic<bool> stop{false};
  for_many(
      boards.size(), threads, stop, on_progress,
      [&](int thread, std::size_t i) {
        Solver& solver = *solvers[static_cast<std::size_t>(thread)];
        SolveRequest request;
        request.board = boards[i];
        score[i] = static_cast<std::int8_t>(solver.solve(request).bounds.lower);
        square[i] = static_cast<std::uint8_t>(first_best_move(solver, boards[i], score[i]));
      },
      [&] {
        for (const auto& solver : solvers) solver->stop();
      });
  return {scores, squares};
}

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<SolveResult>(m, "SolveResult", "What the exact solver found; scores in discs for the side to move.")
      .def_prop_ro("lower", [](const SolveResult& r) { return r.bounds.lower; })
      .def_prop_ro("upper", [](const SolveResult& r) { return r.bounds.upper; })
      .def_prop_ro(
          "move", [](const SolveResult& r) { return r.move; }, "64 for a pass, 65 for none.")
      .def_prop_ro("line", [](const SolveResult& r) { return r.line; })
      .def_prop_ro("moves", &moves_of, "(square, lower, upper) of every root move, best first.")
      .def_prop_ro("complete", [](const SolveResult& r) { return r.complete; })
      .def_prop_ro("nodes", [](const SolveResult& r) { return r.nodes; })
      .def_prop_ro("seconds", [](const SolveResult& r) { return r.seconds; });

  nb::class_<Solver>(m, "Solver", "The exact endgame solver: a transposition table and threads.")
      .def(nb::init<std::size_t>(), "table_bytes"_a)
      .def("solve", &solve, "own"_a, "opp"_a, "lower"_a = -kMaxDiscs, "upper"_a = kMaxDiscs, "all_moves"_a = false,
           "threads"_a = 1, "nodes"_a = nb::none(), "seconds"_a = nb::none(), "on_progress"_a = nb::none(),
           "Blocks without the GIL; Ctrl-C and stop() end it. `on_progress` gets lower, upper, move, nodes, seconds.")
      .def("arm", &Solver::arm, "Forget earlier stops: what comes from now on is meant for the next solve.")
      .def("stop", &Solver::stop, "Make the running solve return soon with what it knows. From any thread.")
      .def("clear", &Solver::clear, "Forget everything. Not while a solve is running.");
  m.def("solve_many", &solve_many, "own"_a, "opp"_a, "threads"_a = 1, "table_bytes"_a = 1 << 24,
        "on_progress"_a = nb::none(),
        "Exact scores of many positions, a position a thread, and the first square that reaches each (64: pass, "
        "65: none). The answers do not depend on threads or order. `on_progress` gets the number of "
        "positions done.");
}

}  // namespace logistello::bindings
