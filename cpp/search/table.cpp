#include "search/table.hpp"

#include <algorithm>

namespace logistello {
namespace {

// Layout of the data word: lower 16, upper 16, moves 2 x 7, depth 6, selectivity 3, age 7 bits, and the top bit set
// so that an empty slot is never taken for an entry.
std::uint64_t pack(const TableEntry& entry) {
  return static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.lower)) |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.upper)) << 16 |
         static_cast<std::uint64_t>(entry.move[0]) << 32 | static_cast<std::uint64_t>(entry.move[1]) << 39 |
         static_cast<std::uint64_t>(entry.depth) << 46 | static_cast<std::uint64_t>(entry.selectivity) << 52 |
         static_cast<std::uint64_t>(entry.age) << 55 | std::uint64_t{1} << 63;
}

TableEntry unpack(std::uint64_t data) {
  TableEntry entry;
  entry.lower = static_cast<Score>(data & 0xffff);
  entry.upper = static_cast<Score>(data >> 16 & 0xffff);
  entry.move[0] = static_cast<std::uint8_t>(data >> 32 & 0x7f);
  entry.move[1] = static_cast<std::uint8_t>(data >> 39 & 0x7f);
  entry.depth = static_cast<std::uint8_t>(data >> 46 & 0x3f);
  entry.selectivity = static_cast<std::uint8_t>(data >> 52 & 0x7);
  entry.age = static_cast<std::uint8_t>(data >> 55 & 0x7f);
  return entry;
}

// What an entry is worth to keep: recent before old, deep before shallow, sure before selective.
int worth(const TableEntry& entry, int age) {
  const int years = (age - entry.age) & 0x7f;
  return 8 * entry.depth + entry.selectivity - 64 * std::min(years, 8);
}

// Merges a new result into what was known of the position.
TableEntry merged(TableEntry entry, const SearchedNode& node, bool known) {
  const bool same_search = known && entry.depth == node.depth && entry.selectivity == node.selectivity;
  if (!same_search) {
    entry.lower = to_score(-kMaxDiscs);
    entry.upper = to_score(kMaxDiscs);
    entry.depth = static_cast<std::uint8_t>(node.depth);
    entry.selectivity = static_cast<std::uint8_t>(node.selectivity);
  }
  if (node.value > node.alpha) entry.lower = std::max(entry.lower, node.value);
  if (node.value < node.beta) entry.upper = std::min(entry.upper, node.value);
  if (node.move != kNoMove && node.move != entry.move[0]) {
    entry.move[1] = entry.move[0];
    entry.move[0] = static_cast<std::uint8_t>(node.move);
  }
  return entry;
}

}  // namespace

Table::Table(std::size_t bytes)
    : buckets_(std::max<std::size_t>(bytes / sizeof(Bucket), 1)), memory_(buckets_ * sizeof(Bucket)) {}

void Table::clear() {
  for (std::size_t i = 0; i < buckets_; ++i) {
    for (Slot& slot : memory_.as<Bucket>()[i].slots) {
      slot.check.store(0, std::memory_order_relaxed);
      slot.data.store(0, std::memory_order_relaxed);
    }
  }
  age_ = 0;
}

bool Table::probe(Bits hash, TableEntry& entry) const {
  for (const Slot& slot : bucket(hash).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == hash) {
      entry = unpack(data);
      return true;
    }
  }
  return false;
}

void Table::store(Bits hash, const SearchedNode& node) {
  Slot* victim = nullptr;
  TableEntry entry;
  bool known = false;
  int least = 1 << 30;
  for (Slot& slot : bucket(hash).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if (data == 0) {
      if (least > -(1 << 29)) {
        victim = &slot;
        least = -(1 << 29);
      }
      continue;
    }
    const TableEntry found = unpack(data);
    if ((slot.check.load(std::memory_order_relaxed) ^ data) == hash) {
      victim = &slot;
      entry = found;
      known = true;
      break;
    }
    const int value = worth(found, age_);
    if (value < least) {
      least = value;
      victim = &slot;
    }
  }
  TableEntry next = merged(entry, node, known);
  // Two threads may have proven bounds in different searches; contradictory ones (selective searches, or a hash
  // collision) start afresh.
  if (next.lower > next.upper) next = merged(TableEntry{}, node, false);
  next.age = age_;
  const std::uint64_t data = pack(next);
  victim->data.store(data, std::memory_order_relaxed);
  victim->check.store(hash ^ data, std::memory_order_relaxed);
}

}  // namespace logistello
