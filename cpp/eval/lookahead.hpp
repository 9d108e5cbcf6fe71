// A plain full-width search of fixed depth with a learned evaluation: no table, no pruning by probability.
// For single values, and as the twin that faster searches are tested against.
#pragma once

#include <atomic>

#include "board/board.hpp"
#include "eval/model.hpp"

namespace logistello {

// The minimax value in units of the model for the side to move, `depth` moves ahead. A forced pass uses up no depth;
// a finished game counts its final score times `units_per_disc`. Meaningless once `stop` is set.
int look_ahead(const Model& model, const Board& board, int depth, int units_per_disc, const std::atomic<bool>& stop);

}  // namespace logistello
