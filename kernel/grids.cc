// Every final grid has a number: exact count, rank, unrank, uniform samples.
//
// Digits are 0..8 in this file. A *partition* is one of the 280 ways to cut the digits into three triples; partition
// 0 is 012|345|678. Read by columns, a box is a partition and an order of its three triples.
//
// 1. One band. Let its boxes have the partitions X, Y, Z: its *frame*. Renaming the digits so that X becomes
//    partition 0 leaves a pair (a, b), one of 280 * 280. With the columns fixed as sets, a filling puts every digit
//    into one row of each box so that columns and rows come out right: three functions digit -> row that differ at
//    every digit, each one-to-one on the triples of its partition. How many there are depends on the frame alone;
//    they come in sixes, by the order of the three rows.
//
// 2. The other two bands. A stack whose top box has columns c(d) puts digit d of the middle box into column c(d) + 1
//    or c(d) + 2 (mod 3), and into the other one in the bottom box. Of the 512 choices 56 give columns of three
//    digits: the 56 *splits*, the same for every partition after renaming. Complementing a split exchanges the two
//    lower bands. So a top band with frame F can be completed in
//        N(F) = sum over splits (i, j, k) of the three stacks of  fillings(middle frame) * fillings(bottom frame)
//    ways, and by the exchange i may run over half of the splits.
//
// 3. Symmetry. Renaming digits and exchanging boxes acts on frames and keeps both numbers. The 78,400 pairs fall into
//    a few dozen classes; only one frame of each class, its *model*, gets its fillings listed and its completions
//    summed. A *view* tells how any frame looks like its model: class, digit permutation, box permutation.
//
// 4. The number of a grid. Written in mixed radix, the least significant first:
//        partition of the top left box (280) * order of columns in the three stacks (6^3) * order of rows in the three
//        bands (6^3) * which lower band has the first half split (2)                           = 26,127,360 choices
//    and then class, frame in the class, filling of the top band, split i, j, k, fillings of the two lower bands, all
//    in the coordinates of the model. Each step is a disjoint union or a product, so numbers and grids correspond one
//    to one, and a uniform number gives an exactly uniform grid.

#include "grids.h"
#include "input.h"
#include "kernel.h"
#include "random.h"
#include "symmetry.h"
#include "wide.h"

namespace shudu {
namespace {

constexpr uint32_t PARTITIONS = 280;
constexpr uint32_t SPLITS = 56;
constexpr uint32_t TRIPLES = 84;
constexpr uint32_t ALL_DIGITS = 0x1ff;
constexpr uint32_t CHOICES = PARTITIONS * 216 * 216 * 2;

// Bounds of tables whose true sizes only the computation knows.
constexpr uint32_t MAX_CLASSES = 64;
constexpr uint32_t MAX_FILLINGS = 2048;

struct FrameClass {
    uint16_t partition[3];  // the model: partition 0, a, b
    uint16_t fillings;      // of the model, up to the order of rows
    uint32_t filling_first; // where they are listed
    uint32_t member_first;  // where the frames of this class are listed
    uint32_t members;
    uint32_t completions;   // of one filling, up to the order of rows and the exchange of the two lower bands
    uint8_t undo[ORDERS][9]; // for each order of the model's boxes: the renaming that brings its first box back
};

struct View {
    uint32_t frame_class;
    const uint8_t *box; // box j of the frame is box[j] of the model
    uint8_t digit[9];   // digit d of the frame is digit[d] of the model
};

struct FrameEntry {
    uint16_t arrangement; // digit permutation, followed by undo[order] of the class
    uint8_t frame_class;
    uint8_t order;
};

struct Tables {
    // Partitions.
    uint8_t triple_number[512];                  // of a set of three digits
    uint16_t partition_of[TRIPLES][TRIPLES];     // by any two of its triples
    uint16_t triple[PARTITIONS][3];              // as sets, by smallest digit
    uint8_t column[PARTITIONS][9];               // which triple holds the digit
    uint8_t rename[PARTITIONS][9];               // maps the partition to partition 0, triple by triple
    uint16_t relative[PARTITIONS][PARTITIONS];   // relative[p][q]: q after rename[p]
    bool crosses[PARTITIONS];                    // every triple meets every triple of partition 0

    // Splits, numbered by their 9-bit sets of digits that move two columns; 55 - s is the complement of s.
    uint8_t split_number[512];
    uint16_t middle[PARTITIONS][SPLITS];         // middle box: 8 * partition + order of its triples

    // Frames (a, b).
    uint8_t arrangement[ARRANGEMENTS][9];
    FrameEntry frame[PARTITIONS][PARTITIONS];
    uint16_t fillings[PARTITIONS][PARTITIONS];   // up to the order of rows
    uint16_t position[PARTITIONS][PARTITIONS];   // of the frame among the members of its class
    uint32_t member[PARTITIONS * PARTITIONS];    // a << 16 | b, class by class

    // Classes.
    uint32_t classes;
    uint64_t first[MAX_CLASSES];                 // numbers (without the choices) before each class
    uint64_t total;                              // and all of them
    FrameClass frame_class[MAX_CLASSES];
    uint8_t filling[MAX_FILLINGS][9];            // rows of each digit in boxes 0, 1, 2: two bits each
    uint16_t turn[MAX_FILLINGS];                 // digits that move two rows from box 0 to box 1
    uint16_t filling_from[MAX_CLASSES][37];      // the list by the 36 ways to fill box 0
    uint32_t completion[MAX_CLASSES][SPLITS / 2 * SPLITS]; // completions before splits i, j
};

// The largest i below n with table[i] <= value, where table[0] <= value and the table does not fall.
template <class Number> inline uint32_t last_at_most(const Number *table, uint32_t n, Number value) {
    uint32_t found = 0;
    while (n > 1) {
        const uint32_t half = n / 2;
        found += table[found + half] <= value ? half : 0;
        n -= half;
    }
    return found;
}

// --- the tables ----------------------------------------------------------------------------------------------------

inline uint32_t partition_with(const Tables &t, uint32_t triple, uint32_t other) {
    return t.partition_of[t.triple_number[triple]][t.triple_number[other]];
}

// The triples come sorted by smallest digit.
void add_partition(Tables &t, uint32_t p, const uint32_t sorted[3]) {
    for (uint32_t i = 0; i < 3; i++) {
        t.triple[p][i] = uint16_t(sorted[i]);
        uint32_t next = 3 * i;
        for (uint32_t d = 0; d < 9; d++)
            if (sorted[i] >> d & 1) {
                t.column[p][d] = uint8_t(i);
                t.rename[p][d] = uint8_t(next++);
            }
        for (uint32_t j = 0; j < 3; j++)
            if (j != i)
                t.partition_of[t.triple_number[sorted[i]]][t.triple_number[sorted[j]]] = uint16_t(p);
    }
}

// The smallest digit goes with any two others; of the six left, again the smallest goes with any two others.
void make_partitions(Tables &t) {
    uint32_t triples = 0, p = 0;
    for (uint32_t set = 0; set < 512; set++)
        if (__builtin_popcount(set) == 3)
            t.triple_number[set] = uint8_t(triples++);
    for (uint32_t first = 1; first < 512; first += 2) {
        if (__builtin_popcount(first) != 3)
            continue;
        const uint32_t rest = ALL_DIGITS & ~first;
        const uint32_t smallest = rest & -rest;
        for (uint32_t second = smallest; second < 512; second++) {
            if (__builtin_popcount(second) != 3 || !(second & smallest) || second & first)
                continue;
            const uint32_t sorted[3] = {first, second, rest & ~second};
            add_partition(t, p++, sorted);
        }
    }
}

uint32_t renamed(const uint8_t *name, uint32_t set) {
    uint32_t image = 0;
    for (; set; set &= set - 1)
        image |= 1u << name[__builtin_ctz(set)];
    return image;
}

void make_relations(Tables &t) {
    for (uint32_t p = 0; p < PARTITIONS; p++) {
        uint16_t image[TRIPLES];
        for (uint32_t set = 0; set < 512; set++)
            if (__builtin_popcount(set) == 3)
                image[t.triple_number[set]] = t.triple_number[renamed(t.rename[p], set)];
        for (uint32_t q = 0; q < PARTITIONS; q++)
            t.relative[p][q] = t.partition_of[image[t.triple_number[t.triple[q][0]]]]
                                             [image[t.triple_number[t.triple[q][1]]]];
        t.crosses[p] = true;
        for (uint32_t i = 0; i < 3; i++)
            for (uint32_t d = 0; d < 9; d += 3)
                t.crosses[p] &= __builtin_popcount(t.triple[p][i] >> d & 7) == 1;
    }
}

// The columns of the middle box under partition p, if the digits in `moved` (renamed by p) move two columns.
void middle_columns(const Tables &t, uint32_t p, uint32_t moved, uint32_t column[3]) {
    column[0] = column[1] = column[2] = 0;
    for (uint32_t d = 0; d < 9; d++) {
        const uint32_t shift = 1 + (moved >> t.rename[p][d] & 1);
        column[(t.column[p][d] + shift) % 3] |= 1u << d;
    }
}

void make_splits(Tables &t) {
    uint32_t splits = 0;
    for (uint32_t moved = 0; moved < 512; moved++) {
        uint32_t column[3];
        middle_columns(t, 0, moved, column);
        if (__builtin_popcount(column[0]) != 3 || __builtin_popcount(column[1]) != 3)
            continue;
        for (uint32_t p = 0; p < PARTITIONS; p++) {
            middle_columns(t, p, moved, column);
            const uint32_t q = partition_with(t, column[0], column[1]);
            uint32_t at[3]; // the column of each triple of q
            for (uint32_t c = 0; c < 3; c++)
                at[t.column[q][__builtin_ctz(column[c])]] = c;
            t.middle[p][splits] = uint16_t(8 * q + ORDER_BEGINNING[at[0]][at[1]]);
        }
        t.split_number[moved] = uint8_t(splits++);
    }
}

// picked[order][set]: the positions j for which the set of three things holds thing order[j].
struct Picked {
    uint8_t of[ORDERS][8];
};

constexpr Picked make_picked() {
    Picked picked{};
    for (int order = 0; order < ORDERS; order++)
        for (int set = 0; set < 8; set++)
            for (int j = 0; j < 3; j++)
                picked.of[order][set] |= uint8_t((set >> ORDER[order][j] & 1) << j);
    return picked;
}
constexpr Picked PICKED = make_picked();

// The digits that arrangement n maps into `set`.
inline uint32_t preimage(uint32_t n, uint32_t set) {
    const uint8_t *triple = ORDER[n / 216];
    return uint32_t(PICKED.of[n / 36 % 6][set >> 3 * triple[0] & 7]) |
           uint32_t(PICKED.of[n / 6 % 6][set >> 3 * triple[1] & 7]) << 3 |
           uint32_t(PICKED.of[n % 6][set >> 3 * triple[2] & 7]) << 6;
}

inline uint32_t preimage_partition(const Tables &t, uint32_t n, uint32_t p) {
    return partition_with(t, preimage(n, t.triple[p][0]), preimage(n, t.triple[p][1]));
}

constexpr uint8_t NO_CLASS = 255;

// Finds the whole class of a model: put its boxes in any order, rename the first one to partition 0, then rename by
// any arrangement, which keeps partition 0.
void gather_class(Tables &t, uint32_t number, uint32_t member_first) {
    FrameClass &model = t.frame_class[number];
    model.member_first = member_first;
    model.members = 0;
    for (uint32_t order = 0; order < ORDERS; order++) {
        const uint32_t x = model.partition[ORDER[order][0]];
        const uint32_t a = t.relative[x][model.partition[ORDER[order][1]]];
        const uint32_t b = t.relative[x][model.partition[ORDER[order][2]]];
        for (uint32_t d = 0; d < 9; d++)
            model.undo[order][t.rename[x][d]] = uint8_t(d);
        for (uint32_t n = 0; n < ARRANGEMENTS; n++) {
            const uint32_t u = preimage_partition(t, n, a), v = preimage_partition(t, n, b);
            if (t.frame[u][v].frame_class != NO_CLASS)
                continue;
            t.frame[u][v] = {uint16_t(n), uint8_t(number), uint8_t(order)};
            t.position[u][v] = uint16_t(model.members);
            t.member[member_first + model.members++] = u << 16 | v;
        }
    }
}

bool make_classes(Tables &t) {
    for (uint32_t n = 0; n < ARRANGEMENTS; n++)
        write_arrangement(n, t.arrangement[n]);
    for (uint32_t a = 0; a < PARTITIONS; a++)
        for (uint32_t b = 0; b < PARTITIONS; b++)
            t.frame[a][b].frame_class = NO_CLASS;
    t.classes = 0;
    uint32_t members = 0;
    for (uint32_t a = 0; a < PARTITIONS; a++)
        for (uint32_t b = 0; b < PARTITIONS; b++) {
            if (t.frame[a][b].frame_class != NO_CLASS)
                continue;
            if (t.classes == MAX_CLASSES)
                return false;
            FrameClass &model = t.frame_class[t.classes];
            model.partition[0] = 0;
            model.partition[1] = uint16_t(a);
            model.partition[2] = uint16_t(b);
            gather_class(t, t.classes++, members);
            members += model.members;
        }
    return true;
}

// Fillings of a model with digits 0, 1, 2 of box 0 in rows 0, 1, 2. The rows of box 0 are a partition that crosses
// partition 0, those of box 1 are one of its 56 splits, and each must cross the partition of its box.
bool list_fillings(Tables &t, uint32_t number, uint32_t &listed) {
    FrameClass &model = t.frame_class[number];
    model.filling_first = listed;
    for (uint32_t way = 0; way < 36; way++) {
        t.filling_from[number][way] = uint16_t(listed);
        uint32_t row[3] = {1, 2, 4};
        for (uint32_t j = 0; j < 3; j++) {
            row[ORDER[way / 6][j]] |= 8u << j;
            row[ORDER[way % 6][j]] |= 64u << j;
        }
        const uint32_t rows = partition_with(t, row[0], row[1]);
        for (uint32_t s = 0; s < SPLITS; s++) {
            const uint32_t box1 = t.middle[rows][s], box2 = t.middle[rows][SPLITS - 1 - s];
            if (!t.crosses[t.relative[model.partition[1]][box1 / 8]] ||
                !t.crosses[t.relative[model.partition[2]][box2 / 8]])
                continue;
            if (listed == MAX_FILLINGS)
                return false;
            t.turn[listed] = 0;
            for (uint32_t d = 0; d < 9; d++) {
                const uint32_t row0 = t.column[rows][d];
                const uint32_t row1 = ORDER[box1 % 8][t.column[box1 / 8][d]];
                t.filling[listed][d] = uint8_t(row0 | row1 << 2 | (3 - row0 - row1) << 4);
                t.turn[listed] |= uint16_t((row1 + 3 - row0) % 3 == 2) << d;
            }
            listed++;
        }
    }
    t.filling_from[number][36] = uint16_t(listed);
    model.fillings = uint16_t(listed - model.filling_first);
    return true;
}

bool make_fillings(Tables &t) {
    uint32_t listed = 0;
    for (uint32_t c = 0; c < t.classes; c++)
        if (!list_fillings(t, c, listed))
            return false;
    for (uint32_t a = 0; a < PARTITIONS; a++)
        for (uint32_t b = 0; b < PARTITIONS; b++)
            t.fillings[a][b] = t.frame_class[t.frame[a][b].frame_class].fillings;
    return true;
}

// The two lower bands under a model once the splits of two stacks are known. What is left is a choice of the third:
// split k gives pairs(k) ways to fill both.
struct Lower {
    const uint16_t *middle, *bottom;
    const uint16_t *relative_middle, *relative_bottom;
    const uint16_t *third;

    Lower(const Tables &t, const FrameClass &model, uint32_t i, uint32_t j) {
        const uint32_t x = t.middle[model.partition[0]][i] / 8, x2 = t.middle[model.partition[0]][SPLITS - 1 - i] / 8;
        const uint32_t y = t.middle[model.partition[1]][j] / 8, y2 = t.middle[model.partition[1]][SPLITS - 1 - j] / 8;
        middle = t.fillings[t.relative[x][y]];
        bottom = t.fillings[t.relative[x2][y2]];
        relative_middle = t.relative[x];
        relative_bottom = t.relative[x2];
        third = t.middle[model.partition[2]];
    }

    uint32_t middle_fillings(uint32_t k) const { return middle[relative_middle[third[k] / 8]]; }
    uint32_t bottom_fillings(uint32_t k) const { return bottom[relative_bottom[third[SPLITS - 1 - k] / 8]]; }
    uint32_t pairs(uint32_t k) const { return middle_fillings(k) * bottom_fillings(k); }
};

void sum_completions(Tables &t, uint32_t number) {
    FrameClass &model = t.frame_class[number];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < SPLITS / 2; i++)
        for (uint32_t j = 0; j < SPLITS; j++) {
            t.completion[number][i * SPLITS + j] = sum;
            const Lower lower(t, model, i, j);
            for (uint32_t k = 0; k < SPLITS; k++)
                sum += lower.pairs(k);
        }
    model.completions = sum;
}

void number_classes(Tables &t) {
    t.total = 0;
    for (uint32_t c = 0; c < t.classes; c++) {
        sum_completions(t, c);
        t.first[c] = t.total;
        const FrameClass &model = t.frame_class[c];
        t.total += uint64_t(model.members) * model.fillings * model.completions;
    }
}

// --- numbers of 73 bits --------------------------------------------------------------------------------------------

inline Wide compose(uint64_t quotient, uint32_t remainder) { return multiply_add(quotient, CHOICES, remainder); }

// The inverse of compose, for numbers below the count.
inline uint64_t divide(Wide number, uint32_t &remainder) {
    const uint64_t upper = number.high << 32 | number.low >> 32;
    const uint64_t lower = upper % CHOICES << 32 | (number.low & 0xffffffff);
    remainder = uint32_t(lower % CHOICES);
    return (upper / CHOICES << 32) + lower / CHOICES;
}

struct Choices {
    uint32_t partition;
    uint32_t column_order[3]; // of each stack: ORDER[column_order][triple] = column
    uint32_t row_order[3];    // of the top band, the band with the first half split, the other one
    uint32_t exchanged;       // is the latter the middle band?
};

inline Choices choices_of(uint32_t number) {
    Choices choices;
    choices.partition = number % PARTITIONS;
    number /= PARTITIONS;
    for (uint32_t j = 0; j < 3; j++, number /= 6)
        choices.column_order[j] = number % 6;
    for (uint32_t b = 0; b < 3; b++, number /= 6)
        choices.row_order[b] = number % 6;
    choices.exchanged = number;
    return choices;
}

inline uint32_t number_of(const Choices &choices) {
    uint32_t number = choices.exchanged;
    for (uint32_t b = 3; b-- > 0;)
        number = number * 6 + choices.row_order[b];
    for (uint32_t j = 3; j-- > 0;)
        number = number * 6 + choices.column_order[j];
    return number * PARTITIONS + choices.partition;
}

// --- from number to grid -------------------------------------------------------------------------------------------

// How the frame (x, y, z) looks like its model, where (a, b) is the frame after renaming x to partition 0.
inline View view_of(const Tables &t, uint32_t x, uint32_t a, uint32_t b) {
    const FrameEntry entry = t.frame[a][b];
    const uint8_t *undo = t.frame_class[entry.frame_class].undo[entry.order];
    View view;
    view.frame_class = entry.frame_class;
    view.box = ORDER[entry.order];
    for (uint32_t d = 0; d < 9; d++)
        view.digit[d] = undo[t.arrangement[entry.arrangement][t.rename[x][d]]];
    return view;
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
    for (uint32_t s = 0; s < 3; s++) {
        band.partition[s] = model.partition[s];
        band.triple_order[s] = 0;
        band.shift[s] = 2 * s;
    }
    for (uint32_t d = 0; d < 9; d++)
        band.row[d] = t.filling[model.filling_first + filling][d];
    return band;
}

Band lower_band(const Tables &t, const FrameClass &model, const uint32_t split[3], uint32_t filling) {
    Band band;
    for (uint32_t s = 0; s < 3; s++) {
        const uint32_t middle = t.middle[model.partition[s]][split[s]];
        band.partition[s] = middle / 8;
        band.triple_order[s] = middle % 8;
    }
    const uint16_t *relative = t.relative[band.partition[0]];
    const View view = view_of(t, band.partition[0], relative[band.partition[1]], relative[band.partition[2]]);
    const uint8_t *row = t.filling[t.frame_class[view.frame_class].filling_first + filling];
    for (uint32_t d = 0; d < 9; d++)
        band.row[d] = row[view.digit[d]];
    for (uint32_t s = 0; s < 3; s++)
        band.shift[s] = 2u * view.box[s];
    return band;
}

// Writes the nine cells of box s of the band as those of stack j; `corner` is the first cell of the target band.
inline void write_box(const Tables &t, const Band &band, uint32_t s, uint32_t row_order, uint32_t column_order,
                      uint32_t j, const uint8_t digit[9], uint8_t *corner) {
    uint8_t row_cell[3], column_cell[3];
    for (uint32_t i = 0; i < 3; i++) {
        row_cell[i] = uint8_t(9 * ORDER[row_order][i]);
        column_cell[i] = uint8_t(3 * j + ORDER[column_order][ORDER[band.triple_order[s]][i]]);
    }
    const uint8_t *column = t.column[band.partition[s]];
    for (uint32_t d = 0; d < 9; d++)
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

    const uint32_t ij = last_at_most(t.completion[c], SPLITS / 2 * SPLITS, completion);
    completion -= t.completion[c][ij];
    uint32_t split[3] = {ij / SPLITS, ij % SPLITS, 0};
    const Lower lower(t, model, split[0], split[1]);
    for (uint32_t pairs; completion >= (pairs = lower.pairs(split[2])); split[2]++)
        completion -= pairs;
    const uint32_t complement[3] = {SPLITS - 1 - split[0], SPLITS - 1 - split[1], SPLITS - 1 - split[2]};
    const uint32_t bottom_fillings = lower.bottom_fillings(split[2]);

    const Band bands[3] = {top_band(t, model, filling), lower_band(t, model, split, completion / bottom_fillings),
                           lower_band(t, model, complement, completion % bottom_fillings)};
    const View view = view_of(t, choices.partition, member >> 16, member & 0xffff);
    uint8_t digit[9]; // of each digit of the model, counted from 1 again
    for (uint32_t d = 0; d < 9; d++)
        digit[view.digit[d]] = uint8_t(d + 1);
    for (uint32_t b = 0; b < 3; b++) {
        const uint32_t target = b && choices.exchanged ? 3 - b : b;
        for (uint32_t j = 0; j < 3; j++)
            write_box(t, bands[b], view.box[j], choices.row_order[b], choices.column_order[j], j, digit,
                      grid + 27 * target);
    }
}

// --- from grid to number -------------------------------------------------------------------------------------------

// Where the digits of the grid are in each box of the model: 4 * row + column, both inside the box.
struct Places {
    uint8_t of[3][3][9]; // [band][stack][digit]
};

Places places_of(const uint8_t *grid) {
    Places places;
    for (uint32_t r = 0; r < 9; r++)
        for (uint32_t c = 0; c < 9; c++)
            places.of[r / 3][c / 3][grid[9 * r + c] - 1] = uint8_t(4 * (r % 3) + c % 3);
    return places;
}

uint32_t partition_of_box(const Tables &t, const uint8_t *corner) {
    uint32_t column[2] = {0, 0};
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < 2; c++)
            column[c] |= 1u << (corner[9 * r + c] - 1);
    return partition_with(t, column[0], column[1]);
}

// The split between a top box with partition p, columns sorted, and the box below.
uint32_t split_of(const Tables &t, uint32_t p, uint32_t column_order, const uint8_t place[9]) {
    const uint8_t *sorted = ORDER[INVERSE_ORDER[column_order]];
    uint32_t seen = 0; // the three columns of the lower box as sets of renamed digits, nine bits each
    for (uint32_t d = 0; d < 9; d++)
        seen |= 1u << (9 * sorted[place[d] & 3] + t.rename[p][d]);
    // A digit of column 0, 1, 2 that moves two columns is in column 2, 0, 1.
    return t.split_number[(seen >> 18 & 0007) | (seen & 0070) | (seen >> 9 & 0700)];
}

struct Filled {
    uint32_t filling, row_order;
};

// The inverse of picking a filling: place[s] are the boxes of a band in the coordinates in which `view` is its view.
Filled filling_of(const Tables &t, const View &view, const uint8_t place[3][9]) {
    uint8_t row0[9], row1[9]; // of the model's digits in the model's boxes 0 and 1
    const uint32_t order = ORDER_BEGINNING[view.box[0]][view.box[1]];
    const uint8_t *box = ORDER[INVERSE_ORDER[order]];
    for (uint32_t d = 0; d < 9; d++) {
        row0[view.digit[d]] = place[box[0]][d] >> 2;
        row1[view.digit[d]] = place[box[1]][d] >> 2;
    }
    const uint32_t row_order = ORDER_BEGINNING[row0[0]][row0[1]];
    const uint8_t *sorted = ORDER[INVERSE_ORDER[row_order]];
    uint32_t seen = 0;
    for (uint32_t d = 0; d < 9; d++) {
        row0[d] = sorted[row0[d]];
        seen |= uint32_t(sorted[row1[d]] == (row0[d] + 2) % 3) << d;
    }
    const uint32_t way = 6u * ORDER_BEGINNING[row0[3]][row0[4]] + ORDER_BEGINNING[row0[6]][row0[7]];
    uint32_t filling = t.filling_from[view.frame_class][way];
    while (t.turn[filling] != seen)
        filling++;
    return {filling - t.frame_class[view.frame_class].filling_first, row_order};
}

// A model as it looks to itself.
inline View model_view(uint32_t frame_class) { return {frame_class, ORDER[0], {0, 1, 2, 3, 4, 5, 6, 7, 8}}; }

Filled lower_filling(const Tables &t, const FrameClass &model, const uint32_t split[3], const uint8_t place[3][9]) {
    uint32_t partition[3];
    for (uint32_t s = 0; s < 3; s++)
        partition[s] = t.middle[model.partition[s]][split[s]] / 8;
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
    for (uint32_t band = 0; band < 3; band++)
        for (uint32_t j = 0; j < 3; j++)
            for (uint32_t d = 0; d < 9; d++)
                places.of[band][view.box[j]][view.digit[d]] = actual.of[band][j][d];

    uint32_t split[3];
    for (uint32_t j = 0; j < 3; j++) {
        const uint32_t s = view.box[j], p = model.partition[s];
        const uint8_t *place = places.of[0][s];
        choices.column_order[j] =
            ORDER_BEGINNING[place[__builtin_ctz(t.triple[p][0])] & 3][place[__builtin_ctz(t.triple[p][1])] & 3];
        split[s] = split_of(t, p, choices.column_order[j], places.of[1][s]);
    }
    choices.exchanged = split[0] >= SPLITS / 2;
    uint32_t complement[3];
    for (uint32_t s = 0; s < 3; s++) {
        split[s] = choices.exchanged ? SPLITS - 1 - split[s] : split[s];
        complement[s] = SPLITS - 1 - split[s];
    }

    const Filled top = filling_of(t, model_view(view.frame_class), places.of[0]);
    const Filled middle = lower_filling(t, model, split, places.of[1 + choices.exchanged]);
    const Filled bottom = lower_filling(t, model, complement, places.of[2 - choices.exchanged]);
    choices.row_order[0] = top.row_order;
    choices.row_order[1] = middle.row_order;
    choices.row_order[2] = bottom.row_order;

    const Lower lower(t, model, split[0], split[1]);
    uint32_t completion = t.completion[view.frame_class][split[0] * SPLITS + split[1]];
    for (uint32_t k = 0; k < split[2]; k++)
        completion += lower.pairs(k);
    completion += middle.filling * lower.bottom_fillings(split[2]) + bottom.filling;
    const uint64_t in_class = uint64_t(t.position[a][b]) * model.fillings + top.filling;
    return compose(t.first[view.frame_class] + in_class * model.completions + completion, number_of(choices));
}

} // namespace

uint32_t completions_over_72(const void *tables, const uint8_t *band) {
    const Tables &t = *static_cast<const Tables *>(tables);
    const uint16_t *relative = t.relative[partition_of_box(t, band)];
    const FrameEntry entry = t.frame[relative[partition_of_box(t, band + 3)]][relative[partition_of_box(t, band + 6)]];
    return t.frame_class[entry.frame_class].completions;
}

uint64_t count_over_renamings(const void *tables) {
    constexpr uint32_t RENAMINGS = 362880; // 9!
    static_assert(CHOICES % RENAMINGS == 0);
    return static_cast<const Tables *>(tables)->total * (CHOICES / RENAMINGS);
}

} // namespace shudu

using namespace shudu;

size_t shudu_grids_workspace(void) { return sizeof(Tables); }

int32_t shudu_grids_tables(void *tables) {
    Tables &t = *static_cast<Tables *>(tables);
    make_partitions(t);
    make_relations(t);
    make_splits(t);
    if (!make_classes(t) || !make_fillings(t))
        return SHUDU_EXHAUSTED;
    number_classes(t);
    return SHUDU_OK;
}

void shudu_grids_count(const void *tables, uint64_t count[2]) {
    const Wide number = compose(static_cast<const Tables *>(tables)->total, 0);
    count[0] = number.low;
    count[1] = number.high;
}

size_t shudu_grids_classes(const void *tables, uint64_t *classes, size_t room) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t c = 0; c < t.classes && c < room; c++) {
        const FrameClass &model = t.frame_class[c];
        classes[3 * c] = model.members;
        classes[3 * c + 1] = 6u * model.fillings;
        classes[3 * c + 2] = uint64_t(72) * model.completions;
    }
    return t.classes;
}

int32_t shudu_unrank(const void *tables, const uint64_t *ranks, size_t n, uint8_t *grids) {
    const Tables &t = *static_cast<const Tables *>(tables);
    const Wide count = compose(t.total, 0);
    for (size_t i = 0; i < n; i++) {
        const Wide number = {ranks[2 * i], ranks[2 * i + 1]};
        if (!(number < count))
            return SHUDU_BAD_INPUT;
        unrank(t, number, grids + 81 * i);
    }
    return SHUDU_OK;
}

int32_t shudu_rank(const void *tables, const uint8_t *grids, size_t n, uint64_t *ranks) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t i = 0; i < n; i++) {
        if (!is_final_grid(grids + 81 * i))
            return SHUDU_BAD_INPUT;
        const Wide number = rank(t, grids + 81 * i);
        ranks[2 * i] = number.low;
        ranks[2 * i + 1] = number.high;
    }
    return SHUDU_OK;
}

// 73 random bits are below the count with probability 0.71.
int32_t shudu_sample_grids(const void *tables, uint64_t seed, uint64_t first_index, size_t n, uint8_t *grids,
                           uint64_t *ranks) {
    const Tables &t = *static_cast<const Tables *>(tables);
    const Wide count = compose(t.total, 0);
    for (size_t i = 0; i < n; i++) {
        Random random(seed, Stream::grids, first_index + i);
        Wide number;
        do {
            number.low = random.next64();
            number.high = random.next32() & 0x1ff;
        } while (!(number < count));
        unrank(t, number, grids + 81 * i);
        if (ranks) {
            ranks[2 * i] = number.low;
            ranks[2 * i + 1] = number.high;
        }
    }
    return SHUDU_OK;
}
