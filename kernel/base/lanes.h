// Lanes: the native vector of 16-bit numbers, one puzzle per lane.
//
//            lane 0     lane 1     lane 2           lane 15
//          ┌──────────┬──────────┬──────────┬─ ─ ─┬──────────┐
//   V      │ 16 bits  │ 16 bits  │ 16 bits  │     │ 16 bits  │   e.g. the candidates of r3c5 in sixteen puzzles:
//          └──────────┴──────────┴──────────┴─ ─ ─┴──────────┘   bit 0 for the digit 1 … bit 8 for the digit 9
//
//   AVX2                        16 lanes
//   SSE2, NEON, wasm simd128     8 lanes
//   no SIMD, or SHUDU_SCALAR     1 lane, the same source in ordinary registers
//
// Everything that depends on the instruction set is in this file. Arithmetic is the compiler's vector extension, where
// `a & b` or `a == b` is one instruction; only what it cannot say needs intrinsics. No instruction here moves data from
// lane to lane: a puzzle never sees its neighbours, which is why results cannot depend on them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(SHUDU_SCALAR)
#elif defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#else
#define SHUDU_SCALAR
#endif

namespace shudu {

#if defined(SHUDU_SCALAR)
constexpr int kLanes = 1;
#elif defined(__AVX2__)
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif

using V = uint16_t __attribute__((vector_size(2 * kLanes)));
using Word = uint16_t __attribute__((may_alias)); // one lane of a V in memory
using LaneSet = uint32_t;                         // bit l stands for lane l

constexpr LaneSet kAllLanes = (1u << kLanes) - 1;

constexpr LaneSet only(int lane) { return 1u << lane; }
inline int size(LaneSet lanes) { return __builtin_popcount(lanes); }

// Takes the lowest lane out of a set that is not empty.
inline int pop(LaneSet &lanes) {
    int lane = __builtin_ctz(lanes);
    lanes &= lanes - 1;
    return lane;
}

inline V splat(int x) { return V{} + static_cast<uint16_t>(x); }

// Masks: all ones in the lanes where it holds.
inline V equal(V a, V b) { return reinterpret_cast<V>(a == b); }
inline V is_zero(V a) { return equal(a, V{}); }

inline V choose(V mask, V yes, V no) {
#if !defined(SHUDU_SCALAR) && defined(__AVX2__)
    return (V)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)mask);
#else
    return (yes & mask) | (no & ~mask);
#endif
}

// The smaller of two numbers below 0x8000: SSE2 has a minimum for signed numbers only.
inline V smaller(V a, V b) {
    using Signed = int16_t __attribute__((vector_size(2 * kLanes)));
    return (Signed)a < (Signed)b ? a : b;
}

// The number of ones among the lowest nine bits, which are all that may be set.
inline V count_bits(V x) {
    x = x - ((x >> 1) & 0x5555);
    x = (x & 0x3333) + ((x >> 2) & 0x3333);
    return (x * 0x1111) >> 12;
}

inline LaneSet lanes_of(V mask) {
#if defined(SHUDU_SCALAR)
    return mask[0] & 1;
#elif defined(__AVX2__)
    __m256i m = (__m256i)mask;
    __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1));
    return static_cast<LaneSet>(_mm_movemask_epi8(bytes));
#elif defined(__SSE2__)
    return static_cast<LaneSet>(_mm_movemask_epi8(_mm_packs_epi16((__m128i)mask, _mm_setzero_si128())));
#elif defined(__ARM_NEON)
    const uint16x8_t weight = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16((uint16x8_t)mask, weight));
#else
    return wasm_i16x8_bitmask((v128_t)mask);
#endif
}

inline V mask_of(LaneSet lanes) {
    V weight{};
    for (int l = 0; l < kLanes; ++l) weight[l] = static_cast<uint16_t>(only(l));
    return ~is_zero(splat(static_cast<int>(lanes)) & weight);
}

} // namespace shudu
