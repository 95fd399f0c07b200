// From grid to number.
#include "base/input.h"
#include "grids/number.h"
#include "kernel.h"

namespace shudu::grids {
namespace {

// The cell of each digit in each box: 4 * row + column, both inside the box.
struct Places {
    uint8_t of[3][3][9]; // [band][stack][digit]
};

Places places_of(const uint8_t *grid) {
    Places places;
    for (uint32_t r = 0; r < 9; ++r)
        for (uint32_t c = 0; c < 9; ++c) places.of[r / 3][c / 3][grid[9 * r + c] - 1] = uint8_t(4 * (r % 3) + c % 3);
    return places;
}

// The split between a top box with partition p, columns sorted, and the box below.
uint32_t split_of(const Tables &t, uint32_t p, uint32_t column_order, const uint8_t place[9]) {
    const uint8_t *sorted = kOrder[kInverseOrder[column_order]];
    uint32_t seen = 0; // the three columns of the lower box as sets of renamed digits, nine bits each
    for (uint32_t d = 0; d < 9; ++d) seen |= 1u << (9 * sorted[place[d] & 3] + t.rename[p][d]);
    // A digit of column 0, 1, 2 that moves two columns is in column 2, 0, 1.
    return t.split_number[(seen >> 18 & 0007) | (seen & 0070) | (seen >> 9 & 0700)];
}

struct Filled {
    uint32_t filling, row_order;
};

// The filling of a band: place[s] are its boxes in the coordinates that `view` maps to the model.
Filled filling_of(const Tables &t, const View &view, const uint8_t place[3][9]) {
    uint8_t row0[9], row1[9]; // of the model's digits in the model's boxes 0 and 1
    const uint32_t order = kOrderBeginning[view.box[0]][view.box[1]];
    const uint8_t *box = kOrder[kInverseOrder[order]];
    for (uint32_t d = 0; d < 9; ++d) {
        row0[view.digit[d]] = place[box[0]][d] >> 2;
        row1[view.digit[d]] = place[box[1]][d] >> 2;
    }
    const uint32_t row_order = kOrderBeginning[row0[0]][row0[1]];
    const uint8_t *sorted = kOrder[kInverseOrder[row_order]];
    uint32_t seen = 0;
    for (uint32_t d = 0; d < 9; ++d) {
        row0[d] = sorted[row0[d]];
        seen |= uint32_t(sorted[row1[d]] == (row0[d] + 2) % 3) << d;
    }
    const uint32_t way = 6u * kOrderBeginning[row0[3]][row0[4]] + kOrderBeginning[row0[6]][row0[7]];
    uint32_t filling = t.filling_from[view.frame_class][way];
    while (t.turn[filling] != seen) ++filling;
    return {filling - t.frame_class[view.frame_class].filling_first, row_order};
}

// The identity: the view of the model itself.
inline View model_view(uint32_t frame_class) { return {frame_class, kOrder[0], {0, 1, 2, 3, 4, 5, 6, 7, 8}}; }

Filled lower_filling(const Tables &t, const FrameClass &model, const uint32_t split[3], const uint8_t place[3][9]) {
    uint32_t partition[3];
    for (uint32_t s = 0; s < 3; ++s) partition[s] = t.middle[model.partition[s]][split[s]] / 8;
    const uint16_t *relative = t.relative[partition[0]];
    return filling_of(t, view_of(t, partition[0], relative[partition[1]], relative[partition[2]]), place);
}

Wide rank(const Tables &t, const uint8_t *grid) {
    Choices choices;
    choices.partition = partition_of_box(t, grid);
    const uint16_t *relative = t.relative[choices.partition];
    const uint32_t a = relative[partition_of_box(t, grid + 3)], b = relative[partition_of_box(t, grid + 6)];
    const View view = view_of(t, choices.partition, a, b);
    const FrameClass &model = t.frame_class[view.frame_class];

    const Places actual = places_of(grid);
    Places places; // the same in the coordinates of the model
    for (uint32_t band = 0; band < 3; ++band)
        for (uint32_t j = 0; j < 3; ++j)
            for (uint32_t d = 0; d < 9; ++d) places.of[band][view.box[j]][view.digit[d]] = actual.of[band][j][d];

    uint32_t split[3];
    for (uint32_t j = 0; j < 3; ++j) {
        const uint32_t s = view.box[j], p = model.partition[s];
        const uint8_t *place = places.of[0][s];
        choices.column_order[j] =
            kOrderBeginning[place[__builtin_ctz(t.triple[p][0])] & 3][place[__builtin_ctz(t.triple[p][1])] & 3];
        split[s] = split_of(t, p, choices.column_order[j], places.of[1][s]);
    }
    choices.exchanged = split[0] >= kSplits / 2;
    uint32_t complement[3];
    for (uint32_t s = 0; s < 3; ++s) {
        split[s] = choices.exchanged ? kSplits - 1 - split[s] : split[s];
        complement[s] = kSplits - 1 - split[s];
    }

    const Filled top = filling_of(t, model_view(view.frame_class), places.of[0]);
    const Filled middle = lower_filling(t, model, split, places.of[1 + choices.exchanged]);
    const Filled bottom = lower_filling(t, model, complement, places.of[2 - choices.exchanged]);
    choices.row_order[0] = top.row_order;
    choices.row_order[1] = middle.row_order;
    choices.row_order[2] = bottom.row_order;

    const Lower lower(t, model, split[0], split[1]);
    uint32_t completion = t.completion[view.frame_class][split[0] * kSplits + split[1]];
    for (uint32_t k = 0; k < split[2]; ++k) completion += lower.pairs(k);
    completion += middle.filling * lower.bottom_fillings(split[2]) + bottom.filling;
    const uint64_t in_class = uint64_t(t.position[a][b]) * model.fillings + top.filling;
    return compose(t.first[view.frame_class] + in_class * model.completions + completion, number_of(choices));
}

} // namespace
} // namespace shudu::grids

using namespace shudu;
using namespace shudu::grids;

int32_t shudu_rank(const void *tables, const uint8_t *grids, size_t n, uint64_t *ranks) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t i = 0; i < n; ++i) {
        if (!is_final_grid(grids + 81 * i)) return SHUDU_BAD_INPUT;
        const Wide number = rank(t, grids + 81 * i);
        ranks[2 * i] = number.low;
        ranks[2 * i + 1] = number.high;
    }
    return SHUDU_OK;
}
