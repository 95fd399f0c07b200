// The symmetries that make a final grid canonical.
#pragma once

#include "forms/first_band.h"
#include "forms/symmetry.h"

namespace shudu::canonical {

// An image of a grid: the sources of its rows and columns, and the new names of its digits.
struct Image {
    uint8_t line[9];       // source line of each row
    const uint8_t *column; // source column of each column
    uint8_t name[10];      // new name 0..8 of each digit 1..9
};

// The image of a candidate.
Image image_of(const Tables &t, const Lines &lines, const Candidate &candidate);

// Writes all candidates that lead to the canonical form to `candidates`, which has room for kMaxCandidates. Returns
// their number.
uint32_t minimise(const Tables &t, const Lines &lines, Candidate *candidates);

Transform transform_of(const Image &image);

} // namespace shudu::canonical
