// The smallest of the 2 * 1296^2 * 9! images of a final grid, read row by row: its canonical form. Two grids are the
// same up to symmetry if and only if their canonical forms are equal.
//
// 1. Any image begins with two lines of one band and an arrangement of their columns. Tables list those with the
//    smallest second row (relations.h); their third rows are compared first (first_band.cc).
//
// 2. The pair of lines and the arrangement determine everything except the order of rows 4..9. For the candidates left,
//    rows 4..9 are sorted by their first digits and compared one by one.
//
// 3. The candidates left after the last row are the symmetries that lead to the canonical form: as many as the grid has
//    automorphisms.
#include "forms/canonical.h"
#include "base/input.h"
#include "forms/band_classes.h"
#include "kernel.h"

namespace shudu::canonical {
namespace {

inline void exchange_if(bool condition, uint32_t &a, uint32_t &b) {
    const uint32_t old = a;
    a = condition ? b : a;
    b = condition ? old : b;
}

inline void sort(uint32_t v[3]) {
    exchange_if(v[0] > v[1], v[0], v[1]);
    exchange_if(v[1] > v[2], v[1], v[2]);
    exchange_if(v[0] > v[1], v[0], v[1]);
}

// A row as one number; numbers compare like rows.
inline uint64_t packed_row(const Lines &lines, const Image &image, uint32_t row) {
    const uint8_t *digit = lines.first(image.line[row]);
    const uint32_t step = Lines::step(image.line[row]);
    uint64_t packed = 0;
    for (uint32_t j = 0; j < 9; ++j) packed = packed << 4 | image.name[digit[image.column[j] * step]];
    return packed;
}

// Compares rows 4..9 with the best so far: below 0 if smaller (`best` is then updated), 0 if equal, above 0 if larger.
int compare(const Lines &lines, const Image &image, uint64_t best[9]) {
    int result = 0;
    for (uint32_t row = 3; row < 9; ++row) {
        const uint64_t packed = packed_row(lines, image, row);
        if (result == 0 && packed > best[row]) return 1;
        result = result < 0 || packed < best[row] ? -1 : 0;
        best[row] = packed;
    }
    return result;
}

void write_image(const Lines &lines, const Image &image, uint8_t *grid) {
    uint32_t cell[9];
    const uint32_t step = Lines::step(image.line[0]);
    for (uint32_t j = 0; j < 9; ++j) cell[j] = image.column[j] * step;
    for (uint32_t r = 0; r < 9; ++r) {
        const uint8_t *digit = lines.first(image.line[r]);
        for (uint32_t j = 0; j < 9; ++j) grid[9 * r + j] = uint8_t(image.name[digit[cell[j]]] + 1);
    }
}

} // namespace

// Rows 4..9: each of the other bands sorted by first digit, and the band with the smaller first digit first.
Image image_of(const Tables &t, const Lines &lines, const Candidate &candidate) {
    const Pair pair = lines_of(candidate.pair);
    Image image;
    image.column = t.arrangement[candidate.arrangement].column;
    for (uint32_t d = 1; d <= 9; ++d)
        image.name[d] = t.arrangement[candidate.arrangement].name[lines.at[pair.first][d]];
    image.line[0] = pair.first;
    image.line[1] = pair.second;
    image.line[2] = pair.third;

    const uint32_t side = pair.first / 9 * 9, own = pair.first % 9 / 3;
    uint32_t band[2][3]; // first digit << 8 | line
    for (uint32_t k = 0; k < 2; ++k) {
        const uint32_t line = side + (own + 1 + k) % 3 * 3;
        for (uint32_t i = 0; i < 3; ++i) {
            const uint32_t digit = lines.first(line + i)[image.column[0] * Lines::step(line)];
            band[k][i] = uint32_t(image.name[digit]) << 8 | (line + i);
        }
        sort(band[k]);
    }
    const uint32_t fourth = band[1][0] < band[0][0];
    for (uint32_t i = 0; i < 3; ++i) {
        image.line[3 + i] = uint8_t(band[fourth][i]);
        image.line[6 + i] = uint8_t(band[1 - fourth][i]);
    }
    return image;
}

uint32_t minimise(const Tables &t, const Lines &lines, Candidate *candidates) {
    const uint32_t found = best_bands(t, lines, candidates);
    if (found == 1) return 1;
    uint64_t best[9];
    for (uint64_t &row : best) row = ~uint64_t(0);
    uint32_t ties = 0;
    for (uint32_t i = 0; i < found; ++i) {
        const int result = compare(lines, image_of(t, lines, candidates[i]), best);
        if (result > 0) continue;
        if (result < 0) ties = 0;
        candidates[ties++] = candidates[i];
    }
    return ties;
}

Transform transform_of(const Image &image) {
    Transform transform;
    transform.transpose = image.line[0] >= 9;
    for (uint32_t i = 0; i < 9; ++i) {
        transform.row[i] = image.line[i] % 9;
        transform.column[i] = image.column[i];
        transform.digit[i] = uint8_t(image.name[i + 1] + 1);
    }
    return transform;
}

} // namespace shudu::canonical

using namespace shudu;
using namespace shudu::canonical;

size_t shudu_canonical_workspace(void) { return sizeof(Tables); }

int32_t shudu_canonical_tables(void *tables) {
    Tables &t = *static_cast<Tables *>(tables);
    if (!make_relations(t)) return SHUDU_EXHAUSTED;
    for (uint32_t k = 0; k < t.ranks; ++k)
        if (36u * t.arrangements[k] > kMaxCandidates) return SHUDU_EXHAUSTED;
    return class_bands(t) ? SHUDU_OK : SHUDU_EXHAUSTED;
}

int32_t shudu_canonical(const void *tables, const uint8_t *grids, size_t n, uint8_t *canonical, uint32_t *automorphisms,
                        uint8_t *transforms) {
    const Tables &t = *static_cast<const Tables *>(tables);
    Candidate candidates[kMaxCandidates];
    for (size_t i = 0; i < n; ++i) {
        if (!is_final_grid(grids + 81 * i)) return SHUDU_BAD_INPUT;
        const Lines lines(grids + 81 * i);
        automorphisms[i] = minimise(t, lines, candidates);
        const Image image = image_of(t, lines, candidates[0]);
        write_image(lines, image, canonical + 81 * i);
        if (transforms) store(transform_of(image), transforms, i);
    }
    return SHUDU_OK;
}

int32_t shudu_canonical_all(const void *tables, const uint8_t *grid, uint8_t *canonical, uint8_t *transforms,
                            size_t room, size_t *written) {
    const Tables &t = *static_cast<const Tables *>(tables);
    if (!is_final_grid(grid)) return SHUDU_BAD_INPUT;
    const Lines lines(grid);
    Candidate candidates[kMaxCandidates];
    *written = minimise(t, lines, candidates);
    write_image(lines, image_of(t, lines, candidates[0]), canonical);
    for (size_t i = 0; i < *written && i < room; ++i)
        store(transform_of(image_of(t, lines, candidates[i])), transforms, i);
    return SHUDU_OK;
}
