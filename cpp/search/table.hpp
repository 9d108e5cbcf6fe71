// The transposition table that all threads share, without locks.
//
// An entry is two words: the data, and the hash xored with the data. A reader that catches a half-written entry sees
// a hash that does not fit and takes it for a miss (Hyatt's trick), so races cost a lost entry and never a wrong one.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "board/bits.hpp"
#include "board/square.hpp"
#include "memory/large_pages.hpp"
#include "search/confidence.hpp"
#include "search/score.hpp"

namespace logistello {

struct TableEntry {
  Bounds<Score> bounds{};
  std::uint8_t move[2] = {kNoMove, kNoMove};       // best, second best known
  std::uint8_t depth = 0;                          // plies searched below this position, 0 to 63
  Confidence confidence = Confidence::percent_50;  // of the pass that found the bounds
  std::uint8_t age = 0;                            // 7 bits: which search wrote it
};

// A search result on its way into the table.
struct SearchedNode {
  int depth;
  Confidence confidence;
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
  void new_search() { age_ = (age_ + 1) & kAgeMask; }
  void clear();

  void prefetch(Bits hash) const { __builtin_prefetch(&bucket(hash)); }
  std::optional<TableEntry> probe(Bits hash) const {
    for (const Slot& slot : bucket(hash).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == hash) return unpack(data);
    }
    return std::nullopt;
  }
  void store(Bits hash, const SearchedNode& node);

  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

 private:
  // Layout of the data word: lower 16, upper 16, moves 2 x 7, depth 6, confidence 3, age 7 bits, and the top bit set
  // so that an empty slot is never taken for an entry.
  static constexpr int kConfidenceAt = 52;
  static constexpr int kAgeAt = kConfidenceAt + kConfidenceBits;
  static constexpr int kAgeMask = 0x7f;
  static_assert(kAgeMask < std::int64_t{1} << (63 - kAgeAt));
  static std::uint64_t pack(const TableEntry& entry);
  static TableEntry unpack(std::uint64_t data) {
    TableEntry entry;
    entry.bounds = {Score(static_cast<std::int16_t>(data & 0xffff)),
                    Score(static_cast<std::int16_t>(data >> 16 & 0xffff))};
    entry.move[0] = static_cast<std::uint8_t>(data >> 32 & 0x7f);
    entry.move[1] = static_cast<std::uint8_t>(data >> 39 & 0x7f);
    entry.depth = static_cast<std::uint8_t>(data >> 46 & 0x3f);
    entry.confidence = static_cast<Confidence>(data >> kConfidenceAt & ((1 << kConfidenceBits) - 1));
    entry.age = static_cast<std::uint8_t>(data >> kAgeAt & kAgeMask);
    return entry;
  }

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
