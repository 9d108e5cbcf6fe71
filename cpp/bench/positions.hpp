// Positions recorded inside solves: a line of own and opponent discs (hexadecimal) and alpha in discs.
#pragma once

#include <string>
#include <vector>

#include "board/board.hpp"
#include "search/score.hpp"

namespace logistello::bench {

struct RecordedPosition {
  Board board;
  Discs alpha;  // of the null window it was searched with
};

// Both throw std::runtime_error if the file cannot be read or written.
std::vector<RecordedPosition> read_positions(const std::string& path);
void write_positions(const std::string& path, const std::vector<RecordedPosition>& positions);

}  // namespace logistello::bench
