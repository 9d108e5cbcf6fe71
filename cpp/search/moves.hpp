// The moves of one node with the boards they lead to, handed out best first.
#pragma once

#include <array>
#include <utility>

#include "board/board.hpp"
#include "board/square.hpp"

namespace logistello {

// No default values: lists of moves are made at every node, and clearing them would be felt.
struct Move {
  Board child;   // after the move, seen by the opponent
  Bits replies;  // the opponent's legal moves, where the order of moves asked for them
  int square;
  int promise;  // larger is tried earlier
};

class MoveList {
 public:
  // 33 legal moves occur in reachable positions; more than 60 can never.
  static constexpr int kCapacity = 60;

  // All legal moves of `board`, unordered.
  MoveList(const Board& board, Bits legal) {
    for (const int square : squares_of(legal)) {
      Move& move = moves_[size_++];
      move.child = board.play(square);
      move.square = square;
    }
  }

  int size() const { return size_; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  Move& operator[](int i) { return moves_[i]; }
  const Move& operator[](int i) const { return moves_[i]; }

  // Whether the move to `square` is in the list; it is then the first.
  bool bring_to_front(int square) {
    for (int i = 0; i < size_; ++i) {
      if (moves_[i].square != square) continue;
      std::swap(moves_[0], moves_[i]);
      return true;
    }
    return false;
  }

  void remove(int i) { moves_[i] = moves_[--size_]; }

  // Brings the most promising of the moves from `i` on to place `i` (selection sort, one step at a time:
  // a cut-off usually comes before the list is sorted).
  Move& select(int i) {
    int best = i;
    int most = moves_[i].promise;
    for (int j = i + 1; j < size_; ++j) {
      const bool better = moves_[j].promise > most;  // no branch: nobody can guess it
      best = better ? j : best;
      most = better ? moves_[j].promise : most;
    }
    if (best != i) std::swap(moves_[i], moves_[best]);
    return moves_[i];
  }

 private:
  int size_ = 0;
  std::array<Move, kCapacity> moves_;
};

}  // namespace logistello
