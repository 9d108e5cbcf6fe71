#include "bench/problems.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace logistello::bench {
namespace {

Board board_of(const std::string& line, const std::string& where) {
  if (line.size() < 66) throw std::runtime_error(where + ": expected 64 squares and the side to move");
  Bits black = 0, white = 0;
  for (int square = 0; square < 64; ++square) {
    const char c = line[static_cast<std::size_t>(square)];
    if (c == 'X' || c == '*') black |= bit(square);
    if (c == 'O') white |= bit(square);
  }
  return line[65] == 'O' ? Board{white, black} : Board{black, white};
}

// The scores stand after colons; -127 stands for moves that are not legal.
std::optional<int> best_score(const std::string& line) {
  std::optional<int> best;
  for (std::size_t at = line.find(':'); at != std::string::npos; at = line.find(':', at + 1)) {
    const int score = std::stoi(line.substr(at + 1));
    if (score >= -64 && score <= 64) best = std::max(best.value_or(score), score);
  }
  return best;
}

}  // namespace

std::vector<Problem> read_problems(const std::string& path, int first_number) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " cannot be read");
  std::vector<Problem> problems;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '%') continue;
    const int number = first_number + static_cast<int>(problems.size());
    problems.push_back({number, board_of(line, path + " line " + std::to_string(number)), best_score(line)});
  }
  return problems;
}

}  // namespace logistello::bench
