// Counting the leaves of the game tree: the standard test of move generation.
#pragma once

#include <atomic>
#include <cstdint>

#include "board/board.hpp"

namespace logistello {

enum class PassRule {
  kPly,   // a forced pass uses up one ply
  kFree,  // it uses up none: depth counts discs placed
};

// Leaves after `depth` plies. A game that ends earlier counts as one leaf. No hashing.
// Returns early with a meaningless count once `stop` is set.
std::uint64_t perft(const Board& board, int depth, PassRule rule, int threads, const std::atomic<bool>& stop);

}  // namespace logistello
