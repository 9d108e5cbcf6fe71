// A small transposition table that one thread owns, for the last moves before the horizon: it fits the second-level
// cache, where the shared table would cost more than it gives.
//
// Searches meet the same positions again: by transposition, in check searches, from pass to pass. What is stored
// depends on board and depth alone, because nothing below these positions is pruned by probability.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/hash.hpp"
#include "search/parameters.hpp"
#include "search/score.hpp"

namespace logistello {

class ShallowTable {
 public:
  ShallowTable() : entries_(std::size_t{1} << parameters.shallow_table_bits) {}

  static Bits key(const Board& board, int depth) { return hash(board) + static_cast<Bits>(depth); }

  Bounds<Score> known(Bits key) const {
    const Entry& entry = entries_[place(key)];
    return entry.key == key ? Bounds<Score>{Score(entry.lower), Score(entry.upper)} : Bounds<Score>{};
  }

  // Always replaces what others have stored there; bounds of the same search are merged. `value` is fail-soft.
  void store(Bits key, Score alpha, Score beta, Score value) {
    Entry& entry = entries_[place(key)];
    if (entry.key != key) entry = {key};
    const auto number = static_cast<std::int16_t>(value.number());
    if (value > alpha) entry.lower = std::max(entry.lower, number);
    if (value < beta) entry.upper = std::min(entry.upper, number);
  }

 private:
  struct Entry {
    Bits key = 0;
    std::int16_t lower = static_cast<std::int16_t>(-kMaxScore.number());
    std::int16_t upper = static_cast<std::int16_t>(kMaxScore.number());
  };
  static std::size_t place(Bits key) { return static_cast<std::size_t>(key >> (64 - parameters.shallow_table_bits)); }

  std::vector<Entry> entries_;
};

}  // namespace logistello
