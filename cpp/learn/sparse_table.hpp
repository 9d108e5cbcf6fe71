// Fast access to the few valid configurations of a large pattern (Buro 1999, section 4.4, figure 5).
//
// A configuration is a pair of indices (first, second), each of one half of the pattern. Its entry stands at
// offset[first] + second. Offsets are chosen so that no two valid pairs meet, and every entry bears the first index of
// its pair as a lock, so that a pair that is not valid is recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace logistello {

// Two loads and one comparison; the arrays belong to somebody else.
struct SparseTableView {
  static constexpr std::int32_t kUnlocked = -1;

  const std::uint32_t* offsets;  // [first_range]
  const std::int32_t* locks;     // [entries], kUnlocked where nothing is stored
  const std::uint32_t* ids;      // [entries]

  // The id of a pair, -1 if it is not valid. Both indices must be in range.
  std::int64_t find(std::uint32_t first, std::uint32_t second) const {
    const std::size_t entry = std::size_t{offsets[first]} + second;
    return locks[entry] == static_cast<std::int32_t>(first) ? std::int64_t{ids[entry]} : -1;
  }
};

struct SparseTable {
  std::vector<std::uint32_t> offsets;
  std::vector<std::int32_t> locks;
  std::vector<std::uint32_t> ids;
};

// Greedy first fit: first indices in order of their frequency, the most frequent first, each get the smallest offset at
// which their pairs meet no other. Throws std::out_of_range for pairs out of range, std::invalid_argument for a pair
// given twice or ranges that are too large.
SparseTable build_sparse_table(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second,
                               std::span<const std::uint32_t> ids, std::uint32_t first_range,
                               std::uint32_t second_range);

}  // namespace logistello
