// Searcher::solve: exact scores, with selective passes that guide the exact one.
#include <algorithm>
#include <utility>

#include "board/hash.hpp"
#include "search/passes.hpp"
#include "search/root.hpp"
#include "search/searcher.hpp"

namespace logistello {
namespace {

constexpr Discs kMost(kMaxDiscs);

// One call of solve().
class Solving {
 public:
  Solving(Team& team, const SolveRequest& request, const OnProgress& on_progress)
      : team_(team), control_(team.shared().control), request_(request), on_progress_(on_progress) {}

  SolveResult answer() {
    const Board& board = request_.board;
    if (board.is_over()) {
      const Discs score(final_score(board));
      result_.bounds = {score, score};
      result_.complete = true;
    } else if (board.moves() == 0) {
      result_.move = kPass;
      solve(board.passed(), opposite(request_.window),
            [&](const Bounds<Discs>& proven, int) { know(opposite(proven), kPass); });
      extend_line();
    } else if (request_.all_moves) {
      answer_all_moves();
    } else {
      solve(board, request_.window, [&](const Bounds<Discs>& proven, int move) { know(proven, move); });
      extend_line();
    }
    return std::move(result_);
  }

 private:
  // Proves the exact score of a position with a legal move if it lies inside the window, else on which side. Tells
  // `on_news` what is proven so far and which move looks best; `complete` is set when the question is answered.
  template <typename OnNews>
  Bounds<Discs> solve(const Board& board, const Bounds<Discs>& window, const OnNews& on_news) {
    Root root(team_, board);
    Bounds<Discs> proven;
    const Score lower = to_score(window.lower);
    const Score upper = to_score(window.upper);
    Score guess(0);
    result_.complete = false;
    for (const Pass& pass : plan_passes(root.empties(), root.empties(), Goal::proof, team_.shared().selectivity(),
                                        team_.shared().options.midgame_confidence, team_.shared().options.thresholds)) {
      const bool exact = pass.confidence == Confidence::exact && pass.depth == root.empties();
      root.on_improvement = nullptr;
      if (exact) {
        root.on_improvement = [&](const RootMove& move) {
          proven.lower = std::max(proven.lower, to_discs(move.value));
          on_news(proven, move.square);
        };
      }
      const RootValue found = exact ? root.search_near(guess, 0, pass, lower, upper)
                                    : root.search_near(guess, 0, pass, -kMaxScore, kMaxScore);
      if (!found.settled) return proven;
      guess = found.value;
      if (exact) {
        const Discs discs = to_discs(found.value);
        if (found.value > lower || discs == kMost) proven.lower = std::max(proven.lower, discs);
        if (found.value < upper || discs == -kMost) proven.upper = std::min(proven.upper, discs);
        result_.complete = true;
      }
      // Selective passes prove nothing, but they know a good move.
      on_news(proven, root[0].square);
    }
    return proven;
  }

  // What is known of the position that was asked about.
  void know(const Bounds<Discs>& bounds, int move) {
    result_.bounds = bounds;
    result_.move = move;
    team_.main().report_nodes();
    if (on_progress_) on_progress_({bounds, move, control_.nodes(), control_.seconds()});
  }

  void answer_all_moves() {
    const Board& board = request_.board;
    const Root order(team_, board);
    Bounds<Discs> total{-kMost, -kMost};
    bool complete = true;
    for (std::size_t i = 0; complete && i < order.size(); ++i) {
      const int square = order[i].square;
      const Bounds<Discs> bounds = bounds_after(board.play(square));
      complete = result_.complete;
      if (!complete) break;
      result_.moves.push_back({square, bounds});
      const bool best = bounds.lower > total.lower || result_.move == kNoMove;
      total = {std::max(total.lower, bounds.lower), std::max(total.upper, bounds.upper)};
      know({total.lower, kMost}, best ? square : result_.move);
    }
    // What is left unknown may still be the best.
    result_.bounds = {total.lower, complete ? total.upper : kMost};
    result_.complete = complete;
    std::stable_sort(result_.moves.begin(), result_.moves.end(), [](const SolvedMove& a, const SolvedMove& b) {
      return a.bounds.lower != b.bounds.lower ? a.bounds.lower > b.bounds.lower : a.bounds.upper > b.bounds.upper;
    });
    if (!result_.moves.empty()) result_.move = result_.moves.front().square;
    extend_line();
  }

  // For the side that made the move.
  Bounds<Discs> bounds_after(const Board& child) {
    const auto nobody = [](const Bounds<Discs>&, int) {};
    if (child.moves() != 0) return opposite(solve(child, opposite(request_.window), nobody));
    if (child.passed().moves() != 0) return solve(child.passed(), request_.window, nobody);
    result_.complete = true;
    return opposite(Bounds<Discs>{Discs(final_score(child)), Discs(final_score(child))});
  }

  // Walks from the root to the end of the game, proving each move again: the table makes that cheap.
  void extend_line() {
    team_.shared().confidence = Confidence::exact;
    Board board = request_.board;
    Bounds<Discs> bounds = result_.bounds;
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
  int proving_move(const Board& board, const Bounds<Discs>& bounds) {
    const Root root(team_, board);
    const TableEntry entry = team_.shared().table.probe(hash(board)).value_or(TableEntry{});
    const int liked = board == request_.board && result_.move != kNoMove ? result_.move : entry.move[0];
    if (proves(root, liked, bounds.lower)) return liked;
    for (std::size_t i = 0; i < root.size() && !control_.stopped(); ++i) {
      if (root[i].square != liked && proves(root, root[i].square, bounds.lower)) return root[i].square;
    }
    return kNoMove;
  }

  bool proves(const Root& root, int square, Discs lower) {
    for (std::size_t i = 0; i < root.size(); ++i) {
      if (root[i].square != square) continue;
      if (lower == -kMost || root.size() == 1) return true;
      Line line;
      const Node& child = root[i].child;
      const Score alpha = -to_score(lower);
      const Answer found = team_.main().search(child, child.empties, alpha, just_above(alpha), line);
      return found && *found <= alpha;
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
