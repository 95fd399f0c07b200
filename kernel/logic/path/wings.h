// Patterns of cells with two candidates: remote pairs, BUG + 1, W-, XY- and XYZ-wings.
// Twins: chains/, deadly_patterns.py and wings.py in src/shudu/logic/techniques.
#pragma once

#include "logic/path/single_digit.h"

namespace shudu::path {

// Chains of an even number of cells with the same two candidates; the one that removes most.
class RemotePairs {
  public:
    RemotePairs(const Board &board, Patience &patience, Found &found) : b_(board), patience_(patience), found_(found) {}

    bool find() {
        CellSet left = b_.bivalue;
        while (!left.empty()) {
            digits_ = b_.candidates[left.first()];
            CellSet group;
            left.each([&](int c) {
                if (b_.candidates[c] == digits_) group.add(c);
            });
            left = left.without(group);
            if (group.size() < 4) continue;
            group.each([&](int c) {
                CellSet free = group;
                free.remove(c);
                chain_[0] = c;
                extend(1, free);
            });
        }
        return best_.removed > 0;
    }

  private:
    static constexpr int kLongest = 10;

    void extend(int length, const CellSet &free) {
        if (patience_.over()) return;
        if (length >= 4 && length % 2 == 0) use(length);
        if (length == kLongest) return;
        (free & kPeers.of[chain_[length - 1]]).each([&](int c) {
            CellSet rest = free;
            rest.remove(c);
            chain_[length] = c;
            extend(length + 1, rest);
        });
    }

    void use(int length) {
        CellSet places;
        each_bit(digits_, [&](int d) { places |= b_.places[d]; });
        if (!(places & kPeers.of[chain_[0]]).meets(kPeers.of[chain_[length - 1]])) return;
        CellSet seen;
        for (int i = 0; i < length; ++i)
            for (int j = i + 3; j < length; j += 2) seen |= kPeers.of[chain_[i]] & kPeers.of[chain_[j]];
        RemovalRank rank;
        each_bit(digits_, [&](int d) { (b_.places[d] & seen).each([&](int c) { rank.add(d, c); }); });
        if (!rank.better_than(best_)) return;
        best_ = rank;
        found_.clear();
        each_bit(digits_, [&](int d) { found_.remove(d, b_.places[d] & seen); });
    }

    const Board &b_;
    Patience &patience_;
    Found &found_;
    RemovalRank best_;
    uint32_t digits_ = 0;
    int chain_[kLongest] = {};
};

// The only cell with three candidates, one of which has three places in each of its houses; all else is twofold.
inline bool find_bug_plus_one(const Board &b, Found &found) {
    const CellSet more = b.open.without(b.bivalue);
    if (!more.is_one()) return false;
    const int cell = more.first();
    if (count_bits(b.candidates[cell]) != 3) return false;
    int digit = -1, odd = 0;
    for (int h = 0; h < 27; ++h)
        for (int d = 0; d < 9; ++d) {
            const int count = count_bits(b.at[h][d]);
            if (count == 0 || count == 2) continue;
            if ((digit >= 0 && d != digit) || !kHouses.cells[h].has(cell) || !b.has(cell, d)) return false;
            digit = d, ++odd;
        }
    if (odd != 3) return false;
    found.remove_all(b.candidates[cell] & ~(1u << digit), cell);
    return true;
}

inline bool find_w_wing(const Board &b, Found &found) {
    for (CellSet rest = b.bivalue; !rest.empty();) {
        const int one = rest.first();
        rest.remove(one);
        const uint32_t digits = b.candidates[one];
        for (CellSet others = rest; !others.empty();) {
            const int other = others.first();
            others.remove(other);
            if (b.candidates[other] != digits) continue;
            const int two[2] = {lowest(digits), 31 - __builtin_clz(digits)};
            for (int k = 0; k < 2; ++k) {
                const int digit = two[k], bridge = two[1 - k];
                const CellSet targets = b.places[digit] & kPeers.of[one] & kPeers.of[other];
                if (targets.empty()) continue;
                for (int i = 0; i < b.pair_count[bridge]; ++i) {
                    const auto [a, z] = pair_in(b, bridge, b.pairs[bridge][i]);
                    const bool straight = sees(one, a) && sees(other, z) && !sees(one, z) && !sees(other, a);
                    const bool turned = sees(one, z) && sees(other, a) && !sees(one, a) && !sees(other, z);
                    if (!straight && !turned) continue;
                    found.remove(digit, targets);
                    return true;
                }
            }
        }
    }
    return false;
}

// Of all XY-wings that remove something, the one whose cells come first.
inline bool find_xy_wing(const Board &b, Found &found) {
    int best = 81 * 81 * 81 * 3, best_digit = 0;
    CellSet best_targets;
    b.bivalue.each([&](int pivot) {
        for (CellSet rest = b.bivalue & kPeers.of[pivot]; !rest.empty();) {
            const int one = rest.first();
            rest.remove(one);
            if (count_bits(b.candidates[one] & b.candidates[pivot]) != 1) continue;
            rest.each([&](int other) {
                if ((b.candidates[one] ^ b.candidates[other]) != b.candidates[pivot]) return;
                const int low = pivot < one ? pivot : one, high = pivot > other ? pivot : other;
                const int key =
                    ((low * 81 + (pivot + one + other - low - high)) * 81 + high) * 3 + (pivot == low    ? 0
                                                                                         : pivot == high ? 2
                                                                                                         : 1);
                if (key >= best) return;
                const int digit = lowest(b.candidates[one] & b.candidates[other]);
                const CellSet targets = b.places[digit] & kPeers.of[one] & kPeers.of[other];
                if (!targets.empty()) best = key, best_digit = digit, best_targets = targets;
            });
        }
    });
    found.remove(best_digit, best_targets);
    return found.removed > 0;
}

inline bool find_xyz_wing(const Board &b, Found &found) {
    for (int pivot = 0; pivot < 81; ++pivot) {
        if (count_bits(b.candidates[pivot]) != 3) continue;
        uint8_t pincers[20];
        int count = 0;
        (b.bivalue & kPeers.of[pivot]).each([&](int c) {
            if (!(b.candidates[c] & ~b.candidates[pivot])) pincers[count++] = uint8_t(c);
        });
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j) {
                const int one = pincers[i], other = pincers[j];
                if (b.candidates[one] == b.candidates[other]) continue;
                const int digit = lowest(b.candidates[one] & b.candidates[other]);
                found.remove(digit, b.places[digit] & kPeers.of[one] & kPeers.of[other] & kPeers.of[pivot]);
                if (found.removed) return true;
            }
    }
    return false;
}

} // namespace shudu::path
