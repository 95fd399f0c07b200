// Which x86-64 level this processor and its operating system offer: 3 = AVX2 and what comes with it, else 1.
// Elsewhere always 1: there is one library a platform.
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

bool has(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

} // namespace

SHUDU_API int32_t shudu_cpu_level(void) {
    if (cpuid(0).a < 7 || cpuid(0x80000000u).a < 0x80000001u) return 1;
    if (!has(cpuid(1).c, FMA | MOVBE | OSXSAVE | AVX | F16C)) return 1;
    if (!has(cpuid(7).b, BMI1 | AVX2 | BMI2) || !has(cpuid(0x80000001u).c, LZCNT)) return 1;
    return has(extended_state(), 6) ? 3 : 1; // the system saves the wide registers
}
#else
SHUDU_API int32_t shudu_cpu_level(void) { return 1; }
#endif
