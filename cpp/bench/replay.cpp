#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

#include "bench/commands.hpp"
#include "bench/positions.hpp"
#include "search/endgame_solver.hpp"

namespace logistello::bench {

int replay(const Arguments& arguments) {
  const std::vector<RecordedPosition> positions = read_positions(arguments.text("positions"));
  if (positions.empty()) throw std::runtime_error("there are no positions");
  for (const RecordedPosition& each : positions) {
    if (each.board.empty_count() > parameters.endgame_empties) throw std::runtime_error("too many empty squares");
  }
  double best = 1e9;
  std::uint64_t nodes = 0;
  long long sum = 0;
  for (int round = 0; round < arguments.number("rounds", 5); ++round) {
    EndgameSolver solver;
    sum = 0;
    const double began = processor_seconds();
    for (const RecordedPosition& each : positions) {
      const Discs value = solver.solve(each.board, each.board.empty_count(), each.alpha, just_above(each.alpha));
      sum += value > each.alpha ? 1 : 0;
    }
    best = std::min(best, processor_seconds() - began);
    nodes = solver.nodes();
  }
  const auto size = static_cast<double>(positions.size());
  std::printf("%zu positions, %lld above alpha, %llu nodes, %.1f ns a position, %.1f M nodes/s\n", positions.size(),
              sum, static_cast<unsigned long long>(nodes), 1e9 * best / size, 1e-6 * static_cast<double>(nodes) / best);
  return 0;
}

}  // namespace logistello::bench
