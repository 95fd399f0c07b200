// Random numbers and workspaces for the checks.
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include <memory>

struct Random {
    uint64_t state;
    uint64_t next() { // splitmix64
        uint64_t x = state += 0x9E3779B97F4A7C15;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return x ^ (x >> 31);
    }
    size_t below(size_t n) { return next() % n; }
    uint8_t digit() { return uint8_t(1 + below(9)); }
};

struct Free {
    void operator()(void *p) const { free(p); }
};
using Workspace = std::unique_ptr<void, Free>;

inline Workspace workspace(size_t size) { return Workspace(aligned_alloc(64, (size + 63) / 64 * 64)); }

inline int box_of(int i) { return i / 27 * 3 + i % 9 / 3; }
