// Patterns of one digit: skyscraper, two-string kite, turbot fish, empty rectangle, simple and multi colours.
// Twins: chains/ and colouring.py in src/shudu/logic/techniques.
#pragma once

#include "logic/path/board.h"

namespace shudu::path {

// A house with two places of a digit, in one of two directions.
struct StrongPair {
    int near, far;

    StrongPair reversed() const { return {far, near}; }
};

inline StrongPair pair_in(const Board &b, int digit, int house) {
    const uint32_t at = b.at[house][digit];
    return {kHouses.cell[house][lowest(at)], kHouses.cell[house][31 - __builtin_clz(at)]};
}

// The step for far = near - near2 = far2, if it removes something.
inline bool use_ends(const Board &b, int digit, int far, int far2, Found &found) {
    found.remove(digit, b.dead[digit] & kPeers.of[far] & kPeers.of[far2]);
    return found.removed > 0;
}

inline bool find_skyscraper(const Board &b, bool crossed, Found &found) {
    for (int first = 0; first <= 9; first += 9)
        for (int d = 0; d < 9; ++d) {
            if (b.dead[d].empty()) continue;
            auto across = [&](int cell) { return first ? row_of(cell) : column_of(cell); };
            auto use = [&](StrongPair one, StrongPair other) {
                return across(one.near) == across(other.near) && across(one.far) != across(other.far) &&
                       use_ends(b, d, one.far, other.far, found);
            };
            for (int i = 0; i < b.pair_count[d]; ++i)
                for (int j = i + 1; j < b.pair_count[d]; ++j) {
                    const int house = b.pairs[d][i], house2 = b.pairs[d][j];
                    if (house < first || house2 >= first + 9) continue;
                    const StrongPair one = pair_in(b, d, house), other = pair_in(b, d, house2);
                    if (use(one, other) || (crossed && (use(one, other.reversed()) || use(one.reversed(), other))) ||
                        use(one.reversed(), other.reversed()))
                        return true;
                }
        }
    return false;
}

inline bool find_kite(const Board &b, Found &found) {
    for (int d = 0; d < 9; ++d) {
        if (b.dead[d].empty()) continue;
        auto use = [&](StrongPair row, StrongPair column) {
            return box_of(row.near) == box_of(column.near) && row.near != column.near && row.near != column.far &&
                   row.far != column.near && row.far != column.far && use_ends(b, d, row.far, column.far, found);
        };
        for (int i = 0; i < b.pair_count[d] && b.pairs[d][i] < 9; ++i)
            for (int j = i + 1; j < b.pair_count[d]; ++j) {
                if (b.pairs[d][j] < 9 || b.pairs[d][j] >= 18) continue;
                const StrongPair row = pair_in(b, d, b.pairs[d][i]), column = pair_in(b, d, b.pairs[d][j]);
                if (use(row, column) || use(row, column.reversed()) || use(row.reversed(), column) ||
                    use(row.reversed(), column.reversed()))
                    return true;
            }
    }
    return false;
}

// The order of steps that are compared as a whole: most removals first, then nearest the top left.
struct RemovalRank {
    int removed = 0, place = 0;

    void add(int digit, int cell) { place += cell * (80 * removed++ + 1) + digit + 1; }
    bool better_than(const RemovalRank &o) const {
        return removed != o.removed ? removed > o.removed : removed && place < o.place;
    }
};

inline bool find_turbot_fish(const Board &b, Found &found) {
    RemovalRank best;
    for (int d = 0; d < 9; ++d) {
        if (b.dead[d].empty()) continue;
        StrongPair pairs[54];
        int count = 0;
        for (int i = 0; i < b.pair_count[d]; ++i) {
            pairs[count++] = pair_in(b, d, b.pairs[d][i]);
            pairs[count] = pairs[count - 1].reversed(), ++count;
        }
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j) {
                const auto [near, far] = pairs[i];
                const auto [near2, far2] = pairs[j];
                if (!sees(near, near2) || near == far2 || far > far2 || far == near2) continue;
                const CellSet targets = b.dead[d] & kPeers.of[far] & kPeers.of[far2];
                RemovalRank rank;
                targets.each([&](int c) { rank.add(d, c); });
                if (!rank.better_than(best)) continue;
                best = rank;
                found.clear();
                found.remove(d, targets);
            }
    }
    return best.removed > 0;
}

inline bool find_empty_rectangle(const Board &b, Found &found) {
    for (int d = 0; d < 9; ++d) {
        if (b.dead[d].empty()) continue;
        for (int box = 18; box < 27; ++box) {
            const CellSet inside = b.in_house(d, box);
            if (inside.size() < 3) continue;
            const int corner = kHouses.cell[box][8];
            for (int n = 0; n < 9; ++n) {
                const int lines[2] = {row_of(corner) - n / 3, 9 + column_of(corner) - n % 3};
                const CellSet off_row = inside.without(kHouses.cells[lines[0]]);
                const CellSet off_column = inside.without(kHouses.cells[lines[1]]);
                if (off_row.empty() || off_column.empty() || off_row.meets(off_column)) continue;
                for (int k = 0; k < 2; ++k) {
                    const CellSet ends = b.in_house(d, lines[k]).without(kHouses.cells[box]);
                    for (CellSet rest = ends; !rest.empty();) {
                        const int near = rest.first();
                        rest.remove(near);
                        CellSet two = b.in_house(d, kHouses.of[near][1 - k]);
                        if (two.size() != 2) continue;
                        two.remove(near);
                        const CellSet target = b.in_house(d, lines[1 - k]) & kHouses.cells[kHouses.of[two.first()][k]];
                        if (target.empty() || target.meets(kHouses.cells[box])) continue;
                        found.remove(d, target);
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

// Candidates connected by strong links fall into two colours, one of which is true.
struct Web {
    CellSet colour[2];
};

class Colours {
  public:
    enum Kind { kWrap, kTrap }; // of simple colours; of multi colours the same two

    Colours(const Board &board, int digit) : b_(board), digit_(digit) {
        CellSet left;
        for (int i = 0; i < b_.pair_count[digit]; ++i) left |= two(i);
        while (!left.empty() && count_ < 41) {
            Web web{{CellSet::of(left.first()), {}}};
            for (bool grown = true; grown;) {
                const CellSet one = web.colour[0] | partners(web.colour[1]);
                const CellSet other = web.colour[1] | partners(web.colour[0]);
                grown = !(one == web.colour[0] && other == web.colour[1]);
                web = {{one, other}};
            }
            left = left.without(web.colour[0] | web.colour[1]);
            webs_[count_++] = web;
        }
    }

    bool find_simple(uint32_t kinds, Found &found) const {
        for (int i = 0; i < count_; ++i) {
            const auto &[one, other] = webs_[i].colour;
            CellSet wrapped;
            if (seen(one).meets(one)) wrapped |= one;
            if (seen(other).meets(other)) wrapped |= other;
            if (use(kWrap, kinds, wrapped, found) || use(kTrap, kinds, trapped(one, other), found)) return true;
        }
        return false;
    }

    bool find_multi(uint32_t kinds, Found &found) const {
        for (int i = 0; i < count_; ++i)
            for (int j = 0; j < count_; ++j) {
                if (i == j) continue;
                const Web &web = webs_[i], &other = webs_[j];
                CellSet wrapped, between;
                for (int k = 0; k < 2; ++k) {
                    const CellSet view = seen(web.colour[k]);
                    if (view.meets(other.colour[0]) && view.meets(other.colour[1])) wrapped |= web.colour[k];
                    for (int l = 0; l < 2; ++l)
                        if (view.meets(other.colour[l])) between |= trapped(web.colour[1 - k], other.colour[1 - l]);
                }
                if (use(kWrap, kinds, wrapped, found) || use(kTrap, kinds, between, found)) return true;
            }
        return false;
    }

  private:
    CellSet two(int i) const { return b_.in_house(digit_, b_.pairs[digit_][i]); }

    CellSet partners(const CellSet &colour) const {
        CellSet all;
        for (int i = 0; i < b_.pair_count[digit_]; ++i)
            if (two(i).meets(colour)) all |= two(i).without(colour);
        return all;
    }

    static CellSet seen(const CellSet &colour) {
        CellSet all;
        colour.each([&](int c) { all |= kPeers.of[c]; });
        return all;
    }

    CellSet trapped(const CellSet &one, const CellSet &other) const {
        return (b_.places[digit_] & seen(one) & seen(other)).without(one | other);
    }

    bool use(Kind kind, uint32_t kinds, const CellSet &targets, Found &found) const {
        if (targets.empty() || !(kinds >> kind & 1)) return false;
        found.kind = kind;
        found.remove(digit_, targets);
        return true;
    }

    const Board &b_;
    const int digit_;
    Web webs_[41];
    int count_ = 0;
};

inline bool find_colours(const Board &b, bool multi, uint32_t kinds, Found &found) {
    for (int d = 0; d < 9; ++d) {
        if (b.dead[d].empty()) continue;
        const Colours colours(b, d);
        if (multi ? colours.find_multi(kinds, found) : colours.find_simple(kinds, found)) return true;
    }
    return false;
}

} // namespace shudu::path
