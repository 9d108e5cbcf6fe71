// Searcher::search: pass after pass, each deeper or surer than the one before.
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "search/passes.hpp"
#include "search/root.hpp"
#include "search/searcher.hpp"
#include "search/whole_line.hpp"

namespace logistello {
namespace {

// One call of search().
class Deepening {
 public:
  Deepening(Team& team, const SearchRequest& request, const OnInfo& on_info)
      : team_(team),
        control_(team.shared().control),
        request_(request),
        on_info_(on_info),
        whole_line_(team.model(), team.shared().table) {}

  SearchResult answer() {
    deepen();
    if (request_.whole_lines && !on_info_) {
      for (Info& info : result_.best) whole_line_.complete(request_.board, info.depth, info.line);
    }
    return std::move(result_);
  }

 private:
  void deepen() {
    const bool must_pass = request_.board.moves() == 0;
    const Board board = must_pass ? request_.board.passed() : request_.board;
    if (board.moves() == 0) {
      result_.complete = true;
      return;
    }
    Root root(team_, board, must_pass ? 0 : request_.excluded);
    // A forced pass is one move, however many replies there are to it.
    const std::size_t ranks =
        must_pass ? 1 : std::min<std::size_t>(static_cast<std::size_t>(std::max(request_.best_moves, 1)), root.size());
    const SearchOptions& options = team_.shared().options;
    const auto passes = plan_passes(root.empties(), std::max(request_.depth, 1),
                                    request_.every_depth ? Goal::every_depth : Goal::best_move,
                                    team_.shared().selectivity(), options.midgame_confidence, options.thresholds);
    const auto asks_for_winner = ask_for_winner(passes, root, ranks);
    for (auto next = passes.begin(); next != passes.end(); ++next) {
      if (!time_for_another_pass()) return;
      const Score first_guess = guess(0, result_.best);
      if (next == asks_for_winner) {
        // What is proven must not give way to what is probable: the passes between are left out.
        next = std::prev(passes.end());
        if (!settle_winner(root, *next, must_pass) || !time_for_another_pass()) return;
      }
      const Pass& pass = *next;
      previous_ = std::exchange(result_.best, {});
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        const Score near = rank == 0 ? first_guess : guess(rank, previous_);
        const RootValue found = root.search_near(near, rank, pass, lower_end(), upper_end());
        // A pass that was cut short still counts if a move was proven to be good.
        if (found.value != kNothing) {
          const Score value = root[rank].value;
          const Bounds<Score> proven{value, found.settled ? value : known_.upper};
          tell(rank, pass, root[rank], {value, proves(pass, root) ? proven : Bounds<Score>{}, found.settled},
               must_pass);
        }
        if (!found.settled) {
          fill_up(ranks);
          return;
        }
      }
      steadiness_.add(pass.depth, root[0].square, root[0].value);
    }
    result_.complete = true;
  }

  bool time_for_another_pass() const {
    return !control_.stopped() && control_.time_for_another_pass(steadiness_.mood());
  }

  static bool proves(const Pass& pass, const Root& root) {
    return pass.confidence == Confidence::exact && pass.depth >= root.empties();
  }

  // The pass before which it is asked who wins: the second to the end, or the exact one if that is the first. Surer
  // passes before it cost more than they spare.
  std::vector<Pass>::const_iterator ask_for_winner(const std::vector<Pass>& passes, const Root& root,
                                                   std::size_t ranks) const {
    if (!request_.winner_first || ranks != 1 || !proves(passes.back(), root)) return passes.end();
    const auto to_end = [&](const Pass& pass) { return pass.depth >= root.empties(); };
    return std::min(std::next(std::find_if(passes.begin(), passes.end(), to_end)), std::prev(passes.end()));
  }

  // A pass that asks only whether the score is positive, negative or 0. Whether the next one has something to do.
  bool settle_winner(Root& root, const Pass& pass, bool must_pass) {
    constexpr Score kDisc(kScorePerDisc);
    previous_ = std::exchange(result_.best, {});
    const RootValue found = root.search(0, pass, -kDisc, kDisc);
    const bool drawn = found.settled && found.value > -kDisc && found.value < kDisc;
    const bool lost = found.settled && found.value <= -kDisc;
    if (found.value != kNothing) {
      // Scores are even: who wins wins by two discs at least.
      if (found.value >= kDisc)
        known_.lower = std::max(found.value, kDisc + kDisc);
      else if (lost)
        known_.upper = std::min(found.value, -(kDisc + kDisc));
      else
        known_ = {Score(0), drawn ? Score(0) : kMaxScore};
      tell(0, pass, root[0], {lost ? known_.upper : known_.lower, known_, drawn}, must_pass);
    }
    if (!found.settled) {
      fill_up(1);
      return false;
    }
    result_.complete = drawn;
    return !drawn && !(lost && request_.stop_if_lost);
  }

  Score guess(std::size_t rank, const std::vector<Info>& infos) const {
    if (rank >= infos.size()) return Score(0);
    const Info& info = infos[rank];
    return info.line.front() == kPass ? -info.score : info.score;
  }

  // The window in which the exact score can lie, as a search takes it.
  Score lower_end() const { return known_.lower == -kMaxScore ? -kMaxScore : just_below(known_.lower); }
  Score upper_end() const { return known_.upper == kMaxScore ? kMaxScore : just_above(known_.upper); }

  // What a pass found out about a move, for the side that makes it.
  struct Finding {
    Score value;
    Bounds<Score> proven;
    bool settled;
  };

  void tell(std::size_t rank, const Pass& pass, const RootMove& move, const Finding& found, bool must_pass) {
    team_.main().report_nodes();
    Info info{static_cast<int>(rank),
              pass.depth,
              pass.depth >= move.child.empties + 1,
              pass.confidence,
              pass.threshold,
              must_pass ? -found.value : found.value,
              {},
              control_.nodes(),
              control_.seconds(),
              found.settled,
              must_pass ? opposite(found.proven) : found.proven};
    if (must_pass) info.line.push_back(kPass);
    info.line.push_back(move.square);
    for (int i = 0; i < move.line.length; ++i) info.line.push_back(move.line.moves[static_cast<std::size_t>(i)]);
    if (request_.whole_lines && on_info_) whole_line_.complete(request_.board, pass.depth, info.line);
    result_.best.push_back(info);
    if (on_info_) on_info_(info);
  }

  // After a pass that was cut short: the moves that it did not come to follow with what the pass before said of them.
  void fill_up(std::size_t ranks) {
    std::vector<Info>& best = result_.best;
    for (Info& info : previous_) {
      if (best.size() == ranks) return;
      const bool known = std::any_of(best.begin(), best.end(),
                                     [&](const Info& each) { return each.line.front() == info.line.front(); });
      if (known) continue;
      info.rank = static_cast<int>(best.size());
      best.push_back(std::move(info));
    }
  }

  Team& team_;
  Control& control_;
  const SearchRequest& request_;
  const OnInfo& on_info_;
  WholeLine whole_line_;
  Steadiness steadiness_;
  // What the question who wins has proven of the best of the root's moves.
  Bounds<Score> known_;
  // What the pass before the running one found.
  std::vector<Info> previous_;
  SearchResult result_;
};

}  // namespace

SearchResult Searcher::search(const SearchRequest& request, const OnInfo& on_info) {
  SearchResult result;
  team_.run(request.threads, request.limits, [&] { result = Deepening(team_, request, on_info).answer(); });
  result.nodes = team_.shared().control.nodes();
  result.seconds = team_.shared().control.seconds();
  return result;
}

}  // namespace logistello
