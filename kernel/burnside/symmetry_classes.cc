// Finds the classes of symmetries.
#include "burnside/symmetry_classes.h"
#include "forms/symmetry.h"

namespace shudu::burnside {
namespace {

// The inverse of write_arrangement.
uint32_t arrangement_number(const uint8_t at[9]) {
    uint32_t n = kOrderBeginning[at[0] / 3][at[3] / 3];
    for (uint32_t i = 0; i < 9; i += 3) n = n * 6 + kOrderBeginning[at[i] % 3][at[i + 1] % 3];
    return n;
}

} // namespace

ArrangementClasses arrangement_classes() {
    ArrangementClasses classes{};
    uint8_t known[kArrangements] = {0};
    for (uint32_t n = 0; n < kArrangements; ++n) {
        if (known[n]) continue;
        const uint32_t number = classes.count++;
        classes.first[number] = uint16_t(n);
        uint8_t at[9], by[9], conjugate[9];
        write_arrangement(n, at);
        for (uint32_t k = 0; k < kArrangements; ++k) {
            write_arrangement(k, by);
            for (uint32_t j = 0; j < 9; ++j) conjugate[by[j]] = by[at[j]];
            uint8_t &seen = known[arrangement_number(conjugate)];
            classes.size[number] += !seen;
            seen = 1;
        }
    }
    return classes;
}

SymmetryClass symmetry_class(const ArrangementClasses &classes, size_t n) {
    for (uint32_t i = 0; i < classes.count; n -= ++i)
        if (n <= i) {
            const uint32_t both = i == n ? 1 : 2;
            return {both * classes.size[i] * classes.size[n], classes.first[i], classes.first[n], 0};
        }
    if (n < classes.count) return {uint32_t(kArrangements) * classes.size[n], 0, classes.first[n], 1};
    return {};
}

void write_images(const SymmetryClass &symmetry, uint8_t image[81]) {
    uint8_t row[9], column[9];
    write_arrangement(symmetry.row, row);
    write_arrangement(symmetry.column, column);
    for (uint32_t r = 0; r < 9; ++r)
        for (uint32_t c = 0; c < 9; ++c)
            image[9 * r + c] = uint8_t(symmetry.transpose ? 9 * column[c] + row[r] : 9 * row[r] + column[c]);
}

} // namespace shudu::burnside
