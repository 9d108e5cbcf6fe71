// Backgammon: positions, and what a player can make of a roll.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace logistello::backgammon {

inline constexpr int kOff = 0;   // borne off
inline constexpr int kBar = 25;  // on the bar
inline constexpr int kCheckers = 15;

// Checkers of both players, each counted by how far they have to go: 1 to 24 on the board. A point that is `d` away for
// one player is `25 - d` away for the other.
struct Position {
  std::array<std::array<std::uint8_t, 26>, 2> checkers{};

  static Position initial();
  // 0, or 1 to 3 points for a player who has borne off all: a gammon (2) if the other has borne off none.
  int points_of(int player) const;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// All positions that a player can leave with a roll, each once, in ascending order; the position itself if it cannot
// move. As much of the roll as possible has to be used, the higher number if only one of two can be.
void turns(const Position& position, int player, int high, int low, std::vector<Position>& found);

}  // namespace logistello::backgammon
