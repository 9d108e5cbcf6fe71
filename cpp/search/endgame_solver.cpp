#include "search/endgame_solver.hpp"

#include <array>

#include "search/known_children.hpp"
#include "search/last_four.hpp"
#include "search/moves.hpp"
#include "search/observe.hpp"
#include "search/ordering.hpp"
#include "search/stability_cut.hpp"

namespace logistello {
namespace {

// Which routine searches a position with that many empty squares: 1-4 last_four.hpp; up to kFew by parity alone;
// above with the thread's own table.
constexpr int kFew = 6;

constexpr Bits kQuadrant[4] = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                               0xf0f0f0f000000000ULL};

// The quadrant of each square.
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

}  // namespace

// ---- few empties: holes and parity decide the order, no tables ----

template <int kEmpties>
int EndgameSolver::few(Bits own, Bits opp, int alpha, Bits odd) {
  if constexpr (kEmpties == 4) {
    return last::solve_4(own, opp, alpha, odd, nodes_);
  } else {
    ++nodes_;
    observe::node({own, opp}, kEmpties, Discs(alpha));
    if (const auto bound = stability_cut({own, opp}, kEmpties, Discs(alpha))) {
      observe::stability_cut(kEmpties);
      return bound->number();
    }
    return few_moves<kEmpties>(own, opp, legal_moves(own, opp), alpha, odd);
  }
}

template <int kEmpties>
int EndgameSolver::few_moves(Bits own, Bits opp, Bits moves, int alpha, Bits odd) {
  if (moves == 0) {
    if (legal_moves(opp, own) == 0) return final_score({own, opp});
    return -few<kEmpties>(opp, own, -alpha - 1, odd);
  }
  const Bits lone = lone_squares(~(own | opp));
  int best = kNoDiscs;
  int searched = 0;
  do {
    // One loop and conditional moves: three loops, one per kind, would mostly be guessed wrong by the processor.
    Bits preferred = moves & odd;
    if (preferred == 0) preferred = moves;
    if ((moves & lone) != 0) preferred = moves & lone;
    const int square = first_square(preferred);
    moves ^= bit(square);
    ++searched;
    const Bits flipped = flips(own, opp, square);
    const int value =
        -few<kEmpties - 1>(opp ^ flipped, own ^ (flipped | bit(square)), -alpha - 1, odd ^ kQuadrantOf[square]);
    if (value > best) {
      best = value;
      if (value > alpha) {
        observe::searched(kEmpties, searched, true);
        return value;
      }
    }
  } while (moves != 0);
  observe::searched(kEmpties, searched, false);
  return best;
}

int EndgameSolver::few_any(const Board& board, int empties, int alpha) {
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

// ---- some empties: fastest first, the thread's own table ----

// `legal` are the moves of `board`: whoever ordered it among its brothers has them already.
int EndgameSolver::local(const Board& board, Bits legal, int empties, int alpha) {
  ++nodes_;
  observe::node(board, empties, Discs(alpha));
  if (const auto bound = stability_cut(board, empties, Discs(alpha))) {
    observe::stability_cut(empties);
    return bound->number();
  }
  if (empties == kFew) return few_moves<kFew>(board.own, board.opp, legal, alpha, odd_quadrants(board.empties()));
  LocalTable::Entry& entry = local_table_.slot(board);
  int table_move = kNoMove;
  if (LocalTable::holds(entry, board)) {
    if (entry.lower > alpha || entry.upper <= alpha) {
      observe::table_answer(empties);
      return entry.lower > alpha ? entry.lower : entry.upper;
    }
    table_move = entry.move;
  }
  if (legal == 0) {
    const Bits replies = board.passed().moves();
    if (replies == 0) return final_score(board);
    return -local(board.passed(), replies, empties, -alpha - 1);
  }
  MoveList moves(board, legal);
  const bool look_up_children = empties > kFew + 1;
  if (look_up_children) {  // counting replies takes as long as the table needs to answer
    for (const Move& move : moves) local_table_.prefetch(move.child);
  }
  promise_fast_replies(moves, odd_quadrants(board.empties()), table_move);
  Best<int> best{kNoDiscs};
  if (look_up_children) {
    const KnownChildren<int> known = take_known_children(moves, alpha, kNoDiscs, [&](const Board& child) {
      const LocalTable::Entry& of_child = local_table_.slot(child);
      return LocalTable::holds(of_child, child) ? &of_child : nullptr;
    });
    if (known.cut) {
      observe::known_child_cut(empties);
      return known.best.value;
    }
    best = known.best;
  }
  int searched = 0;
  while (searched < moves.size() && best.value <= alpha) {
    const Move& move = moves.select(searched++);
    best.improve(-local(move.child, move.replies, empties - 1, -alpha - 1), move.square);
  }
  observe::searched(empties, searched, best.value > alpha);
  LocalTable::store(entry, board, alpha, best.value, best.move);
  return best.value;
}

int EndgameSolver::null_window(const Board& board, int empties, int alpha) {
  return empties <= kFew ? few_any(board, empties, alpha) : local(board, board.moves(), empties, alpha);
}

// A window wider than one is raised from below by null windows, which need no code of their own.
Discs EndgameSolver::solve(const Board& board, int empties, Discs alpha, Discs beta) {
  int value = null_window(board, empties, alpha.number());
  if (value <= alpha.number()) return Discs(value);
  while (value < beta.number()) {
    const int next = null_window(board, empties, value);
    if (next <= value) break;
    value = next;
  }
  return Discs(value);
}

}  // namespace logistello
