// What a search is asked inside: a random sample of its null-window nodes, for whoever wants to know how good its
// judgements are where it needs them (calibration of ProbCut, positions to learn from).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <random>
#include <vector>

#include "board/bits.hpp"
#include "board/board.hpp"
#include "search/score.hpp"

namespace logistello {

// The question was whether the value of this board, so many moves ahead, is greater than alpha.
struct SampledNode {
  Board board;
  int depth;  // moves ahead; the number of empty squares is the end of the game
  Score alpha;
};

// Keeps so many nodes of each depth, and as many of each depth that is the end of the game, each with the same chance
// however many there are (reservoir sampling). From any thread; which nodes are kept depends on the seed and, with one
// thread, on nothing else.
class NodeSample {
 public:
  NodeSample(std::size_t per_depth, std::uint64_t seed) : per_depth_(per_depth), random_(seed) {}

  void offer(const Board& board, int depth, Score alpha) {
    const std::lock_guard guard(lock_);
    Reservoir& reservoir = by_depth_[depth == count(board.empties())][static_cast<std::size_t>(depth)];
    const std::size_t seen = reservoir.seen++;
    if (reservoir.kept.size() < per_depth_) {
      reservoir.kept.push_back({board, depth, alpha});
      return;
    }
    const std::size_t place = std::uniform_int_distribution<std::size_t>(0, seen)(random_);
    if (place < per_depth_) reservoir.kept[place] = {board, depth, alpha};
  }

  // Those of the middle game first, the shallow ones first.
  std::vector<SampledNode> kept() const {
    std::vector<SampledNode> all;
    for (const auto& kind : by_depth_) {
      for (const Reservoir& each : kind) all.insert(all.end(), each.kept.begin(), each.kept.end());
    }
    return all;
  }

 private:
  struct Reservoir {
    std::size_t seen = 0;
    std::vector<SampledNode> kept;
  };

  std::size_t per_depth_;
  std::mutex lock_;
  std::mt19937_64 random_;
  std::array<std::array<Reservoir, 65>, 2> by_depth_{};  // middle game, to the end
};

}  // namespace logistello
