#include "backgammon/position.hpp"

#include <algorithm>

namespace logistello::backgammon {
namespace {

constexpr int kHome = 6;

// Moves one checker. False if that is not legal.
bool step(Position& position, int player, int from, int die) {
  auto& own = position.checkers[player];
  auto& other = position.checkers[1 - player];
  if (own[from] == 0 || (own[kBar] > 0 && from != kBar)) return false;
  const int to = std::max(from - die, 0);
  if (to == kOff) {
    for (int point = kHome + 1; point <= kBar; ++point) {
      if (own[point] > 0) return false;
    }
    if (from < die) {
      for (int point = from + 1; point <= kHome; ++point) {
        if (own[point] > 0) return false;
      }
    }
  } else if (std::uint8_t& there = other[25 - to]; there >= 2) {
    return false;
  } else if (there == 1) {
    there = 0;
    ++other[kBar];
  }
  --own[from];
  ++own[to];
  return true;
}

// Plays the dice in the order given; keeps the positions in which most of them are used.
void play(const Position& position, int player, const int* dice, int left, int used, int& most,
          std::vector<Position>& found) {
  bool moved = false;
  if (left > 0) {
    for (int from = kBar; from > 0; --from) {
      Position after = position;
      if (!step(after, player, from, *dice)) continue;
      moved = true;
      play(after, player, dice + 1, left - 1, used + 1, most, found);
    }
  }
  if (moved || used < most) return;
  if (used > most) {
    most = used;
    found.clear();
  }
  found.push_back(position);
}

}  // namespace

Position Position::initial() {
  Position start;
  for (auto& side : start.checkers) {
    side[24] = 2;
    side[13] = 5;
    side[8] = 3;
    side[6] = 5;
  }
  return start;
}

int Position::points_of(int player) const {
  if (checkers[player][kOff] < kCheckers) return 0;
  return checkers[1 - player][kOff] == 0 ? 2 : 1;
}

void turns(const Position& position, int player, int high, int low, std::vector<Position>& found) {
  found.clear();
  int most = 0;
  if (high == low) {
    const int dice[] = {high, high, high, high};
    play(position, player, dice, 4, 0, most, found);
  } else {
    const int high_first[] = {high, low};
    const int low_first[] = {low, high};
    play(position, player, high_first, 2, 0, most, found);
    // If only one number can be used, the higher one has to be, where possible.
    const bool only_high = most == 1;
    const std::vector<Position> with_high = found;
    play(position, player, low_first, 2, 0, most, found);
    if (only_high && most == 1) found = with_high;
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

}  // namespace logistello::backgammon
