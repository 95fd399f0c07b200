// Unique rectangles of types 1 to 6, hidden and avoidable rectangles.
// The twin is src/shudu/logic/techniques/unique_rectangles.py.
#pragma once

#include "logic/path/board.h"

namespace shudu::path {

// Four cells in two rows, two columns and two boxes that may hold two digits crosswise.
struct Rectangle {
    uint8_t cells[4];
    uint8_t low, high;
    uint8_t floors, roofs;
    uint8_t floor[4], roof[4]; // the cells without and with other candidates
    bool diagonal;             // whether the roof is two opposite corners
    bool other_pair;           // whether the same cells came before with other digits

    uint32_t pair() const { return 1u << low | 1u << high; }
    CellSet mask() const { return set_of(cells, 4); }
    CellSet roof_mask() const { return set_of(roof, roofs); }

    static CellSet set_of(const uint8_t *some, int count) {
        CellSet set;
        for (int i = 0; i < count; ++i) set.add(some[i]);
        return set;
    }
};

// Calls f(second, third, fourth) for the rectangles from a cell, the second corner in its box, until it returns true.
template <class F> inline bool each_rectangle_from(int start, const CellSet &fits, F f) {
    for (const int second : kHouses.cell[18 + box_of(start)]) {
        const bool in_row = row_of(second) == row_of(start), in_column = column_of(second) == column_of(start);
        if (in_row == in_column || !fits.has(second)) continue;
        const int here = in_row ? 9 + column_of(start) : row_of(start);
        const int there = in_row ? 9 + column_of(second) : row_of(second);
        for (int i = 0; i < 9; ++i) {
            const int third = kHouses.cell[here][i], fourth = kHouses.cell[there][i];
            if (box_of(third) == box_of(start) || !fits.has(third) || !fits.has(fourth)) continue;
            if (f(second, third, fourth)) return true;
        }
    }
    return false;
}

// The rectangles of a position that start from a cell with two candidates. A digit that logic has removed from a cell
// does no harm, a digit that a filled peer excludes does.
struct Rectangles {
    static constexpr int kMost = 81 * 24;
    int count;
    Rectangle all[kMost];

    void collect(const Board &b) {
        count = 0;
        CellSet possible[9];
        for (auto &cells : possible) cells = kAllCells;
        CellSet filled;
        for (int c = 0; c < 81; ++c)
            if (b.digits[c]) filled.add(c), possible[b.digits[c] - 1] = possible[b.digits[c] - 1].without(kPeers.of[c]);
        b.bivalue.each([&](int start) {
            const uint32_t pair = b.candidates[start];
            const int low = lowest(pair), high = 31 - __builtin_clz(pair);
            const CellSet fits = (possible[low] & possible[high]).without(filled);
            each_rectangle_from(start, fits, [&](int second, int third, int fourth) {
                add(b, {start, second, third, fourth}, low, high);
                return false;
            });
        });
    }

  private:
    struct Corners {
        int cell[4];
    };

    void add(const Board &b, const Corners &corners, int low, int high) {
        Rectangle &r = all[count++];
        r.low = uint8_t(low), r.high = uint8_t(high);
        r.floors = r.roofs = 0;
        for (int i = 0; i < 4; ++i) {
            const uint8_t cell = uint8_t(corners.cell[i]);
            r.cells[i] = cell;
            if (b.candidates[cell] & ~r.pair()) r.roof[r.roofs++] = cell;
            else r.floor[r.floors++] = cell;
        }
        r.diagonal =
            r.roofs == 2 && row_of(r.roof[0]) != row_of(r.roof[1]) && column_of(r.roof[0]) != column_of(r.roof[1]);
        const CellSet mask = r.mask();
        const Rectangle *first = all;
        while (first->mask() != mask) ++first;
        r.other_pair = first->pair() != r.pair();
    }
};

inline bool only_in(const Board &b, int digit, int house, const CellSet &cells) {
    return b.in_house(digit, house).inside(cells);
}

inline uint32_t extras_of(const Board &b, const Rectangle &r) {
    uint32_t mask = 0;
    for (int i = 0; i < r.roofs; ++i) mask |= b.candidates[r.roof[i]];
    return mask & ~r.pair();
}

inline bool use_type_1(const Board &b, const Rectangle &r, Found &found) {
    if (r.floors != 3) return false;
    found.remove_all(b.candidates[r.roof[0]] & r.pair(), r.roof[0]);
    return found.removed > 0;
}

// One extra digit in two cells of a line (type 2), or in two opposite cells or three (type 5).
inline bool use_type_2_or_5(const Board &b, const Rectangle &r, bool aligned, Found &found) {
    const uint32_t extras = extras_of(b, r);
    if ((r.floors != 1 && r.floors != 2) || aligned != (r.roofs == 2 && !r.diagonal)) return false;
    if (!is_one_bit(extras)) return false;
    const int digit = lowest(extras);
    found.remove(digit, (b.places[digit] & common_peers(r.roof_mask())).without(r.mask()));
    return found.removed > 0;
}

// The extras of the roof count as one cell of a naked subset in a house (type 3).
class RoofSubsets {
  public:
    RoofSubsets(const Board &board, const Rectangle &rectangle, int house, Found &found)
        : b_(board), house_(house), found_(found) {
        const CellSet own = rectangle.mask();
        for (const int c : kHouses.cell[house])
            if (b_.candidates[c] && !(b_.candidates[c] & rectangle.pair()) && !own.has(c)) free_[count_++] = c;
        extras_ = extras_of(board, rectangle);
        roof_ = rectangle.roof_mask();
    }

    bool find() { return extend(0, 0, extras_, roof_); }

  private:
    bool extend(int start, int size, uint32_t digits, const CellSet &used) {
        const bool fits = size && count_bits(digits) == size + 1 && !(house_ >= 18 && is_aligned(used));
        if (fits && use(digits, used)) return true;
        for (int i = start; i < count_; ++i) {
            CellSet more = used;
            more.add(free_[i]);
            if (extend(i + 1, size + 1, digits | b_.candidates[free_[i]], more)) return true;
        }
        return false;
    }

    static bool is_aligned(const CellSet &cells) {
        const int first = cells.first();
        return cells.inside(kHouses.cells[row_of(first)]) || cells.inside(kHouses.cells[9 + column_of(first)]);
    }

    bool use(uint32_t digits, const CellSet &used) {
        const int box = kHouses.of[used.first()][2];
        const int around[2] = {house_, box};
        for (int k = 0; k < (used.inside(kHouses.cells[box]) ? 2 : 1); ++k)
            for (const int c : kHouses.cell[around[k]])
                if (!used.has(c)) each_bit(b_.candidates[c] & digits, [&](int d) { found_.remove_once(d, c); });
        return found_.removed > 0;
    }

    const Board &b_;
    const int house_;
    Found &found_;
    int free_[9], count_ = 0;
    uint32_t extras_;
    CellSet roof_;
};

inline bool use_type_3(const Board &b, const Rectangle &r, Found &found) {
    if (r.floors != 2) return false;
    const CellSet roof = r.roof_mask();
    for (const int house : kHouses.of[r.roof[0]])
        if (roof.inside(kHouses.cells[house]) && RoofSubsets(b, r, house, found).find()) return true;
    return false;
}

inline bool use_type_4(const Board &b, const Rectangle &r, Found &found) {
    if (r.floors != 2 || r.diagonal) return false;
    const CellSet roof = r.roof_mask(), mask = r.mask();
    const int digits[2] = {r.low, r.high};
    for (int k = 0; k < 2; ++k)
        for (const int house : kHouses.of[r.roof[0]])
            if (roof.inside(kHouses.cells[house]) && only_in(b, digits[k], house, mask)) {
                found.remove(digits[1 - k], b.places[digits[1 - k]] & roof);
                if (found.removed) return true;
                break;
            }
    return false;
}

inline bool use_type_6(const Board &b, const Rectangle &r, Found &found) {
    if (r.floors != 2 || !r.diagonal) return false;
    const CellSet mask = r.mask();
    const int digits[2] = {r.low, r.high};
    for (const int digit : digits) {
        bool locked = true;
        for (const int cell : r.cells)
            locked = locked && only_in(b, digit, row_of(cell), mask) && only_in(b, digit, 9 + column_of(cell), mask);
        if (!locked) continue;
        found.remove(digit, b.places[digit] & r.roof_mask());
        if (found.removed) return true;
    }
    return false;
}

inline bool use_hidden_rectangle(const Board &b, const Rectangle &r, Found &found) {
    if (r.floors != 1 && !(r.floors == 2 && r.diagonal)) return false;
    const CellSet mask = r.mask();
    const int digits[2] = {r.low, r.high};
    for (int i = 0; i < r.floors; ++i)
        for (const int opposite : r.cells) {
            if (row_of(opposite) == row_of(r.floor[i]) || column_of(opposite) == column_of(r.floor[i])) continue;
            for (int k = 0; k < 2; ++k)
                if (only_in(b, digits[k], row_of(opposite), mask) &&
                    only_in(b, digits[k], 9 + column_of(opposite), mask) && b.has(opposite, digits[1 - k])) {
                    found.remove(digits[1 - k], opposite);
                    return true;
                }
        }
    return false;
}

template <class F> inline bool find_rectangle(const Rectangles &rectangles, bool every_pair, F use) {
    for (int i = 0; i < rectangles.count; ++i)
        if ((every_pair || !rectangles.all[i].other_pair) && use(rectangles.all[i])) return true;
    return false;
}

// Rectangles without givens, two of whose corners are filled: the others do not complete it.
inline bool find_avoidable_rectangle(const Board &b, int type, Found &found) {
    CellSet placed;
    for (int c = 0; c < 81; ++c)
        if (b.digits[c] && !b.givens.has(c)) placed.add(c);
    auto is_pair_with = [&](int cell, int digit) { return count_bits(b.candidates[cell]) == 2 && b.has(cell, digit); };
    for (CellSet rest = placed; !rest.empty();) {
        const int start = rest.first();
        rest.remove(start);
        if (each_rectangle_from(start, placed | b.bivalue, [&](int second, int third, int fourth) {
                if (!placed.has(second)) return false;
                const int one = b.digits[start] - 1, other = b.digits[second] - 1;
                if (type == 1) {
                    if (b.digits[third] == other + 1 && is_pair_with(fourth, one)) found.remove(one, fourth);
                    else if (b.digits[fourth] == one + 1 && is_pair_with(third, other)) found.remove(other, third);
                } else if (is_pair_with(third, other) && is_pair_with(fourth, one)) {
                    const uint32_t extra = b.candidates[third] & ~(1u << other);
                    if (extra != (b.candidates[fourth] & ~(1u << one))) return false;
                    const int digit = lowest(extra);
                    found.remove(digit, b.places[digit] & kPeers.of[third] & kPeers.of[fourth]);
                }
                return found.removed > 0;
            }))
            return true;
    }
    return false;
}

} // namespace shudu::path
