// Replaying many game records at once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "board/board.hpp"

namespace logistello {

enum class ReplayStatus : std::uint8_t {
  kOver = 0,         // the game ended with the last move
  kUnfinished = 1,   // the record stops before the end
  kIllegal = 2,      // entry number `plies` is illegal
  kAfterTheEnd = 3,  // entry number `plies` follows after the game was over
};

struct Replayed {
  Bits black;
  Bits white;
  bool white_to_move;
  std::uint8_t plies;  // entries played
  ReplayStatus status;
  Bits black_moved;  // bit k: entry k was played by Black
};

inline constexpr std::uint8_t kEndOfRecord = 255;

// From the start position. An entry is a square, or kPass for a forced pass; passes that are left out are inserted.
// kEndOfRecord ends the record early.
Replayed replay(std::span<const std::uint8_t> entries);

// The same, showing each position with a legal move before an entry is played there.
using OnPosition = std::function<void(const Board& board, bool white_to_move)>;
Replayed replay(std::span<const std::uint8_t> entries, const OnPosition& on_position);

}  // namespace logistello
