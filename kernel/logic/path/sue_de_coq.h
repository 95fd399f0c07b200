// Sue de Coq: two or three cells in the intersection of a line and a box, locked by cells of the line and of the box.
// The twin is src/shudu/logic/techniques/sue_de_coq.py.
#pragma once

#include "logic/path/board.h"

namespace shudu::path {

struct Group {
    CellSet cells;
    uint16_t digits;
    uint8_t size;
    uint8_t surplus; // by how many cells outnumber the candidates that are not in the intersection; set by fitting()
};

struct Groups {
    int count;
    Group all[511];

    void add(const CellSet &cells, uint32_t digits, int size, int surplus = 0) {
        all[count++] = {cells, uint16_t(digits), uint8_t(size), uint8_t(surplus)};
    }
};

struct SueDeCoqMemory {
    Groups of_house[27];
    Groups in_line, in_box;
};

class SueDeCoq {
  public:
    SueDeCoq(const Board &board, SueDeCoqMemory &memory, Found &found) : b_(board), m_(memory), found_(found) {}

    bool find() {
        for (int h = 0; h < 27; ++h) {
            m_.of_house[h].count = 0;
            collect(m_.of_house[h], h, 0, {}, 0, 0);
        }
        for (line_ = 0; line_ < 18; ++line_)
            for (box_ = 18; box_ < 27; ++box_) {
                const CellSet crossing = kHouses.cells[line_] & kHouses.cells[box_] & b_.open;
                if (crossing.size() >= 2 && choose_middle(crossing)) return true;
            }
        return false;
    }

  private:
    // Adds choices of cells with at most three candidates more than cells; each before those that extend it.
    void collect(Groups &groups, int house, int start, const CellSet &cells, uint32_t digits, int size) {
        for (int i = start; i < 9; ++i) {
            const int c = kHouses.cell[house][i];
            if (!b_.candidates[c]) continue;
            CellSet more = cells;
            more.add(c);
            const uint32_t all = digits | b_.candidates[c];
            if (count_bits(all) <= size + 4) groups.add(more, all, size + 1);
            collect(groups, house, i + 1, more, all, size + 1);
        }
    }

    bool choose_middle(const CellSet &crossing) {
        int cell[3], n = 0;
        crossing.each([&](int c) { cell[n++] = c; });
        if (n == 2) return try_middle(cell[0], cell[1], -1);
        return try_middle(cell[0], cell[1], -1) || try_middle(cell[0], cell[1], cell[2]) ||
               try_middle(cell[0], cell[2], -1) || try_middle(cell[1], cell[2], -1);
    }

    bool try_middle(int one, int two, int three) {
        middle_ = CellSet::of(one) | CellSet::of(two);
        digits_ = b_.candidates[one] | b_.candidates[two];
        int size = 2;
        if (three >= 0) middle_.add(three), digits_ |= b_.candidates[three], size = 3;
        const int need = count_bits(digits_) - size;
        if (need < 2) return false;
        fitting(m_.of_house[line_], m_.in_line);
        if (!m_.in_line.count) return false;
        fitting(m_.of_house[box_], m_.in_box);
        for (int i = 0; i < m_.in_line.count; ++i)
            for (int j = 0; j < m_.in_box.count; ++j) {
                const Group &a = m_.in_line.all[i], &z = m_.in_box.all[j];
                if (a.surplus + z.surplus != need || (a.digits & z.digits & digits_)) continue;
                if (!a.cells.meets(z.cells) && use(a, z)) return true;
            }
        return false;
    }

    // Keeps the groups outside the intersection with some of its digits, not all, and fewer others than cells.
    void fitting(const Groups &groups, Groups &kept) const {
        kept.count = 0;
        for (int i = 0; i < groups.count; ++i) {
            const Group &g = groups.all[i];
            const int surplus = g.size - count_bits(g.digits & ~digits_);
            if (surplus > 0 && (digits_ & ~g.digits) && (digits_ & g.digits) && !g.cells.meets(middle_))
                kept.add(g.cells, g.digits, g.size, surplus);
        }
    }

    bool use(const Group &in_line, const Group &in_box) {
        const uint32_t shared = in_line.digits & in_box.digits & ~digits_;
        remove_from(box_, in_box, in_line, shared);
        remove_from(line_, in_line, in_box, shared);
        return found_.removed > 0;
    }

    void remove_from(int house, const Group &own, const Group &theirs, uint32_t shared) {
        const uint32_t gone = ((digits_ | own.digits) & ~theirs.digits) | shared;
        kHouses.cells[house].without(middle_ | own.cells).each([&](int c) {
            each_bit(b_.candidates[c] & gone, [&](int d) { found_.remove_once(d, c); });
        });
    }

    const Board &b_;
    SueDeCoqMemory &m_;
    Found &found_;
    int line_ = 0, box_ = 0;
    CellSet middle_;
    uint32_t digits_ = 0;
};

} // namespace shudu::path
