// Conjugacy classes of the symmetries of the cells.
//
// - Without transposition: an arrangement of the rows and one of the columns, each from one of the 22 classes of
//   arrangements. Transposing exchanges the two, so 22 * 23 / 2 classes.
// - With transposition: (r, c) -> (a(c), r), whose square arranges rows and columns by a. There is one class for each
//   class of a, 1296 times as large.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace shudu::burnside {

inline constexpr uint32_t kMaxArrangementClasses = 32; // 22 come out

struct ArrangementClasses {
    uint32_t count;
    uint16_t first[kMaxArrangementClasses]; // a member of the class
    uint16_t size[kMaxArrangementClasses];
};

ArrangementClasses arrangement_classes();

struct SymmetryClass {
    uint32_t size;
    uint16_t row, column; // arrangements
    uint8_t transpose;
};

// Class number n; its size is 0 if there is no such class. Class 0 is the identity.
SymmetryClass symmetry_class(const ArrangementClasses &classes, size_t n);

// Writes the image of each cell.
void write_images(const SymmetryClass &symmetry, uint8_t image[81]);

} // namespace shudu::burnside
