// Almost locked sets: n cells of a house with n + 1 digits. ALS-XZ, ALS-XY-wing.
// Twins: engine/als.py and techniques/als in src/shudu/logic.
#pragma once

#include "logic/path/board.h"

namespace shudu::path {

struct Als {
    CellSet cells;
    uint32_t digits;
    CellSet places[9]; // its cells with each digit
    CellSet seen[9];   // per digit, the candidates outside that see all its cells with the digit
};

// The almost locked sets of a position that see candidates of two digits, and which of them have to do with each other.
struct AlsWeb {
    static constexpr int kRoom = 1024, kWords = kRoom / 64;
    using Row = uint64_t[kWords];

    int count, words;
    bool full;
    Als sets[kRoom];
    Row linked[kRoom]; // sets that share a restricted common and no cell: it cannot be in both
    Row allied[kRoom]; // sets that see a candidate that this one sees as well, and share no cell

    void collect(const Board &b) {
        count = 0, full = false;
        for (int h = 0; h < 27; ++h) {
            open_ = 0;
            for (const int c : kHouses.cell[h])
                if (b.candidates[c]) cell_[open_++] = c;
            extend(b, h, 0, 0, {}, 0);
        }
        words = (count + 63) / 64;
    }

    void relate() {
        for (int i = 0; i < count; ++i)
            for (int w = 0; w < words; ++w) linked[i][w] = allied[i][w] = 0;
        for (auto &digit : first_)
            for (auto &set : digit) set = -1;
        for (auto &digit : seeing_)
            for (auto &row : digit)
                for (int w = 0; w < words; ++w) row[w] = 0;
        for (int i = 0; i < count; ++i)
            each_bit(sets[i].digits, [&](int d) {
                int16_t &first = first_[d][sets[i].places[d].first()];
                next_[i][d] = first, first = int16_t(i);
                sets[i].seen[d].each([&](int c) { seeing_[d][c][i / 64] |= uint64_t{1} << (i % 64); });
            });
        for (int i = 0; i < count; ++i) relate(i);
    }

    // The restricted commons of two sets, as a mask of digits.
    uint32_t shared(int i, int j) const {
        const Als &one = sets[i], &other = sets[j];
        uint32_t mask = 0;
        each_bit(one.digits & other.digits, [&](int d) {
            if (one.places[d].inside(other.seen[d])) mask |= 1u << d;
        });
        return mask;
    }

  private:
    void extend(const Board &b, int house, int start, int size, const CellSet &cells, uint32_t digits) {
        if (size && count_bits(digits) == size + 1 && !is_in_earlier_house(house, cells)) add(b, cells, digits);
        for (int i = start; i < open_; ++i) {
            const uint32_t grown = digits | b.candidates[cell_[i]];
            if (count_bits(grown) - size > open_ - i + 1) continue;
            extend(b, house, i + 1, size + 1, cells | CellSet::of(cell_[i]), grown);
        }
    }

    static bool is_in_earlier_house(int house, const CellSet &cells) {
        for (const int other : kHouses.of[cells.first()])
            if (other < house && cells.inside(kHouses.cells[other])) return true;
        return false;
    }

    void add(const Board &b, const CellSet &cells, uint32_t digits) {
        if (count == kRoom) {
            full = true;
            return;
        }
        Als &als = sets[count];
        als.cells = cells, als.digits = digits;
        int views = 0;
        each_bit(digits, [&](int d) {
            als.places[d] = b.places[d] & cells;
            als.seen[d] = b.places[d] & common_peers(als.places[d]);
            views += !als.seen[d].empty();
        });
        if (views > 1) ++count;
    }

    void relate(int i) {
        const Als &als = sets[i];
        each_bit(als.digits, [&](int d) {
            als.seen[d].each([&](int c) {
                for (int j = first_[d][c]; j >= 0; j = next_[j][d])
                    if (sets[j].places[d].inside(als.seen[d])) linked[i][j / 64] |= uint64_t{1} << (j % 64);
                for (int w = 0; w < words; ++w) allied[i][w] |= seeing_[d][c][w];
            });
        });
        for (int w = 0; w < words; ++w)
            for (uint64_t bits = linked[i][w] | allied[i][w]; bits; bits &= bits - 1) {
                const int bit = __builtin_ctzll(bits);
                if (!sets[64 * w + bit].cells.meets(als.cells)) continue;
                linked[i][w] &= ~(uint64_t{1} << bit);
                allied[i][w] &= ~(uint64_t{1} << bit);
            }
    }

    int cell_[9], open_;
    int16_t first_[9][81], next_[kRoom][9]; // sets by digit and its first place
    Row seeing_[9][81];                     // sets by digit and a candidate they see
};

class AlsSearch {
  public:
    AlsSearch(const AlsWeb &web, Patience &patience, Found &found) : web_(web), patience_(patience), found_(found) {}

    // Two sets with one restricted common, or with two: then all their other digits are locked.
    bool find_xz() {
        for (int i = 0; i < web_.count && !patience_.over(); ++i)
            if (each_later(web_.linked[i], i, [&](int j) { return use_xz(i, j); })) return true;
        return false;
    }

    // Two sets that are both linked to a third, the pivot.
    bool find_xy_wing() {
        for (int i = 0; i < web_.count && !patience_.over(); ++i)
            if (each_later(web_.linked[i], i, [&](int j) { return find_wing(i, j); })) return true;
        return false;
    }

  private:
    template <class F> bool each_later(const uint64_t *row, int than, F f) const {
        for (int w = (than + 1) / 64; w < web_.words; ++w) {
            uint64_t bits = row[w];
            if (w == (than + 1) / 64) bits &= ~uint64_t{0} << ((than + 1) % 64);
            for (; bits; bits &= bits - 1)
                if (f(64 * w + __builtin_ctzll(bits))) return true;
        }
        return false;
    }

    bool use_xz(int i, int j) {
        const Als &one = web_.sets[i], &other = web_.sets[j];
        const uint32_t shared = web_.shared(i, j), common = one.digits & other.digits;
        if (is_one_bit(shared)) return use_ends(one, other, common & ~shared);
        each_bit(one.digits | other.digits, [&](int d) {
            CellSet removes;
            if (common >> d & 1) removes |= one.seen[d] & other.seen[d];
            if (one.digits & ~shared & 1u << d) removes |= one.seen[d].without(other.cells);
            if (other.digits & ~shared & 1u << d) removes |= other.seen[d].without(one.cells);
            found_.remove(d, removes);
        });
        return found_.removed > 0;
    }

    // Removes the candidates that see all cells of a digit in both sets.
    bool use_ends(const Als &one, const Als &other, uint32_t digits) {
        each_bit(digits, [&](int d) { found_.remove(d, one.seen[d] & other.seen[d]); });
        return found_.removed > 0;
    }

    bool find_wing(int i, int j) {
        uint64_t by_i[AlsWeb::kWords], by_j[AlsWeb::kWords];
        for (int w = 0; w < web_.words; ++w) {
            by_i[w] = web_.linked[i][w] & web_.allied[j][w];
            by_j[w] = web_.linked[j][w] & web_.allied[i][w];
        }
        by_j[j / 64] &= ~(uint64_t{1} << (j % 64));
        const uint32_t first = web_.shared(i, j);
        return each_later(by_i, j, [&](int k) { return use_wing(j, k, i, first); }) ||
               each_later(by_j, i, [&](int k) { return use_wing(i, k, j, first); });
    }

    bool use_wing(int i, int j, int pivot, uint32_t first) {
        const uint32_t last = web_.shared(pivot, j);
        if (is_one_bit(first) && first == last) return false;
        const Als &one = web_.sets[i], &other = web_.sets[j];
        return use_ends(one, other, one.digits & other.digits & ~(first | last));
    }

    const AlsWeb &web_;
    Patience &patience_;
    Found &found_;
};

} // namespace shudu::path
