// Random images of puzzles under the 2 * 1296^2 * 9! symmetries of the grid. An image has as many clues and solutions
// as the original and the same difficulty.
#include "base/input.h"
#include "base/random.h"
#include "forms/symmetry.h"
#include "kernel.h"

namespace shudu {
namespace {

constexpr uint64_t kSymmetries = uint64_t(2) * kArrangements * kArrangements * kRenamings;

// Symmetry number n. The renaming is a sequence of exchanges: digit i with one of the digits i..8, in 9! ways.
Transform symmetry(uint64_t n) {
    Transform transform;
    transform.transpose = uint8_t(n % 2);
    n /= 2;
    write_arrangement(uint32_t(n % kArrangements), transform.row);
    n /= kArrangements;
    write_arrangement(uint32_t(n % kArrangements), transform.column);
    uint32_t renaming = uint32_t(n / kArrangements);
    for (uint32_t i = 0; i < 9; ++i) transform.digit[i] = uint8_t(i + 1);
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t other = i + renaming % (9 - i);
        renaming /= 9 - i;
        const uint8_t digit = transform.digit[i];
        transform.digit[i] = transform.digit[other];
        transform.digit[other] = digit;
    }
    return transform;
}

} // namespace
} // namespace shudu

using namespace shudu;

int32_t shudu_isomorphs(const uint8_t *puzzles, size_t n, uint64_t seed, uint64_t first_index, uint8_t *images,
                        uint8_t *transforms) {
    for (size_t i = 0; i < n; ++i) {
        if (!digits_only(puzzles + 81 * i, 81)) return SHUDU_BAD_INPUT;
        const Transform transform = symmetry(Random(seed, Stream::isomorphs, first_index + i).below64(kSymmetries));
        apply(transform, puzzles + 81 * i, images + 81 * i);
        if (transforms) store(transform, transforms, i);
    }
    return SHUDU_OK;
}
