// A principal variation made whole. Where a move was only proven good enough by a null window, the search has no line
// behind it; the table remembers what was best there.
#pragma once

#include <optional>
#include <vector>

#include "board/board.hpp"
#include "eval/model.hpp"
#include "search/endgame_solver.hpp"
#include "search/table.hpp"

namespace logistello {

// Looks things up and searches a little by itself; counts no nodes and writes nothing that others read.
class WholeLine {
 public:
  WholeLine(const Model& model, const Table& table) : model_(model), table_(table) {}

  // Adds moves to the end of a legal line from `board` until it has `depth` moves (passes come on top), the game is
  // over, or nothing is known.
  void complete(Board board, int depth, std::vector<int>& line);

 private:
  int next_move(const Board& board, int depth);
  int best_exact_move(const Board& board);

  const Model& model_;
  const Table& table_;
  std::optional<EndgameSolver> endgame_;
};

}  // namespace logistello
