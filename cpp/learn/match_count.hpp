// Counting the positions that match a conjunction of relations, on bit rows (Buro 1999, section 4.2).
//
// A relation is a row of bits, one per position. The positions that match a conjunction are the AND of its rows, and
// their number is a population count. `extend` does this for many specialisations of many conjunctions at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace logistello {

struct BitRows {
  const std::uint64_t* words = nullptr;  // [relations][width], bits beyond the last position are 0
  std::size_t relations = 0;
  std::size_t width = 0;      // words per row
  std::size_t positions = 0;  // bits in use
};

// When a conjunction has enough matches.
struct MatchTest {
  std::int64_t least = 1;
  // The sequential test: positions are looked at in chunks of so many words, and the question is decided as soon as
  // the count is `confidence` standard deviations away from what `least` would make one expect. 0: count them all.
  // The order of the positions must be random then.
  std::size_t chunk_words = 0;
  double confidence = 0;
};

// Conjunctions of equal length and, for each, the relations to specialise it with.
struct Specialisations {
  const std::uint32_t* parents = nullptr;  // [count][length], relation numbers
  std::size_t count = 0;
  std::size_t length = 0;
  const std::uint64_t* first = nullptr;       // [count + 1], where the candidates of each begin
  const std::uint32_t* candidates = nullptr;  // relation numbers
};

// For every candidate: its matches with its parent if they are enough, otherwise -1. What the sequential test accepted
// early gets the number that its share so far stands for. `done` counts candidates. False if stopped.
// Relation numbers out of range are std::out_of_range.
bool extend(const BitRows& rows, const Specialisations& work, const MatchTest& test, std::int64_t* matches, int threads,
            const std::atomic<bool>& stop, std::atomic<std::uint64_t>& done);

// For conjunctions of any lengths (relation numbers first[i] .. first[i + 1] of `relations`): how many positions match,
// and the sum of `outcomes` over them. False if stopped.
bool sum_outcomes(const BitRows& rows, std::span<const std::uint64_t> first, std::span<const std::uint32_t> relations,
                  const double* outcomes, std::int64_t* matches, double* sums, int threads,
                  const std::atomic<bool>& stop);

}  // namespace logistello
