// Relations of two lines, up to renaming of digits and arrangement of columns.
//
// 1. Take two lines r, s of one band. Renaming digits makes r the row 123456789; s is then the *relation* of the pair,
//    the permutation j -> column of r that holds the digit of s in column j. No digit stays in its box, which leaves
//    12,096 relations. Arranging the columns (1,296 ways) conjugates the relation, so relations fall into classes, each
//    with a smallest member: the second row. The 15 classes are ranked by their smallest members, in lexicographic
//    order.
//
// 2. Tables hold for every relation the rank of its class and the arrangements that lead to the smallest member, 1.6 on
//    average. The relation of (s, r) is the inverse of that of (r, s).
//
// 3. Rows 1 and 2 determine which digits each box of the third row holds, so the third row is given by three orders of
//    three digits: a number below 216.
#pragma once

#include "forms/symmetry.h"
#include <stdint.h>

namespace shudu::canonical {

inline constexpr uint32_t kRelations = 12096;
inline constexpr uint32_t kThirdRows = 216;

// Bounds of tables whose exact sizes are computed.
inline constexpr uint32_t kMaxRanks = 16; // a rank takes four bits
inline constexpr uint32_t kMaxBandClasses = 512;

// Where the lists begin of the arrangements that minimise a relation and its inverse.
struct Listed {
    uint16_t first, inverse_first;
};

// An arrangement of columns. Columns and names are used together, so they share a cache line.
struct Arrangement {
    uint8_t column[16]; // column[j] is the source of column j
    uint8_t name[16];   // and name[column[j]] = j
};

struct Tables {
    // A relation is numbered by its values in the three boxes, each box read as one number below 729.
    uint8_t box0[729], box1[729];  // three different columns outside the box: one of 120
    uint8_t order[729];            // the order of three different values
    uint16_t beginning[120 * 120]; // relations before those that begin like this

    uint8_t two_ranks[kRelations]; // rank of the relation | rank of its inverse << 4
    Listed listed[kRelations];
    uint16_t best[kMaxRanks * kArrangements]; // the lists; a relation of rank k has 1296 / members[k] arrangements
    uint32_t ranks;
    uint8_t second_row[kMaxRanks][9]; // the smallest relation of each class
    uint16_t members[kMaxRanks];
    uint16_t arrangements[kMaxRanks]; // that lead from one member to the smallest
    alignas(32) Arrangement arrangement[kArrangements];

    uint32_t band_classes;
    uint16_t band_class[kMaxRanks * kThirdRows];
    uint16_t band_key[kMaxBandClasses]; // rank and third row of the smallest band of the class
    uint32_t bands[kMaxBandClasses];    // how many bands with first row 123456789 are in the class
};

// Fills all tables except those of band classes. Returns false if they are too small.
bool make_relations(Tables &t);

inline uint32_t box_number(uint32_t a, uint32_t b, uint32_t c) { return (a * 9 + b) * 9 + c; }

// value(j) is the value of the relation at column j.
template <class Value> inline uint32_t relation_number_by(const Tables &t, Value value) {
    const uint32_t box0 = t.box0[box_number(value(0), value(1), value(2))];
    const uint32_t box1 = t.box1[box_number(value(3), value(4), value(5))];
    return t.beginning[box0 * 120 + box1] + t.order[box_number(value(6), value(7), value(8))];
}

inline uint32_t relation_number(const Tables &t, const uint8_t v[9]) {
    return relation_number_by(t, [v](uint32_t j) { return v[j]; });
}

// The order of the digits in one box of the third row, from the relation of the first and third line.
inline uint32_t third_row_box(const Tables &t, const Arrangement &arrangement, const uint8_t v[9], uint32_t box) {
    const uint8_t *column = arrangement.column + 3 * box, *name = arrangement.name;
    return t.order[box_number(name[v[column[0]]], name[v[column[1]]], name[v[column[2]]])];
}

// The third row as a number below 216.
inline uint32_t third_row(const Tables &t, const Arrangement &arrangement, const uint8_t v[9]) {
    return 36 * third_row_box(t, arrangement, v, 0) + 6 * third_row_box(t, arrangement, v, 1) +
           third_row_box(t, arrangement, v, 2);
}

} // namespace shudu::canonical
