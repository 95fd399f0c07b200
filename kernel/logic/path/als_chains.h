// ALS chains: four or more almost locked sets in the order of their houses, each linked to the next by a restricted
// common. The twin is src/shudu/logic/techniques/als_chains.py.
//
// A node is a digit of a set. A digit that a set holds is not in the sets that share it as a restricted common, and a
// set that lacks a digit holds all its others. Nodes of a digit are a row of bits, one per set.
#pragma once

#include "logic/path/als.h"

namespace shudu::path {

struct AlsChainMemory {
    static constexpr int kRoom = 512, kWords = kRoom / 64, kMostSets = 51;
    using Row = uint64_t[kWords];
    using Nodes = Row[9];

    Row commons[kRoom][9];   // per set and digit, the sets that share the digit as a restricted common
    Nodes lacking[kRoom][9]; // per set and digit, all that follows from the set lacking the digit, by later sets
    Nodes rows[kMostSets];   // what a start turns on after 0, 1, 2 … links
    Nodes reach, goals;
};

class AlsChainSearch {
  public:
    AlsChainSearch(const AlsWeb &web, AlsChainMemory &memory, Patience &patience, Found &found)
        : web_(web), m_(memory), patience_(patience), found_(found), words_(web.words) {}

    static bool is_too_large(const AlsWeb &web) { return web.full || web.count > AlsChainMemory::kRoom; }

    bool find() {
        for (int i = web_.count - 1; i >= 0; --i) prepare(i);
        for (int i = 0; i < web_.count && !patience_.over(); ++i)
            each_bit(web_.sets[i].digits, [&](int d) { search_from(i, d); });
        each_bit(best_digits_, [&](int d) { found_.remove(d, best_removes_[d]); });
        return best_.removed > 0;
    }

  private:
    using Row = AlsChainMemory::Row;
    using Nodes = AlsChainMemory::Nodes;

    struct Rank {
        int removed = 0, place = 0, sets = 0, cells = 0;

        bool ties_with(const Rank &o) const { return removed == o.removed && place == o.place; }

        bool better_than(const Rank &o) const {
            if (removed != o.removed) return removed > o.removed;
            if (place != o.place) return place < o.place;
            return sets != o.sets ? sets < o.sets : cells < o.cells;
        }
    };

    static void set(uint64_t *row, int i) { row[i / 64] |= uint64_t{1} << (i % 64); }
    void clear(Nodes &nodes) const {
        for (auto &row : nodes)
            for (int w = 0; w < words_; ++w) row[w] = 0;
    }
    void merge(Nodes &into, const Nodes &from) const {
        for (int d = 0; d < 9; ++d)
            for (int w = 0; w < words_; ++w) into[d][w] |= from[d][w];
    }
    // The sets after or before a given one.
    static uint64_t later(int than, int word) {
        if (word != than / 64) return word > than / 64 ? ~uint64_t{0} : 0;
        return than % 64 == 63 ? 0 : ~uint64_t{0} << (than % 64 + 1);
    }
    static uint64_t earlier(int than, int word) {
        if (word != than / 64) return word < than / 64 ? ~uint64_t{0} : 0;
        return (uint64_t{1} << (than % 64)) - 1;
    }
    template <class F> void each_set(const uint64_t *row, F f) const {
        for (int w = 0; w < words_; ++w)
            for (uint64_t bits = row[w]; bits; bits &= bits - 1) f(64 * w + __builtin_ctzll(bits));
    }

    // Finds the restricted commons of a set, and what follows from its lacking a digit, given the same of later sets.
    void prepare(int i) {
        const Als &als = web_.sets[i];
        each_bit(als.digits, [&](int d) {
            uint64_t *row = m_.commons[i][d];
            for (int w = 0; w < words_; ++w) row[w] = 0;
            each_set(web_.linked[i], [&](int j) {
                const Als &other = web_.sets[j];
                if (other.digits >> d & 1 && other.places[d].inside(als.seen[d])) set(row, j);
            });
        });
        each_bit(als.digits, [&](int d) {
            Nodes &all = m_.lacking[i][d];
            clear(all);
            each_bit(als.digits & ~(1u << d), [&](int e) {
                reach_from(i, e);
                merge(all, m_.reach);
            });
        });
    }

    // Fills `reach` with all that follows from a set holding a digit.
    void reach_from(int i, int d) {
        clear(m_.reach);
        set(m_.reach[d], i);
        Row others;
        for (int w = 0; w < words_; ++w) others[w] = m_.commons[i][d][w] & later(i, w);
        each_set(others, [&](int j) { merge(m_.reach, m_.lacking[j][d]); });
    }

    // Fills `goals` with the nodes that end a chain from a node: a set that sees a candidate which this one sees as well.
    bool find_goals(int i, int d) {
        const Als &als = web_.sets[i];
        reach_from(i, d);
        clear(m_.goals);
        bool any = false;
        each_bit(als.digits & ~(1u << d), [&](int e) {
            each_set(m_.reach[e], [&](int j) {
                if (j == i || !web_.sets[j].seen[e].meets(als.seen[e])) return;
                set(m_.goals[e], j);
                any = true;
            });
        });
        return any;
    }

    void search_from(int i, int d) {
        if (!find_goals(i, d)) return;
        clear(m_.rows[0]);
        set(m_.rows[0][d], i);
        for (int row = 1; row < AlsChainMemory::kMostSets && has_goals(); ++row) {
            if (!grow(row)) return;
            if (row < 3) continue;
            for (int e = 0; e < 9; ++e) {
                Row reached;
                for (int w = 0; w < words_; ++w) {
                    reached[w] = m_.rows[row][e][w] & m_.goals[e][w];
                    m_.goals[e][w] &= ~reached[w];
                }
                each_set(reached, [&](int j) { use_chain(row, j, e); });
            }
        }
    }

    bool has_goals() const {
        uint64_t any = 0;
        for (const auto &row : m_.goals)
            for (int w = 0; w < words_; ++w) any |= row[w];
        return any != 0;
    }

    // Fills a row with what the nodes of the row before turn on; returns whether there is anything.
    bool grow(int row) {
        Nodes off;
        clear(off);
        clear(m_.rows[row]);
        for (int d = 0; d < 9; ++d)
            each_set(m_.rows[row - 1][d], [&](int i) {
                for (int w = 0; w < words_; ++w) off[d][w] |= m_.commons[i][d][w] & later(i, w);
            });
        Row any = {};
        bool found = false;
        for (const auto &sets : off)
            for (int w = 0; w < words_; ++w) any[w] |= sets[w];
        each_set(any, [&](int j) {
            uint32_t lost = 0;
            for (int d = 0; d < 9; ++d) lost |= uint32_t(off[d][j / 64] >> (j % 64) & 1) << d;
            each_bit(web_.sets[j].digits & ~(is_one_bit(lost) ? lost : 0), [&](int e) { set(m_.rows[row][e], j); });
            found = true;
        });
        return found;
    }

    void use_chain(int row, int end, int digit) {
        int sets[AlsChainMemory::kMostSets];
        sets[row] = end;
        for (int k = row, d = digit; k > 0; --k) {
            bool found = false;
            each_bit(web_.sets[sets[k]].digits & ~(1u << d), [&](int f) {
                for (int w = 0; w < words_ && !found; ++w) {
                    const uint64_t before = m_.rows[k - 1][f][w] & m_.commons[sets[k]][f][w] & earlier(sets[k], w);
                    if (!before) continue;
                    found = true;
                    sets[k - 1] = 64 * w + __builtin_ctzll(before);
                    next_digit_ = f;
                }
            });
            if (!found) return;
            d = next_digit_;
        }
        conclude(sets, row + 1, 1u << next_digit_);
    }

    // Keeps a chain that removes a digit other than its first and last restricted common, if it is the best so far.
    void conclude(const int *sets, int count, uint32_t first_common) {
        uint32_t last_common = first_common;
        for (int k = 1; k + 1 < count; ++k) {
            const uint32_t shared = web_.shared(sets[k], sets[k + 1]);
            last_common = is_one_bit(last_common) ? shared & ~last_common : shared;
            if (!last_common) return;
        }
        const Als &first = web_.sets[sets[0]], &last = web_.sets[sets[count - 1]];
        const uint32_t digits = first.digits & last.digits & ~(first_common | last_common);
        Rank rank;
        rank.sets = count;
        for (int k = 0; k < count; ++k) rank.cells += web_.sets[sets[k]].cells.size();
        each_bit(digits, [&](int d) {
            (first.seen[d] & last.seen[d]).each([&](int c) { rank.place += c * (1 + 80 * rank.removed++) + d + 1; });
        });
        if (!rank.removed || (best_.removed && !rank.better_than(best_))) return;
        if (rank.ties_with(best_) && !removes_same(first, last, digits)) return; // the first found stays
        best_ = rank, best_digits_ = digits;
        each_bit(digits, [&](int d) { best_removes_[d] = first.seen[d] & last.seen[d]; });
    }

    bool removes_same(const Als &first, const Als &last, uint32_t digits) const {
        bool same = true;
        for (int d = 0; d < 9; ++d) {
            const CellSet now = digits >> d & 1 ? first.seen[d] & last.seen[d] : CellSet{};
            same &= now == (best_digits_ >> d & 1 ? best_removes_[d] : CellSet{});
        }
        return same;
    }

    const AlsWeb &web_;
    AlsChainMemory &m_;
    Patience &patience_;
    Found &found_;
    const int words_;
    Rank best_;
    uint32_t best_digits_ = 0;
    CellSet best_removes_[9];
    int next_digit_ = 0;
};

} // namespace shudu::path
