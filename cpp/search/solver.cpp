#include "search/solver.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "board/hash.hpp"
#include "search/ordering.hpp"

namespace logistello {

// One call of solve().
class Solver::Run {
 public:
  Run(Solver& solver, const SolveRequest& request, const OnProgress& on_progress)
      : shared_(solver.shared_), main_(*solver.searchers_[0]), request_(request), on_progress_(on_progress) {}

  SolveResult answer() {
    if (request_.board.is_over()) {
      const int score = final_score(request_.board);
      result_.bounds = {score, score};
      result_.complete = true;
    } else if (request_.board.moves() == 0) {
      answer_after_pass();
    } else if (request_.all_moves) {
      answer_all_moves();
    } else {
      answer_best();
    }
    result_.complete &= !shared_.control.stopped();
    return std::move(result_);
  }

 private:
  void answer_after_pass() {
    const Bounds window = request_.window;
    search(request_.board.passed(), {-window.upper, -window.lower});
    result_.bounds = {-result_.bounds.upper, -result_.bounds.lower};
    extend_line();
  }

  void answer_best() {
    search(request_.board, request_.window);
    extend_line();
  }

  // One window search; fills result_.bounds with what it proves.
  void search(const Board& board, const Bounds& window) {
    RootObserver observer{board.empty_count(), [&](int square, int value) { improved(board, square, value); }};
    shared_.root = &observer;
    const int value = main_.solve_root(board, window.lower, window.upper);
    shared_.root = nullptr;
    if (shared_.control.stopped()) return;
    if (value > window.lower || value == kMaxDiscs) result_.bounds.lower = std::max(result_.bounds.lower, value);
    if (value < window.upper || value == -kMaxDiscs) result_.bounds.upper = std::min(result_.bounds.upper, value);
    result_.complete = true;
  }

  // A root move was proven to reach `value` (called under the observer's lock).
  void improved(const Board& board, int square, int value) {
    const bool after_pass = !(board == request_.board);
    if (value > result_.bounds.lower) {
      result_.bounds.lower = value;
      if (!after_pass) result_.move = square;
    }
    if (on_progress_) {
      Bounds bounds = result_.bounds;
      if (after_pass) bounds = {-bounds.upper, -bounds.lower};
      on_progress_({bounds, after_pass ? kPass : square, shared_.control.nodes(), shared_.control.seconds()});
    }
  }

  void answer_all_moves() {
    const Board& board = request_.board;
    MoveList moves(board, board.moves());
    constexpr std::uint8_t no_moves[2] = {kNoMove, kNoMove};
    promise_good_moves(moves, board.empty_count(), no_moves);
    Bounds total{-kMaxDiscs, -kMaxDiscs};
    for (int i = 0; i < moves.size(); ++i) {
      const Move& move = moves.select(i);
      const int value = -main_.solve(move.child, -request_.window.upper, -request_.window.lower);
      if (shared_.control.stopped()) {
        // What is left unknown may still be the best.
        total.upper = kMaxDiscs;
        break;
      }
      Bounds bounds;
      if (value > request_.window.lower || value == kMaxDiscs) bounds.lower = value;
      if (value < request_.window.upper || value == -kMaxDiscs) bounds.upper = value;
      result_.moves.push_back({move.square, bounds});
      if (bounds.lower > total.lower || result_.move == kNoMove) result_.move = move.square;
      total = {std::max(total.lower, bounds.lower), std::max(total.upper, bounds.upper)};
      if (on_progress_) {
        on_progress_({{total.lower, kMaxDiscs}, move.square, shared_.control.nodes(), shared_.control.seconds()});
      }
    }
    result_.bounds = total;
    result_.complete = true;
    std::stable_sort(result_.moves.begin(), result_.moves.end(), [](const SolvedMove& a, const SolvedMove& b) {
      return a.bounds.lower != b.bounds.lower ? a.bounds.lower > b.bounds.lower : a.bounds.upper > b.bounds.upper;
    });
    if (!result_.moves.empty()) result_.move = result_.moves.front().square;
    extend_line();
  }

  // Walks from the root to the end of the game, proving each move again: the table makes that cheap.
  void extend_line() {
    Board board = request_.board;
    Bounds bounds = result_.bounds;
    while (!shared_.control.stopped()) {
      int square = kPass;
      if (board.moves() != 0) {
        square = best_move(board, bounds);
      } else if (board.passed().moves() == 0) {
        break;
      }
      if (square == kNoMove) break;
      result_.line.push_back(square);
      board = square == kPass ? board.passed() : board.play(square);
      bounds = {-bounds.upper, -bounds.lower};
    }
    if (!result_.line.empty()) result_.move = result_.line.front();
  }

  // A move that proves the lower bound, or without one, the move that the search liked best.
  int best_move(const Board& board, const Bounds& bounds) {
    MoveList moves(board, board.moves());
    TableEntry entry;
    shared_.table.probe(hash(board), entry);
    if (board == request_.board && result_.move != kNoMove) entry.move[0] = static_cast<std::uint8_t>(result_.move);
    promise_good_moves(moves, board.empty_count(), entry.move);
    for (int i = 0; i < moves.size(); ++i) {
      const Move& move = moves.select(i);
      if (bounds.lower == -kMaxDiscs || moves.size() == 1) return move.square;
      const int reply = main_.solve(move.child, -bounds.lower, -bounds.lower + 1);
      if (shared_.control.stopped()) return kNoMove;
      if (reply <= -bounds.lower) return move.square;
    }
    return kNoMove;
  }

  SharedSearch& shared_;
  Endgame& main_;
  const SolveRequest& request_;
  const OnProgress& on_progress_;
  SolveResult result_;
};

Solver::Solver(std::size_t table_bytes) : table_(table_bytes), shared_{table_} {}

SolveResult Solver::solve(const SolveRequest& request, const OnProgress& on_progress) {
  const int threads = std::max(request.threads, 1);
  while (static_cast<int>(searchers_.size()) < threads) searchers_.push_back(std::make_unique<Endgame>(shared_));
  table_.new_search();
  shared_.control.start(request.limits);

  std::atomic<bool> done{false};
  std::vector<std::jthread> helpers;
  // Whatever happens, the helpers are told to end before they are joined.
  struct AtExit {
    std::atomic<bool>& flag;
    ~AtExit() { flag = true; }
  } const end_helpers{done};
  for (int i = 1; i < threads; ++i) {
    helpers.emplace_back([&, i] {
      searchers_[i]->help_until([&] { return done.load(std::memory_order_relaxed); });
      searchers_[i]->report_nodes();
    });
  }
  SolveResult result = Run(*this, request, on_progress).answer();
  searchers_[0]->report_nodes();
  done = true;
  helpers.clear();
  result.nodes = shared_.control.nodes();
  result.seconds = shared_.control.seconds();
  return result;
}

}  // namespace logistello
