#include "search/rule_of_thumb.hpp"

#include <algorithm>

namespace logistello::thumb {
namespace {

// Found by coordinate descent on the node counts of solves with 20 to 25 empties; only the proportions matter.
constexpr int kMobility = 10;
constexpr int kPotential = 5;
constexpr int kCornerControl = 20;
constexpr int kLooseDisc = 25;  // a disc diagonally inside an empty corner

// A finished game outweighs every judgement.
constexpr int kPerFinalDisc = 1000;

int one_side(Bits own, Bits opp, Bits moves, Bits near_empty_corners) {
  return kMobility * weighted_mobility(moves) + kPotential * count(potential_moves(own, opp)) +
         kCornerControl * corner_control(own) - kLooseDisc * count(own & near_empty_corners);
}

}  // namespace

int value(const Board& board) {
  const Bits loose = inside_corners(board.empties() & kCorners);
  return one_side(board.own, board.opp, board.moves(), loose) -
         one_side(board.opp, board.own, board.passed().moves(), loose);
}

int Shallow::value(const Board& board, int depth, int alpha, int beta) {
  ++nodes;
  if (depth == 0) return thumb::value(board);
  Bits rest = board.moves();
  if (rest == 0) {
    if (board.passed().moves() == 0) return kPerFinalDisc * final_score(board);
    return -value(board.passed(), depth, -beta, -alpha);
  }
  int best = -kInfinity;
  for (Bits part = rest & kCorners; rest != 0; part = rest) {  // corners first
    rest ^= part;
    for (const int square : squares_of(part)) {
      const int found = -value(board.play(square), depth - 1, -beta, -std::max(alpha, best));
      if (found > best) {
        best = found;
        if (best >= beta) return best;
      }
    }
  }
  return best;
}

}  // namespace logistello::thumb
