#include "search/endgame.hpp"

#include <algorithm>
#include <array>

#include "board/hash.hpp"
#include "board/stability.hpp"
#include "search/endgame_last.hpp"
#include "search/ordering.hpp"

namespace logistello {
namespace {

// Which routine searches a position with that many empty squares:
// 1-4 endgame_last.hpp; up to kFew by parity alone; up to kLocal with the thread's own table; above with the shared
// one.
constexpr int kFew = 6;
constexpr int kLocal = 11;
// From here on the stop flag is read; smaller subtrees take well under a millisecond.
constexpr int kPoll = 12;
// Smaller nodes are not worth the cost of sharing them.
constexpr int kSplit = 14;

// Principal nodes are few and their first move matters most: their children are judged this many plies deeper.
constexpr int kPrincipalExtra = 3;

constexpr std::uint64_t kReportEvery = 1 << 16;

constexpr Bits kQuadrant[4] = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                               0xf0f0f0f000000000ULL};

// The quadrant of each square; row kPass is empty.
constexpr std::array<Bits, 64> make_quadrant_of() {
  std::array<Bits, 64> table{};
  for (int square = 0; square < 64; ++square) {
    for (const Bits quadrant : kQuadrant) {
      if (quadrant & bit(square)) table[square] = quadrant;
    }
  }
  return table;
}
constexpr std::array<Bits, 64> kQuadrantOf = make_quadrant_of();

// Squares of quadrants with an odd number of empty squares: whoever moves there first may also move there last.
Bits odd_quadrants(Bits empties) {
  Bits odd = 0;
  for (const Bits quadrant : kQuadrant) {
    if (count(empties & quadrant) & 1) odd |= quadrant;
  }
  return odd;
}

// Empty squares without an empty neighbour: holes that are certainly odd.
Bits lone_squares(Bits empties) {
  const Bits sides = (empties << 1 & ~kColumnA) | (empties >> 1 & ~kColumnH);
  const Bits band = empties | sides;
  return empties & ~(sides | band << 8 | band >> 8);
}

// Stable discs of the opponent bound our score from above. Counting them pays only when alpha is so high that it may
// cut: the more empty squares, the fewer stable discs there are.
constexpr int stability_threshold(int empties) { return empties <= 10 ? 2 * empties - 2 : 2 * empties; }

bool stability_cuts(const Board& board, int empties, int alpha, int& bound) {
  if (alpha < stability_threshold(empties)) return false;
  bound = kMaxDiscs - 2 * count(stable_discs(board.opp, board.own));
  return bound <= alpha;
}

}  // namespace

Endgame::Endgame(SharedSearch& shared) : shared_(shared), local_table_(14) {}

bool Endgame::stopped() const {
  if (shared_.control.stopped()) return true;
  for (const SplitPoint* split = working_for_; split != nullptr; split = split->parent) {
    if (split->cut.load(std::memory_order_relaxed)) return true;
  }
  return false;
}

void Endgame::report_nodes() {
  shared_.control.add_nodes(nodes_ - reported_nodes_);
  reported_nodes_ = nodes_;
}

int Endgame::solve(const Board& board, int alpha, int beta) {
  const int empties = board.empty_count();
  return beta - alpha > 1 ? principal(board, empties, alpha, beta) : null_window(board, empties, alpha);
}

int Endgame::solve_root(const Board& board, int alpha, int beta) {
  const int empties = board.empty_count();
  return empties > kLocal ? deep<true>(board, empties, alpha, beta) : solve(board, alpha, beta);
}

void Endgame::tell_root(int empties, int square, int value) const {
  if (shared_.root != nullptr && shared_.root->empties == empties) shared_.root->on_improvement(square, value);
}

// ---- few empties: holes and parity decide the order, no tables ----

template <int kEmpties>
int Endgame::few(Bits own, Bits opp, int alpha, Bits odd) {
  if constexpr (kEmpties == 4) {
    return last::solve_4(own, opp, alpha, odd, nodes_);
  } else {
    ++nodes_;
    int bound;
    if (stability_cuts({own, opp}, kEmpties, alpha, bound)) return bound;
    Bits moves = legal_moves(own, opp);
    if (moves == 0) {
      if (legal_moves(opp, own) == 0) return final_score({own, opp});
      return -few<kEmpties>(opp, own, -alpha - 1, odd);
    }
    int best = kNoScore;
    for (const Bits preferred : {lone_squares(~(own | opp)), odd, ~Bits{0}}) {
      const Bits part = moves & preferred;
      moves ^= part;
      for (const int square : squares_of(part)) {
        const Bits flipped = flips(own, opp, square);
        const int value =
            -few<kEmpties - 1>(opp ^ flipped, own ^ (flipped | bit(square)), -alpha - 1, odd ^ kQuadrantOf[square]);
        if (value > best) {
          best = value;
          if (value > alpha) return value;
        }
      }
    }
    return best;
  }
}

int Endgame::few_any(const Board& board, int empties, int alpha) {
  const Bits own = board.own;
  const Bits opp = board.opp;
  const Bits odd = odd_quadrants(board.empties());
  switch (empties) {
    case 6:
      return few<6>(own, opp, alpha, odd);
    case 5:
      return few<5>(own, opp, alpha, odd);
    case 4:
      return few<4>(own, opp, alpha, odd);
    default:
      break;
  }
  std::array<int, 3> at{};
  int size = 0;
  for (const int square : squares_of(board.empties())) at[size++] = square;
  switch (size) {
    case 3:
      return last::solve_3(own, opp, alpha, at[0], at[1], at[2], nodes_);
    case 2:
      return last::solve_2(own, opp, alpha, at[0], at[1], nodes_);
    case 1:
      ++nodes_;
      return last::solve_1(own, at[0]);
    default:
      ++nodes_;
      return final_score(board);
  }
}

// ---- enhanced transposition cut-offs ----

// What a table knows of a child, in discs for the side that moves there.
bool Endgame::known(const Board& child, int empties, int& lower, int& upper) {
  if (empties <= kLocal) {
    const LocalTable::Entry& entry = local_table_.slot(child);
    lower = entry.lower;
    upper = entry.upper;
    return LocalTable::holds(entry, child);
  }
  TableEntry entry;
  if (!shared_.table.probe(hash(child), entry)) return false;
  lower = to_discs(entry.lower);
  upper = to_discs(entry.upper);
  return entry.depth == empties && entry.selectivity == kExactSelectivity;
}

// Looks all children up before one is searched: true if one of them is known to raise alpha (`best` says how far).
// Children known not to are taken off the list; `best` remembers the highest bound among them.
bool Endgame::known_children_decide(MoveList& moves, int empties, int alpha, int& best, int& best_move) {
  if (empties - 1 > kLocal) {
    for (const Move& move : moves) shared_.table.prefetch(hash(move.child));
  }
  for (int i = moves.size() - 1; i >= 0; --i) {
    int lower;
    int upper;
    if (!known(moves[i].child, empties - 1, lower, upper)) continue;
    if (-upper > alpha) {
      best = -upper;
      return true;
    }
    if (-lower <= alpha) {
      if (-lower > best) {
        best = -lower;
        best_move = moves[i].square;
      }
      moves.remove(i);
    }
  }
  return false;
}

// ---- some empties: fastest first, the thread's own table ----

int Endgame::local(const Board& board, int empties, int alpha) {
  ++nodes_;
  int bound;
  if (stability_cuts(board, empties, alpha, bound)) return bound;
  LocalTable::Entry& entry = local_table_.slot(board);
  int table_move = kNoMove;
  if (LocalTable::holds(entry, board)) {
    if (entry.lower > alpha) return entry.lower;
    if (entry.upper <= alpha) return entry.upper;
    table_move = entry.move;
  }
  const Bits legal = board.moves();
  if (legal == 0) {
    if (board.passed().moves() == 0) return final_score(board);
    return -local(board.passed(), empties, -alpha - 1);
  }
  MoveList moves(board, legal);
  int best = kNoScore;
  int best_move = kNoMove;
  if (empties > kFew + 1 && known_children_decide(moves, empties, alpha, best, best_move)) return best;
  promise_fast_replies(moves, odd_quadrants(board.empties()), table_move);
  for (int i = 0; i < moves.size(); ++i) {
    const Move& move = moves.select(i);
    const int value = -null_window(move.child, empties - 1, -alpha - 1);
    if (value > best) {
      best = value;
      best_move = move.square;
      if (value > alpha) break;
    }
  }
  LocalTable::store(entry, board, alpha, best, best_move);
  return best;
}

// ---- many empties: one node, in order ----

template <bool kPrincipal>
int Endgame::deep(const Board& board, int empties, int alpha, int beta) {
  ++nodes_;
  if (nodes_ - reported_nodes_ >= kReportEvery) report_nodes();
  if (empties >= kPoll && stopped()) return 0;

  // 1. Stable discs.
  int bound;
  if (stability_cuts(board, empties, alpha, bound)) return bound;

  // 2. Moves, or a pass, or the end.
  const Bits legal = board.moves();
  if (legal == 0) {
    if (board.passed().moves() == 0) return final_score(board);
    return -deep<kPrincipal>(board.passed(), empties, -beta, -alpha);
  }

  // 3. The table.
  const Bits key = hash(board);
  TableEntry entry;
  shared_.table.probe(key, entry);
  if (entry.depth == empties && entry.selectivity == kExactSelectivity) {
    const int lower = to_discs(entry.lower);
    const int upper = to_discs(entry.upper);
    if (lower >= beta || lower == upper) return lower;
    if (upper <= alpha) return upper;
    if constexpr (kPrincipal) {
      alpha = std::max(alpha, lower - 1);  // keep the value itself inside the window, so that a move is found for it
      beta = std::min(beta, upper + 1);
    }
  }

  // 4. Children; one that takes all discs wins at once.
  MoveList moves(board, legal);
  for (const Move& move : moves) {
    if (move.child.own == 0) return kMaxDiscs;
  }

  // 5. Children that a table already knows.
  int best = kNoScore;
  int best_move = kNoMove;
  if (!kPrincipal && known_children_decide(moves, empties, alpha, best, best_move)) return best;

  // 6. Order.
  nodes_ += promise_good_moves(moves, empties, entry.move, kPrincipal ? kPrincipalExtra : 0);

  // 7. The first alone, its brothers shared with idle threads.
  const int window_alpha = alpha;
  for (int i = 0; i < moves.size(); ++i) {
    if (!kPrincipal && i > 0 && empties >= kSplit && shared_.splits.idle.load(std::memory_order_relaxed) > 0) {
      split_brothers(moves, i, empties, alpha, best, best_move);
      if (stopped()) return 0;
      break;
    }
    const Move& move = moves.select(i);
    int value;
    if (!kPrincipal || i == 0) {
      value = -search_child(move.child, empties - 1, -beta, -alpha);
    } else {
      value = -null_window(move.child, empties - 1, -alpha - 1);
      if (value > alpha && value < beta) value = -principal(move.child, empties - 1, -beta, -value + 1);
    }
    if (empties > kPoll && stopped()) return 0;
    if (value > best) {
      best = value;
      best_move = move.square;
      if (value > alpha) {
        alpha = value;
        if constexpr (kPrincipal) tell_root(empties, best_move, value);
        if (alpha >= beta) break;
      }
    }
  }

  // 8. Remember.
  shared_.table.store(key,
                      {empties, kExactSelectivity, to_score(window_alpha), to_score(beta), to_score(best), best_move});
  return best;
}

int Endgame::null_window(const Board& board, int empties, int alpha) {
  if (empties <= kFew) return few_any(board, empties, alpha);
  if (empties <= kLocal) return local(board, empties, alpha);
  return deep<false>(board, empties, alpha, alpha + 1);
}

// A window wider than one. With few empties it is raised from below by null windows, which need no code of their own.
int Endgame::principal(const Board& board, int empties, int alpha, int beta) {
  if (empties > kLocal) return deep<true>(board, empties, alpha, beta);
  int value = null_window(board, empties, alpha);
  if (value <= alpha) return value;
  while (value < beta) {
    const int next = null_window(board, empties, value);
    if (next <= value) return value;
    value = next;
  }
  return value;
}

int Endgame::search_child(const Board& child, int empties, int alpha, int beta) {
  return beta - alpha > 1 ? principal(child, empties, alpha, beta) : null_window(child, empties, alpha);
}

// ---- several threads ----

// Takes moves from a split point until none is left or the node is decided.
void Endgame::search_brothers(SplitPoint& split) {
  for (;;) {
    Board child;
    int square;
    {
      std::lock_guard guard(split.guard);
      if (split.taken >= split.moves.size() || split.cut.load(std::memory_order_relaxed)) return;
      const Move& move = split.moves.select(split.taken++);
      child = move.child;
      square = move.square;
    }
    const int value = -null_window(child, split.empties - 1, -split.alpha - 1);
    if (stopped()) return;
    std::lock_guard guard(split.guard);
    if (value > split.best) {
      split.best = value;
      split.best_move = square;
      if (value > split.alpha) split.cut.store(true, std::memory_order_relaxed);
    }
  }
}

// Null windows only: the brothers of a principal node are large null-window trees themselves, and sharing those
// wastes less than searching several brothers with an alpha that one of them is about to raise.
void Endgame::split_brothers(MoveList& moves, int next, int empties, int alpha, int& best, int& best_move) {
  const SplitPoint* const before = working_for_;
  SplitPoint split{before, empties, alpha, moves, next, best, best_move};
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
