// The position that human techniques work on, and the step that one of them finds.
//
// Everything here follows the finders of src/shudu/logic/techniques, which are the specification: the same order of
// cells, digits and houses, because the first step found is the one that is taken. Houses are numbered 0..8 rows,
// 9..17 columns, 18..26 boxes. Digits are 0..8. A candidate is a number, 81 * digit + cell.
#pragma once

#include "base/cells.h"

namespace shudu::path {

struct Houses {
    CellSet cells[27];
    uint8_t cell[27][9];
    uint8_t of[81][3]; // row, column and box of a cell
};

constexpr Houses make_houses() {
    Houses h{};
    for (int c = 0; c < 81; ++c) {
        const int row = c / 9, column = c % 9, box = row / 3 * 3 + column / 3;
        const int houses[3] = {row, 9 + column, 18 + box}, at[3] = {column, row, row % 3 * 3 + column % 3};
        for (int k = 0; k < 3; ++k) {
            h.of[c][k] = uint8_t(houses[k]);
            h.cell[houses[k]][at[k]] = uint8_t(c);
            h.cells[houses[k]].add(c);
        }
    }
    return h;
}

inline constexpr Houses kHouses = make_houses();
inline constexpr CellSet kAllCells = {~uint64_t{0}, (uint64_t{1} << 17) - 1};

inline int row_of(int cell) { return cell / 9; }
inline int column_of(int cell) { return cell % 9; }
inline int box_of(int cell) { return kHouses.of[cell][2] - 18; }
inline bool is_one_bit(uint32_t bits) { return bits && !(bits & (bits - 1)); }
inline bool sees(int one, int other) { return kPeers.of[one].has(other); }
// House number n when boxes come before lines, as people look at them.
inline int boxes_first(int n) { return n < 9 ? 18 + n : n - 9; }

inline CellSet common_peers(const CellSet &cells) {
    CellSet common = kAllCells;
    cells.each([&](int c) { common &= kPeers.of[c]; });
    return common;
}

// A bounded amount of work between two looks at the switch that ends a call.
struct Patience {
    const volatile int32_t *stop;
    uint32_t work;
    bool stopped;

    bool over() {
        if ((++work & 1023) == 0 && stop && *stop) stopped = true;
        return stopped;
    }
};

// What a technique concludes, in the order in which the conclusions are applied.
struct Found {
    int kind; // which of the techniques that are searched together
    int placed, removed;
    uint16_t places[1];
    uint16_t removes[729];

    void clear() { kind = placed = removed = 0; }
    void place(int digit, int cell) { places[placed++] = uint16_t(81 * digit + cell); }
    void remove(int digit, int cell) { removes[removed++] = uint16_t(81 * digit + cell); }
    void remove(int digit, const CellSet &cells) {
        cells.each([&](int c) { remove(digit, c); });
    }
    void remove_all(uint32_t digits, int cell) {
        each_bit(digits, [&](int d) { remove(d, cell); });
    }
    // Removes a candidate unless it is removed already.
    void remove_once(int digit, int cell) {
        for (int i = 0; i < removed; ++i)
            if (removes[i] == 81 * digit + cell) return;
        remove(digit, cell);
    }
};

struct Board {
    CellSet places[9];       // the cells where each digit is a candidate
    uint16_t candidates[81]; // the candidates of each cell
    uint8_t digits[81];      // 0, or 1..9
    CellSet givens;

    // Derived from the above by prepare().
    CellSet open;         // cells with candidates
    CellSet bivalue;      // cells with two candidates
    uint16_t at[27][9];   // per house and digit, a bit per place
    uint8_t pairs[9][27]; // per digit, the houses with two places
    uint8_t pair_count[9];
    CellSet dead[9]; // per digit, the candidates that no placement of the digit uses

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }
    CellSet in_house(int digit, int house) const { return places[digit] & kHouses.cells[house]; }

    void remove(int digit, int cell) {
        places[digit].remove(cell);
        candidates[cell] &= uint16_t(~(1u << digit));
    }

    void prepare() {
        open = bivalue = {};
        for (auto &house : at)
            for (auto &mask : house) mask = 0;
        for (int h = 0; h < 27; ++h)
            for (int i = 0; i < 9; ++i)
                each_bit(candidates[kHouses.cell[h][i]], [&](int d) { at[h][d] |= uint16_t(1u << i); });
        for (int c = 0; c < 81; ++c) {
            if (candidates[c]) open.add(c);
            if (count_bits(candidates[c]) == 2) bivalue.add(c);
        }
        for (int d = 0; d < 9; ++d) {
            pair_count[d] = 0;
            for (int h = 0; h < 27; ++h)
                if (count_bits(at[h][d]) == 2) pairs[d][pair_count[d]++] = uint8_t(h);
        }
    }

    // The unused candidates of each digit cost more than all else, so they are derived only where they are needed.
    void find_dead();

  private:
    struct Rows {
        int count;
        uint8_t row[9];
    };
    CellSet unplaceable(int digit) const;
    bool find_placement(const Rows &rows, int n, int digit, uint32_t columns, uint32_t boxes, uint8_t *chosen) const;
};

// Chooses a cell in each of the rows from the nth on, in free columns and boxes.
inline bool Board::find_placement(const Rows &rows, int n, int digit, uint32_t columns, uint32_t boxes,
                                  uint8_t *chosen) const {
    if (n == rows.count) return true;
    const int row = rows.row[n];
    for (uint32_t free = at[row][digit] & ~columns; free; free &= free - 1) {
        const int column = lowest(free);
        const uint32_t box = 1u << (row / 3 * 3 + column / 3);
        if (boxes & box) continue;
        chosen[n] = uint8_t(9 * row + column);
        if (find_placement(rows, n + 1, digit, columns | 1u << column, boxes | box, chosen)) return true;
    }
    return false;
}

inline CellSet Board::unplaceable(int digit) const {
    Rows all{0, {}};
    for (int size = 1; size <= 9; ++size)
        for (int r = 0; r < 9; ++r)
            if (count_bits(at[r][digit]) == size) all.row[all.count++] = uint8_t(r);
    CellSet unused = places[digit], unseen = places[digit];
    while (!unseen.empty()) {
        const int cell = unseen.first();
        unseen.remove(cell);
        Rows others{0, {}};
        for (int n = 0; n < all.count; ++n)
            if (all.row[n] != row_of(cell)) others.row[others.count++] = all.row[n];
        uint8_t chosen[9];
        if (!find_placement(others, 0, digit, 1u << column_of(cell), 1u << box_of(cell), chosen)) continue;
        unused.remove(cell);
        for (int n = 0; n < others.count; ++n) unused.remove(chosen[n]), unseen.remove(chosen[n]);
    }
    return unused;
}

inline void Board::find_dead() {
    for (int d = 0; d < 9; ++d) dead[d] = unplaceable(d);
}

} // namespace shudu::path
