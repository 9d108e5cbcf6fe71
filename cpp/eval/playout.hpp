// Random games that are evaluated at every position: how the speed of an evaluation is measured.
#pragma once

#include <cstdint>
#include <span>

#include "board/board.hpp"
#include "eval/model.hpp"

namespace logistello {

struct Playouts {
  std::uint64_t positions = 0;
  std::int64_t checksum = 0;  // sum of all values, so that none can be left out
};

// Plays each board to its end, seeded. With a model the indices are updated and evaluated after each move; without,
// only the game is played, which tells what the evaluation adds. The games go on side by side, a move in each: like in
// a search, evaluations that follow each other are of about the same stage.
Playouts play_randomly(std::span<const Board> boards, std::uint64_t seed, const Model* model);

}  // namespace logistello
