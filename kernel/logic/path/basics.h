// Locked candidates and subsets. Twins: intersections.py and subsets.py in src/shudu/logic/techniques.
#pragma once

#include "logic/path/board.h"

namespace shudu::path {

// A house that confines a digit to its intersection with another: boxes (pointing) or lines (claiming) as base.
inline bool find_locked_candidates(const Board &b, bool pointing, Found &found) {
    for (int base = pointing ? 18 : 0; base < (pointing ? 27 : 18); ++base)
        for (int d = 0; d < 9; ++d) {
            const int count = count_bits(b.at[base][d]);
            if (count < 2 || count > 3) continue;
            const CellSet inside = b.in_house(d, base);
            for (int k = pointing ? 0 : 2; k < (pointing ? 2 : 3); ++k) {
                const int cover = kHouses.of[inside.first()][k];
                if (!inside.inside(kHouses.cells[cover])) continue;
                const CellSet targets = b.in_house(d, cover).without(inside);
                if (targets.empty()) continue;
                found.remove(d, targets);
                return true;
            }
        }
    return false;
}

// Members of a subset: each has a mask, and `size` of them have `size` bits together.
struct Members {
    int count;
    uint16_t mask[9];
    uint8_t mark[9]; // a digit, or the place of a cell in its house

    void add(uint32_t bits, int own) {
        mask[count] = uint16_t(bits);
        mark[count++] = uint8_t(own);
    }
};

// Calls f(union of masks, marks as bits) for each choice of `more` further members, until it returns true.
template <class F>
bool each_cover(const Members &m, int start, int size, int more, uint32_t all, uint32_t marks, F &f) {
    for (int n = start; n <= m.count - more; ++n) {
        const uint32_t mask = all | m.mask[n], now = marks | 1u << m.mark[n];
        if (count_bits(mask) > size) continue;
        if (more > 1) {
            if (each_cover(m, n + 1, size, more - 1, mask, now, f)) return true;
        } else if (count_bits(mask) == size && f(mask, now)) {
            return true;
        }
    }
    return false;
}

// Removes the digits of a naked subset from all houses its cells share; `locked` says whether both must lose some.
inline bool use_naked_subset(const Board &b, const CellSet &cells, uint32_t digits, bool locked, Found &found) {
    int shared[3], count = 0;
    for (const int house : kHouses.of[cells.last()])
        if (cells.inside(kHouses.cells[house])) shared[count++] = house;
    found.clear();
    CellSet done = cells;
    bool in_box = false, in_line = false;
    for (int k = 0; k < count; ++k)
        for (const int c : kHouses.cell[shared[k]]) {
            if (done.has(c)) continue;
            done.add(c);
            if (!(b.candidates[c] & digits)) continue;
            found.remove_all(b.candidates[c] & digits, c);
            (kHouses.cells[shared[count - 1]].has(c) ? in_box : in_line) = true;
        }
    return found.removed && locked == (count == 2 && in_box && in_line);
}

inline bool find_naked_subset(const Board &b, int size, bool locked, Found &found) {
    for (int n = 0; n < (locked ? 9 : 27); ++n) {
        const int house = boxes_first(n);
        Members members{0, {}, {}};
        for (int i = 0; i < 9; ++i) {
            const uint32_t digits = b.candidates[kHouses.cell[house][i]];
            if (digits && count_bits(digits) <= size) members.add(digits, i);
        }
        auto use = [&](uint32_t digits, uint32_t marks) {
            CellSet cells;
            each_bit(marks, [&](int i) { cells.add(kHouses.cell[house][i]); });
            return use_naked_subset(b, cells, digits, locked, found);
        };
        if (members.count >= size && each_cover(members, 0, size, size, 0, 0, use)) return true;
    }
    found.clear();
    return false;
}

inline bool find_hidden_subset(const Board &b, int size, Found &found) {
    for (int n = 0; n < 27; ++n) {
        const int house = boxes_first(n);
        Members members{0, {}, {}};
        for (int d = 0; d < 9; ++d) {
            const uint32_t at = b.at[house][d];
            if (at && count_bits(at) <= size) members.add(at, d);
        }
        auto use = [&](uint32_t at, uint32_t digits) {
            each_bit(at, [&](int i) {
                const int c = kHouses.cell[house][i];
                found.remove_all(b.candidates[c] & ~digits, c);
            });
            return found.removed > 0;
        };
        if (members.count >= size && each_cover(members, 0, size, size, 0, 0, use)) return true;
    }
    return false;
}

} // namespace shudu::path
