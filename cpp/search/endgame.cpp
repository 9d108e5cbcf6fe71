#include "search/endgame.hpp"

#include <algorithm>
#include <array>

#include "search/endgame_last.hpp"
#include "search/moves.hpp"
#include "search/ordering.hpp"
#include "search/stability_cut.hpp"

namespace logistello {
namespace {

// Which routine searches a position with that many empty squares: 1-4 endgame_last.hpp; up to kFew by parity alone;
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
int Endgame::few(Bits own, Bits opp, int alpha, Bits odd) {
  if constexpr (kEmpties == 4) {
    return last::solve_4(own, opp, alpha, odd, nodes_);
  } else {
    ++nodes_;
    int bound;
    if (stability_cuts({own, opp}, kEmpties, alpha, bound)) return bound;
    return few_moves<kEmpties>(own, opp, legal_moves(own, opp), alpha, odd);
  }
}

template <int kEmpties>
int Endgame::few_moves(Bits own, Bits opp, Bits moves, int alpha, Bits odd) {
  if (moves == 0) {
    if (legal_moves(opp, own) == 0) return final_score({own, opp});
    return -few<kEmpties>(opp, own, -alpha - 1, odd);
  }
  const Bits lone = lone_squares(~(own | opp));
  int best = kNoScore;
  do {
    // One loop and conditional moves: three loops, one per kind, would mostly be guessed wrong by the processor.
    Bits preferred = moves & odd;
    if (preferred == 0) preferred = moves;
    if ((moves & lone) != 0) preferred = moves & lone;
    const int square = first_square(preferred);
    moves ^= bit(square);
    const Bits flipped = flips(own, opp, square);
    const int value =
        -few<kEmpties - 1>(opp ^ flipped, own ^ (flipped | bit(square)), -alpha - 1, odd ^ kQuadrantOf[square]);
    if (value > best) {
      best = value;
      if (value > alpha) return value;
    }
  } while (moves != 0);
  return best;
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

// ---- some empties: fastest first, the thread's own table ----

// Enhanced transposition cut-offs: looks all children up before one is searched. True if one of them is known to raise
// alpha (`best` says how far). Children known not to are taken off the list; `best` remembers the highest bound.
bool Endgame::known_children_decide(MoveList& moves, int alpha, int& best, int& best_move) {
  for (int i = moves.size() - 1; i >= 0; --i) {
    const LocalTable::Entry& entry = local_table_.slot(moves[i].child);
    if (!LocalTable::holds(entry, moves[i].child)) continue;
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

// `legal` are the moves of `board`: whoever ordered it among its brothers has them already.
int Endgame::local(const Board& board, Bits legal, int empties, int alpha) {
  ++nodes_;
  int bound;
  if (stability_cuts(board, empties, alpha, bound)) return bound;
  if (empties == kFew) return few_moves<kFew>(board.own, board.opp, legal, alpha, odd_quadrants(board.empties()));
  LocalTable::Entry& entry = local_table_.slot(board);
  int table_move = kNoMove;
  if (LocalTable::holds(entry, board)) {
    if (entry.lower > alpha) return entry.lower;
    if (entry.upper <= alpha) return entry.upper;
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
  int best = kNoScore;
  int best_move = kNoMove;
  if (look_up_children && known_children_decide(moves, alpha, best, best_move)) return best;
  for (int i = 0; i < moves.size(); ++i) {
    const Move& move = moves.select(i);
    const int value = -local(move.child, move.replies, empties - 1, -alpha - 1);
    if (value > best) {
      best = value;
      best_move = move.square;
      if (value > alpha) break;
    }
  }
  LocalTable::store(entry, board, alpha, best, best_move);
  return best;
}

int Endgame::null_window(const Board& board, int empties, int alpha) {
  return empties <= kFew ? few_any(board, empties, alpha) : local(board, board.moves(), empties, alpha);
}

// A window wider than one is raised from below by null windows, which need no code of their own.
int Endgame::solve(const Board& board, int empties, int alpha, int beta) {
  int value = null_window(board, empties, alpha);
  if (value <= alpha) return value;
  while (value < beta) {
    const int next = null_window(board, empties, value);
    if (next <= value) return value;
    value = next;
  }
  return value;
}

}  // namespace logistello
