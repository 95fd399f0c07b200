// Classes of bands under symmetry. Classifying a band needs no search for a minimum: any pair of its lines and any
// arrangement leads to a key (rank, third row), and a table maps these 15 * 216 keys to the 416 classes.
#include "forms/band_classes.h"
#include "base/cells.h"
#include "base/input.h"
#include "base/wide.h"
#include "forms/lines.h"
#include "grids/count.h"
#include "kernel.h"

namespace shudu::canonical {
namespace {

// Writes the band of a key (rank * 216 + third row) as 27 digits. The third row holds the digits that the other two
// leave in each box, in the orders given by the key.
void write_band(const Tables &t, uint32_t key, uint8_t *band) {
    const uint8_t *second = t.second_row[key / kThirdRows];
    const uint8_t *order[3] = {kOrder[key / 36 % 6], kOrder[key / 6 % 6], kOrder[key % 6]};
    for (uint32_t box = 0; box < 3; ++box) {
        uint32_t left = kAllDigits & ~(7u << 3 * box);
        for (uint32_t j = 0; j < 3; ++j) left &= ~(1u << second[3 * box + j]);
        uint8_t sorted[3];
        for (uint32_t i = 0; i < 3; ++i, left &= left - 1) sorted[i] = uint8_t(__builtin_ctz(left) + 1);
        for (uint32_t j = 0; j < 3; ++j) {
            band[3 * box + j] = uint8_t(3 * box + j + 1);
            band[9 + 3 * box + j] = uint8_t(second[3 * box + j] + 1);
            band[18 + 3 * box + j] = sorted[order[box][j]];
        }
    }
}

// The rank of a relation, and the list of the arrangements that minimise it.
struct Smallest {
    uint32_t rank;
    const uint16_t *arrangement;
};

inline Smallest smallest_of(const Tables &t, const Lines &lines, uint32_t first, uint32_t second) {
    uint8_t v[9];
    relate(lines, first, second, v);
    const uint32_t number = relation_number(t, v);
    return {t.two_ranks[number] & 15u, t.best + t.listed[number].first};
}

// The smallest key of a band.
uint32_t smallest_key(const Tables &t, const Lines &lines) {
    uint32_t best = kMaxRanks * kThirdRows;
    for (const Pair &pair : kPairs) {
        const Smallest smallest = smallest_of(t, lines, pair.first, pair.second);
        uint8_t v[9];
        relate(lines, pair.first, pair.third, v);
        for (uint32_t k = 0; k < t.arrangements[smallest.rank]; ++k) {
            const uint32_t key = smallest.rank * kThirdRows + third_row(t, t.arrangement[smallest.arrangement[k]], v);
            best = key < best ? key : best;
        }
    }
    return best;
}

uint32_t band_class_of(const Tables &t, const Lines &lines, uint32_t line) {
    const Smallest smallest = smallest_of(t, lines, line, line + 1);
    uint8_t v[9];
    relate(lines, line, line + 2, v);
    return t.band_class[smallest.rank * kThirdRows + third_row(t, t.arrangement[smallest.arrangement[0]], v)];
}

} // namespace

bool class_bands(Tables &t) {
    t.band_classes = 0;
    for (uint32_t key = 0; key < t.ranks * kThirdRows; ++key) {
        uint8_t grid[81]; // three copies of the band, because Lines reads a whole grid
        for (uint32_t copy = 0; copy < 3; ++copy) write_band(t, key, grid + 27 * copy);
        const uint32_t smallest = smallest_key(t, Lines(grid));
        if (smallest == key) {
            if (t.band_classes == kMaxBandClasses) return false;
            t.band_key[t.band_classes] = uint16_t(key);
            t.bands[t.band_classes] = 0;
            t.band_class[key] = uint16_t(t.band_classes++);
        }
        t.band_class[key] = t.band_class[smallest];
        t.bands[t.band_class[key]] += t.members[key / kThirdRows];
    }
    return true;
}

} // namespace shudu::canonical

using namespace shudu;
using namespace shudu::canonical;

int32_t shudu_band_classes(const void *tables, const uint8_t *grids, size_t n, uint16_t *classes) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t i = 0; i < n; ++i) {
        if (!is_final_grid(grids + 81 * i)) return SHUDU_BAD_INPUT;
        const Lines lines(grids + 81 * i);
        for (uint32_t band = 0; band < 6; ++band) classes[6 * i + band] = uint16_t(band_class_of(t, lines, 3 * band));
    }
    return SHUDU_OK;
}

size_t shudu_band_class_weights(const void *tables, const void *grids_tables, uint8_t *bands, uint64_t *weights,
                                size_t room) {
    const Tables &t = *static_cast<const Tables *>(tables);
    if (room < t.band_classes) return t.band_classes;
    for (uint32_t c = 0; c < t.band_classes; ++c) {
        write_band(t, t.band_key[c], bands + 27 * c);
        const uint32_t completions = completions_over_72(grids_tables, bands + 27 * c);
        const Wide weight = multiply_add(t.bands[c] * uint64_t(72) * kRenamings, completions, 0);
        weights[2 * c] = weight.low;
        weights[2 * c + 1] = weight.high;
    }
    return t.band_classes;
}
