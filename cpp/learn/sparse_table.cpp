#include "learn/sparse_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

namespace logistello {
namespace {

// Which entries are taken, as bits, so that 64 offsets are tried at once.
class Occupancy {
 public:
  // Bit i of the result: entry + i is taken.
  std::uint64_t window(std::size_t entry) const {
    const std::size_t word = entry / 64;
    const std::size_t shift = entry % 64;
    const std::uint64_t low = word < words_.size() ? words_[word] : 0;
    const std::uint64_t high = word + 1 < words_.size() ? words_[word + 1] : 0;
    return shift == 0 ? low : low >> shift | high << (64 - shift);
  }

  void take(std::size_t entry) {
    if (entry / 64 >= words_.size()) words_.resize(std::max(entry / 64 + 1, words_.size() * 2));
    words_[entry / 64] |= std::uint64_t{1} << (entry % 64);
  }

 private:
  std::vector<std::uint64_t> words_;
};

// The smallest offset at which all seconds fall on free entries.
std::size_t first_fit(const Occupancy& taken, std::span<const std::uint32_t> seconds) {
  for (std::size_t offset = 0;; offset += 64) {
    std::uint64_t blocked = 0;
    for (const std::uint32_t second : seconds) {
      blocked |= taken.window(offset + second);
      if (blocked == ~std::uint64_t{0}) break;
    }
    if (blocked != ~std::uint64_t{0}) return offset + std::countr_one(blocked);
  }
}

}  // namespace

SparseTable build_sparse_table(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second,
                               std::span<const std::uint32_t> ids, std::uint32_t first_range,
                               std::uint32_t second_range) {
  if (first.size() != second.size() || first.size() != ids.size()) {
    throw std::invalid_argument("pairs and ids must be equally many");
  }
  constexpr std::uint32_t kMost = std::numeric_limits<std::int32_t>::max();
  if (first_range == 0 || second_range == 0 || first_range > kMost || second_range > kMost) {
    throw std::invalid_argument("both ranges must be positive and fit in 31 bits");
  }
  std::vector<std::size_t> begin(std::size_t{first_range} + 1);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] >= first_range || second[i] >= second_range) {
      throw std::out_of_range("pair (" + std::to_string(first[i]) + ", " + std::to_string(second[i]) +
                              ") is out of range");
    }
    ++begin[first[i] + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());

  // Pairs by first index, then by second.
  std::vector<std::size_t> order(first.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return first[a] != first[b] ? first[a] < first[b] : second[a] < second[b];
  });
  std::vector<std::uint32_t> seconds(first.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    seconds[i] = second[order[i]];
    if (i > 0 && first[order[i]] == first[order[i - 1]] && seconds[i] == seconds[i - 1]) {
      throw std::invalid_argument("pair (" + std::to_string(first[order[i]]) + ", " + std::to_string(seconds[i]) +
                                  ") is given twice");
    }
  }

  std::vector<std::uint32_t> by_frequency;
  for (std::uint32_t i = 0; i < first_range; ++i) {
    if (begin[i + 1] > begin[i]) by_frequency.push_back(i);
  }
  std::stable_sort(by_frequency.begin(), by_frequency.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return begin[a + 1] - begin[a] > begin[b + 1] - begin[b]; });

  SparseTable table;
  table.offsets.assign(first_range, 0);  // safe for indices of no pair: no lock bears them
  Occupancy taken;
  std::size_t largest = 0;
  for (const std::uint32_t i : by_frequency) {
    const std::span group(seconds.begin() + static_cast<std::ptrdiff_t>(begin[i]), begin[i + 1] - begin[i]);
    const std::size_t offset = first_fit(taken, group);
    if (offset > kMost) throw std::invalid_argument("the table would be too large");
    for (const std::uint32_t index : group) taken.take(offset + index);
    table.offsets[i] = static_cast<std::uint32_t>(offset);
    largest = std::max(largest, offset);
  }

  // Every pair in range, valid or not, must find an entry.
  table.locks.assign(largest + second_range, SparseTableView::kUnlocked);
  table.ids.assign(table.locks.size(), 0);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::size_t entry = std::size_t{table.offsets[first[i]]} + second[i];
    table.locks[entry] = static_cast<std::int32_t>(first[i]);
    table.ids[entry] = ids[i];
  }
  return table;
}

}  // namespace logistello
