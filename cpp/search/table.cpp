#include "search/table.hpp"

#include <algorithm>

#include "search/parameters.hpp"

namespace logistello {
namespace {

// What an entry is worth to keep: recent before old, deep before shallow, sure before selective.
int worth(const TableEntry& entry, int ages) {
  return parameters.replace_depth * entry.depth + static_cast<int>(entry.confidence) -
         parameters.replace_age * std::min(ages, parameters.replace_most_ages);
}

// Merges a new result into what was known of the position.
TableEntry merged(TableEntry entry, const SearchedNode& node, bool known) {
  const bool same_search = known && entry.depth == node.depth && entry.confidence == node.confidence;
  if (!same_search) {
    entry.bounds = {};
    entry.depth = static_cast<std::uint8_t>(node.depth);
    entry.confidence = node.confidence;
  }
  Bounds<Score>& bounds = entry.bounds;
  if (node.value > node.alpha) bounds.lower = std::max(bounds.lower, node.value);
  if (node.value < node.beta) bounds.upper = std::min(bounds.upper, node.value);
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

std::uint64_t Table::pack(const TableEntry& entry) {
  const auto bits_of = [](Score score) { return std::uint64_t{static_cast<std::uint16_t>(score.number())}; };
  return bits_of(entry.bounds.lower) | bits_of(entry.bounds.upper) << 16 | std::uint64_t{entry.move[0]} << 32 |
         std::uint64_t{entry.move[1]} << 39 | std::uint64_t{entry.depth} << 46 |
         static_cast<std::uint64_t>(entry.confidence) << kConfidenceAt | std::uint64_t{entry.age} << kAgeAt |
         std::uint64_t{1} << 63;
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
    const int value = worth(found, (age_ - found.age) & kAgeMask);
    if (value < least) {
      least = value;
      victim = &slot;
    }
  }
  TableEntry next = merged(entry, node, known);
  // Two threads may have proven bounds in different searches; contradictory ones (selective searches, or a hash
  // collision) start afresh.
  if (next.bounds.lower > next.bounds.upper) next = merged(TableEntry{}, node, false);
  next.age = age_;
  const std::uint64_t data = pack(next);
  victim->data.store(data, std::memory_order_relaxed);
  victim->check.store(hash ^ data, std::memory_order_relaxed);
}

}  // namespace logistello
