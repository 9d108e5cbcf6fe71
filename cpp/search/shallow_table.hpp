// A small table that one thread owns, for the last moves before the horizon: it fits the second-level cache, where
// the shared table would cost more than it gives.
//
// Searches meet the same positions again: by transposition, in check searches, from pass to pass. What is stored
// depends on board and depth alone, because nothing below these positions is pruned by probability.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "board/hash.hpp"
#include "search/score.hpp"

namespace logistello {

class ShallowTable {
 public:
  // What is known of a value, in score units.
  struct Bounds {
    Score lower = to_score(-kMaxDiscs);
    Score upper = to_score(kMaxDiscs);
    bool exact() const { return lower == upper; }
  };

  ShallowTable() : entries_(std::size_t{1} << kBits) {}

  static Bits key(const Board& board, int depth) { return hash(board) + static_cast<Bits>(depth); }

  Bounds known(Bits key) const {
    const Entry& entry = entries_[place(key)];
    return entry.key == key ? entry.bounds : Bounds{};
  }

  // Always replaces what others have stored there; bounds of the same search are merged. `value` is fail-soft.
  void store(Bits key, int alpha, int beta, int value) {
    Entry& entry = entries_[place(key)];
    if (entry.key != key) entry = {key, Bounds{}};
    if (value > alpha) entry.bounds.lower = std::max(entry.bounds.lower, static_cast<Score>(value));
    if (value < beta) entry.bounds.upper = std::min(entry.bounds.upper, static_cast<Score>(value));
  }

 private:
  struct Entry {
    Bits key = 0;
    Bounds bounds;
  };
  static constexpr int kBits = 13;  // 128 KB
  static std::size_t place(Bits key) { return static_cast<std::size_t>(key >> (64 - kBits)); }

  std::vector<Entry> entries_;
};

}  // namespace logistello
