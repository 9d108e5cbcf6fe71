// Weights of sparse patterns: large patterns of which only some configurations count (Buro 1999, section 4.4).
//
// An instance is a pair of features, the halves of its squares. The entry of a pair of indices (first, second) stands
// at offset[first] + second. It bears the first index as a lock: with another lock the pair has no weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "eval/geometry.hpp"

namespace logistello {

// A table of pairs as it was built; indices have the engine's digits. Free entries have a negative lock.
struct SparsePairs {
  std::span<const std::uint32_t> offsets;  // by first index
  std::span<const std::int32_t> locks;     // by entry
  std::span<const std::uint32_t> ids;      // by entry: which weight
};

struct SparseInstance {
  std::uint8_t first;  // features
  std::uint8_t second;
  std::uint8_t table;
};

class SparseWeights {
 public:
  SparseWeights() = default;
  // `weights` are stages x weights_per_stage. Throws std::invalid_argument with what is wrong.
  SparseWeights(std::span<const SparsePairs> tables, std::vector<SparseInstance> instances,
                std::span<const std::int16_t> weights, std::size_t weights_per_stage, int stages);

  // Throws std::invalid_argument unless the indices of this geometry can be looked up for so many stages.
  void check_fit(const Geometry& geometry, int stages) const;

  bool empty() const { return instances_.empty(); }

  int sum(const FeatureVector& indices, int stage) const {
    int sum = 0;
    for (const SparseInstance& instance : instances_) {
      const Table& table = tables_[instance.table];
      const std::uint16_t first = indices.at[instance.first];
      const Entry entry = table.entries[stage * table.size + table.offsets[first] + indices.at[instance.second]];
      // No branch: it would be guessed before the entry has arrived, often wrongly.
      sum += static_cast<std::int16_t>(entry >> 16) & -static_cast<int>((entry & 0xffff) == first);
    }
    return sum;
  }

 private:
  // The lock in the low 16 bits, the weight in the high ones: one load after that of the offset.
  using Entry = std::uint32_t;
  static constexpr Entry entry_of(std::uint16_t lock, std::int16_t weight) {
    return lock | static_cast<Entry>(static_cast<std::uint16_t>(weight)) << 16;
  }
  static constexpr std::uint16_t kUnlocked = std::numeric_limits<std::uint16_t>::max();  // no index is so large

  struct Table {
    std::vector<std::uint32_t> offsets;
    std::size_t size;            // entries of a stage
    std::uint32_t second_range;  // second indices below this one have an entry whatever the first
    std::vector<Entry> entries;  // stage by stage
  };

  int stages_ = 0;
  std::vector<SparseInstance> instances_;
  std::vector<Table> tables_;
};

}  // namespace logistello
