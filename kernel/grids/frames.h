// Frames of bands: the number of ways to fill a band, and to complete it to a final grid.
//
// Digits are 0..8 here. A *partition* is one of the 280 ways to divide the digits into three triples; partition 0 is
// 012|345|678. Read by columns, a box is a partition and an order of its three triples.
//
// 1. One band. Let its boxes have the partitions X, Y, Z: its *frame*. Renaming the digits so that X becomes
//    partition 0 leaves a pair (a, b), one of 280 * 280. With the columns fixed as sets, a filling puts every digit
//    into one row of each box so that rows and columns are valid: three functions digit -> row that differ at every
//    digit, each one-to-one on the triples of its partition. Their number depends on the frame alone, and is a multiple
//    of six because the three rows can be in any order.
//
// 2. The other two bands. A stack whose top box has columns c(d) puts digit d of the middle box into column c(d) + 1
//    or c(d) + 2 (mod 3), and into the other one in the bottom box. Of the 512 choices 56 give columns of three
//    digits: the 56 *splits*, the same for every partition after renaming. Complementing a split exchanges the two
//    lower bands. So a top band with frame F can be completed in
//        N(F) = sum over splits (i, j, k) of the three stacks of  fillings(middle frame) * fillings(bottom frame)
//    ways. Because of the exchange it is enough to let i run over half of the splits.
//
// 3. Symmetry. Renaming digits and exchanging boxes acts on frames and keeps both numbers. The 78,400 pairs fall into
//    a few dozen classes. Fillings are listed and completions summed for one frame of each class only, its *model*. A
//    *view* maps a frame to its model: class, digit permutation, box permutation.
#pragma once

#include "forms/symmetry.h"
#include <stdint.h>

namespace shudu::grids {

inline constexpr uint32_t kPartitions = 280;
inline constexpr uint32_t kSplits = 56;
inline constexpr uint32_t kTriples = 84;

// Bounds of tables whose exact sizes are computed.
inline constexpr uint32_t kMaxClasses = 64;
inline constexpr uint32_t kMaxFillings = 2048;

struct FrameClass {
    uint16_t partition[3];  // the model: partition 0, a, b
    uint16_t fillings;      // of the model, up to the order of rows
    uint32_t filling_first; // where they are listed
    uint32_t member_first;  // where the frames of this class are listed
    uint32_t members;
    uint32_t completions;     // of one filling, up to the order of rows and the exchange of the two lower bands
    uint8_t undo[kOrders][9]; // for each order of the model's boxes: the renaming that brings its first box back
};

struct FrameEntry {
    uint16_t arrangement; // digit permutation, followed by undo[order] of the class
    uint8_t frame_class;
    uint8_t order;
};

struct Tables {
    // Partitions.
    uint8_t triple_number[512];                  // of a set of three digits
    uint16_t partition_of[kTriples][kTriples];   // by any two of its triples
    uint16_t triple[kPartitions][3];             // as sets, by smallest digit
    uint8_t column[kPartitions][9];              // which triple holds the digit
    uint8_t rename[kPartitions][9];              // maps the partition to partition 0, triple by triple
    uint16_t relative[kPartitions][kPartitions]; // relative[p][q]: q after rename[p]
    bool crosses[kPartitions];                   // every triple meets every triple of partition 0

    // Splits, numbered by their 9-bit sets of digits that move two columns; 55 - s is the complement of s.
    uint8_t split_number[512];
    uint16_t middle[kPartitions][kSplits]; // middle box: 8 * partition + order of its triples

    // Frames (a, b).
    uint8_t arrangement[kArrangements][9];
    FrameEntry frame[kPartitions][kPartitions];
    uint16_t fillings[kPartitions][kPartitions]; // up to the order of rows
    uint16_t position[kPartitions][kPartitions]; // of the frame among the members of its class
    uint32_t member[kPartitions * kPartitions];  // a << 16 | b, class by class

    // Classes.
    uint32_t classes;
    uint64_t first[kMaxClasses]; // grid numbers, divided by kChoices, before each class
    uint64_t total;              // the sum over all classes
    FrameClass frame_class[kMaxClasses];
    uint8_t filling[kMaxFillings][9];                        // rows of each digit in boxes 0, 1, 2: two bits each
    uint16_t turn[kMaxFillings];                             // digits that move two rows from box 0 to box 1
    uint16_t filling_from[kMaxClasses][37];                  // the list by the 36 ways to fill box 0
    uint32_t completion[kMaxClasses][kSplits / 2 * kSplits]; // completions before splits i, j
};

inline uint32_t partition_with(const Tables &t, uint32_t triple, uint32_t other) {
    return t.partition_of[t.triple_number[triple]][t.triple_number[other]];
}

// The partition of the box whose first cell is `corner`; the digits are 1..9 there.
inline uint32_t partition_of_box(const Tables &t, const uint8_t *corner) {
    uint32_t column[2] = {0, 0};
    for (uint32_t r = 0; r < 3; ++r)
        for (uint32_t c = 0; c < 2; ++c) column[c] |= 1u << (corner[9 * r + c] - 1);
    return partition_with(t, column[0], column[1]);
}

struct View {
    uint32_t frame_class;
    const uint8_t *box; // box j of the frame is box[j] of the model
    uint8_t digit[9];   // digit d of the frame is digit[d] of the model
};

// The view of the frame (x, y, z), where (a, b) is the frame after x is renamed to partition 0.
inline View view_of(const Tables &t, uint32_t x, uint32_t a, uint32_t b) {
    const FrameEntry entry = t.frame[a][b];
    const uint8_t *undo = t.frame_class[entry.frame_class].undo[entry.order];
    View view;
    view.frame_class = entry.frame_class;
    view.box = kOrder[entry.order];
    for (uint32_t d = 0; d < 9; ++d) view.digit[d] = undo[t.arrangement[entry.arrangement][t.rename[x][d]]];
    return view;
}

// The two lower bands below a model once the splits of two stacks are known. Split k of the third stack leaves pairs(k)
// ways to fill both.
struct Lower {
    const uint16_t *middle, *bottom;
    const uint16_t *relative_middle, *relative_bottom;
    const uint16_t *third;

    Lower(const Tables &t, const FrameClass &model, uint32_t i, uint32_t j) {
        const uint32_t x = t.middle[model.partition[0]][i] / 8, x2 = t.middle[model.partition[0]][kSplits - 1 - i] / 8;
        const uint32_t y = t.middle[model.partition[1]][j] / 8, y2 = t.middle[model.partition[1]][kSplits - 1 - j] / 8;
        middle = t.fillings[t.relative[x][y]];
        bottom = t.fillings[t.relative[x2][y2]];
        relative_middle = t.relative[x];
        relative_bottom = t.relative[x2];
        third = t.middle[model.partition[2]];
    }

    uint32_t middle_fillings(uint32_t k) const { return middle[relative_middle[third[k] / 8]]; }
    uint32_t bottom_fillings(uint32_t k) const { return bottom[relative_bottom[third[kSplits - 1 - k] / 8]]; }
    uint32_t pairs(uint32_t k) const { return middle_fillings(k) * bottom_fillings(k); }
};

} // namespace shudu::grids
