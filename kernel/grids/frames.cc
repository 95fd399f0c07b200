// Fills the tables of frames.h.
#include "grids/frames.h"
#include "base/cells.h"
#include "kernel.h"

namespace shudu::grids {
namespace {

// --- partitions and splits ------------------------------------------------------------------------------------------

// `sorted` holds the triples in the order of their smallest digits.
void add_partition(Tables &t, uint32_t p, const uint32_t sorted[3]) {
    for (uint32_t i = 0; i < 3; ++i) {
        t.triple[p][i] = uint16_t(sorted[i]);
        uint32_t next = 3 * i;
        for (uint32_t d = 0; d < 9; ++d)
            if (sorted[i] >> d & 1) {
                t.column[p][d] = uint8_t(i);
                t.rename[p][d] = uint8_t(next++);
            }
        for (uint32_t j = 0; j < 3; ++j)
            if (j != i) t.partition_of[t.triple_number[sorted[i]]][t.triple_number[sorted[j]]] = uint16_t(p);
    }
}

// The first triple is the smallest digit with any two others; the second is the smallest of the six digits left with
// any two others.
void make_partitions(Tables &t) {
    uint32_t triples = 0, p = 0;
    for (uint32_t set = 0; set < 512; ++set)
        if (__builtin_popcount(set) == 3) t.triple_number[set] = uint8_t(triples++);
    for (uint32_t first = 1; first < 512; first += 2) {
        if (__builtin_popcount(first) != 3) continue;
        const uint32_t rest = kAllDigits & ~first;
        const uint32_t smallest = rest & -rest;
        for (uint32_t second = smallest; second < 512; ++second) {
            if (__builtin_popcount(second) != 3 || !(second & smallest) || second & first) continue;
            const uint32_t sorted[3] = {first, second, rest & ~second};
            add_partition(t, p++, sorted);
        }
    }
}

uint32_t renamed(const uint8_t *name, uint32_t set) {
    uint32_t image = 0;
    for (; set; set &= set - 1) image |= 1u << name[__builtin_ctz(set)];
    return image;
}

void make_relations(Tables &t) {
    for (uint32_t p = 0; p < kPartitions; ++p) {
        uint16_t image[kTriples];
        for (uint32_t set = 0; set < 512; ++set)
            if (__builtin_popcount(set) == 3) image[t.triple_number[set]] = t.triple_number[renamed(t.rename[p], set)];
        for (uint32_t q = 0; q < kPartitions; ++q)
            t.relative[p][q] =
                t.partition_of[image[t.triple_number[t.triple[q][0]]]][image[t.triple_number[t.triple[q][1]]]];
        t.crosses[p] = true;
        for (uint32_t i = 0; i < 3; ++i)
            for (uint32_t d = 0; d < 9; d += 3) t.crosses[p] &= __builtin_popcount(t.triple[p][i] >> d & 7) == 1;
    }
}

// The columns of the middle box for partition p if the digits in `moved` (renamed by p) move by two columns.
void middle_columns(const Tables &t, uint32_t p, uint32_t moved, uint32_t column[3]) {
    column[0] = column[1] = column[2] = 0;
    for (uint32_t d = 0; d < 9; ++d) {
        const uint32_t shift = 1 + (moved >> t.rename[p][d] & 1);
        column[(t.column[p][d] + shift) % 3] |= 1u << d;
    }
}

void make_splits(Tables &t) {
    uint32_t splits = 0;
    for (uint32_t moved = 0; moved < 512; ++moved) {
        uint32_t column[3];
        middle_columns(t, 0, moved, column);
        if (__builtin_popcount(column[0]) != 3 || __builtin_popcount(column[1]) != 3) continue;
        for (uint32_t p = 0; p < kPartitions; ++p) {
            middle_columns(t, p, moved, column);
            const uint32_t q = partition_with(t, column[0], column[1]);
            uint32_t at[3]; // the column of each triple of q
            for (uint32_t c = 0; c < 3; ++c) at[t.column[q][__builtin_ctz(column[c])]] = c;
            t.middle[p][splits] = uint16_t(8 * q + kOrderBeginning[at[0]][at[1]]);
        }
        t.split_number[moved] = uint8_t(splits++);
    }
}

// --- classes of frames ----------------------------------------------------------------------------------------------

// of[order][set]: the positions j whose element order[j] is in the set, a subset of three elements.
struct Picked {
    uint8_t of[kOrders][8];
};

constexpr Picked make_picked() {
    Picked picked{};
    for (int order = 0; order < kOrders; ++order)
        for (int set = 0; set < 8; ++set)
            for (int j = 0; j < 3; ++j) picked.of[order][set] |= uint8_t((set >> kOrder[order][j] & 1) << j);
    return picked;
}
constexpr Picked kPicked = make_picked();

// The digits that arrangement n maps into `set`.
inline uint32_t preimage(uint32_t n, uint32_t set) {
    const uint8_t *triple = kOrder[n / 216];
    return uint32_t(kPicked.of[n / 36 % 6][set >> 3 * triple[0] & 7]) |
           uint32_t(kPicked.of[n / 6 % 6][set >> 3 * triple[1] & 7]) << 3 |
           uint32_t(kPicked.of[n % 6][set >> 3 * triple[2] & 7]) << 6;
}

inline uint32_t preimage_partition(const Tables &t, uint32_t n, uint32_t p) {
    return partition_with(t, preimage(n, t.triple[p][0]), preimage(n, t.triple[p][1]));
}

constexpr uint8_t kNoClass = 255;

// Finds all frames in the class of a model: put its boxes in any order, rename digits so that the first box has
// partition 0, then rename by any arrangement, which preserves partition 0.
void gather_class(Tables &t, uint32_t number, uint32_t member_first) {
    FrameClass &model = t.frame_class[number];
    model.member_first = member_first;
    model.members = 0;
    for (uint32_t order = 0; order < kOrders; ++order) {
        const uint32_t x = model.partition[kOrder[order][0]];
        const uint32_t a = t.relative[x][model.partition[kOrder[order][1]]];
        const uint32_t b = t.relative[x][model.partition[kOrder[order][2]]];
        for (uint32_t d = 0; d < 9; ++d) model.undo[order][t.rename[x][d]] = uint8_t(d);
        for (uint32_t n = 0; n < kArrangements; ++n) {
            const uint32_t u = preimage_partition(t, n, a), v = preimage_partition(t, n, b);
            if (t.frame[u][v].frame_class != kNoClass) continue;
            t.frame[u][v] = {uint16_t(n), uint8_t(number), uint8_t(order)};
            t.position[u][v] = uint16_t(model.members);
            t.member[member_first + model.members++] = u << 16 | v;
        }
    }
}

bool make_classes(Tables &t) {
    for (uint32_t n = 0; n < kArrangements; ++n) write_arrangement(n, t.arrangement[n]);
    for (uint32_t a = 0; a < kPartitions; ++a)
        for (uint32_t b = 0; b < kPartitions; ++b) t.frame[a][b].frame_class = kNoClass;
    t.classes = 0;
    uint32_t members = 0;
    for (uint32_t a = 0; a < kPartitions; ++a)
        for (uint32_t b = 0; b < kPartitions; ++b) {
            if (t.frame[a][b].frame_class != kNoClass) continue;
            if (t.classes == kMaxClasses) return false;
            FrameClass &model = t.frame_class[t.classes];
            model.partition[0] = 0;
            model.partition[1] = uint16_t(a);
            model.partition[2] = uint16_t(b);
            gather_class(t, t.classes++, members);
            members += model.members;
        }
    return true;
}

// --- fillings and completions ---------------------------------------------------------------------------------------

// Lists the fillings of a model that have digits 0, 1, 2 of box 0 in rows 0, 1, 2. The rows of box 0 are a partition
// that crosses partition 0, those of box 1 are one of its 56 splits, and each must cross the partition of its box.
bool list_fillings(Tables &t, uint32_t number, uint32_t &listed) {
    FrameClass &model = t.frame_class[number];
    model.filling_first = listed;
    for (uint32_t way = 0; way < 36; ++way) {
        t.filling_from[number][way] = uint16_t(listed);
        uint32_t row[3] = {1, 2, 4};
        for (uint32_t j = 0; j < 3; ++j) {
            row[kOrder[way / 6][j]] |= 8u << j;
            row[kOrder[way % 6][j]] |= 64u << j;
        }
        const uint32_t rows = partition_with(t, row[0], row[1]);
        for (uint32_t s = 0; s < kSplits; ++s) {
            const uint32_t box1 = t.middle[rows][s], box2 = t.middle[rows][kSplits - 1 - s];
            if (!t.crosses[t.relative[model.partition[1]][box1 / 8]] ||
                !t.crosses[t.relative[model.partition[2]][box2 / 8]])
                continue;
            if (listed == kMaxFillings) return false;
            t.turn[listed] = 0;
            for (uint32_t d = 0; d < 9; ++d) {
                const uint32_t row0 = t.column[rows][d];
                const uint32_t row1 = kOrder[box1 % 8][t.column[box1 / 8][d]];
                t.filling[listed][d] = uint8_t(row0 | row1 << 2 | (3 - row0 - row1) << 4);
                t.turn[listed] |= uint16_t((row1 + 3 - row0) % 3 == 2) << d;
            }
            ++listed;
        }
    }
    t.filling_from[number][36] = uint16_t(listed);
    model.fillings = uint16_t(listed - model.filling_first);
    return true;
}

bool make_fillings(Tables &t) {
    uint32_t listed = 0;
    for (uint32_t c = 0; c < t.classes; ++c)
        if (!list_fillings(t, c, listed)) return false;
    for (uint32_t a = 0; a < kPartitions; ++a)
        for (uint32_t b = 0; b < kPartitions; ++b) t.fillings[a][b] = t.frame_class[t.frame[a][b].frame_class].fillings;
    return true;
}

void sum_completions(Tables &t, uint32_t number) {
    FrameClass &model = t.frame_class[number];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < kSplits / 2; ++i)
        for (uint32_t j = 0; j < kSplits; ++j) {
            t.completion[number][i * kSplits + j] = sum;
            const Lower lower(t, model, i, j);
            for (uint32_t k = 0; k < kSplits; ++k) sum += lower.pairs(k);
        }
    model.completions = sum;
}

void number_classes(Tables &t) {
    t.total = 0;
    for (uint32_t c = 0; c < t.classes; ++c) {
        sum_completions(t, c);
        t.first[c] = t.total;
        const FrameClass &model = t.frame_class[c];
        t.total += uint64_t(model.members) * model.fillings * model.completions;
    }
}

} // namespace
} // namespace shudu::grids

using namespace shudu::grids;

size_t shudu_grids_workspace(void) { return sizeof(Tables); }

int32_t shudu_grids_tables(void *tables) {
    Tables &t = *static_cast<Tables *>(tables);
    make_partitions(t);
    make_relations(t);
    make_splits(t);
    if (!make_classes(t) || !make_fillings(t)) return SHUDU_EXHAUSTED;
    number_classes(t);
    return SHUDU_OK;
}
