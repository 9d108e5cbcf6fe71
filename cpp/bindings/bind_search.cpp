#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
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
#include "bindings/searcher_settings.hpp"
#include "search/searcher.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace logistello::bindings {
namespace {

// News of a search on their way from the search thread to Python's thread.
template <typename T>
class Mailbox {
 public:
  void put(const T& news) {
    std::lock_guard lock(mutex_);
    waiting_.push_back(news);
  }
  std::vector<T> take() {
    std::lock_guard lock(mutex_);
    return std::exchange(waiting_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<T> waiting_;
};

void check_bounds(int lower, int upper) {
  if (lower < -kMaxDiscs || upper > kMaxDiscs || lower >= upper) {
    throw std::invalid_argument("window (" + std::to_string(lower) + ", " + std::to_string(upper) +
                                ") must satisfy -64 <= lower < upper <= 64");
  }
}

Board checked_board(Bits own, Bits opp) {
  if ((own & opp) != 0) throw std::invalid_argument("own and opponent discs overlap");
  return {own, opp};
}

Limits limits_of(std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                 std::optional<double> processor_seconds) {
  Limits limits;
  if (nodes) limits.nodes = *nodes;
  if (seconds) limits.seconds = *seconds;
  if (processor_seconds) limits.processor_seconds = *processor_seconds;
  return limits;
}

SolveResult solve(Searcher& searcher, Bits own, Bits opp, int lower, int upper, bool all_moves, int threads,
                  std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                  std::optional<double> processor_seconds, const nb::object& on_progress) {
  check_bounds(lower, upper);
  check_threads(threads);
  const SolveRequest request{checked_board(own, opp),
                             {Discs(lower), Discs(upper)},
                             all_moves,
                             threads,
                             limits_of(nodes, seconds, processor_seconds)};
  Mailbox<SolveProgress> mail;
  OnProgress put;
  if (!on_progress.is_none()) put = [&](const SolveProgress& progress) { mail.put(progress); };
  SolveResult result;
  run_interruptibly([&] { result = searcher.solve(request, put); }, [&] { searcher.stop(); },
                    [&] {
                      const std::vector<SolveProgress> news = mail.take();
                      if (news.empty()) return;
                      const SolveProgress& newest = news.back();
                      on_progress(newest.bounds.lower.number(), newest.bounds.upper.number(), newest.move, newest.nodes,
                                  newest.seconds);
                    });
  return result;
}

SearchResult search(Searcher& searcher, Bits own, Bits opp, int depth, int best_moves, Bits excluded, bool winner_first,
                    bool stop_if_lost, bool every_depth, int threads, std::optional<std::uint64_t> nodes,
                    std::optional<double> seconds, std::optional<double> processor_seconds,
                    std::optional<std::tuple<double, double, double>> seconds_for_new_pass, const nb::object& on_info) {
  check_threads(threads);
  if (depth < 1) throw std::invalid_argument("depth must be positive, got " + std::to_string(depth));
  if (best_moves < 1) throw std::invalid_argument("best_moves must be positive, got " + std::to_string(best_moves));
  SearchRequest request;
  request.board = checked_board(own, opp);
  request.depth = depth;
  request.best_moves = best_moves;
  request.excluded = excluded;
  request.winner_first = winner_first;
  request.stop_if_lost = stop_if_lost;
  request.every_depth = every_depth;
  if (request.board.moves() != 0 && (request.board.moves() & ~excluded) == 0) {
    throw std::invalid_argument("every legal move is excluded");
  }
  request.whole_lines = true;
  request.threads = threads;
  request.limits = limits_of(nodes, seconds, processor_seconds);
  if (seconds_for_new_pass) {
    const auto [if_clear, usually, in_doubt] = *seconds_for_new_pass;
    request.limits.seconds_for_new_pass = {if_clear, usually, in_doubt};
  }
  Mailbox<Info> mail;
  OnInfo put;
  if (!on_info.is_none()) put = [&](const Info& info) { mail.put(info); };
  SearchResult result;
  run_interruptibly([&] { result = searcher.search(request, put); }, [&] { searcher.stop(); },
                    [&] {
                      for (const Info& info : mail.take()) on_info(info);
                    });
  return result;
}

std::tuple<Column<std::uint64_t>, Column<std::uint64_t>, Column<std::uint8_t>, Column<float>> nodes_of(
    const NodeSample& sample) {
  const std::vector<SampledNode> kept = sample.kept();
  auto [own, to_own] = new_column<std::uint64_t>(kept.size());
  auto [opp, to_opp] = new_column<std::uint64_t>(kept.size());
  auto [depth, to_depth] = new_column<std::uint8_t>(kept.size());
  auto [alpha, to_alpha] = new_column<float>(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    to_own[i] = kept[i].board.own;
    to_opp[i] = kept[i].board.opp;
    to_depth[i] = static_cast<std::uint8_t>(kept[i].depth);
    to_alpha[i] = static_cast<float>(kept[i].alpha.number()) / kScorePerDisc;
  }
  return {own, opp, depth, alpha};
}

std::vector<std::tuple<int, int, int>> moves_of(const SolveResult& result) {
  std::vector<std::tuple<int, int, int>> moves;
  for (const SolvedMove& move : result.moves) {
    moves.emplace_back(move.square, move.bounds.lower.number(), move.bounds.upper.number());
  }
  return moves;
}

// Of the moves that reach the score, the one on the first square: it does not depend on what the solver solved before.
int first_best_move(Searcher& solver, const Board& board, Discs score) {
  if (board.moves() == 0) return board.is_over() ? kNoMove : kPass;
  for (const int square : squares_of(board.moves())) {
    if (score == Discs(-kMaxDiscs) || count(board.moves()) == 1) return square;
    SolveRequest request;
    request.board = board.play(square);
    request.window = {-score, just_above(-score)};
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
  // Few squares are left: an evaluation would cost more than it gives.
  const auto unguided = std::make_shared<const Model>(Model::without_patterns());
  std::vector<std::unique_ptr<Searcher>> solvers;
  for (int i = 0; i < threads; ++i) solvers.push_back(std::make_unique<Searcher>(table_bytes, unguided));
  std::atomic<bool> stop{false};
  for_many(
      boards.size(), threads, stop, on_progress,
      [&](int thread, std::size_t i) {
        Searcher& solver = *solvers[static_cast<std::size_t>(thread)];
        SolveRequest request;
        request.board = boards[i];
        const Discs found = solver.solve(request).bounds.lower;
        score[i] = static_cast<std::int8_t>(found.number());
        square[i] = static_cast<std::uint8_t>(first_best_move(solver, boards[i], found));
      },
      [&] {
        for (const auto& solver : solvers) solver->stop();
      });
  return {scores, squares};
}

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<SolveResult>(m, "SolveResult", "What the exact solver found; scores in discs for the side to move.")
      .def_prop_ro("lower", [](const SolveResult& r) { return r.bounds.lower.number(); })
      .def_prop_ro("upper", [](const SolveResult& r) { return r.bounds.upper.number(); })
      .def_prop_ro(
          "move", [](const SolveResult& r) { return r.move; }, "64 for a pass, 65 for none.")
      .def_prop_ro("line", [](const SolveResult& r) { return r.line; })
      .def_prop_ro("moves", &moves_of, "(square, lower, upper) of every root move, best first.")
      .def_prop_ro("complete", [](const SolveResult& r) { return r.complete; })
      .def_prop_ro("nodes", [](const SolveResult& r) { return r.nodes; })
      .def_prop_ro("seconds", [](const SolveResult& r) { return r.seconds; });

  nb::class_<Info>(m, "Info", "What one pass of a search found out about one move; for the side to move.")
      .def_prop_ro(
          "rank", [](const Info& i) { return i.rank; }, "0 for the best move.")
      .def_prop_ro("depth", [](const Info& i) { return i.depth; })
      .def_prop_ro("to_end", [](const Info& i) { return i.to_end; })
      .def_prop_ro(
          "confidence", [](const Info& i) { return i.percent(); },
          "Of the pruning by probability, in percent; 100 if there was none.")
      .def_prop_ro(
          "score", [](const Info& i) { return static_cast<double>(i.score.number()) / kScorePerDisc; }, "Discs.")
      .def_prop_ro("line", [](const Info& i) { return i.line; })
      .def_prop_ro(
          "complete", [](const Info& i) { return i.complete; },
          "False if the pass was cut short or asked who wins only.")
      .def_prop_ro(
          "lower", [](const Info& i) { return to_discs(i.proven.lower).number(); }, "Proven of the position, in discs.")
      .def_prop_ro("upper", [](const Info& i) { return to_discs(i.proven.upper).number(); })
      .def_prop_ro("exact", &Info::exact)
      .def_prop_ro("nodes", [](const Info& i) { return i.nodes; })
      .def_prop_ro("seconds", [](const Info& i) { return i.seconds; });

  nb::class_<SearchResult>(m, "SearchResult", "The last word of a search.")
      .def_prop_ro(
          "best", [](const SearchResult& r) { return r.best; }, "One Info for each rank asked for.")
      .def_prop_ro("complete", [](const SearchResult& r) { return r.complete; })
      .def_prop_ro("nodes", [](const SearchResult& r) { return r.nodes; })
      .def_prop_ro("seconds", [](const SearchResult& r) { return r.seconds; });

  nb::class_<Thresholds>(m, "Thresholds", "How surely and where a search prunes by probability.")
      .def(nb::init<>())
      .def_rw("sure_depth", &Thresholds::sure_depth)
      .def_rw("sure_depth_per_empty", &Thresholds::sure_depth_per_empty)
      .def_rw("sure_per_move", &Thresholds::sure_per_move)
      .def_rw("sure_most", &Thresholds::sure_most)
      .def_rw("opening_empties", &Thresholds::opening_empties)
      .def_rw("opening_threshold", &Thresholds::opening_threshold)
      .def_rw("probcut_shallow", &Thresholds::probcut_shallow)
      .def_rw("probcut_deep", &Thresholds::probcut_deep)
      .def_rw("probcut_threshold", &Thresholds::probcut_threshold)
      .def_rw("endcut", &Thresholds::endcut)
      .def_rw("deeper_entries", &Thresholds::deeper_entries)
      .def_rw("static_cuts", &Thresholds::static_cuts)
      .def_rw("static_gate", &Thresholds::static_gate)
      .def_rw("reply_price", &Thresholds::reply_price);

  nb::class_<NodeSample>(m, "NodeSample",
                         "So many null-window nodes of each depth, drawn from those that searches meet.")
      .def(nb::init<std::size_t, std::uint64_t>(), "per_depth"_a, "seed"_a = 0)
      .def("columns", &nodes_of, "own, opp, depth in moves ahead, alpha in discs; the shallow ones first.");

  nb::class_<Searcher>(m, "Searcher", "A transposition table and threads that search with one model.")
      .def(
          "__init__",
          [](Searcher* self, std::size_t table_bytes, nb::handle evaluator, const std::optional<Numbers>& midgame,
             const std::optional<Numbers>& endgame, const std::string& selectivity, bool corner_quiescence,
             int confidence, const std::optional<Thresholds>& chosen) {
            const Thresholds thresholds = checked(chosen.value_or(Thresholds{}));
            const std::shared_ptr<const Model> model = model_of(evaluator);
            new (self)
                Searcher(table_bytes, model, probcut_of(*model, midgame, endgame),
                         {selectivity_of(selectivity), confidence_of(confidence), corner_quiescence, thresholds});
          },
          "table_bytes"_a, "evaluator"_a, "probcut_midgame"_a = nb::none(), "probcut_endgame"_a = nb::none(),
          "selectivity"_a = "mpc", "corner_quiescence"_a = false, "confidence"_a = 73, "thresholds"_a = nb::none(),
          "The tables of ProbCut are flat arrays of (a, b, sigma) in discs; without them nothing is pruned.")
      .def("solve", &solve, "own"_a, "opp"_a, "lower"_a = -kMaxDiscs, "upper"_a = kMaxDiscs, "all_moves"_a = false,
           "threads"_a = 1, "nodes"_a = nb::none(), "seconds"_a = nb::none(), "processor_seconds"_a = nb::none(),
           "on_progress"_a = nb::none(),
           "The exact score. Blocks without the GIL; Ctrl-C and stop() end it. `on_progress` gets lower, upper, move, "
           "nodes, seconds.")
      .def("search", &search, "own"_a, "opp"_a, "depth"_a = 60, "best_moves"_a = 1, "excluded"_a = 0,
           "winner_first"_a = false, "stop_if_lost"_a = false, "every_depth"_a = false, "threads"_a = 1,
           "nodes"_a = nb::none(), "seconds"_a = nb::none(), "processor_seconds"_a = nb::none(),
           "seconds_for_new_pass"_a = nb::none(), "on_info"_a = nb::none(),
           "The best moves within limits, but for the excluded ones. Blocks like solve; `on_info` gets every Info. No "
           "pass begins after "
           "`seconds_for_new_pass`: if the best move is clear, usually, and if the last pass raised doubts.")
      .def("arm", &Searcher::arm, "Forget earlier stops: what comes from now on is meant for the next call.")
      .def("stop", &Searcher::stop, "Make the running call return soon with what it knows. From any thread.")
      .def("clear", &Searcher::clear, "Forget everything. Not while a call is running.")
      .def("offer_nodes_to", &Searcher::offer_nodes_to, "sample"_a.none(), nb::keep_alive<1, 2>(),
           "From now on searches offer their null-window nodes to it; None: no longer. Not while a call is running.");
  m.def(
      "confidence_steps",
      [] {
        std::vector<std::tuple<int, float>> steps;
        for (const ConfidenceStep& step : kConfidenceSteps) steps.emplace_back(step.percent, step.t);
        return steps;
      },
      "Steps of confidence: percent, and the standard deviations within which that share of values lies.");
  m.def("solve_many", &solve_many, "own"_a, "opp"_a, "threads"_a = 1, "table_bytes"_a = 1 << 24,
        "on_progress"_a = nb::none(),
        "Exact scores of many positions, a position a thread, and the first square that reaches each (64: pass, "
        "65: none). The answers do not depend on threads or order. `on_progress` gets the number of "
        "positions done.");
}

}  // namespace logistello::bindings
