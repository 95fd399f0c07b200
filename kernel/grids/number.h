// The number of a final grid, in mixed radix, the least significant first:
//     partition of the top left box (280) * order of columns in the three stacks (6^3) * order of rows in the three
//     bands (6^3) * which lower band has the first half split (2)                           = 26,127,360 choices
// followed by class, frame in the class, filling of the top band, splits i, j, k, and fillings of the two lower bands,
// all in the coordinates of the model (see frames.h). Each step is a disjoint union or a product, so numbers and grids
// correspond one to one, and a uniform number gives an exactly uniform grid.
//
// Numbers have 73 bits.
#pragma once

#include "base/wide.h"
#include "grids/frames.h"

namespace shudu::grids {

inline constexpr uint32_t kChoices = kPartitions * 216 * 216 * 2;

inline Wide compose(uint64_t quotient, uint32_t remainder) { return multiply_add(quotient, kChoices, remainder); }

// The inverse of compose, for numbers below the count.
inline uint64_t divide(Wide number, uint32_t &remainder) {
    const uint64_t upper = number.high << 32 | number.low >> 32;
    const uint64_t lower = upper % kChoices << 32 | (number.low & 0xFFFFFFFF);
    remainder = uint32_t(lower % kChoices);
    return (upper / kChoices << 32) + lower / kChoices;
}

struct Choices {
    uint32_t partition;
    uint32_t column_order[3]; // of each stack: ORDER[column_order][triple] = column
    uint32_t row_order[3];    // of the top band, the band with the first half split, the other one
    uint32_t exchanged;       // 1 if the latter is the middle band
};

inline Choices choices_of(uint32_t number) {
    Choices choices;
    choices.partition = number % kPartitions;
    number /= kPartitions;
    for (uint32_t j = 0; j < 3; ++j, number /= 6) choices.column_order[j] = number % 6;
    for (uint32_t b = 0; b < 3; ++b, number /= 6) choices.row_order[b] = number % 6;
    choices.exchanged = number;
    return choices;
}

inline uint32_t number_of(const Choices &choices) {
    uint32_t number = choices.exchanged;
    for (uint32_t b = 3; b-- > 0;) number = number * 6 + choices.row_order[b];
    for (uint32_t j = 3; j-- > 0;) number = number * 6 + choices.column_order[j];
    return number * kPartitions + choices.partition;
}

} // namespace shudu::grids
