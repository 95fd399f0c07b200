// Positions: the candidates of 81 cells, one position per lane, from which searches start.
//
// Single cells are written with two-byte stores, which is cheap if few cells change from one search to the next.
#pragma once

#include "solve/search.h"

namespace shudu {

struct Positions {
    V cell[kCells];

    static uint16_t of(int digit) { return uint16_t(digit ? 1u << (digit - 1) : kAllDigits); }

    uint16_t at(int i, int lane) const { return reinterpret_cast<const Word *>(cell + i)[lane]; }
    void set(int i, int lane, int candidates) { word(i, lane) = uint16_t(candidates); }
    void add(int i, int lane, int candidates) { word(i, lane) |= uint16_t(candidates); }
    void strike(int i, int lane, int candidates) { word(i, lane) &= uint16_t(~candidates); }

    void clear() {
        for (V &c : cell) c = V{};
    }

    void put(int lane, const uint8_t *puzzle) {
        for (int i = 0; i < kCells; ++i) set(i, lane, of(puzzle[i]));
    }

    void copy(const V *from, LaneSet lanes) {
        Mask mask = mask_of(lanes);
        for (int i = 0; i < kCells; ++i) cell[i] = choose(mask, from[i], cell[i]);
    }

  private:
    Word &word(int i, int lane) { return reinterpret_cast<Word *>(cell + i)[lane]; }
};

} // namespace shudu
