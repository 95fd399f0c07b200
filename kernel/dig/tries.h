// Random prefixes of a grid's cells that meet every known unavoidable set of the grid.
//
// The first sets are two digits, or two lines of a band or stack, that can be exchanged along a cycle. Every second
// solution found later adds one more, so it pays to make many tries with each grid.
#pragma once

#include "base/random.h"
#include "solve/propagate.h"

namespace shudu::unbiased {

inline constexpr int kPrefix = 33;
inline constexpr int kMostSets = 192;
inline constexpr int kLargestSet = 14; // a prefix almost never misses a larger one

// 65536 modulo each bound up to 81.
struct Remainders {
    uint16_t of[kCells + 1] = {};
    constexpr Remainders() {
        for (int bound = 1; bound <= kCells; ++bound) of[bound] = uint16_t(65536 % bound);
    }
};
inline constexpr Remainders kRemainders;

// xoshiro256++ (Blackman, Vigna 2018), seeded from the counter-based generator: a try draws 33 small numbers, so they
// must be cheap.
struct Fast {
    uint64_t s[4], pool;
    int left;

    explicit Fast(Random random) : pool(0), left(0) {
        for (uint64_t &word : s) word = random.next64();
    }
    uint64_t next() {
        auto rotate = [](uint64_t x, int k) { return x << k | x >> (64 - k); };
        uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotate(s[3], 45);
        return result;
    }
    // An exactly uniform number below a small bound: the upper half of 16 bits times the bound. Rejects the few
    // products that would favour some numbers.
    uint32_t below(uint32_t bound) {
        for (;;) {
            if (!left) pool = next(), left = 4;
            uint32_t product = uint32_t(pool & 0xFFFF) * bound;
            pool >>= 16, --left;
            if ((product & 0xFFFF) >= kRemainders.of[bound]) return product >> 16;
        }
    }
};

// A grid with its tries and its known unavoidable sets.
struct Slot {
    const uint8_t *grid;
    size_t number;
    Fast fast{Random(0, Stream::unbiased, 0)};
    uint64_t tries, done;
    int lanes; // that use it
    int sets;
    CellSet set[kMostSets];
    uint8_t shuffled[kCells];

    // Adds a set, sorted by size: prefixes miss small sets most often, so these are compared first.
    void learn(const CellSet &cells) {
        int size = cells.size();
        if (size > kLargestSet || sets == kMostSets) return;
        for (int k = 0; k < sets; ++k)
            if (set[k] == cells) return;
        int k = sets++;
        for (; k > 0 && set[k - 1].size() > size; --k) set[k] = set[k - 1];
        set[k] = cells;
    }
};

// Sets up the slot for a grid with the sets that are easy to find.
void begin_grid(Slot &slot, const uint8_t *grid, size_t number, uint64_t seed, uint64_t index, uint64_t tries);

// Draws prefixes until one meets all known sets. Returns false if the grid has no tries left.
bool draw(Slot &slot, uint8_t *order);

} // namespace shudu::unbiased
