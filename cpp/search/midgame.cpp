#include "search/midgame.hpp"

#include <algorithm>

#include "board/hash.hpp"
#include "search/ordering.hpp"
#include "search/stability_cut.hpp"

namespace logistello {
namespace {

// From this depth on all children are looked up before one is searched.
constexpr int kLookUpChildren = 4;
// Smaller nodes are not worth the cost of sharing them: moves ahead, and empty squares in searches to the end.
constexpr int kSplitDepth = 6;
constexpr int kSplitEmpties = 14;

// In the order of moves: how far behind the best a move may be to be compared exactly.
constexpr int kFarBehind = 8 * kScorePerDisc;

// A millisecond or so.
constexpr std::uint64_t kReportEvery = 1 << 13;

}  // namespace

bool Midgame::stopped() const {
  if (shared_.control.stopped()) return true;
  for (const SplitPoint* split = working_for_; split != nullptr; split = split->parent) {
    if (split->cut.load(std::memory_order_relaxed)) return true;
  }
  return false;
}

void Midgame::report_nodes() {
  const std::uint64_t now = nodes();
  shared_.control.add_nodes(now - reported_nodes_);
  reported_nodes_ = now;
}

int Midgame::search(const Node& node, int depth, int alpha, int beta, Line& line) {
  line.length = 0;
  return beta - alpha > 1 ? principal(node, depth, alpha, beta, line) : null_window(node, depth, alpha);
}

int Midgame::null_window(const Node& node, int depth, int alpha) {
  if (depth >= node.empties) {
    if (node.empties > Endgame::kMostEmpties) return inner<false>(node, node.empties, alpha, alpha + 1, nullptr);
    return last_squares(node.board, node.empties, alpha);
  }
  int value;
  if (depth == kShallow && probably_decided(node, depth, alpha, value)) return value;
  return depth <= kShallow ? shallow(node, depth, alpha, alpha + 1)
                           : inner<false>(node, depth, alpha, alpha + 1, nullptr);
}

// What Endgame finds about the largest of its positions is remembered for the passes to come: it is exact in all.
int Midgame::last_squares(const Board& board, int empties, int alpha) {
  const int discs = discs_below(alpha);
  if (empties < Endgame::kMostEmpties) return to_score(endgame_.solve(board, empties, discs, discs + 1));
  const Bits key = hash(board);
  TableEntry entry;
  shared_.table.probe(key, entry);
  if (entry.depth == empties && entry.selectivity == kExactSelectivity) {
    if (entry.lower > alpha) return entry.lower;
    if (entry.upper <= alpha) return entry.upper;
  }
  const Score value = to_score(endgame_.solve(board, empties, discs, discs + 1));
  shared_.table.store(key, {empties, kExactSelectivity, to_score(discs), to_score(discs + 1), value, kNoMove});
  return value;
}

int Midgame::principal(const Node& node, int depth, int alpha, int beta, Line& line) {
  line.length = 0;
  if (depth >= node.empties) {
    if (node.empties > Endgame::kMostEmpties) return inner<true>(node, node.empties, alpha, beta, &line);
    return to_score(endgame_.solve(node.board, node.empties, discs_below(alpha), discs_above(beta)));
  }
  return depth <= kShallow ? shallow(node, depth, alpha, beta) : inner<true>(node, depth, alpha, beta, &line);
}

// ---- one node, in order ----

// Whether bounds found at another time may stand for a search `depth` ahead. Where the pass prunes by probability, a
// search that looked further is as good; full-width values are those of their depth.
bool Midgame::answers(const TableEntry& entry, int depth) const {
  if (entry.selectivity < shared_.level) return false;
  return entry.depth == depth || (entry.depth > depth && shared_.level != kExactSelectivity);
}

template <bool kPrincipal>
int Midgame::inner(const Node& node, int depth, int alpha, int beta, Line* line) {
  ++nodes_;
  if (nodes() - reported_nodes_ >= kReportEvery) report_nodes();
  if (stopped()) return 0;
  const bool to_end = depth == node.empties;
  const Bits key = hash(node.board);
  shared_.table.prefetch(key);

  // 1. Stable discs bound final scores.
  int bound;
  if (to_end && stability_cuts(node.board, node.empties, discs_below(alpha), bound)) return to_score(bound);

  // 2. Moves, or a pass, or the end.
  const Bits legal = node.board.moves();
  if (legal == 0) {
    if (node.board.passed().moves() == 0) return to_score(final_score(node.board));
    Line rest;
    const int value = -inner<kPrincipal>(node.passed(model_), depth, -beta, -alpha, &rest);
    if constexpr (kPrincipal) line->set(kPass, rest);
    return value;
  }

  // 3. The table. Principal nodes search on, so that the line is whole.
  TableEntry entry;
  shared_.table.probe(key, entry);
  if (!kPrincipal && answers(entry, depth)) {
    if (entry.lower > alpha) return entry.lower;
    if (entry.upper <= alpha) return entry.upper;
  }

  // 4. What a shallow search says is decided.
  int value;
  if (!kPrincipal && probably_decided(node, depth, alpha, value)) {
    shared_.table.store(key, {depth, shared_.level, static_cast<Score>(alpha), static_cast<Score>(beta),
                              static_cast<Score>(value), kNoMove});
    return value;
  }
  if (!kPrincipal && stopped()) return 0;

  // 5. Children; one that takes all discs wins at once.
  MoveList moves(node.board, legal);
  for (const Move& move : moves) {
    if (move.child.own == 0) {
      if constexpr (kPrincipal) line->set(move.square, Line{});
      return kMaxScore;
    }
  }

  // 6. Children that the table already knows.
  int best = kNothing;
  int best_move = kNoMove;
  if (!kPrincipal && depth >= kLookUpChildren && known_children_decide(moves, depth, alpha, best, best_move)) {
    return best;
  }

  // 7. Order: the move that the table remembers is searched before the others are compared.
  const bool remembered = moves.bring_to_front(entry.move[0]);
  if (!remembered) promise(moves, 0, node, depth, kPrincipal, entry.move[1]);

  // 8. The first move alone, its brothers with a null window and shared with idle threads.
  const int window_alpha = alpha;
  for (int i = 0; i < moves.size(); ++i) {
    if (i == 1 && remembered) promise(moves, 1, node, depth, kPrincipal, entry.move[1]);
    if (!kPrincipal && i > 0 && depth >= (to_end ? kSplitEmpties : kSplitDepth) &&
        shared_.splits.idle.load(std::memory_order_relaxed) > 0) {
      split_brothers(moves, i, node, depth, alpha, best, best_move);
      if (stopped()) return 0;
      break;
    }
    const Move& move = i == 0 && remembered ? moves[0] : moves.select(i);
    const Node child = node.after(model_, move);
    Line rest;
    if (kPrincipal && i == 0) {
      value = -principal(child, depth - 1, -beta, -alpha, rest);
    } else {
      value = -null_window(child, depth - 1, -alpha - 1);
      if (kPrincipal && value > alpha && value < beta) value = -principal(child, depth - 1, -beta, -value + 1, rest);
    }
    if (stopped()) return 0;
    if (value > best) {
      best = value;
      best_move = move.square;
      if (value > alpha) {
        alpha = value;
        if constexpr (kPrincipal) line->set(move.square, rest);
        if (alpha >= beta) break;
      }
    }
  }

  // 9. Remember. Where no move reached alpha, the one with the highest bound is no better than others.
  shared_.table.store(key, {depth, shared_.level, static_cast<Score>(window_alpha), static_cast<Score>(beta),
                            static_cast<Score>(best), best > window_alpha ? best_move : kNoMove});
  return best;
}

// Enhanced transposition cut-offs: true if a child is known to raise alpha (`best` says how far). Children known not to
// are taken off the list; `best` remembers the highest bound among them.
bool Midgame::known_children_decide(MoveList& moves, int depth, int alpha, int& best, int& best_move) {
  for (const Move& move : moves) shared_.table.prefetch(hash(move.child));
  for (int i = moves.size() - 1; i >= 0; --i) {
    TableEntry entry;
    if (!shared_.table.probe(hash(moves[i].child), entry)) continue;
    if (!answers(entry, depth - 1)) continue;
    if (-entry.upper > alpha) {
      best = -entry.upper;
      return true;
    }
    if (-entry.lower <= alpha) {
      if (-entry.lower > best) {
        best = -entry.lower;
        best_move = moves[i].square;
      }
      moves.remove(i);
    }
  }
  return false;
}

// Promises for the moves from place `from` on: the value of a shallow search, with a liking for moves that leave the
// opponent few replies, because they make small subtrees.
void Midgame::promise(MoveList& moves, int from, const Node& node, int depth, bool principal, int second_table_move) {
  const Effort effort = ordering_effort(node.empties, depth, principal);
  int best = kNothing;
  for (int i = from; i < moves.size(); ++i) {
    Move& move = moves[i];
    if (move.square == second_table_move) {
      move.promise = kTableMove;
      continue;
    }
    // Moves far behind the best need no exact place.
    const int floor = std::max(best - kFarBehind, -kMaxScore);
    const Node child = node.after(model_, move);
    Line line;
    const int value =
        -(effort.depth == 0 ? judgement(child) : this->principal(child, effort.depth, -kMaxScore, -floor, line));
    best = std::max(best, value);
    move.promise = value - effort.per_reply * weighted_mobility(move.child.moves());
  }
}

// ---- several threads ----

// Takes moves from a split point until none is left or the node is decided.
void Midgame::search_brothers(SplitPoint& split) {
  for (;;) {
    Move move;
    {
      std::lock_guard guard(split.guard);
      if (split.taken >= split.moves.size() || split.cut.load(std::memory_order_relaxed)) return;
      move = split.moves.select(split.taken++);
    }
    const int value = -null_window(split.node.after(model_, move), split.depth - 1, -split.alpha - 1);
    if (stopped()) return;
    std::lock_guard guard(split.guard);
    if (value > split.best) {
      split.best = value;
      split.best_move = move.square;
      if (value > split.alpha) split.cut.store(true, std::memory_order_relaxed);
    }
  }
}

// Null windows only: the brothers of a principal node are large null-window trees themselves, and sharing those
// wastes less than searching several brothers with an alpha that one of them is about to raise.
void Midgame::split_brothers(MoveList& moves, int next, const Node& node, int depth, int alpha, int& best,
                             int& best_move) {
  const SplitPoint* const before = working_for_;
  SplitPoint split{before, node, depth, alpha, moves, next, best, best_move};
  shared_.splits.open(split);
  working_for_ = &split;
  search_brothers(split);
  shared_.splits.close(split);
  help_until([&] { return !shared_.splits.has_helpers(split); });
  working_for_ = before;
  best = split.best;
  best_move = split.best_move;
}

}  // namespace logistello
