// Lanes: the native vector of 16-bit numbers, with one puzzle per lane.
//
//            lane 0     lane 1     lane 2           lane n-1
//          ┌──────────┬──────────┬──────────┬─ ─ ─┬──────────┐
//   V      │ 16 bits  │ 16 bits  │ 16 bits  │     │ 16 bits  │   e.g. the candidates of r3c5 in n puzzles:
//          └──────────┴──────────┴──────────┴─ ─ ─┴──────────┘   bit 0 for the digit 1 … bit 8 for the digit 9
//
//   AVX-512 (F, BW, VL, DQ)     32 lanes, conditions in mask registers
//   AVX2                        16 lanes
//   SSE2, NEON, wasm simd128     8 lanes
//   no SIMD, or SHUDU_SCALAR     1 lane, the same source in ordinary registers
//
// Only this file depends on the instruction set. Arithmetic uses the compiler's vector extension, where `a & b` is one
// instruction; intrinsics are used only for what it cannot express. No instruction of a search moves
// data between lanes, so a puzzle never sees its neighbours and results cannot depend on them.
//
// Rejected for WebAssembly (Zen 4): 16 lanes as two vectors are 27 to 45 % slower in Node 24, which runs out of registers.
// Relaxed SIMD, whose lane selection is one instruction instead of three, is 9 to 35 % faster in Node 24 (10 to 17 % on
// Zen 5), 3 to 12 % in Chromium 156, and no faster in Firefox 153. Engines without it refuse the whole module (Node 20
// does), so the page would need a second one; and it solves single puzzles.
//
// A condition (`Mask`) holds one truth value per lane: a bit of a mask register with AVX-512, else a vector of all ones
// or all zeros. `&`, `|` and `~` work on conditions; `where`, `add_where` and `choose` apply them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(SHUDU_SCALAR)
#elif defined(__SSE2__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#else
#define SHUDU_SCALAR
#endif

#if !defined(SHUDU_SCALAR) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define SHUDU_AVX512
#endif

namespace shudu {

#if defined(SHUDU_SCALAR)
constexpr int kLanes = 1;
#elif defined(SHUDU_AVX512)
constexpr int kLanes = 32;
#elif defined(__AVX2__)
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif

using V = uint16_t __attribute__((vector_size(2 * kLanes)));
using Word = uint16_t __attribute__((may_alias)); // one lane of a V in memory
using LaneSet = uint32_t;                         // bit l stands for lane l

constexpr LaneSet kAllLanes = ~LaneSet{0} >> (32 - kLanes);

constexpr LaneSet only(int lane) { return LaneSet{1} << lane; }
inline int size(LaneSet lanes) { return __builtin_popcount(lanes); }

// Removes the lowest lane from a set that is not empty, and returns it.
inline int pop(LaneSet &lanes) {
    int lane = __builtin_ctz(lanes);
    lanes &= lanes - 1;
    return lane;
}

inline V splat(int x) { return V{} + uint16_t(x); }

#if defined(SHUDU_AVX512)

using Mask = __mmask32;

inline Mask equal(V a, V b) { return _mm512_cmpeq_epi16_mask((__m512i)a, (__m512i)b); }
inline Mask is_zero(V a) { return _mm512_testn_epi16_mask((__m512i)a, (__m512i)a); }
inline Mask disjoint(V a, V b) { return _mm512_testn_epi16_mask((__m512i)a, (__m512i)b); }
inline Mask less(V a, V b) { return _mm512_cmplt_epu16_mask((__m512i)a, (__m512i)b); }
inline V where(Mask mask, V a) { return (V)_mm512_maskz_mov_epi16(mask, (__m512i)a); }
inline V add_where(Mask mask, V sum, V a) {
    return (V)_mm512_mask_add_epi16((__m512i)sum, mask, (__m512i)sum, (__m512i)a);
}
inline V choose(Mask mask, V yes, V no) { return (V)_mm512_mask_blend_epi16(mask, (__m512i)no, (__m512i)yes); }
// Ternary logic, where the compiler would need one more instruction.
inline V any_of(V a, V b, V c) { return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xFE); }
inline V two_of(V a, V b, V c) { return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xE8); }
inline V only_first(V a, V b, V c) { return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x10); }
inline LaneSet lanes_of(Mask mask) { return mask; }
inline Mask mask_of(LaneSet lanes) { return lanes; }

#else

using Mask = V;

inline Mask equal(V a, V b) { return reinterpret_cast<V>(a == b); }
inline Mask is_zero(V a) { return equal(a, V{}); }
inline Mask disjoint(V a, V b) { return is_zero(a & b); }
inline Mask less(V a, V b) { return reinterpret_cast<V>(a < b); }
inline V where(Mask mask, V a) { return a & mask; }
inline V add_where(Mask mask, V sum, V a) { return sum + (a & mask); }
inline V any_of(V a, V b, V c) { return a | b | c; }
inline V two_of(V a, V b, V c) { return (a & b) | ((a | b) & c); } // at least two
inline V only_first(V a, V b, V c) { return a & ~(b | c); }

inline V choose(Mask mask, V yes, V no) {
#if !defined(SHUDU_SCALAR) && defined(__AVX2__)
    return (V)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)mask);
#else
    return (yes & mask) | (no & ~mask);
#endif
}

inline LaneSet lanes_of(Mask mask) {
#if defined(SHUDU_SCALAR)
    return mask[0] & 1;
#elif defined(__AVX2__)
    __m256i m = (__m256i)mask;
    __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1));
    return LaneSet(_mm_movemask_epi8(bytes));
#elif defined(__SSE2__)
    return LaneSet(_mm_movemask_epi8(_mm_packs_epi16((__m128i)mask, _mm_setzero_si128())));
#elif defined(__ARM_NEON)
    const uint16x8_t weight = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16((uint16x8_t)mask, weight));
#else
    return wasm_i16x8_bitmask((v128_t)mask);
#endif
}

inline Mask mask_of(LaneSet lanes) {
    V weight{};
    for (int l = 0; l < kLanes; ++l) weight[l] = uint16_t(only(l));
    return ~is_zero(splat(int(lanes)) & weight);
}

#endif

#if !defined(SHUDU_SCALAR)

// Interleave the lower and the upper halves of every eight lanes of two vectors.
inline V interleave_low(V a, V b) {
#if defined(SHUDU_AVX512)
    return (V)_mm512_unpacklo_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (V)_mm256_unpacklo_epi16((__m256i)a, (__m256i)b);
#else
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
#endif
}

inline V interleave_high(V a, V b) {
#if defined(SHUDU_AVX512)
    return (V)_mm512_unpackhi_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (V)_mm256_unpackhi_epi16((__m256i)a, (__m256i)b);
#else
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
#endif
}

#endif

// The smaller of two numbers below 0x8000; SSE2 has a minimum only for signed numbers.
inline V smaller(V a, V b) {
    using Signed = int16_t __attribute__((vector_size(2 * kLanes)));
    return (Signed)a < (Signed)b ? a : b;
}

// Whether the processor has vpopcntw (AVX-512 BITALG: Ice Lake, Zen 4 and later). Kept, because CPUID is slow on virtual
// machines.
#if defined(SHUDU_AVX512) && !defined(SHUDU_NO_BITALG)
constexpr bool kMayHaveBitalg = true;
inline bool has_bitalg() {
    static uint8_t answer; // 0: not asked yet
    uint8_t known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
    if (!known) {
        unsigned a, b, c, d;
        __cpuid_count(7, 0, a, b, c, d);
        known = c & bit_AVX512BITALG ? 2 : 1;
        __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
    }
    return known == 2;
}
#else
constexpr bool kMayHaveBitalg = false; // so that the compiler drops the code for it
constexpr bool has_bitalg() { return false; }
#endif

// The number of ones among the lowest nine bits; no other bit may be set. Assembly, because the compiler accepts the
// intrinsic only in functions that are compiled for BITALG as a whole.
template <bool Bitalg = false> inline V count_bits(V x) {
#if defined(SHUDU_AVX512)
    if constexpr (Bitalg) {
        V count;
        asm("vpopcntw %1, %0" : "=v"(count) : "v"(x));
        return count;
    }
#endif
    x = x - ((x >> 1) & 0x5555);
    x = (x & 0x3333) + ((x >> 2) & 0x3333);
    return (x * 0x1111) >> 12;
}

// 2 to the power of each number below 16.
inline V power_of_two(V x) {
#if defined(__wasm_simd128__) || (defined(__SSE2__) && !defined(__AVX2__)) // no shift by different counts
    return (1 + (x & 1)) * (1 + (x >> 1 & 1) * 3) * (1 + (x >> 2 & 1) * 15) * (1 + (x >> 3 & 1) * 255);
#else
    return splat(1) << x;
#endif
}

} // namespace shudu
