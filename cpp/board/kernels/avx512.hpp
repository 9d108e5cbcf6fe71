// Flips and mobility for x86-64-v4: 256-bit vectors with AVX-512VL/CD instructions.
// 512-bit vectors are no faster for a single square (port pressure), see docs/explanation.
#pragma once

#include <immintrin.h>

#include "board/bits.hpp"
#include "board/kernels/avx2.hpp"
#include "board/ray_masks.hpp"

namespace logistello::avx512 {

// Truth tables of vpternlogq for operands (a, b, c).
inline constexpr int kAOrBAndC = 0xf8;
inline constexpr int kAAndBAndC = 0x80;

inline Bits flips(Bits own, Bits opp, int square) {
  const __m256i own4 = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i opp4 = _mm256_set1_epi64x(static_cast<long long>(opp));
  const auto* rays = reinterpret_cast<const __m256i*>(&kRayMasks[square]);
  const __m256i zero = _mm256_setzero_si256();

  // Toward lower bits: the highest square that is not the opponent's, if it is our disc. A shift by 64 (no such
  // square) gives 0, as wanted.
  const __m256i down = _mm256_load_si256(rays + 1);
  const __m256i leading = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp4, down));
  const __m256i top = _mm256_set1_epi64x(static_cast<long long>(0x8000000000000000ULL));
  const __m256i down_end = _mm256_and_si256(_mm256_srlv_epi64(top, leading), own4);
  // -(2 * end) has all bits above the end, and is 0 where there is no end.
  const __m256i above = _mm256_sub_epi64(zero, _mm256_add_epi64(down_end, down_end));

  const __m256i up = _mm256_load_si256(rays);
  const __m256i up_stops = _mm256_andnot_si256(opp4, up);
  const __m256i up_end = _mm256_ternarylogic_epi64(up_stops, _mm256_sub_epi64(zero, up_stops), own4, kAAndBAndC);
  // ~(-end) = end - 1, and ~(-1 - 0) = 0 where there is no end.
  const __m256i up_flips = _mm256_andnot_si256(_mm256_sub_epi64(_mm256_cmpeq_epi64(up_end, zero), up_end), up);

  return avx2::or_of_lanes(_mm256_ternarylogic_epi64(up_flips, above, down, kAOrBAndC));
}

inline Bits legal_moves(Bits own, Bits opp) {
  const __m256i shift1 = avx2::axis_shifts();
  const __m256i shift2 = _mm256_add_epi64(shift1, shift1);
  const __m256i own4 = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i inner =
      _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(opp)),
                       _mm256_set_epi64x(static_cast<long long>(kInner), static_cast<long long>(kInner),
                                         static_cast<long long>(kInnerRows), static_cast<long long>(kInnerColumns)));
  const auto extend = [](__m256i reached, __m256i over, __m256i next) {
    return _mm256_ternarylogic_epi64(reached, over, next, kAOrBAndC);
  };
  __m256i up = _mm256_and_si256(inner, _mm256_sllv_epi64(own4, shift1));
  __m256i down = _mm256_and_si256(inner, _mm256_srlv_epi64(own4, shift1));
  up = extend(up, inner, _mm256_sllv_epi64(up, shift1));
  down = extend(down, inner, _mm256_srlv_epi64(down, shift1));
  const __m256i pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, shift1));
  const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, shift1);
  up = extend(up, pairs_up, _mm256_sllv_epi64(up, shift2));
  down = extend(down, pairs_down, _mm256_srlv_epi64(down, shift2));
  up = extend(up, pairs_up, _mm256_sllv_epi64(up, shift2));
  down = extend(down, pairs_down, _mm256_srlv_epi64(down, shift2));
  const __m256i reached = _mm256_or_si256(_mm256_sllv_epi64(up, shift1), _mm256_srlv_epi64(down, shift1));
  return avx2::or_of_lanes(reached) & ~(own | opp);
}

}  // namespace logistello::avx512
