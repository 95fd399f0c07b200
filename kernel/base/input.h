// Checks of input: digits, and final grids 终盘. Every function of the ABI checks its input first, because digits become
// table indices and shift counts.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace shudu {

// True if the 81 bytes are digits 1..9 and every row, column and box holds each digit once.
inline bool is_final_grid(const uint8_t *grid) {
    uint32_t column[9] = {0}, box[9] = {0};
    uint32_t complete = 0x3FE, too_large = 0;
    for (int r = 0; r < 9; ++r) {
        uint32_t row = 0;
        for (int c = 0; c < 9; ++c) {
            const uint32_t digit = grid[9 * r + c];
            const uint32_t bit = 1u << (digit & 15);
            too_large |= digit > 9;
            row |= bit;
            column[c] |= bit;
            box[r / 3 * 3 + c / 3] |= bit;
        }
        complete &= row;
    }
    // Nine cells that show all nine digits show each of them once.
    for (int h = 0; h < 9; ++h) complete &= column[h] & box[h];
    return complete == 0x3FE && !too_large;
}

inline bool are_final_grids(const uint8_t *grids, size_t n) {
    for (size_t i = 0; i < n; ++i)
        if (!is_final_grid(grids + 81 * i)) return false;
    return true;
}

// True if all bytes are 0..9.
inline bool digits_only(const uint8_t *bytes, size_t n) {
    uint8_t bad = 0;
    for (size_t i = 0; i < n; ++i) bad |= bytes[i] > 9;
    return !bad;
}

} // namespace shudu
