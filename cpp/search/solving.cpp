// Searcher::solve: exact scores, with selective passes that guide the exact one.
#include <algorithm>
#include <utility>

#include "board/hash.hpp"
#include "search/passes.hpp"
#include "search/root.hpp"
#include "search/searcher.hpp"

namespace logistello {
namespace {

// One call of solve().
class Solving {
 public:
  Solving(Team& team, const SolveRequest& request, const OnProgress& on_progress)
      : team_(team), control_(team.shared().control), request_(request), on_progress_(on_progress) {}

  SolveResult answer() {
    if (request_.board.is_over()) {
      const int score = final_score(request_.board);
      result_.bounds = {score, score};
      result_.complete = true;
    } else if (request_.board.moves() == 0) {
      const Bounds window = request_.window;
      result_.bounds = opposite(solve(request_.board.passed(), opposite(window), true));
      extend_line();
    } else if (request_.all_moves) {
      answer_all_moves();
    } else {
      result_.bounds = solve(request_.board, request_.window, false);
      extend_line();
    }
    result_.complete &= !control_.stopped();
    return std::move(result_);
  }

 private:
  static Bounds opposite(const Bounds& bounds) { return {-bounds.upper, -bounds.lower}; }

  // What the passes prove of a position with a legal move: its exact score if that lies inside the window.
  Bounds solve(const Board& board, const Bounds& window, bool after_pass) {
    Root root(team_, board);
    Bounds proven;
    const int lower = to_score(window.lower);
    const int upper = to_score(window.upper);
    int guess = 0;
    for (const Pass& pass :
         plan_passes(root.empties(), root.empties(), pruning(), team_.shared().options.midgame_level)) {
      const bool exact = pass.level == kExactSelectivity && pass.depth == root.empties();
      root.on_improvement = nullptr;
      if (exact) {
        root.on_improvement = [&](const RootMove& move) {
          if (to_discs(static_cast<Score>(move.value)) <= proven.lower) return;
          proven.lower = to_discs(static_cast<Score>(move.value));
          if (!after_pass) result_.move = move.square;
          tell(after_pass ? opposite(proven) : proven, after_pass ? kPass : move.square);
        };
      }
      const int value = exact ? root.search_near(guess, 0, pass, lower, upper)
                              : root.search_near(guess, 0, pass, -kMaxScore, kMaxScore);
      if (control_.stopped()) {
        if (!after_pass && result_.move == kNoMove && root.size() > 0) result_.move = root[0].square;
        return proven;
      }
      guess = value;
      if (exact) {
        const int discs = to_discs(static_cast<Score>(value));
        if (value > lower || discs == kMaxDiscs) proven.lower = std::max(proven.lower, discs);
        if (value < upper || discs == -kMaxDiscs) proven.upper = std::min(proven.upper, discs);
        if (!after_pass) result_.move = root[0].square;
      }
      // Selective passes prove nothing, but they know a good move.
      tell(after_pass ? opposite(proven) : proven, after_pass ? kPass : root[0].square);
    }
    result_.complete = true;
    return proven;
  }

  Pruning pruning() const { return team_.shared().probcut == nullptr ? Pruning::none : Pruning::multi_probcut; }

  void tell(const Bounds& bounds, int move) const {
    team_.main().report_nodes();
    if (on_progress_) on_progress_({bounds, move, control_.nodes(), control_.seconds()});
  }

  void answer_all_moves() {
    const Board& board = request_.board;
    const Root order(team_, board);
    Bounds total{-kMaxDiscs, -kMaxDiscs};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const int square = order[i].square;
      const Board child = board.play(square);
      Bounds bounds;
      if (child.is_over()) {
        bounds = opposite({final_score(child), final_score(child)});
      } else if (child.moves() != 0) {
        bounds = opposite(solve(child, opposite(request_.window), true));
      } else {
        bounds = solve(child.passed(), request_.window, true);
      }
      if (control_.stopped()) {
        // What is left unknown may still be the best.
        total.upper = kMaxDiscs;
        break;
      }
      result_.moves.push_back({square, bounds});
      if (bounds.lower > total.lower || result_.move == kNoMove) result_.move = square;
      total = {std::max(total.lower, bounds.lower), std::max(total.upper, bounds.upper)};
      tell({total.lower, kMaxDiscs}, square);
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
    team_.shared().level = kExactSelectivity;
    Board board = request_.board;
    Bounds bounds = result_.bounds;
    while (!control_.stopped()) {
      int square = kPass;
      if (board.moves() != 0) {
        square = proving_move(board, bounds);
      } else if (board.passed().moves() == 0) {
        break;
      }
      if (square == kNoMove) break;
      result_.line.push_back(square);
      board = square == kPass ? board.passed() : board.play(square);
      bounds = opposite(bounds);
    }
    if (!result_.line.empty()) result_.move = result_.line.front();
  }

  // A move that proves the lower bound, or without one, the move that the search liked best.
  int proving_move(const Board& board, const Bounds& bounds) {
    const Root root(team_, board);
    TableEntry entry;
    team_.shared().table.probe(hash(board), entry);
    const int liked = board == request_.board && result_.move != kNoMove ? result_.move : entry.move[0];
    if (proves(root, liked, bounds.lower)) return liked;
    for (std::size_t i = 0; i < root.size() && !control_.stopped(); ++i) {
      if (root[i].square != liked && proves(root, root[i].square, bounds.lower)) return root[i].square;
    }
    return kNoMove;
  }

  bool proves(const Root& root, int square, int lower) {
    for (std::size_t i = 0; i < root.size(); ++i) {
      if (root[i].square != square) continue;
      if (lower == -kMaxDiscs || root.size() == 1) return true;
      Line line;
      const Node& child = root[i].child;
      const int alpha = -to_score(lower);
      return team_.main().search(child, child.empties, alpha, alpha + 1, line) <= alpha && !control_.stopped();
    }
    return false;
  }

  Team& team_;
  Control& control_;
  const SolveRequest& request_;
  const OnProgress& on_progress_;
  SolveResult result_;
};

}  // namespace

SolveResult Searcher::solve(const SolveRequest& request, const OnProgress& on_progress) {
  SolveResult result;
  team_.run(request.threads, request.limits, [&] { result = Solving(team_, request, on_progress).answer(); });
  result.nodes = team_.shared().control.nodes();
  result.seconds = team_.shared().control.seconds();
  return result;
}

}  // namespace logistello
