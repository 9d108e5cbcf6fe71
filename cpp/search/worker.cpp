#include "search/worker.hpp"

#include <algorithm>

#include "board/hash.hpp"
#include "search/observe.hpp"
#include "search/ordering.hpp"
#include "search/parameters.hpp"
#include "search/stability_cut.hpp"

namespace logistello {
namespace {

// A millisecond or so.
constexpr std::uint64_t kReportEvery = 1 << 13;

}  // namespace

bool Worker::stopped() const {
  if (shared_.control.stopped()) return true;
  for (const SplitPoint* split = working_for_; split != nullptr; split = split->parent) {
    if (split->cut.load(std::memory_order_relaxed)) return true;
  }
  return false;
}

void Worker::report_nodes() {
  const std::uint64_t now = nodes();
  shared_.control.add_nodes(now - reported_nodes_);
  reported_nodes_ = now;
}

Answer Worker::search(const Node& node, int depth, Score alpha, Score beta, Line& line) {
  line.length = 0;
  const Answer found =
      just_above(alpha) < beta ? principal(node, depth, alpha, beta, line) : null_window(node, depth, alpha);
  return stopped() ? std::nullopt : found;  // the last squares do not look at the stop flag
}

Answer Worker::null_window(const Node& node, int depth, Score alpha) {
  if (depth >= node.empties) {
    if (node.empties > parameters.endgame_empties) {
      return inner<false>(node, node.empties, alpha, just_above(alpha), nullptr);
    }
    return last_squares(node.board, node.empties, alpha);
  }
  if (depth > ShallowSearch::kMostDepth) return inner<false>(node, depth, alpha, just_above(alpha), nullptr);
  if (depth == ShallowSearch::kMostDepth) {
    if (const auto bound = probable_bound(node, depth, alpha)) return bound;
  }
  return shallow_.search(node, depth, alpha, just_above(alpha));
}

// What EndgameSolver finds about the largest of its positions is remembered for the passes to come: it is exact in all.
Score Worker::last_squares(const Board& board, int empties, Score alpha) {
  const Discs discs = discs_below(alpha);
  if (empties < parameters.endgame_empties) {
    return to_score(endgame_.solve(board, empties, discs, just_above(discs)));
  }
  const Bits key = hash(board);
  const TableEntry entry = shared_.table.probe(key).value_or(TableEntry{});
  if (entry.depth == empties && entry.confidence == Confidence::exact) {
    if (entry.bounds.lower > alpha) return entry.bounds.lower;
    if (entry.bounds.upper <= alpha) return entry.bounds.upper;
  }
  const Score value = to_score(endgame_.solve(board, empties, discs, just_above(discs)));
  shared_.table.store(key, {empties, Confidence::exact, to_score(discs), to_score(just_above(discs)), value, kNoMove});
  return value;
}

Answer Worker::principal(const Node& node, int depth, Score alpha, Score beta, Line& line) {
  line.length = 0;
  if (depth >= node.empties) {
    if (node.empties > parameters.endgame_empties) return inner<true>(node, node.empties, alpha, beta, &line);
    return to_score(endgame_.solve(node.board, node.empties, discs_below(alpha), discs_above(beta)));
  }
  return depth <= ShallowSearch::kMostDepth ? shallow_.search(node, depth, alpha, beta)
                                            : inner<true>(node, depth, alpha, beta, &line);
}

// ---- one node, in order ----

// Whether bounds found at another time may stand for a search `depth` ahead. Where the pass prunes by probability, a
// search that looked further is as good; full-width values are those of their depth.
bool Worker::answers(const TableEntry& entry, int depth) const {
  if (entry.confidence < shared_.confidence) return false;
  return entry.depth == depth ||
         (entry.depth > depth && shared_.confidence != Confidence::exact && shared_.options.thresholds.deeper_entries);
}

template <bool kPrincipal>
Answer Worker::inner(const Node& node, int depth, Score alpha, Score beta, Line* line) {
  ++nodes_;
  if (nodes() - reported_nodes_ >= kReportEvery) report_nodes();
  if (stopped()) return std::nullopt;
  const bool to_end = depth == node.empties;
  const Bits key = hash(node.board);
  shared_.table.prefetch(key);
  if (to_end && !kPrincipal) observe::node(node.board, node.empties, discs_below(alpha));

  // 1. Stable discs bound final scores.
  if (to_end) {
    if (const auto bound = stability_cut(node.board, node.empties, discs_below(alpha))) {
      observe::stability_cut(node.empties);
      return to_score(*bound);
    }
  }

  // 2. Moves, or a pass, or the end.
  const Bits legal = node.board.moves();
  if (legal == 0) {
    if (node.board.passed().moves() == 0) return to_score(Discs(final_score(node.board)));
    Line rest;
    const Answer value = -inner<kPrincipal>(node.passed(model_), depth, -beta, -alpha, &rest);
    if constexpr (kPrincipal) line->set(kPass, rest);
    return value;
  }

  // 3. The table. Principal nodes search on, so that the line is whole.
  const TableEntry entry = shared_.table.probe(key).value_or(TableEntry{});
  if (!kPrincipal && answers(entry, depth) && (entry.bounds.lower > alpha || entry.bounds.upper <= alpha)) {
    if (to_end) observe::table_answer(node.empties);
    return entry.bounds.lower > alpha ? entry.bounds.lower : entry.bounds.upper;
  }

  // 4. ProbCut: what a shallow search says is decided.
  if constexpr (!kPrincipal) {
    if (shared_.sample != nullptr) shared_.sample->offer(node.board, depth, alpha);
    if (const auto bound = probable_bound(node, depth, alpha)) {
      shared_.table.store(key, {depth, shared_.confidence, alpha, beta, *bound, kNoMove});
      return bound;
    }
    if (stopped()) return std::nullopt;
  }

  // 5. Children; one that takes all discs wins at once.
  MoveList moves(node.board, legal);
  for (const Move& move : moves) {
    if (move.child.own == 0) {
      if constexpr (kPrincipal) line->set(move.square, Line{});
      return kMaxScore;
    }
  }

  // 6. Enhanced transposition cut-offs (ETC): children that the table already knows.
  Best<Score> best{kNothing};
  if (!kPrincipal && depth >= parameters.look_up_children_depth) {
    const KnownChildren<Score> known = take_known(moves, depth, alpha);
    if (known.cut) {
      if (to_end) observe::known_child_cut(node.empties);
      return known.best.value;
    }
    best = known.best;
  }

  // 7. Order: the move that the table remembers is searched before the others are compared.
  const bool remembered = moves.bring_to_front(entry.move[0]);
  if (!remembered && !promise(moves, 0, node, depth, kPrincipal, entry.move[1])) return std::nullopt;

  // 8. The first move alone, its brothers with a null window and shared with idle threads.
  const Score window_alpha = alpha;
  int searched = 0;
  for (int i = 0; i < moves.size() && alpha < beta; ++i) {
    if (i == 1 && remembered && !promise(moves, 1, node, depth, kPrincipal, entry.move[1])) return std::nullopt;
    if (!kPrincipal && i > 0 && depth >= (to_end ? parameters.split_empties : parameters.split_depth) &&
        shared_.splits.idle.load(std::memory_order_relaxed) > 0) {
      best = split_brothers(moves, i, node, depth, alpha, best);
      if (stopped()) return std::nullopt;
      break;
    }
    const Move& move = i == 0 && remembered ? moves[0] : moves.select(i);
    const Node child = node.after(model_, move);
    Line rest;
    Answer value;
    ++searched;
    if (kPrincipal && i == 0) {
      value = -principal(child, depth - 1, -beta, -alpha, rest);
    } else {
      value = -null_window(child, depth - 1, -just_above(alpha));
      if (kPrincipal && value && *value > alpha && *value < beta) {
        value = -principal(child, depth - 1, -beta, -just_below(*value), rest);
      }
    }
    if (!value || stopped()) return std::nullopt;
    best.improve(*value, move.square);
    if (*value > alpha) {
      alpha = *value;
      if constexpr (kPrincipal) line->set(move.square, rest);
    }
  }
  if (to_end && !kPrincipal) observe::searched(node.empties, searched, best.value > window_alpha);

  // 9. Remember. Where no move reached alpha, the one with the highest bound is no better than others.
  shared_.table.store(key, {depth, shared_.confidence, window_alpha, beta, best.value,
                            best.value > window_alpha ? best.move : kNoMove});
  return best.value;
}

KnownChildren<Score> Worker::take_known(MoveList& moves, int depth, Score alpha) const {
  for (const Move& move : moves) shared_.table.prefetch(hash(move.child));
  return take_known_children(moves, alpha, kNothing, [&](const Board& child) -> std::optional<Bounds<Score>> {
    const auto entry = shared_.table.probe(hash(child));
    if (!entry || !answers(*entry, depth - 1)) return std::nullopt;
    return entry->bounds;
  });
}

// Promises for the moves from place `from` on: the value of a shallow search, with a liking for moves that leave the
// opponent few replies, because they make small subtrees. False after a stop.
bool Worker::promise(MoveList& moves, int from, const Node& node, int depth, bool principal, int second_table_move) {
  const Effort effort = ordering_effort(node.empties, depth, principal, Score(shared_.options.thresholds.reply_price));
  Score best = kNothing;
  for (int i = from; i < moves.size(); ++i) {
    Move& move = moves[i];
    if (move.square == second_table_move) {
      move.promise = kTableMove;
      continue;
    }
    // Moves far behind the best need no exact place.
    const Score floor = std::max(best - Score(parameters.order_far_behind), -kMaxScore);
    const Node child = node.after(model_, move);
    Line line;
    const Answer value = -(effort.depth == 0 ? Answer(shallow_.judgement(child))
                                             : this->principal(child, effort.depth, -kMaxScore, -floor, line));
    if (!value) return false;
    best = std::max(best, *value);
    move.promise = value->number() - effort.per_reply.number() * weighted_mobility(move.child.moves());
  }
  return true;
}

// ---- several threads: young brothers wait (YBWC) ----

// Takes moves from a split point until none is left or the node is decided.
void Worker::search_brothers(SplitPoint& split) {
  for (;;) {
    Move move;
    {
      std::lock_guard guard(split.guard);
      if (split.taken >= split.moves.size() || split.cut.load(std::memory_order_relaxed)) return;
      move = split.moves.select(split.taken++);
    }
    const Answer value = -null_window(split.node.after(model_, move), split.depth - 1, -just_above(split.alpha));
    if (!value || stopped()) return;
    std::lock_guard guard(split.guard);
    split.best.improve(*value, move.square);
    if (*value > split.alpha) split.cut.store(true, std::memory_order_relaxed);
  }
}

// Null windows only: the brothers of a principal node are large null-window trees themselves, and sharing those
// wastes less than searching several brothers with an alpha that one of them is about to raise.
Best<Score> Worker::split_brothers(MoveList& moves, int next, const Node& node, int depth, Score alpha,
                                   Best<Score> best) {
  const SplitPoint* const before = working_for_;
  SplitPoint split{before, node, depth, alpha, moves, next, best};
  shared_.splits.open(split);
  working_for_ = &split;
  search_brothers(split);
  shared_.splits.close(split);
  help_until([&] { return !SplitBoard::has_helpers(split); });
  working_for_ = before;
  return split.best;
}

}  // namespace logistello
