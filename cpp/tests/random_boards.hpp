// Seeded boards for tests: scattered discs of every density, and positions of random games.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board.hpp"

namespace logistello::tests {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }

  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint64_t>(limit)); }

 private:
  std::uint64_t state_;
};

// Any placement of discs, reachable or not.
inline Board scattered_board(Random& random) {
  Bits occupied = random.next();
  const int density = random.below(3);
  if (density == 1) occupied |= random.next();
  if (density == 2) occupied |= random.next() | random.next() | random.next();
  const Bits own = random.next();
  return {occupied & own, occupied & ~own};
}

// A random legal move, or the pass, or nothing more if the game is over (false).
inline bool play_randomly(Board& board, Random& random) {
  Bits moves = board.moves();
  if (moves == 0) {
    board = board.passed();
    return board.moves() != 0;
  }
  for (int skip = random.below(count(moves)); skip > 0; --skip) moves = without_lowest(moves);
  board = board.play(first_square(moves));
  return true;
}

// A position of a random game with `empties` empty squares (fewer discs if the game ends before).
inline Board game_board(Random& random, int empties) {
  for (;;) {
    Board board = kStartBoard;
    while (board.empty_count() > empties && play_randomly(board, random)) {
    }
    if (board.empty_count() == empties) return board;
  }
}

}  // namespace logistello::tests
