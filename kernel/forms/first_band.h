// The first three rows of the canonical form.
#pragma once

#include "forms/lines.h"
#include "forms/relations.h"

namespace shudu::canonical {

inline constexpr uint32_t kMaxCandidates = 648; // 36 pairs with at most 18 arrangements each

// A pair of lines and an arrangement of columns: they determine an image up to the order of rows 4..9.
struct Candidate {
    uint8_t pair;
    uint16_t arrangement;
};

// Writes the candidates with the smallest first three rows to `candidates`, which has room for kMaxCandidates. Returns
// their number.
uint32_t best_bands(const Tables &t, const Lines &lines, Candidate *candidates);

} // namespace shudu::canonical
