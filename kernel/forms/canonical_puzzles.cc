// The canonical form of a puzzle with one solution: the smallest image among those that make its solution canonical.
#include "base/input.h"
#include "forms/canonical.h"
#include "kernel.h"

namespace shudu::canonical {
namespace {

bool agrees(const uint8_t *puzzle, const uint8_t *solution) {
    bool agreed = true;
    for (uint32_t cell = 0; cell < 81; ++cell) agreed &= puzzle[cell] == 0 || puzzle[cell] == solution[cell];
    return agreed;
}

int compare_grids(const uint8_t *a, const uint8_t *b) {
    for (uint32_t cell = 0; cell < 81; ++cell)
        if (a[cell] != b[cell]) return a[cell] < b[cell] ? -1 : 1;
    return 0;
}

// A symmetry of the puzzle is one of its solution, so only symmetries that make the solution canonical are tried.
uint32_t minimise_puzzle(const Tables &t, const uint8_t *puzzle, const uint8_t *solution, uint8_t *canonical,
                         Transform &best) {
    const Lines lines(solution);
    Candidate candidates[kMaxCandidates];
    const uint32_t found = minimise(t, lines, candidates);
    uint32_t ties = 0;
    for (uint32_t i = 0; i < found; ++i) {
        const Transform transform = transform_of(image_of(t, lines, candidates[i]));
        uint8_t image[81];
        apply(transform, puzzle, image);
        const int result = i == 0 ? -1 : compare_grids(image, canonical);
        if (result > 0) continue;
        ties = result < 0 ? 1 : ties + 1;
        if (result < 0) {
            best = transform;
            __builtin_memcpy(canonical, image, 81);
        }
    }
    return ties;
}

} // namespace
} // namespace shudu::canonical

using namespace shudu;
using namespace shudu::canonical;

int32_t shudu_canonical_puzzles(const void *tables, const uint8_t *puzzles, const uint8_t *solutions, size_t n,
                                uint8_t *canonical, uint32_t *automorphisms, uint8_t *transforms) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t i = 0; i < n; ++i) {
        const uint8_t *puzzle = puzzles + 81 * i, *solution = solutions + 81 * i;
        if (!is_final_grid(solution) || !agrees(puzzle, solution)) return SHUDU_BAD_INPUT;
        Transform best;
        automorphisms[i] = minimise_puzzle(t, puzzle, solution, canonical + 81 * i, best);
        if (transforms) store(best, transforms, i);
    }
    return SHUDU_OK;
}
