// The position that the Sudoku Explainer rating works on: values, candidates, and for each house and digit its places.
//
// Houses are numbered 0..8 boxes, 9..17 rows, 18..26 columns: the order in which Sudoku Explainer visits kinds of
// houses unless noted. Digits are 0..8. A mask of places has one bit per cell of a house, in its order.
#pragma once

#include "base/cells.h"

namespace shudu::se {

inline constexpr bool kBoth[2] = {true, false};

struct Geometry {
    uint8_t cells[27][9];        // the cells of a house
    uint8_t house[81][3];        // box, row and column of a cell
    uint8_t place[81][3];        // its place in each of them
    uint8_t peers[81][20];       // the cells that share a house: box, then row, then column
    uint8_t sees[81][81];        // whether two different cells share a house
    uint16_t outside_box[81][3]; // places of the peers: all in the box, those outside the box in row and column
};

constexpr Geometry make_geometry() {
    Geometry g{};
    for (int c = 0; c < 81; ++c) {
        const int row = c / 9, column = c % 9, box = row / 3 * 3 + column / 3;
        const int houses[3] = {box, 9 + row, 18 + column};
        const int places[3] = {row % 3 * 3 + column % 3, column, row};
        for (int k = 0; k < 3; ++k) {
            g.house[c][k] = uint8_t(houses[k]);
            g.place[c][k] = uint8_t(places[k]);
            g.cells[houses[k]][places[k]] = uint8_t(c);
        }
        g.outside_box[c][0] = uint16_t(kAllDigits & ~(1 << places[0]));
        g.outside_box[c][1] = uint16_t(kAllDigits & ~(7 << column / 3 * 3));
        g.outside_box[c][2] = uint16_t(kAllDigits & ~(7 << row / 3 * 3));
    }
    for (int c = 0; c < 81; ++c) {
        int n = 0;
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 9; ++i) {
                const int other = g.cells[g.house[c][k]][i];
                if (other == c || g.sees[c][other]) continue;
                g.sees[c][other] = 1;
                g.peers[c][n++] = uint8_t(other);
            }
    }
    return g;
}

inline constexpr Geometry kGeometry = make_geometry();

struct alignas(8) Position {
    uint16_t candidates[81]; // per cell, a bit per digit; 0 once the cell has a value
    uint16_t places[27][9];  // per house and digit, a bit per place
    uint8_t value[81];       // 0, or 1..9
    uint8_t empty[27];       // cells without a value per house
    uint8_t placed[9];       // cells with a value per digit
    uint8_t left;            // cells without a value

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }

    void remove(int cell, int digit) {
        candidates[cell] &= uint16_t(~(1u << digit));
        for (int k = 0; k < 3; ++k)
            places[kGeometry.house[cell][k]][digit] &= uint16_t(~(1u << kGeometry.place[cell][k]));
    }

    void place(int cell, int digit) {
        value[cell] = uint8_t(digit + 1);
        each_bit(candidates[cell], [&](int d) { remove(cell, d); });
        for (int peer : kGeometry.peers[cell])
            if (has(peer, digit)) remove(peer, digit);
        for (int k = 0; k < 3; ++k) empty[kGeometry.house[cell][k]]--;
        ++placed[digit];
        --left;
    }

    // Starts from the givens, 81 bytes 0..9.
    void start(const uint8_t *givens) {
        for (int c = 0; c < 81; ++c) candidates[c] = kAllDigits, value[c] = 0;
        for (auto &house : places)
            for (auto &mask : house) mask = kAllDigits;
        for (auto &n : empty) n = 9;
        for (auto &n : placed) n = 0;
        left = 81;
        for (int c = 0; c < 81; ++c)
            if (givens[c]) place(c, givens[c] - 1);
    }

    void copy_from(const Position &other) {
        static_assert(sizeof(Position) % 8 == 0);
        const uint64_t *from = reinterpret_cast<const uint64_t *>(&other);
        uint64_t *to = reinterpret_cast<uint64_t *>(this);
        for (unsigned i = 0; i < sizeof(Position) / 8; ++i) to[i] = from[i];
    }

    bool same_candidates(const Position &other) const {
        for (int c = 0; c < 81; ++c)
            if (candidates[c] != other.candidates[c]) return false;
        return true;
    }
};

// The techniques, in the order of the public table in src/shudu/logic/rating/se.py.
enum Technique : uint8_t {
    kNone,
    kLastCell,
    kHiddenSingleBox,
    kHiddenSingleLine,
    kDirectPointing,
    kDirectClaiming,
    kDirectHiddenPair,
    kNakedSingle,
    kDirectHiddenTriplet,
    kPointing,
    kClaiming,
    kNakedPair,
    kXWing,
    kHiddenPair,
    kNakedTriplet,
    kSwordfish,
    kHiddenTriplet,
    kXyWing,
    kXyzWing,
    kUniqueRectangle,
    kUniqueLoop,
    kNakedQuad,
    kJellyfish,
    kHiddenQuad,
    kBug1,
    kBug2,
    kBug3,
    kBug4,
    kAlignedPair,
    kXCycle,
    kYCycle,
    kXyCycle,
    kXChain,
    kForcingChain,
    kAlignedTriplet,
    kNishio,
    kMultipleCell,
    kMultipleRegion,
    kDynamicDouble, // then cell, region, contradiction; then the same four for each of levels 1 to 5
};

// What to do next: the removals, and the cell to fill if there is one.
struct Hint {
    double rating;
    uint8_t technique;
    int8_t cell, digit; // -1 if no cell is filled
    uint16_t removals[81];

    void clear() {
        rating = 0, technique = kNone, cell = digit = -1;
        for (auto &mask : removals) mask = 0;
    }
    void set(double how_hard, int what) { rating = how_hard, technique = uint8_t(what); }
    void fill(int c, int d) { cell = int8_t(c), digit = int8_t(d); }
    void remove(int c, uint32_t digits) { removals[c] |= uint16_t(digits); }

    void apply(Position &p) const {
        for (int c = 0; c < 81; ++c) each_bit(removals[c] & p.candidates[c], [&](int d) { p.remove(c, d); });
        if (cell >= 0) p.place(cell, digit);
    }
};

// The next larger mask with as many bits.
inline uint32_t next_mask(uint32_t mask) {
    const uint32_t lowest_bit = mask & (0 - mask), ripple = mask + lowest_bit;
    return ripple | ((mask ^ ripple) >> 2) / lowest_bit;
}

// Calls f with each choice of `degree` bits of a set, by increasing mask, until it returns true.
template <class F> inline bool each_choice(uint32_t set, int degree, F f) {
    uint32_t bits[9];
    int n = 0;
    for (; set; set &= set - 1) bits[n++] = set & (0 - set);
    if (n < degree) return false;
    for (uint32_t choice = (1u << degree) - 1; choice < 1u << n; choice = next_mask(choice)) {
        uint32_t mask = 0;
        each_bit(choice, [&](int i) { mask |= bits[i]; });
        if (f(mask)) return true;
    }
    return false;
}

} // namespace shudu::se
