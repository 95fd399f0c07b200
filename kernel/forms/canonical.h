// The symmetries that make a final grid canonical.
#pragma once

#include "forms/first_band.h"
#include "forms/symmetry.h"

namespace shudu::canonical {

// An image of the grid: where rows, columns and digits come from.
struct Image {
    uint8_t line[9];       // source line of each row
    const uint8_t *column; // source column of each column
    uint8_t name[10];      // new name 0..8 of each digit 1..9
};

// The image that a candidate stands for.
Image image_of(const Tables &t, const Lines &lines, const Candidate &candidate);

// All candidates that reach the canonical form, in `candidates`, which has room for kMaxCandidates. Returns how many.
uint32_t minimise(const Tables &t, const Lines &lines, Candidate *candidates);

Transform transform_of(const Image &image);

} // namespace shudu::canonical
