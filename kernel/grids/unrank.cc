// From number to grid: unrank, and uniform samples.
#include "base/random.h"
#include "grids/number.h"
#include "kernel.h"

namespace shudu::grids {
namespace {

// The largest i < n with table[i] <= value, for a non-decreasing table with table[0] <= value.
template <class Number> inline uint32_t last_at_most(const Number *table, uint32_t n, Number value) {
    uint32_t found = 0;
    while (n > 1) {
        const uint32_t half = n / 2;
        found += table[found + half] <= value ? half : 0;
        n -= half;
    }
    return found;
}

// One band in the coordinates of the model of the top band.
struct Band {
    uint32_t partition[3];
    uint32_t triple_order[3]; // ORDER[triple_order][triple] = column
    uint8_t row[9];           // of each digit: two bits for each box
    uint32_t shift[3];        // where the bits of each box are
};

Band top_band(const Tables &t, const FrameClass &model, uint32_t filling) {
    Band band;
    for (uint32_t s = 0; s < 3; ++s) {
        band.partition[s] = model.partition[s];
        band.triple_order[s] = 0;
        band.shift[s] = 2 * s;
    }
    for (uint32_t d = 0; d < 9; ++d) band.row[d] = t.filling[model.filling_first + filling][d];
    return band;
}

Band lower_band(const Tables &t, const FrameClass &model, const uint32_t split[3], uint32_t filling) {
    Band band;
    for (uint32_t s = 0; s < 3; ++s) {
        const uint32_t middle = t.middle[model.partition[s]][split[s]];
        band.partition[s] = middle / 8;
        band.triple_order[s] = middle % 8;
    }
    const uint16_t *relative = t.relative[band.partition[0]];
    const View view = view_of(t, band.partition[0], relative[band.partition[1]], relative[band.partition[2]]);
    const uint8_t *row = t.filling[t.frame_class[view.frame_class].filling_first + filling];
    for (uint32_t d = 0; d < 9; ++d) band.row[d] = row[view.digit[d]];
    for (uint32_t s = 0; s < 3; ++s) band.shift[s] = 2u * view.box[s];
    return band;
}

// Writes the nine cells of box s of the band as those of stack j; `corner` is the first cell of the target band.
inline void write_box(const Tables &t, const Band &band, uint32_t s, uint32_t row_order, uint32_t column_order,
                      uint32_t j, const uint8_t digit[9], uint8_t *corner) {
    uint8_t row_cell[3], column_cell[3];
    for (uint32_t i = 0; i < 3; ++i) {
        row_cell[i] = uint8_t(9 * kOrder[row_order][i]);
        column_cell[i] = uint8_t(3 * j + kOrder[column_order][kOrder[band.triple_order[s]][i]]);
    }
    const uint8_t *column = t.column[band.partition[s]];
    for (uint32_t d = 0; d < 9; ++d)
        corner[row_cell[band.row[d] >> band.shift[s] & 3] + column_cell[column[d]]] = digit[d];
}

void unrank(const Tables &t, Wide number, uint8_t *grid) {
    uint32_t remainder;
    uint64_t rest = divide(number, remainder);
    const Choices choices = choices_of(remainder);

    const uint32_t c = last_at_most(t.first, t.classes, rest);
    const FrameClass &model = t.frame_class[c];
    rest -= t.first[c];
    const uint64_t per_member = uint64_t(model.fillings) * model.completions;
    const uint32_t member = t.member[model.member_first + uint32_t(rest / per_member)];
    rest %= per_member;
    const uint32_t filling = uint32_t(rest / model.completions);
    uint32_t completion = uint32_t(rest % model.completions);

    const uint32_t ij = last_at_most(t.completion[c], kSplits / 2 * kSplits, completion);
    completion -= t.completion[c][ij];
    uint32_t split[3] = {ij / kSplits, ij % kSplits, 0};
    const Lower lower(t, model, split[0], split[1]);
    for (uint32_t pairs; completion >= (pairs = lower.pairs(split[2])); ++split[2]) completion -= pairs;
    const uint32_t complement[3] = {kSplits - 1 - split[0], kSplits - 1 - split[1], kSplits - 1 - split[2]};
    const uint32_t bottom_fillings = lower.bottom_fillings(split[2]);

    const Band bands[3] = {top_band(t, model, filling), lower_band(t, model, split, completion / bottom_fillings),
                           lower_band(t, model, complement, completion % bottom_fillings)};
    const View view = view_of(t, choices.partition, member >> 16, member & 0xFFFF);
    uint8_t digit[9]; // 1..9, for each digit of the model
    for (uint32_t d = 0; d < 9; ++d) digit[view.digit[d]] = uint8_t(d + 1);
    for (uint32_t b = 0; b < 3; ++b) {
        const uint32_t target = b && choices.exchanged ? 3 - b : b;
        for (uint32_t j = 0; j < 3; ++j)
            write_box(t, bands[b], view.box[j], choices.row_order[b], choices.column_order[j], j, digit,
                      grid + 27 * target);
    }
}

} // namespace
} // namespace shudu::grids

using namespace shudu;
using namespace shudu::grids;

int32_t shudu_unrank(const void *tables, const uint64_t *ranks, size_t n, uint8_t *grids) {
    const Tables &t = *static_cast<const Tables *>(tables);
    const Wide count = compose(t.total, 0);
    for (size_t i = 0; i < n; ++i) {
        const Wide number = {ranks[2 * i], ranks[2 * i + 1]};
        if (!(number < count)) return SHUDU_BAD_INPUT;
        unrank(t, number, grids + 81 * i);
    }
    return SHUDU_OK;
}

// 73 random bits are below the count with probability 0.71.
int32_t shudu_sample_grids(const void *tables, uint64_t seed, uint64_t first_index, size_t n, uint8_t *grids,
                           uint64_t *ranks) {
    const Tables &t = *static_cast<const Tables *>(tables);
    const Wide count = compose(t.total, 0);
    for (size_t i = 0; i < n; ++i) {
        Random random(seed, Stream::grids, first_index + i);
        Wide number;
        do {
            number.low = random.next64();
            number.high = random.next32() & 0x1FF;
        } while (!(number < count));
        unrank(t, number, grids + 81 * i);
        if (ranks) {
            ranks[2 * i] = number.low;
            ranks[2 * i + 1] = number.high;
        }
    }
    return SHUDU_OK;
}
