// Numbers of up to 128 bits, as two 64-bit words. The arithmetic uses 32-bit halves, because some targets (WebAssembly)
// would call a library function for wider products.
#pragma once

#include <stdint.h>

namespace shudu {

struct Wide {
    uint64_t low, high;
};

inline bool operator<(Wide a, Wide b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

// a * b + c, for products below 2^96.
inline Wide multiply_add(uint64_t a, uint32_t b, uint32_t c) {
    const uint64_t low = (a & 0xFFFFFFFF) * b + c;
    const uint64_t high = (a >> 32) * b + (low >> 32);
    return {high << 32 | (low & 0xFFFFFFFF), high >> 32};
}

} // namespace shudu
