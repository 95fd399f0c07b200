// Unique rectangles and loops, and bivalue universal graves, as Sudoku Explainer 1.2.1 finds them.
//
// Quirks that belong to the rating and are kept:
// - The loop search carries the extra digits of a rejected or finished neighbour over to the next neighbour.
// - Of several type 3 patterns on the same loop only the first one of each sort (naked, hidden) counts; two loops are
//   the same if they use the same cells, whatever their digits.
// - A grave looks for its cells in the position before any extra digit is taken out.
#pragma once

#include "logic/se/position.h"

namespace shudu::se {

class LoopSearch {
  public:
    LoopSearch(const Position &position, Hint &best) : p_(position), best_(best) {}

    // Finds the easiest loop, the first one of several.
    bool find() {
        for (int c = 0; c < 81; ++c) {
            if (count_bits(p_.candidates[c]) != 2) continue;
            pair_ = p_.candidates[c];
            size_ = 0;
            in_loop_ = {};
            extend(c, 2, 0, -1, 0, 0);
        }
        return found_;
    }

  private:
    enum Sort : uint8_t { kType1, kType2, kNaked, kHidden, kType4 };
    static constexpr int kMostKnown = 256;

    // Adds a cell to the loop and goes on from it by each kind of house but the last one. `odd` and `even` are the
    // houses visited at odd and even steps: no house may be visited twice at steps of the same parity.
    void extend(int cell, int allowed, uint32_t extra, int last_kind, uint32_t even, uint32_t odd) {
        uint32_t &mine = size_ % 2 ? odd : even;
        const uint32_t houses = houses_of(cell);
        if (mine & houses) return;
        mine |= houses;
        loop_[size_++] = uint8_t(cell);
        in_loop_.add(cell);
        for (int kind = 0; kind < 3; ++kind) {
            if (kind == last_kind) continue;
            const uint8_t *cells = kGeometry.cells[kGeometry.house[cell][kind]];
            for (int i = 0; i < 9; ++i) {
                const int next = cells[i];
                if (next == loop_[0] && size_ >= 4) {
                    if (even == odd) judge();
                    continue;
                }
                const uint32_t digits = p_.candidates[next];
                if ((digits & pair_) != pair_ || in_loop_.has(next)) continue;
                extra = (extra | digits) & ~pair_;
                const bool bivalue = digits == pair_;
                if (bivalue || count_bits(extra) == 1 || allowed > 0)
                    extend(next, allowed - !bivalue, extra, kind, even, odd);
            }
        }
        --size_;
        in_loop_.remove(cell);
    }

    static uint32_t houses_of(int cell) {
        const uint8_t *h = kGeometry.house[cell];
        return 1u << h[0] | 1u << h[1] | 1u << h[2];
    }

    void judge() {
        uint8_t more[81];
        int n = 0;
        for (int i = 0; i < size_; ++i)
            if (p_.candidates[loop_[i]] != pair_) more[n++] = loop_[i];
        if (n == 1) {
            if (!known(kType1)) offer(kType1, 1, base(), [&](Hint &h) { h.remove(more[0], pair_); });
            return;
        }
        if (n > 2) judge_type2(more, n);
        if (n != 2) return;
        const uint32_t extra = (p_.candidates[more[0]] | p_.candidates[more[1]]) & ~pair_;
        if (count_bits(extra) == 1) judge_type2(more, n);
        else judge_type3(more[0], more[1], extra);
        judge_type4(more[0], more[1]);
    }

    void judge_type2(const uint8_t *more, int n) {
        if (known(kType2)) return;
        const int digit = lowest(p_.candidates[more[0]] & ~pair_);
        CellSet seen = kPeers.of[more[0]];
        for (int i = 1; i < n; ++i) seen = seen & kPeers.of[more[i]];
        CellSet victims;
        seen.each([&](int c) {
            if (p_.has(c, digit)) victims.add(c);
        });
        if (victims.empty()) return;
        offer(kType2, 2, base(), [&](Hint &h) { victims.each([&](int c) { h.remove(c, 1u << digit); }); });
    }

    void judge_type3(int c1, int c2, uint32_t extra) {
        for (int degree = count_bits(extra); degree <= 7; ++degree)
            for (int kind = 0; kind < 3; ++kind) {
                const int h = kGeometry.house[c1][kind];
                if (h != kGeometry.house[c2][kind]) continue;
                if (degree * 2 <= p_.empty[h]) judge_naked(c1, c2, extra, degree, h, kind);
                if (degree * 2 < p_.empty[h]) judge_hidden(c1, c2, extra, degree, h, kind);
            }
    }

    // Sets of `degree` cells that count the two cells of the loop as one with the extra digits.
    void judge_naked(int c1, int c2, uint32_t extra, int degree, int h, int kind) {
        if (known(kNaked)) return;
        const uint32_t first = 1u << kGeometry.place[c1][kind], second = 1u << kGeometry.place[c2][kind];
        const uint32_t shared = extra & p_.candidates[c1] & p_.candidates[c2];
        for (uint32_t places = (1u << degree) - 1; places < 512; places = next_mask(places)) {
            if (!(places & first) || places & second) continue;
            uint32_t digits = shared;
            bool able = true;
            each_bit(places & ~first, [&](int i) {
                const uint32_t at = p_.candidates[kGeometry.cells[h][i]];
                able &= (at & (at - 1)) != 0;
                digits |= at;
            });
            if (!able || count_bits(digits) != degree || count_bits(digits | extra) != degree) continue;
            CellSet victims;
            for (int i = 0; i < 9; ++i)
                if (!((places | second) >> i & 1) && p_.candidates[kGeometry.cells[h][i]] & digits)
                    victims.add(kGeometry.cells[h][i]);
            if (victims.empty()) continue;
            offer(kNaked, 3, base() + (degree - 1) * 0.1,
                  [&](Hint &hint) { victims.each([&](int c) { hint.remove(c, p_.candidates[c] & digits); }); });
            return;
        }
    }

    void judge_hidden(int c1, int c2, uint32_t extra, int degree, int h, int kind) {
        if (known(kHidden)) return;
        uint8_t rest[9];
        int n = 0;
        for (int d = 0; d < 9; ++d)
            if (!((pair_ | extra) >> d & 1)) rest[n++] = uint8_t(d);
        if (degree - 2 > n || !n) return;
        const uint32_t first = 1u << kGeometry.place[c1][kind], second = 1u << kGeometry.place[c2][kind];
        for (uint32_t choice = (1u << (degree - 2)) - 1; choice < 1u << n; choice = next_mask(choice)) {
            uint32_t digits = pair_, places = 0;
            each_bit(choice, [&](int i) { digits |= 1u << rest[i]; });
            bool able = true;
            each_bit(digits, [&](int d) {
                const uint32_t at = p_.places[h][d] & ~second;
                able &= at != 0;
                places |= at;
            });
            if (able && count_bits(places) == degree) {
                places &= ~first;
                CellSet victims;
                each_bit(places, [&](int i) {
                    if (p_.candidates[kGeometry.cells[h][i]] & ~digits) victims.add(kGeometry.cells[h][i]);
                });
                if (!victims.empty()) {
                    offer(kHidden, 3, base() + (count_bits(places) - 1) * 0.1, [&](Hint &hint) {
                        victims.each([&](int c) { hint.remove(c, p_.candidates[c] & ~digits); });
                    });
                    return;
                }
            }
            if (!choice) return;
        }
    }

    // One digit of the pair is locked in the two cells: the other one goes.
    void judge_type4(int c1, int c2) {
        if (known(kType4)) return;
        bool locked[2] = {false, false};
        const int digits[2] = {lowest(pair_), 31 - __builtin_clz(pair_)};
        for (int kind = 0; kind < 3; ++kind) {
            const int h = kGeometry.house[c1][kind];
            if (h != kGeometry.house[c2][kind]) continue;
            for (int i = 0; i < 2; ++i) locked[i] |= count_bits(p_.places[h][digits[i]]) == 2;
        }
        if (!locked[0] && !locked[1]) return;
        const uint32_t gone = 1u << digits[locked[0] ? 1 : 0];
        offer(kType4, 4, base(), [&](Hint &h) { h.remove(c1, gone), h.remove(c2, gone); });
    }

    double base() const {
        double rating = 4.5;
        if (size_ >= 10) rating += 0.3;
        if (size_ >= 8) rating += 0.2;
        else if (size_ >= 6) rating += 0.1;
        return rating;
    }

    bool known(Sort sort) const {
        for (int i = 0; i < known_count_; ++i)
            if (known_sort_[i] == sort && known_cells_[i] == in_loop_) return true;
        return false;
    }

    template <class F> void offer(Sort sort, int type, double rating, F write) {
        if (known_count_ < kMostKnown) {
            known_sort_[known_count_] = sort;
            known_cells_[known_count_++] = in_loop_;
        }
        if (found_ && (rating > best_.rating || (rating == best_.rating && type >= best_type_))) return;
        found_ = true;
        best_type_ = type;
        best_.clear();
        best_.set(rating, size_ == 4 ? kUniqueRectangle : kUniqueLoop);
        write(best_);
    }

    const Position &p_;
    Hint &best_;
    uint32_t pair_ = 0;
    int size_ = 0, best_type_ = 0, known_count_ = 0;
    bool found_ = false;
    uint8_t loop_[82];
    CellSet in_loop_;
    Sort known_sort_[kMostKnown];
    CellSet known_cells_[kMostKnown];
};

inline bool find_unique_loop(const Position &p, Hint &hint) { return LoopSearch(p, hint).find(); }

class GraveSearch {
  public:
    GraveSearch(const Position &position, Hint &hint) : p_(position), hint_(hint) {}

    bool find() {
        if (!collect() || !is_grave()) return false;
        if (count_ == 1) {
            hint_.set(5.6, kBug1);
            hint_.remove(cells_[0], p_.candidates[cells_[0]] & ~all_);
            return true;
        }
        if (count_bits(all_) == 1) return find_type2() || (count_ == 2 && find_type4());
        if (common_count_ == 0) return false;
        return (count_ == 2 && find_type4()) || find_type3();
    }

  private:
    // Collects the cells with extra digits, and the cells that see all of them.
    bool collect() {
        for (int h = 0; h < 27; ++h)
            for (int d = 0; d < 9; ++d) {
                const uint32_t places = p_.places[h][d];
                const int n = count_bits(places);
                if (n == 0 || n == 2) continue;
                int larger = 0, cell = 0;
                each_bit(places, [&](int i) {
                    const int c = kGeometry.cells[h][i];
                    if (count_bits(p_.candidates[c]) >= 3) ++larger, cell = c;
                });
                if (larger == 0) return false;
                if (larger == 1 && !add(cell, d)) return false;
            }
        return count_ > 0;
    }

    bool add(int cell, int digit) {
        int i = 0;
        while (i < count_ && cells_[i] != cell) ++i;
        if (i == count_) {
            cells_[count_] = uint8_t(cell);
            extra_[count_++] = 0;
        }
        extra_[i] |= uint16_t(1u << digit);
        all_ |= 1u << digit;
        if (!started_) {
            started_ = true;
            for (int peer : kGeometry.peers[cell]) common_[common_count_++] = uint8_t(peer);
        }
        int kept = 0;
        for (int k = 0; k < common_count_; ++k) {
            const int c = common_[k];
            if (kGeometry.sees[cell][c] && !is_bug_cell(c)) common_[kept++] = uint8_t(c);
        }
        common_count_ = kept;
        return !(count_ > 1 && count_bits(all_) > 1 && common_count_ == 0);
    }

    bool is_bug_cell(int cell) const {
        for (int i = 0; i < count_; ++i)
            if (cells_[i] == cell) return true;
        return false;
    }

    // Whether all cells have two candidates and all digits two places once the extra digits are gone.
    bool is_grave() {
        Position rest;
        rest.copy_from(p_);
        for (int i = 0; i < count_; ++i) each_bit(extra_[i], [&](int d) { rest.remove(cells_[i], d); });
        for (int c = 0; c < 81; ++c)
            if (!rest.value[c] && count_bits(rest.candidates[c]) != 2) return false;
        for (int h = 0; h < 27; ++h)
            for (int d = 0; d < 9; ++d) {
                const int n = count_bits(rest.places[h][d]);
                if (n != 0 && n != 2) return false;
            }
        return true;
    }

    bool find_type2() {
        bool useful = false;
        for (int k = 0; k < common_count_; ++k)
            if (p_.candidates[common_[k]] & all_) hint_.remove(common_[k], all_), useful = true;
        if (useful) hint_.set(5.7, kBug2);
        return useful;
    }

    // The house of a kind that all cells with extra digits share, or -1.
    int shared_house(int kind) const {
        const int h = kGeometry.house[cells_[0]][kind];
        for (int i = 1; i < count_; ++i)
            if (kGeometry.house[cells_[i]][kind] != h) return -1;
        return h;
    }

    bool find_type3() {
        for (int kind = 0; kind < 3; ++kind) {
            const int h = shared_house(kind);
            if (h < 0) continue;
            uint8_t cells[20];
            int n = 0;
            for (int k = 0; k < common_count_; ++k)
                if (kGeometry.house[common_[k]][kind] == h) cells[n++] = common_[k];
            for (int degree = 2; degree <= 6 && degree <= n; ++degree)
                for (uint32_t choice = (1u << (degree - 1)) - 1; choice < 1u << n; choice = next_mask(choice))
                    if (take_type3(cells, n, choice, degree)) return true;
        }
        return false;
    }

    bool take_type3(const uint8_t *cells, int n, uint32_t choice, int degree) {
        uint32_t digits = 0;
        bool able = count_bits(all_) >= 2;
        each_bit(choice, [&](int i) {
            const uint32_t at = p_.candidates[cells[i]];
            able &= (at & (at - 1)) != 0;
            digits |= at;
        });
        if (!able || count_bits(digits) != degree || count_bits(digits | all_) != degree) return false;
        bool useful = false;
        for (int i = 0; i < n; ++i) {
            if (choice >> i & 1 || !(p_.candidates[cells[i]] & digits)) continue;
            hint_.remove(cells[i], p_.candidates[cells[i]] & digits);
            useful = true;
        }
        if (useful) hint_.set(5.7 + (degree - 1) * 0.1, kBug3);
        return useful;
    }

    bool find_type4() {
        const uint32_t shared = p_.candidates[cells_[0]] & p_.candidates[cells_[1]] & ~all_;
        if (count_bits(shared) != 1) return false;
        if (shared_house(0) < 0 && shared_house(1) < 0 && shared_house(2) < 0) return false;
        for (int i = 0; i < 2; ++i) hint_.remove(cells_[i], p_.candidates[cells_[i]] & ~extra_[i] & ~shared);
        hint_.set(5.7, kBug4);
        return true;
    }

    const Position &p_;
    Hint &hint_;
    uint8_t cells_[81];
    uint16_t extra_[81];
    uint8_t common_[20];
    int count_ = 0, common_count_ = 0;
    uint32_t all_ = 0;
    bool started_ = false;
};

inline bool find_grave(const Position &p, Hint &hint) { return GraveSearch(p, hint).find(); }

} // namespace shudu::se
