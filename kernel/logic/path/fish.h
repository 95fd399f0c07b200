// Basic fish, plain, finned and sashimi. The twin is src/shudu/logic/techniques/fish.py.
//
// A fish can only remove candidates that no placement of its digit uses (Board::dead), so most digits are skipped.
#pragma once

#include "logic/path/board.h"

namespace shudu::path {

inline constexpr int kMostFins = 5;
enum Fins { kPlain, kFinned, kSashimi };

class FishSearch {
  public:
    FishSearch(const Board &board, int size, Fins fins, Found &found)
        : b_(board), size_(size), fins_(fins), found_(found) {}

    bool find() {
        for (digit_ = 0; digit_ < 9; ++digit_) {
            if (b_.dead[digit_].empty()) continue;
            for (first_ = 0; first_ <= 9; first_ += 9) // rows as base, then columns
                if (choose_base(0, 0, 0)) return true;
        }
        return false;
    }

  private:
    int crossing(int line) const { return 9 - first_ + line; }

    bool choose_base(int chosen, int start, uint32_t reached) {
        if (chosen == size_) return fins_ == kPlain ? use_plain(reached) : has_target() && choose_cover(0, 0, 0);
        for (int line = start; line <= 9 - size_ + chosen; ++line) {
            const uint32_t at = b_.at[first_ + line][digit_];
            if (!at || (fins_ == kPlain && count_bits(reached | at) > size_)) continue;
            base_[chosen] = line;
            if (choose_base(chosen + 1, line + 1, reached | at)) return true;
        }
        return false;
    }

    CellSet base_places() const {
        CellSet places;
        for (int i = 0; i < size_; ++i) places |= b_.in_house(digit_, first_ + base_[i]);
        return places;
    }

    bool use_plain(uint32_t reached) {
        if (count_bits(reached) != size_) return false;
        CellSet covered;
        each_bit(reached, [&](int line) { covered |= b_.in_house(digit_, crossing(line)); });
        found_.remove(digit_, covered.without(base_places()));
        return found_.removed > 0;
    }

    // Whether some candidate could be removed: the fins are in its box, and all other places of the base can be covered.
    bool has_target() const {
        uint32_t lines = 0;
        for (int i = 0; i < size_; ++i) lines |= 1u << base_[i];
        for (CellSet rest = b_.dead[digit_]; !rest.empty();) {
            const int cell = rest.first();
            rest.remove(cell);
            const int line = first_ ? column_of(cell) : row_of(cell), across = first_ ? row_of(cell) : column_of(cell);
            if (lines >> line & 1) continue;
            uint32_t needed = 1u << across;
            for (int i = 0; i < size_; ++i) {
                const uint32_t box = base_[i] / 3 == line / 3 ? 7u << across / 3 * 3 : 0;
                needed |= b_.at[first_ + base_[i]][digit_] & ~box;
            }
            if (count_bits(needed) <= size_) return true;
        }
        return false;
    }

    bool choose_cover(int chosen, int start, uint32_t cover) {
        if (chosen == size_) return use_finned(cover);
        for (int line = start; line <= 9 - size_ + chosen; ++line)
            if (choose_cover(chosen + 1, line + 1, cover | 1u << line)) return true;
        return false;
    }

    bool use_finned(uint32_t cover) {
        int fin_count = 0;
        uint32_t reached = 0;
        bool sashimi = false;
        for (int i = 0; i < size_; ++i) {
            const uint32_t at = b_.at[first_ + base_[i]][digit_];
            fin_count += count_bits(at & ~cover);
            reached |= at;
            sashimi |= count_bits(at & cover) <= 1;
        }
        if (fin_count < 1 || fin_count > kMostFins || sashimi != (fins_ == kSashimi)) return false;
        if (cover & ~reached) return false; // HoDoKu demands that each line of the cover meets the base
        CellSet covered;
        each_bit(cover, [&](int line) { covered |= b_.in_house(digit_, crossing(line)); });
        covered &= b_.dead[digit_];
        if (covered.empty()) return false;
        const CellSet base = base_places();
        CellSet fins;
        for (int line = 0; line < 9; ++line)
            if (!(cover >> line & 1)) fins |= base & kHouses.cells[crossing(line)];
        const CellSet removes = covered.without(base) & common_peers(fins);
        if (removes.empty()) return false;
        found_.remove(digit_, removes);
        return true;
    }

    const Board &b_;
    const int size_;
    const Fins fins_;
    Found &found_;
    int digit_ = 0, first_ = 0;
    int base_[4] = {};
};

inline bool find_fish(const Board &b, int size, Fins fins, Found &found) {
    return FishSearch(b, size, fins, found).find();
}

} // namespace shudu::path
