// Flips and mobility for x86-64-v3: the four axes in the four 64-bit lanes of a register.
#pragma once

#include <immintrin.h>

#include "board/bits.hpp"
#include "board/ray_masks.hpp"

namespace logistello::avx2 {

inline Bits or_of_lanes(__m256i lanes) {
  const __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  return static_cast<Bits>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

inline __m256i axis_shifts() { return _mm256_set_epi64x(7, 9, 8, 1); }

inline Bits flips(Bits own, Bits opp, int square) {
  const __m256i own4 = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i opp4 = _mm256_set1_epi64x(static_cast<long long>(opp));
  const auto* rays = reinterpret_cast<const __m256i*>(&kRayMasks[square]);

  // Toward lower bits: smear the squares that stop a run down their rays; what is above was opponent's.
  // There is no count of leading zeros in AVX2, hence the doubling.
  const __m256i down = _mm256_load_si256(rays + 1);
  const __m256i stops = _mm256_andnot_si256(opp4, down);
  const __m256i shift1 = axis_shifts();
  const __m256i shift2 = _mm256_add_epi64(shift1, shift1);
  const __m256i shift4 = _mm256_add_epi64(shift2, shift2);
  __m256i below = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, shift1));
  below = _mm256_or_si256(below, _mm256_srlv_epi64(below, shift2));
  below = _mm256_or_si256(below, _mm256_srlv_epi64(below, shift4));
  // The highest stop is our disc if and only if our stops, read as a number, exceed the empty ones. Bit 63 is
  // never on a ray toward lower bits, so the signed comparison is right.
  const __m256i flanked = _mm256_cmpgt_epi64(_mm256_and_si256(stops, own4), _mm256_andnot_si256(own4, stops));
  const __m256i down_flips = _mm256_and_si256(flanked, _mm256_andnot_si256(below, down));

  // Toward higher bits: the lowest stop, if it is our disc; all below it on the ray was opponent's.
  const __m256i up = _mm256_load_si256(rays);
  const __m256i up_stops = _mm256_andnot_si256(opp4, up);
  const __m256i zero = _mm256_setzero_si256();
  const __m256i lowest = _mm256_and_si256(up_stops, _mm256_sub_epi64(zero, up_stops));
  const __m256i end = _mm256_and_si256(lowest, own4);
  // ~(-end) = end - 1, and ~(-1 - 0) = 0 where there is no end.
  const __m256i up_flips = _mm256_andnot_si256(_mm256_sub_epi64(_mm256_cmpeq_epi64(end, zero), end), up);

  return or_of_lanes(_mm256_or_si256(down_flips, up_flips));
}

inline Bits legal_moves(Bits own, Bits opp) {
  const __m256i shift1 = axis_shifts();
  const __m256i shift2 = _mm256_add_epi64(shift1, shift1);
  const __m256i own4 = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i inner =
      _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(opp)),
                       _mm256_set_epi64x(static_cast<long long>(kInner), static_cast<long long>(kInner),
                                         static_cast<long long>(kInnerRows), static_cast<long long>(kInnerColumns)));
  __m256i up = _mm256_and_si256(inner, _mm256_sllv_epi64(own4, shift1));
  __m256i down = _mm256_and_si256(inner, _mm256_srlv_epi64(own4, shift1));
  up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, shift1)));
  down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, shift1)));
  const __m256i pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, shift1));
  const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, shift1);
  up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, shift2)));
  down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, shift2)));
  up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, shift2)));
  down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, shift2)));
  const __m256i reached = _mm256_or_si256(_mm256_sllv_epi64(up, shift1), _mm256_srlv_epi64(down, shift1));
  return or_of_lanes(reached) & ~(own | opp);
}

}  // namespace logistello::avx2
