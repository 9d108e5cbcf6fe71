// Files of problems: one position a line, 64 squares and the side to move, then its moves with their scores (.obf).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/board.hpp"

namespace logistello::bench {

struct Problem {
  int number;  // as the suite counts: the first line of a file has the number given to read_problems()
  Board board;
  std::optional<int> score;  // of the best move, where the file tells it
};

// Throws std::runtime_error if the file is missing or a line has no position.
std::vector<Problem> read_problems(const std::string& path, int first_number);

}  // namespace logistello::bench
