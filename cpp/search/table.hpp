// The transposition table that all threads share, without locks.
//
// An entry is two words: the data, and the hash xored with the data. A reader that catches a half-written entry sees
// a hash that does not fit and takes it for a miss (Hyatt's trick), so races cost a lost entry and never a wrong one.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "board/bits.hpp"
#include "board/square.hpp"
#include "memory/large_pages.hpp"
#include "search/score.hpp"

namespace logistello {

// Confidence of a bound in steps; part of the key to reuse. kExactSelectivity: nothing was pruned by probability.
inline constexpr int kExactSelectivity = 7;

struct TableEntry {
  Score lower = to_score(-kMaxDiscs);
  Score upper = to_score(kMaxDiscs);
  std::uint8_t move[2] = {kNoMove, kNoMove};  // best, second best known
  std::uint8_t depth = 0;                     // plies searched below this position, 0 to 63
  std::uint8_t selectivity = 0;               // 0 to kExactSelectivity
  std::uint8_t age = 0;                       // 7 bits: which search wrote it
};

// A search result on its way into the table.
struct SearchedNode {
  int depth;
  int selectivity;
  Score alpha;  // the window it was searched with
  Score beta;
  Score value;  // fail-soft
  int move;     // kNoMove if none stood out
};

class Table {
 public:
  // Takes at most `bytes`, rounded down to whole buckets. Throws std::bad_alloc.
  explicit Table(std::size_t bytes);

  // Entries of earlier searches stay readable but are the first to be replaced.
  void new_search() { age_ = (age_ + 1) & 0x7f; }
  void clear();

  void prefetch(Bits hash) const { __builtin_prefetch(&bucket(hash)); }
  bool probe(Bits hash, TableEntry& entry) const;
  void store(Bits hash, const SearchedNode& node);

  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check;  // hash ^ data
    std::atomic<std::uint64_t> data;
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };

  Bucket& bucket(Bits hash) const {
    __extension__ using Wide = unsigned __int128;
    return memory_.as<Bucket>()[static_cast<std::size_t>(static_cast<Wide>(hash) * buckets_ >> 64)];
  }

  std::size_t buckets_;
  LargePages memory_;
  std::uint8_t age_ = 0;
};

}  // namespace logistello
