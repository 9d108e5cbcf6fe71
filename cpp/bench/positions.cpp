#include "bench/positions.hpp"

#include <fstream>
#include <ios>
#include <stdexcept>

namespace logistello::bench {

std::vector<RecordedPosition> read_positions(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " cannot be read");
  std::vector<RecordedPosition> positions;
  Board board{};
  int alpha = 0;
  while (file >> std::hex >> board.own >> board.opp >> std::dec >> alpha) positions.push_back({board, Discs(alpha)});
  if (!file.eof()) throw std::runtime_error(path + ": expected own and opponent discs and alpha");
  return positions;
}

void write_positions(const std::string& path, const std::vector<RecordedPosition>& positions) {
  std::ofstream file(path);
  for (const RecordedPosition& each : positions) {
    file << std::hex << each.board.own << ' ' << each.board.opp << ' ' << std::dec << each.alpha.number() << '\n';
  }
  if (!file.flush()) throw std::runtime_error(path + " cannot be written");
}

}  // namespace logistello::bench
