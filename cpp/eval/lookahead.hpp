// A plain full-width search of fixed depth with a learned evaluation: no table, no pruning by probability.
// For single values, for labels, and as the twin that faster searches are tested against.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "board/board.hpp"
#include "board/square.hpp"
#include "eval/model.hpp"

namespace logistello {

// The minimax value in units of the model for the side to move, `depth` moves ahead. A forced pass uses up no depth;
// a finished game counts its final score times `units_per_disc`. Meaningless once `stop` is set.
int look_ahead(const Model& model, const Board& board, int depth, int units_per_disc, const std::atomic<bool>& stop);

struct LookAheadAnswer {
  int value;
  int square;  // the best move, the one that looked better before the search among equals; kPass, or kNoMove if the
               // game is over or the depth is 0
};

// The same value, and the move that gets it.
LookAheadAnswer best_by_look_ahead(const Model& model, const Board& board, int depth, int units_per_disc,
                                   const std::atomic<bool>& stop);

// Up to `most` of the positions that the search from `root` visits, the root excluded and repetitions included, each
// with the same probability. The side to move has a move in all of them. Meaningless once `stop` is set.
std::vector<Board> sample_inside_search(const Model& model, const Board& root, int depth, int units_per_disc,
                                        std::size_t most, std::uint64_t seed, const std::atomic<bool>& stop);

}  // namespace logistello
