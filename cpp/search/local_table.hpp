// A small transposition table that one thread owns, for positions with few empty squares: no sharing, fits the
// second-level cache.
#pragma once

#include <cstdint>
#include <vector>

#include "board/board.hpp"
#include "board/square.hpp"
#include "search/score.hpp"

namespace logistello {

class LocalTable {
 public:
  struct Entry {
    Board board;
    std::int8_t lower;  // discs
    std::int8_t upper;
    std::uint8_t move;
  };

  explicit LocalTable(int bits) : shift_(64 - bits), entries_(std::size_t{1} << bits) {}

  // The only place where this board may be; check `holds` before reading it.
  Entry& slot(const Board& board) {
    const Bits mixed = (board.own ^ board.opp * 0x9e3779b97f4a7c15ULL) * 0xd1342543de82ef95ULL;
    return entries_[mixed >> shift_];
  }

  void prefetch(const Board& board) { __builtin_prefetch(&slot(board)); }

  static bool holds(const Entry& entry, const Board& board) { return entry.board == board; }

  // Always replaces; bounds of the same board are merged. In discs.
  static void store(Entry& entry, const Board& board, int alpha, int value, int move) {
    if (!holds(entry, board)) entry = {board, -kMaxDiscs, kMaxDiscs, kNoMove};
    if (value > alpha) {
      if (value > entry.lower) entry.lower = static_cast<std::int8_t>(value);
    } else if (value < entry.upper) {
      entry.upper = static_cast<std::int8_t>(value);
    }
    entry.move = static_cast<std::uint8_t>(move);
  }

 private:
  int shift_;
  std::vector<Entry> entries_;
};

}  // namespace logistello
