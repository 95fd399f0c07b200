// Cells, the houses that they share, and sets of cells and digits.
#pragma once

#include <stdint.h>

namespace shudu {

inline constexpr int kCells = 81;
inline constexpr int kAllDigits = 0x1FF; // as a set: bit 0 for the digit 1 … bit 8 for the digit 9

inline int count_bits(uint32_t bits) { return __builtin_popcount(bits); }
inline int lowest(uint32_t bits) { return __builtin_ctz(bits); }

// Calls f with the number of each bit that is set, in increasing order.
template <class F> inline void each_bit(uint32_t bits, F f) {
    for (; bits; bits &= bits - 1) f(lowest(bits));
}

// Whether two different cells are in the same row, column or box.
constexpr bool see_each_other(int a, int b) {
    return a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3));
}

// A set of cells.
struct CellSet {
    uint64_t low = 0, high = 0;

    constexpr void add(int c) { (c < 64 ? low : high) |= uint64_t{1} << (c & 63); }
    void add_unpredictable(int c) { // without a branch: 8 % faster for random cells, up to 1 % slower for others
        const uint64_t bit = uint64_t{1} << (c & 63), below = uint64_t{0} - uint64_t{c < 64};
        high |= bit & ~below;
        low |= bit & below;
    }
    constexpr void remove(int c) { (c < 64 ? low : high) &= ~(uint64_t{1} << (c & 63)); }
    constexpr bool has(int c) const { return (c < 64 ? low : high) >> (c & 63) & 1; }
    constexpr bool empty() const { return !(low | high); }
    constexpr int size() const { return __builtin_popcountll(low) + __builtin_popcountll(high); }
    constexpr CellSet operator&(const CellSet &o) const { return {low & o.low, high & o.high}; }
    constexpr CellSet operator|(const CellSet &o) const { return {low | o.low, high | o.high}; }
    constexpr CellSet without(const CellSet &o) const { return {low & ~o.low, high & ~o.high}; }
    constexpr CellSet &operator&=(const CellSet &o) { return *this = *this & o; }
    constexpr CellSet &operator|=(const CellSet &o) { return *this = *this | o; }
    constexpr bool operator==(const CellSet &o) const { return low == o.low && high == o.high; }
    constexpr bool inside(const CellSet &o) const { return without(o).empty(); }
    constexpr bool meets(const CellSet &o) const { return !(*this & o).empty(); }
    constexpr bool is_one() const { return size() == 1; }
    // The first and last cell of a set that is not empty.
    constexpr int first() const { return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high); }
    constexpr int last() const { return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low); }
    static constexpr CellSet of(int c) {
        CellSet set;
        set.add(c);
        return set;
    }
    template <class F> void each(F f) const {
        for (uint64_t b = low; b; b &= b - 1) f(__builtin_ctzll(b));
        for (uint64_t b = high; b; b &= b - 1) f(64 + __builtin_ctzll(b));
    }
};

// The cells that each cell sees.
struct Peers {
    CellSet of[kCells];
    constexpr Peers() {
        for (int c = 0; c < kCells; ++c)
            for (int other = 0; other < kCells; ++other)
                if (see_each_other(c, other)) of[c].add(other);
    }
};
inline constexpr Peers kPeers;

} // namespace shudu
