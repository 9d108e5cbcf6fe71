// Which discs a move turns: the fastest kernel of this build.
#pragma once

#include "board/bits.hpp"
#include "board/kernels/portable.hpp"

#if defined(__AVX512VL__) && defined(__AVX512CD__)
#include "board/kernels/avx512.hpp"
#elif defined(__AVX2__)
#include "board/kernels/avx2.hpp"
#endif

namespace logistello {

#if defined(__AVX512VL__) && defined(__AVX512CD__)
namespace kernel = avx512;
inline constexpr const char* kKernelName = "avx512";
#elif defined(__AVX2__)
namespace kernel = avx2;
inline constexpr const char* kKernelName = "avx2";
#else
namespace kernel = portable;
inline constexpr const char* kKernelName = "portable";
#endif

// Discs of `opp` turned when `own` plays on the empty square `square`; 0 if the move is illegal. kPass gives 0.
inline Bits flips(Bits own, Bits opp, int square) { return kernel::flips(own, opp, square); }

}  // namespace logistello
