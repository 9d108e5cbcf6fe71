#include "learn/match_count.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "threads/blocks.hpp"

namespace logistello {
namespace {

// Words of a row that are worked on together: a part of every candidate's row stays in the cache.
constexpr std::size_t kTileWords = 4096;

std::int64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < words; ++i) count += std::popcount(a[i] & b[i]);
  return count;
}

// The AND of rows, words begin .. end, into out[begin ..].
void intersect(const BitRows& rows, std::span<const std::uint32_t> relations, std::size_t begin, std::size_t end,
               std::uint64_t* out) {
  const std::uint64_t* row = rows.words + relations[0] * rows.width;
  std::copy(row + begin, row + end, out + begin);
  for (const std::uint32_t relation : relations.subspan(1)) {
    row = rows.words + relation * rows.width;
    for (std::size_t i = begin; i < end; ++i) out[i] &= row[i];
  }
}

// Figure 2 of the paper: is it likely that candidate and parent have `least` matches in common?
std::int64_t test_sequentially(const BitRows& rows, const std::uint64_t* parent, const std::uint64_t* candidate,
                               const MatchTest& test) {
  const double total = static_cast<double>(rows.positions);
  const double share = std::min(static_cast<double>(test.least) / total, 1.0);  // q
  std::int64_t count = 0;                                                       // u
  for (std::size_t begin = 0; begin < rows.width; begin += test.chunk_words) {
    const std::size_t end = std::min(begin + test.chunk_words, rows.width);
    count += count_common(parent + begin, candidate + begin, end - begin);
    if (end == rows.width) break;
    const double seen = static_cast<double>(end) * 64;  // d; only the last chunk may be short
    const double slack = test.confidence * std::sqrt(seen * share * (1 - share));
    const double found = static_cast<double>(count);
    if (found >= seen * share + slack) return std::max(test.least, std::int64_t{std::llrint(found / seen * total)});
    if (found < seen * share - slack) return -1;
  }
  return count >= test.least ? count : -1;
}

void check_relations(const std::uint32_t* begin, const std::uint32_t* end, std::size_t relations) {
  if (begin != end && *std::max_element(begin, end) >= relations) {
    throw std::out_of_range("a relation is out of range: there are " + std::to_string(relations));
  }
}

}  // namespace

bool extend(const BitRows& rows, const Specialisations& work, const MatchTest& test, std::int64_t* matches, int threads,
            const std::atomic<bool>& stop, std::atomic<std::uint64_t>& done) {
  if (work.length == 0) throw std::invalid_argument("the empty conjunction has no bit row");
  check_relations(work.parents, work.parents + work.count * work.length, rows.relations);
  check_relations(work.candidates, work.candidates + work.first[work.count], rows.relations);
  std::vector<std::vector<std::uint64_t>> buffers(threads, std::vector<std::uint64_t>(rows.width));
  return for_each_block(work.count, threads, stop, [&](int thread, std::size_t i) {
    std::uint64_t* parent = buffers[thread].data();
    const std::span relations(work.parents + i * work.length, work.length);
    const std::uint64_t first = work.first[i];
    const std::uint64_t last = work.first[i + 1];
    if (first == last) return;
    if (test.chunk_words > 0) {
      intersect(rows, relations, 0, rows.width, parent);
      for (std::uint64_t j = first; j < last; ++j) {
        matches[j] = test_sequentially(rows, parent, rows.words + work.candidates[j] * rows.width, test);
      }
    } else {
      std::fill(matches + first, matches + last, 0);
      for (std::size_t begin = 0; begin < rows.width; begin += kTileWords) {
        const std::size_t end = std::min(begin + kTileWords, rows.width);
        intersect(rows, relations, begin, end, parent);
        for (std::uint64_t j = first; j < last; ++j) {
          const std::uint64_t* row = rows.words + work.candidates[j] * rows.width;
          matches[j] += count_common(parent + begin, row + begin, end - begin);
        }
      }
      for (std::uint64_t j = first; j < last; ++j) {
        if (matches[j] < test.least) matches[j] = -1;
      }
    }
    done.fetch_add(last - first, std::memory_order_relaxed);
  });
}

bool sum_outcomes(const BitRows& rows, std::span<const std::uint64_t> first, std::span<const std::uint32_t> relations,
                  const double* outcomes, std::int64_t* matches, double* sums, int threads,
                  const std::atomic<bool>& stop) {
  check_relations(relations.data(), relations.data() + relations.size(), rows.relations);
  std::vector<std::vector<std::uint64_t>> buffers(threads, std::vector<std::uint64_t>(rows.width));
  return for_each_block(first.size() - 1, threads, stop, [&](int thread, std::size_t i) {
    std::uint64_t* common = buffers[thread].data();
    intersect(rows, relations.subspan(first[i], first[i + 1] - first[i]), 0, rows.width, common);
    std::int64_t count = 0;
    double sum = 0;
    for (std::size_t word = 0; word < rows.width; ++word) {
      count += std::popcount(common[word]);
      for (std::uint64_t bits = common[word]; bits != 0; bits &= bits - 1) {
        sum += outcomes[word * 64 + std::countr_zero(bits)];
      }
    }
    matches[i] = count;
    sums[i] = sum;
  });
}

}  // namespace logistello
