// Orbits of cells under a symmetry, and cycles of digits under a renaming.
#pragma once

#include <stdint.h>

namespace shudu::burnside {

struct Orbits {
    uint32_t count;
    uint8_t first[81]; // cell
    uint8_t length[81];
    uint8_t of[81];     // orbit of a cell
    uint8_t offset[81]; // how often the symmetry is applied to the first cell to reach this one
};

void find_orbits(const uint8_t image[81], Orbits &orbits);

// A renaming, given by its cycle lengths; the digits 0..8 of a cycle are consecutive.
struct Renaming {
    uint32_t cycles;
    uint8_t length[9]; // of each cycle
};

inline constexpr Renaming kFirstRenaming = {1, {9}};

// Moves to the next partition of 9 in descending lexicographic order, from 9 to 1+1+...+1. Returns false after the
// last.
bool next_renaming(Renaming &renaming);

// A renaming as tables.
struct Digits {
    uint8_t length[9];    // of the digit's cycle
    uint16_t cycle[9];    // the digits of its cycle, as a set
    uint8_t power[9][81]; // power[d][k]: d renamed k times
};

void write_digits(const Renaming &renaming, Digits &digits);

} // namespace shudu::burnside
