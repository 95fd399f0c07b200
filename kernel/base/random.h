// Random numbers as a function of (seed, stream, index): sample i of a seed is the same on every machine, for every
// number of threads, and no matter how a job is divided into calls.
//
// The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011):
// ten rounds of multiplication and exclusive or turn a 128-bit counter under a 64-bit key into 128 random bits. The
// key is the seed; the counter is (block, stream, low and high half of index), so every index has its own sequence of
// 2^32 blocks of four words.
#pragma once

#include <stdint.h>

namespace shudu {

struct Words {
    uint32_t word[4];
};

inline Words philox(Words counter, uint64_t key) {
    uint32_t key0 = uint32_t(key), key1 = uint32_t(key >> 32);
    uint32_t *w = counter.word;
    for (int round = 0; round < 10; ++round) {
        const uint64_t product0 = uint64_t(0xD2511F53u) * w[0];
        const uint64_t product1 = uint64_t(0xCD9E8D57u) * w[2];
        const uint32_t next0 = uint32_t(product1 >> 32) ^ w[1] ^ key0;
        const uint32_t next2 = uint32_t(product0 >> 32) ^ w[3] ^ key1;
        w[0] = next0;
        w[1] = uint32_t(product1);
        w[2] = next2;
        w[3] = uint32_t(product0);
        key0 += 0x9E3779B9u; // the golden ratio and the square root of 3, as the paper has it
        key1 += 0xBB67AE85u;
    }
    return counter;
}

// The purpose of the numbers: different uses of one seed are independent.
enum class Stream : uint32_t { grids = 1, isomorphs = 2, dig = 3, lowclue = 4, unbiased = 5 };

class Random {
  public:
    Random(uint64_t seed, Stream stream, uint64_t index)
        : seed_(seed), counter_{{0, uint32_t(stream), uint32_t(index), uint32_t(index >> 32)}} {}

    uint32_t next32() {
        if (used_ == 4) {
            block_ = philox(counter_, seed_);
            ++counter_.word[0];
            used_ = 0;
        }
        return block_.word[used_++];
    }

    uint64_t next64() {
        const uint64_t low = next32();
        return low | uint64_t(next32()) << 32;
    }

    // An exactly uniform number below bound >= 1: draws as many bits as the largest value has until they are in range.
    uint32_t below(uint32_t bound) {
        const uint32_t mask = bound > 1 ? ~0u >> __builtin_clz(bound - 1) : 0;
        for (;;)
            if (const uint32_t value = next32() & mask; value < bound) return value;
    }

    uint64_t below64(uint64_t bound) {
        const uint64_t mask = bound > 1 ? ~uint64_t(0) >> __builtin_clzll(bound - 1) : 0;
        for (;;)
            if (const uint64_t value = next64() & mask; value < bound) return value;
    }

  private:
    uint64_t seed_;
    Words counter_;
    Words block_{};
    uint32_t used_ = 4;
};

} // namespace shudu
