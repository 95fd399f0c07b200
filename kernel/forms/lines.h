// The lines of a final grid. Columns are treated as rows of the transposed grid, so a grid has 18 *lines* of nine cells
// in six bands (three bands, three stacks).
#pragma once

#include <stdint.h>

namespace shudu::canonical {

// The lines of a grid: rows, then columns.
struct Lines {
    const uint8_t *grid;
    uint8_t at[18][10]; // at[line][digit]: position in the line of the digit 1..9

    explicit Lines(const uint8_t *cells) : grid(cells) {
        for (uint32_t r = 0; r < 9; ++r)
            for (uint32_t c = 0; c < 9; ++c) {
                const uint32_t digit = grid[9 * r + c];
                at[r][digit] = uint8_t(c);
                at[9 + c][digit] = uint8_t(r);
            }
    }

    // Digit j of a line is first(line)[j * step(line)].
    const uint8_t *first(uint32_t line) const { return line < 9 ? grid + 9 * line : grid + line - 9; }
    static uint32_t step(uint32_t line) { return line < 9 ? 1 : 9; }
};

// The lines of one band that become rows 1, 2 and 3.
struct Pair {
    uint8_t first, second, third;
};

// The ordered pairs of three lines; pair 2n + 1 is pair 2n backwards.
inline constexpr Pair kPairs[6] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};

// The three lines of pair number p < 36.
inline Pair lines_of(uint32_t p) {
    const uint32_t line = p / 6 * 3;
    const Pair pair = kPairs[p % 6];
    return {uint8_t(line + pair.first), uint8_t(line + pair.second), uint8_t(line + pair.third)};
}

// The relation of two lines (see relations.h): the positions in line `first` of the digits of line `other`.
inline void relate(const Lines &lines, uint32_t first, uint32_t other, uint8_t v[9]) {
    const uint8_t *digit = lines.first(other), *at = lines.at[first];
    const uint32_t step = Lines::step(other);
    for (uint32_t j = 0; j < 9; ++j) v[j] = at[digit[j * step]];
}

} // namespace shudu::canonical
