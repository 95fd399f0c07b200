// Producers from Hidden Single to XYZ-Wing, and the sets and fish of four.
//
// Each visits its patterns in the order of Sudoku Explainer 1.2.1 and stops at the first one that changes something.
// The pair-sized ones are also visited in full by the advanced rules of dynamic chains, hence the visitors.
#pragma once

#include "logic/se/position.h"

namespace shudu::se {

inline constexpr int kBoxes = 0, kRows = 9, kColumns = 18;
inline constexpr int kFishOrder[2] = {kColumns, kRows};
inline constexpr int kSetOrder[3] = {kBoxes, kColumns, kRows}; // singles and sets: boxes, columns, rows

inline bool find_hidden_single(const Position &p, Hint &hint) {
    for (const bool alone : kBoth)
        for (const int kind : kSetOrder)
            for (int h = kind; h < kind + 9; ++h) {
                if (!p.empty[h] || (p.empty[h] == 1) != alone) continue;
                for (int d = 0; d < 9; ++d) {
                    const uint32_t places = p.places[h][d];
                    if (!places || places & (places - 1)) continue;
                    hint.fill(kGeometry.cells[h][lowest(places)], d);
                    if (alone) hint.set(1.0, kLastCell);
                    else if (kind == kBoxes) hint.set(1.2, kHiddenSingleBox);
                    else hint.set(1.5, kHiddenSingleLine);
                    return true;
                }
            }
    return false;
}

inline bool find_naked_single(const Position &p, Hint &hint) {
    for (int c = 0; c < 81; ++c)
        if (count_bits(p.candidates[c]) == 1) {
            hint.set(2.3, kNakedSingle);
            hint.fill(c, lowest(p.candidates[c]));
            return true;
        }
    return false;
}

// The places of house `a` that lie in house `b`; 0 if they do not cross. One of them is a box.
constexpr uint32_t find_common_places(int a, int b) {
    const bool a_is_box = a < 9;
    const int box = a_is_box ? a : b, line = a_is_box ? b : a;
    if (line < kColumns) { // row
        const int row = line - kRows;
        if (row / 3 != box / 3) return 0;
        return a_is_box ? 7u << row % 3 * 3 : 7u << box % 3 * 3;
    }
    const int column = line - kColumns;
    if (column / 3 != box % 3) return 0;
    return a_is_box ? 0x49u << column % 3 : 7u << box / 3 * 3;
}

struct Crossings {
    struct Pair {
        uint8_t house, other;
        uint16_t common; // the places of `house` in `other`
    } pairs[108];        // in the order of locking
    uint16_t common[27][27];
};

constexpr Crossings make_crossings() {
    constexpr int kOrder[4][2] = {{kBoxes, kColumns}, {kBoxes, kRows}, {kColumns, kBoxes}, {kRows, kBoxes}};
    Crossings c{};
    int n = 0;
    for (const auto &kinds : kOrder)
        for (int h = kinds[0]; h < kinds[0] + 9; ++h)
            for (int other = kinds[1]; other < kinds[1] + 9; ++other) {
                const auto common = uint16_t(find_common_places(h, other));
                c.common[h][other] = common;
                if (common) c.pairs[n++] = {uint8_t(h), uint8_t(other), common};
            }
    return c;
}

inline constexpr Crossings kCrossings = make_crossings();
inline uint32_t common_places(int a, int b) { return kCrossings.common[a][b]; }

// Calls f(house, other, digit) for each digit whose places in `house` (two or more) all lie in `other`, until it
// returns true.
template <class F> inline bool each_locking(const Position &p, F f) {
    for (const auto &[h, other, common] : kCrossings.pairs)
        for (int d = 0; d < 9; ++d) {
            const uint32_t places = p.places[h][d];
            if ((places & ~uint32_t(common)) || !(places & (places - 1))) continue;
            if (f(h, other, d)) return true;
        }
    return false;
}

inline bool find_direct_locking(const Position &p, Hint &hint) {
    return each_locking(p, [&](int h, int other, int d) {
        const int kind = h / 9 * 9;
        for (int third = kind; third < kind + 9; ++third) {
            if (third == h) continue;
            const uint32_t common = common_places(third, other), places = p.places[third][d];
            if (!common || !(places & (places - 1)) || count_bits(places & ~common) != 1) continue;
            hint.fill(kGeometry.cells[third][lowest(places & ~common)], d);
            if (h < 9) hint.set(1.7, kDirectPointing);
            else hint.set(1.9, kDirectClaiming);
            return true;
        }
        return false;
    });
}

inline bool find_locking(const Position &p, Hint &hint) {
    return each_locking(p, [&](int h, int other, int d) {
        const uint32_t rest = p.places[other][d] & ~common_places(other, h);
        if (!rest) return false;
        each_bit(rest, [&](int i) { hint.remove(kGeometry.cells[other][i], 1u << d); });
        if (h < 9) hint.set(2.6, kPointing);
        else hint.set(2.8, kClaiming);
        return true;
    });
}

// Calls f(house, digits, places) for each hidden set, useful or not, until it returns true.
template <class F> inline bool each_hidden_set(const Position &p, int degree, bool direct, F f) {
    for (const int kind : kSetOrder)
        for (int h = kind; h < kind + 9; ++h) {
            if (p.empty[h] <= degree * (direct ? 1 : 2)) continue;
            uint32_t able = 0; // digits with two to `degree` places
            for (int d = 0; d < 9; ++d) {
                const int n = count_bits(p.places[h][d]);
                if (n >= 2 && n <= degree) able |= 1u << d;
            }
            const bool done = each_choice(able, degree, [&](uint32_t digits) {
                uint32_t places = 0;
                each_bit(digits, [&](int d) { places |= p.places[h][d]; });
                return count_bits(places) == degree && f(h, digits, places);
            });
            if (done) return true;
        }
    return false;
}

inline bool find_direct_hidden_set(const Position &p, int degree, Hint &hint) {
    return each_hidden_set(p, degree, true, [&](int h, uint32_t digits, uint32_t places) {
        for (int d = 0; d < 9; ++d) {
            const uint32_t at = p.places[h][d];
            if (digits >> d & 1 || !(at & (at - 1)) || count_bits(at & ~places) != 1) continue;
            hint.fill(kGeometry.cells[h][lowest(at & ~places)], d);
            if (degree == 2) hint.set(2.0, kDirectHiddenPair);
            else hint.set(2.5, kDirectHiddenTriplet);
            return true;
        }
        return false;
    });
}

inline bool find_hidden_set(const Position &p, int degree, Hint &hint) {
    return each_hidden_set(p, degree, false, [&](int h, uint32_t digits, uint32_t places) {
        bool useful = false;
        each_bit(places, [&](int i) {
            const int c = kGeometry.cells[h][i];
            hint.remove(c, p.candidates[c] & ~digits);
            useful |= (p.candidates[c] & ~digits) != 0;
        });
        if (!useful) return false;
        if (degree == 2) hint.set(3.4, kHiddenPair);
        else if (degree == 3) hint.set(4.0, kHiddenTriplet);
        else hint.set(5.4, kHiddenQuad);
        return true;
    });
}

// Calls f(house, places, digits) for each naked set, useful or not, until it returns true.
template <class F> inline bool each_naked_set(const Position &p, int degree, F f) {
    for (const int kind : kSetOrder)
        for (int h = kind; h < kind + 9; ++h) {
            if (p.empty[h] < degree * 2) continue;
            uint32_t able = 0; // places with two to `degree` candidates
            for (int i = 0; i < 9; ++i) {
                const int n = count_bits(p.candidates[kGeometry.cells[h][i]]);
                if (n >= 2 && n <= degree) able |= 1u << i;
            }
            const bool done = each_choice(able, degree, [&](uint32_t places) {
                uint32_t digits = 0;
                each_bit(places, [&](int i) { digits |= p.candidates[kGeometry.cells[h][i]]; });
                return count_bits(digits) == degree && f(h, places, digits);
            });
            if (done) return true;
        }
    return false;
}

inline bool find_naked_set(const Position &p, int degree, Hint &hint) {
    return each_naked_set(p, degree, [&](int h, uint32_t places, uint32_t digits) {
        bool useful = false;
        for (int i = 0; i < 9; ++i) {
            const int c = kGeometry.cells[h][i];
            if (places >> i & 1 || !(p.candidates[c] & digits)) continue;
            hint.remove(c, p.candidates[c] & digits);
            useful = true;
        }
        if (!useful) return false;
        if (degree == 2) hint.set(3.0, kNakedPair);
        else if (degree == 3) hint.set(3.6, kNakedTriplet);
        else hint.set(5.0, kNakedQuad);
        return true;
    });
}

// Calls f(kind, lines, places, digit) for each fish, useful or not, until it returns true. `lines` are columns
// (kind kColumns) or rows, `places` the lines that cross them.
template <class F> inline bool each_fish(const Position &p, int degree, F f) {
    for (const int kind : kFishOrder)
        for (uint32_t lines = (1u << degree) - 1; lines < 512; lines = next_mask(lines))
            for (int d = 0; d < 9; ++d) {
                if (p.placed[d] + degree * 2 > 9) continue;
                uint32_t places = 0;
                bool able = true;
                for (uint32_t rest = lines; rest && able; rest &= rest - 1) {
                    const uint32_t at = p.places[kind + lowest(rest)][d];
                    able = (at & (at - 1)) != 0;
                    places |= at;
                }
                if (able && count_bits(places) == degree && f(kind, lines, places, d)) return true;
            }
    return false;
}

inline bool find_fish(const Position &p, int degree, Hint &hint) {
    return each_fish(p, degree, [&](int kind, uint32_t lines, uint32_t places, int d) {
        const int crossing = kind == kColumns ? kRows : kColumns;
        bool useful = false;
        each_bit(places, [&](int i) {
            each_bit(p.places[crossing + i][d] & ~lines, [&](int j) {
                hint.remove(kGeometry.cells[crossing + i][j], 1u << d);
                useful = true;
            });
        });
        if (!useful) return false;
        if (degree == 2) hint.set(3.2, kXWing);
        else if (degree == 3) hint.set(3.8, kSwordfish);
        else hint.set(5.2, kJellyfish);
        return true;
    });
}

inline bool find_xy_wing(const Position &p, bool xyz, Hint &hint) {
    for (int hinge = 0; hinge < 81; ++hinge) {
        const uint32_t xy = p.candidates[hinge];
        if (count_bits(xy) != (xyz ? 3 : 2)) continue;
        for (int a : kGeometry.peers[hinge]) {
            const uint32_t xz = p.candidates[a];
            if (count_bits(xz) != 2 || count_bits(xy & ~xz) != 1) continue;
            for (int b : kGeometry.peers[hinge]) {
                const uint32_t yz = p.candidates[b];
                if (count_bits(yz) != 2 || count_bits(xy | xz | yz) != 3) continue;
                if (count_bits(xy & xz & yz) != (xyz ? 1 : 0)) continue;
                const int z = lowest(xz & yz);
                CellSet victims = kPeers.of[a] & kPeers.of[b];
                if (xyz) victims = victims & kPeers.of[hinge];
                victims.remove(hinge);
                bool useful = false;
                victims.each([&](int c) {
                    if (p.has(c, z)) hint.remove(c, 1u << z), useful = true;
                });
                if (!useful) continue;
                if (xyz) hint.set(4.4, kXyzWing);
                else hint.set(4.2, kXyWing);
                return true;
            }
        }
    }
    return false;
}

} // namespace shudu::se
