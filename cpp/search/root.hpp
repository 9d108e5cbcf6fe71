// The moves of the position that was asked about, and one pass over them.
#pragma once

#include <functional>
#include <vector>

#include "search/passes.hpp"
#include "search/team.hpp"

namespace logistello {

struct RootMove {
  int square;
  Node child;
  Score value = kNothing;  // for the side that makes the move
  Line line;               // what follows the move
};

// What a pass found out about the best of the root's moves.
struct RootValue {
  Score value;   // if not settled, what the first move was proven to reach, or kNothing
  bool settled;  // false if a limit or stop() came first
};

class Root {
 public:
  // The board must have a legal move that is not excluded.
  Root(Team& team, const Board& board, Bits excluded = 0);

  // Called when a move is proven better than alpha while the pass goes on.
  std::function<void(const RootMove&)> on_improvement;

  // Principal variation search (NegaScout) over the moves from place `first` on, the best of which comes to that place.
  // The value as in Worker.
  RootValue search(std::size_t first, const Pass& pass, Score alpha, Score beta);

  // Aspiration: the same with a window around `guess` that opens where the value lies outside; never beyond (lower,
  // upper).
  RootValue search_near(Score guess, std::size_t first, const Pass& pass, Score lower, Score upper);

  std::size_t size() const { return moves_.size(); }
  const RootMove& operator[](std::size_t place) const { return moves_[place]; }
  int empties() const { return node_.empties; }

 private:
  Team& team_;
  Node node_;
  std::vector<RootMove> moves_;
};

}  // namespace logistello
