// Sums of rows of 16 signed bytes, in 16 lanes of 16 bits. Plain vectors of the compiler are the oracle; with AVX2 a
// row is read, widened and added by two instructions, which compilers do not find by themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace logistello::kernels {

inline constexpr int kRowLanes = 16;
using Row = std::int8_t __attribute__((vector_size(kRowLanes)));
using RowSums = std::int16_t __attribute__((vector_size(2 * kRowLanes)));

// Row number `base[i] + at[i]` for i below `count`, a multiple of four. kSharedBase: every four have the same base.
inline void add_rows_portable(const std::int8_t* rows, const std::uint32_t* base, const std::uint16_t* at, int count,
                              RowSums& sums) {
  sums = RowSums{};
  for (int i = 0; i < count; ++i) {
    Row row;
    std::memcpy(&row, rows + (std::size_t{base[i]} + at[i]) * kRowLanes, sizeof row);
    sums += __builtin_convertvector(row, RowSums);
  }
}

#if defined(__AVX2__)

template <bool kSharedBase>
void add_rows(const std::int8_t* rows, const std::uint32_t* base, const std::uint16_t* at, int count, RowSums& sums) {
  // Four chains of additions, since one would wait for itself.
  __m256i chains[4] = {};
  for (int i = 0; i < count; i += 4) {
    const auto* const shared = reinterpret_cast<const __m128i*>(rows) + base[i];
    for (int j = 0; j < 4; ++j) {
      const auto* const table = kSharedBase ? shared : reinterpret_cast<const __m128i*>(rows) + base[i + j];
      chains[j] = _mm256_add_epi16(chains[j], _mm256_cvtepi8_epi16(_mm_load_si128(table + at[i + j])));
    }
  }
  sums = RowSums(_mm256_add_epi16(_mm256_add_epi16(chains[0], chains[1]), _mm256_add_epi16(chains[2], chains[3])));
}

#else

template <bool kSharedBase>
void add_rows(const std::int8_t* rows, const std::uint32_t* base, const std::uint16_t* at, int count, RowSums& sums) {
  add_rows_portable(rows, base, at, count, sums);
}

#endif

}  // namespace logistello::kernels
