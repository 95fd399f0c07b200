// The symmetries of the grid, as numbers and as 28-byte transforms.
//
// The nine rows (or columns) can be arranged in 6^4 = 1296 ways that keep bands (stacks) together: an order of the
// three bands and an order of the rows inside each. With transposition and the 9! renamings of the digits, 2 * 1296^2 *
// 9! symmetries map final grids to final grids.
//
// An *arrangement* is a permutation of 0..8 that maps triples 012, 345, 678 to such triples. It is written as the list
// of its values: as an arrangement of lines, at[target line] = source line.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace shudu {

inline constexpr int kOrders = 6;
inline constexpr int kArrangements = 1296;
inline constexpr uint32_t kRenamings = 362880; // 9!

// The orders of three things, in lexicographic order.
inline constexpr uint8_t kOrder[kOrders][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// The number of the order that begins with a, b; and of its inverse.
inline constexpr uint8_t kOrderBeginning[3][3] = {{0, 0, 1}, {2, 0, 3}, {4, 5, 0}};
inline constexpr uint8_t kInverseOrder[kOrders] = {0, 1, 2, 4, 3, 5};

// Arrangement number n < 1296: the order of the triples, then the order inside each target triple.
inline void write_arrangement(uint32_t n, uint8_t at[9]) {
    const uint8_t *inside[3] = {kOrder[n / 36 % 6], kOrder[n / 6 % 6], kOrder[n % 6]};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) at[3 * i + j] = uint8_t(3 * kOrder[n / 216][i] + inside[i][j]);
}

// A symmetry in the layout of the ABI. The grid is transposed first; then the target cell (r, c) receives the renamed
// digit of the cell (row[r], column[c]).
struct Transform {
    uint8_t transpose;
    uint8_t row[9];
    uint8_t column[9];
    uint8_t digit[9]; // digit[d - 1] is the new name of digit d
};
static_assert(sizeof(Transform) == 28);

// The image of a grid or puzzle whose bytes are 0..9. `image` must not overlap `source`.
inline void apply(const Transform &transform, const uint8_t *source, uint8_t *image) {
    uint8_t renamed[10] = {0};
    for (int d = 0; d < 9; ++d) renamed[d + 1] = transform.digit[d];
    const int row_step = transform.transpose ? 1 : 9;
    const int column_step = transform.transpose ? 9 : 1;
    for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 9; ++c)
            image[9 * r + c] = renamed[source[row_step * transform.row[r] + column_step * transform.column[c]]];
}

// Writes a symmetry to position i of a list.
inline void store(const Transform &transform, uint8_t *transforms, size_t i) {
    __builtin_memcpy(transforms + sizeof transform * i, &transform, sizeof transform);
}

} // namespace shudu
