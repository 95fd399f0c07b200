// Lanes: a native vector of 16-bit numbers, one puzzle per lane.
//
// Everything that depends on the instruction set is in this file. The arithmetic is the compiler's vector extension,
// so `a & b`, `a - b` and `a == b` are single instructions; only what the extension cannot say needs intrinsics.
//
//   AVX2                        16 lanes
//   SSE2, NEON, wasm simd128     8 lanes
//   no SIMD, or SHUDU_SCALAR     1 lane, the same source in ordinary registers
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(SHUDU_SCALAR)
#elif defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace shudu {

#if defined(SHUDU_SCALAR)
constexpr int kLanes = 1;
#elif defined(__AVX2__)
constexpr int kLanes = 16;
#elif defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 1;
#endif

using V = uint16_t __attribute__((vector_size(2 * kLanes)));
using LaneSet = uint32_t; // bit l stands for lane l
constexpr LaneSet kAllLanes = (1u << kLanes) - 1;

inline V splat(int x) { return V{} + static_cast<uint16_t>(x); }

// All ones in the lanes where the comparison holds.
inline V equal(V a, V b) { return reinterpret_cast<V>(a == b); }
inline V is_zero(V a) { return equal(a, V{}); }
inline V choose(V mask, V yes, V no) {
#if defined(__AVX2__) && !defined(SHUDU_SCALAR)
    return (V)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)mask);
#else
    return (yes & mask) | (no & ~mask);
#endif
}
inline V smaller(V a, V b) { return __builtin_elementwise_min(a, b); }

// The lanes of a mask as a set of bits.
inline LaneSet lanes_of(V mask) {
    if constexpr (kLanes == 1) return mask[0] & 1;
#if defined(SHUDU_SCALAR)
#elif defined(__AVX2__)
    __m256i m = (__m256i)mask;
    return _mm_movemask_epi8(_mm_packs_epi16(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1)));
#elif defined(__SSE2__)
    return _mm_movemask_epi8(_mm_packs_epi16((__m128i)mask, _mm_setzero_si128()));
#elif defined(__ARM_NEON)
    const uint16x8_t weight = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16((uint16x8_t)mask, weight));
#elif defined(__wasm_simd128__)
    return wasm_i16x8_bitmask((v128_t)mask);
#endif
}

// The inverse: a mask with all ones in the lanes of the set.
inline V mask_of(LaneSet lanes) {
    V bit;
    for (int l = 0; l < kLanes; ++l) bit[l] = static_cast<uint16_t>(1u << l);
    return ~is_zero(splat(static_cast<int>(lanes)) & bit);
}

} // namespace shudu
