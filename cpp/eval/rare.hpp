// Positions for configurations that training positions hold too rarely: "generating rare positions to fill table gaps"
// (Buro 1997).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "eval/extract.hpp"

namespace logistello {

// Where the counter of each configuration is: stage * weights + weight_of[offset_of_feature + index].
struct ConfigurationCounters {
  const IndexExtractor& extractor;
  std::span<const std::uint32_t> offset_of_feature;
  std::span<const std::uint32_t> weight_of;
  std::array<std::uint8_t, 65> stage_of_discs;
  std::size_t weights;               // of one stage
  std::span<std::uint32_t> matches;  // stages * weights

  // Adds a board to the matches; a configuration that two instances show counts twice.
  void add(const Board& board, std::uint32_t* scratch) const;
};

struct FillRareOptions {
  std::uint32_t enough;   // a configuration with so many matches is not rare any more
  int most_moves;         // random moves of one walk
  std::size_t positions;  // stop after having kept so many
  std::uint64_t walks;    // or after so many walks
  std::uint64_t seed;
};

struct FilledPosition {
  Board board;  // canonical
  std::size_t root;
};

// Goes on until a limit is reached or `stop` is set. A walk begins at one of the roots
// and plays 1 to most_moves random moves; of every position on the way, the ones that hold a rare configuration and
// are new (no root, not kept before, symmetric images included) are kept and counted. `kept` and `walked` may be read
// while it works.
std::vector<FilledPosition> fill_rare(std::span<const Board> roots, const ConfigurationCounters& counters,
                                      const FillRareOptions& options, const std::atomic<bool>& stop,
                                      std::atomic<std::size_t>& kept, std::atomic<std::uint64_t>& walked);

}  // namespace logistello
