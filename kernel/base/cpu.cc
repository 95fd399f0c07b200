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

constexpr uint32_t kFma = 1u << 12, kMovbe = 1u << 22, kOsxsave = 1u << 27, kAvx = 1u << 28, kF16c = 1u << 29;
constexpr uint32_t kBmi1 = 1u << 3, kAvx2 = 1u << 5, kBmi2 = 1u << 8, kLzcnt = 1u << 5;
constexpr uint32_t kAvx512f = 1u << 16, kAvx512dq = 1u << 17, kAvx512cd = 1u << 28, kAvx512bw = 1u << 30,
                   kAvx512vl = 1u << 31;
constexpr uint32_t kYmmState = 0x06, kZmmState = 0xE6; // registers that the system saves: XMM, YMM; opmask, ZMM

bool has(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

} // namespace

SHUDU_API int32_t shudu_cpu_level(void) {
    if (cpuid(0).a < 7 || cpuid(0x80000000u).a < 0x80000001u) return 1;
    if (!has(cpuid(1).c, kFma | kMovbe | kOsxsave | kAvx | kF16c)) return 1;
    if (!has(cpuid(7).b, kBmi1 | kAvx2 | kBmi2) || !has(cpuid(0x80000001u).c, kLzcnt)) return 1;
    uint32_t state = extended_state();
    if (!has(state, kYmmState)) return 1;
    bool avx512 = has(cpuid(7).b, kAvx512f | kAvx512dq | kAvx512cd | kAvx512bw | kAvx512vl);
    return avx512 && has(state, kZmmState) ? 4 : 3;
}
#else
SHUDU_API int32_t shudu_cpu_level(void) { return 1; }
#endif
