// The x86-64 level that this processor and its operating system support: 4 with AVX-512, 3 with AVX2, else 1.
// Always 1 on other architectures, which have one library per platform.
#include "kernel.h"

#if defined(__x86_64__)
namespace {

struct Registers {
    uint32_t a, b, c, d;
};

Registers cpuid(uint32_t leaf) {
    Registers r;
    asm volatile("cpuid" : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d) : "a"(leaf), "c"(0));
    return r;
}

uint32_t extended_state() {
    uint32_t low, high;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

constexpr uint32_t FMA = 1u << 12, MOVBE = 1u << 22, OSXSAVE = 1u << 27, AVX = 1u << 28, F16C = 1u << 29;
constexpr uint32_t BMI1 = 1u << 3, AVX2 = 1u << 5, BMI2 = 1u << 8, LZCNT = 1u << 5;
constexpr uint32_t AVX512F = 1u << 16, AVX512DQ = 1u << 17, AVX512CD = 1u << 28, AVX512BW = 1u << 30, AVX512VL = 1u << 31;
constexpr uint32_t YMM_STATE = 0x06, ZMM_STATE = 0xE6; // registers that the system saves: XMM, YMM; opmask, ZMM

bool has(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

} // namespace

SHUDU_API int32_t shudu_cpu_level(void) {
    if (cpuid(0).a < 7 || cpuid(0x80000000u).a < 0x80000001u) return 1;
    if (!has(cpuid(1).c, FMA | MOVBE | OSXSAVE | AVX | F16C)) return 1;
    if (!has(cpuid(7).b, BMI1 | AVX2 | BMI2) || !has(cpuid(0x80000001u).c, LZCNT)) return 1;
    uint32_t state = extended_state();
    if (!has(state, YMM_STATE)) return 1;
    bool avx512 = has(cpuid(7).b, AVX512F | AVX512DQ | AVX512CD | AVX512BW | AVX512VL);
    return avx512 && has(state, ZMM_STATE) ? 4 : 3;
}
#else
SHUDU_API int32_t shudu_cpu_level(void) { return 1; }
#endif
