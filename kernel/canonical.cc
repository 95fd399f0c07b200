// The smallest of the 2 * 1296^2 * 9! images of a final grid, read row by row: its canonical form. Two grids are the same
// up to symmetry if and only if their canonical forms are equal.
//
// Digits are 0..8 in this file, and columns are read as rows of the transposed grid: a grid has 18 *lines* of nine cells,
// in six *bands* (three bands, three stacks).
//
// 1. Any image begins with two lines r, s of one band: 36 ordered pairs. Renaming digits makes r the row 012345678; s is then
//    the *relation* of the pair, the permutation j -> column of r that holds the digit of s in column j. It never stays in
//    its box, which leaves 12,096 relations. Arranging the columns (1,296 ways) conjugates the relation. So there are classes
//    of relations under arrangements, each with a smallest member: the second row. Numbering the relations in lexicographic
//    order, the classes are ranked by their smallest members (15 come out).
//
// 2. Tables tell for every relation the rank of its class and the arrangements that reach the smallest member, 1.6 on
//    average. The relation of (s, r) is the inverse, so 18 lookups rank 36 pairs. Only the pairs of best rank matter.
//
// 3. Pair and arrangement fix everything but the order of rows 4..9. The third row is compared first; boxes of rows 1 and 2
//    tell which digits its boxes hold, so that it amounts to three orders of three, a number below 216. For those that tie,
//    rows 4..9 are sorted by their first digit, and compared one by one.
//
// 4. Ties after the last row are all the symmetries that reach the canonical form: as many as the grid has automorphisms.
//
// A single band needs no minimum: any of its line pairs and any of the arrangements lead to (rank, third row), and a table
// made in advance says which of these 15 * 216 pairs are the same band up to symmetry (416 classes come out).

#include "final_grid.h"
#include "grids.h"
#include "kernel.h"
#include "symmetry.h"
#include "wide.h"

namespace shudu {
namespace {

constexpr uint32_t RELATIONS = 12096;
constexpr uint32_t THIRD_ROWS = 216;
constexpr uint32_t NOT_A_TRIPLE = 255;

// Bounds of tables whose true sizes only the computation knows.
constexpr uint32_t MAX_RANKS = 16;
constexpr uint32_t MAX_CANDIDATES = 648; // 36 pairs with at most 18 arrangements each
constexpr uint32_t MAX_BAND_CLASSES = 512;

struct Relation {
    uint16_t inverse;
    uint8_t rank;
    uint8_t inverse_rank;
    uint16_t first; // of the arrangements that make the relation the smallest of its class
    uint16_t count;
};

struct Tables {
    // A relation is numbered by its values in the three boxes, each box read as one number below 729.
    uint8_t box0[729], box1[729];         // three different columns outside the box: one of 120
    uint8_t order[729];                   // the order of three different values
    uint16_t beginning[120 * 120];        // relations before those that begin like this

    Relation relation[RELATIONS];
    uint32_t ranks;
    uint16_t smallest[MAX_RANKS];         // member of each class
    uint16_t members[MAX_RANKS];
    uint16_t best[MAX_RANKS * ARRANGEMENTS]; // arrangements, relation by relation
    uint8_t arrangement[ARRANGEMENTS][9];
    uint8_t inverse[ARRANGEMENTS][9];

    uint32_t band_classes;
    uint16_t band_class[MAX_RANKS * THIRD_ROWS];
    uint16_t band_key[MAX_BAND_CLASSES];  // rank and third row of the smallest band of the class
    uint32_t bands[MAX_BAND_CLASSES];     // how many bands with first row 012345678 are in the class
};

inline uint32_t box_number(uint32_t a, uint32_t b, uint32_t c) { return (a * 9 + b) * 9 + c; }

// --- relations -----------------------------------------------------------------------------------------------------

inline uint32_t relation_number(const Tables &t, const uint8_t v[9]) {
    return t.beginning[t.box0[box_number(v[0], v[1], v[2])] * 120u + t.box1[box_number(v[3], v[4], v[5])]] +
           t.order[box_number(v[6], v[7], v[8])];
}

void number_boxes(Tables &t) {
    uint32_t next0 = 0, next1 = 0;
    for (uint32_t a = 0; a < 9; a++)
        for (uint32_t b = 0; b < 9; b++)
            for (uint32_t c = 0; c < 9; c++) {
                const uint32_t n = box_number(a, b, c);
                const bool different = a != b && a != c && b != c;
                t.box0[n] = uint8_t(different && a / 3 != 0 && b / 3 != 0 && c / 3 != 0 ? next0++ : NOT_A_TRIPLE);
                t.box1[n] = uint8_t(different && a / 3 != 1 && b / 3 != 1 && c / 3 != 1 ? next1++ : NOT_A_TRIPLE);
                t.order[n] = different ? ORDER_BEGINNING[(a > b) + (a > c)][(b > a) + (b > c)] : 0;
            }
}

// The columns that are left for the last box, as a set, if the first two boxes hold v[0..5]; 0 if they cannot.
uint32_t columns_left(const uint8_t v[6]) {
    uint32_t left = 0x1ff;
    for (uint32_t j = 0; j < 6; j++)
        left &= ~(1u << v[j]);
    return __builtin_popcount(left) == 3 && left < 1u << 6 ? left : 0;
}

inline void unpack_box(uint32_t n, uint8_t v[3]) {
    v[0] = uint8_t(n / 81);
    v[1] = uint8_t(n / 9 % 9);
    v[2] = uint8_t(n % 9);
}

// All relations in lexicographic order; the caller's visit(number, v) is told each.
template <class Visit> void each_relation(const Tables &t, Visit visit) {
    uint32_t number = 0;
    uint8_t v[9];
    for (uint32_t x = 0; x < 729; x++) {
        if (t.box0[x] == NOT_A_TRIPLE)
            continue;
        unpack_box(x, v);
        for (uint32_t y = 0; y < 729; y++) {
            if (t.box1[y] == NOT_A_TRIPLE)
                continue;
            unpack_box(y, v + 3);
            const uint32_t left = columns_left(v);
            if (!left)
                continue;
            uint8_t last[3];
            for (uint32_t i = 0, set = left; i < 3; i++, set &= set - 1)
                last[i] = uint8_t(__builtin_ctz(set));
            for (const auto &order : ORDER) {
                for (uint32_t i = 0; i < 3; i++)
                    v[6 + i] = last[order[i]];
                visit(number++, v);
            }
        }
    }
}

void number_relations(Tables &t) {
    each_relation(t, [&t](uint32_t number, const uint8_t v[9]) {
        if (number % 6 == 0)
            t.beginning[t.box0[box_number(v[0], v[1], v[2])] * 120u + t.box1[box_number(v[3], v[4], v[5])]] =
                uint16_t(number);
        t.relation[number].count = 0;
    });
    each_relation(t, [&t](uint32_t number, const uint8_t v[9]) {
        uint8_t inverse[9];
        for (uint32_t j = 0; j < 9; j++)
            inverse[v[j]] = uint8_t(j);
        t.relation[number].inverse = uint16_t(relation_number(t, inverse));
    });
}

// Column j of the image under arrangement n holds the value at arrangement[n][j], and values move with their columns.
inline void arrange(const Tables &t, uint32_t n, const uint8_t v[9], uint8_t image[9]) {
    for (uint32_t j = 0; j < 9; j++)
        image[j] = t.inverse[n][v[t.arrangement[n][j]]];
}

// The same backwards: the relation whose image under arrangement n is v.
inline void rearrange(const Tables &t, uint32_t n, const uint8_t v[9], uint8_t source[9]) {
    for (uint32_t j = 0; j < 9; j++)
        source[t.arrangement[n][j]] = t.arrangement[n][v[j]];
}

// A relation not yet in any class is the smallest of a new one, whose members are all it comes from.
bool rank_relations(Tables &t) {
    bool room = true;
    t.ranks = 0;
    each_relation(t, [&t, &room](uint32_t number, const uint8_t v[9]) {
        if (t.relation[number].count || !(room = room && t.ranks < MAX_RANKS))
            return;
        t.smallest[t.ranks] = uint16_t(number);
        t.members[t.ranks] = 0;
        for (uint32_t n = 0; n < ARRANGEMENTS; n++) {
            uint8_t source[9];
            rearrange(t, n, v, source);
            Relation &relation = t.relation[relation_number(t, source)];
            t.members[t.ranks] += relation.count++ == 0;
            relation.rank = uint8_t(t.ranks);
        }
        t.ranks++;
    });
    return room;
}

// Every relation now knows how many arrangements it has; list them.
void list_arrangements(Tables &t) {
    uint32_t first = 0;
    for (Relation &relation : t.relation) {
        relation.inverse_rank = t.relation[relation.inverse].rank;
        relation.first = uint16_t(first);
        first += relation.count;
        relation.count = 0;
    }
    each_relation(t, [&t](uint32_t number, const uint8_t v[9]) {
        if (t.smallest[t.relation[number].rank] != number)
            return;
        for (uint32_t n = 0; n < ARRANGEMENTS; n++) {
            uint8_t source[9];
            rearrange(t, n, v, source);
            Relation &relation = t.relation[relation_number(t, source)];
            t.best[relation.first + relation.count++] = uint16_t(n);
        }
    });
}

// --- lines and candidates ------------------------------------------------------------------------------------------

struct Lines {
    uint8_t digit[18][9]; // rows, then columns
    uint8_t at[18][9];    // at[line][digit]: where in the line the digit is
};

void read_lines(const uint8_t *grid, Lines &lines) {
    for (uint32_t r = 0; r < 9; r++)
        for (uint32_t c = 0; c < 9; c++) {
            const uint8_t digit = uint8_t(grid[9 * r + c] - 1);
            lines.digit[r][c] = digit;
            lines.digit[9 + c][r] = digit;
            lines.at[r][digit] = uint8_t(c);
            lines.at[9 + c][digit] = uint8_t(r);
        }
}

// The beginnings of a line pair: lines first, second and third of one band come out as rows 1, 2 and 3.
struct Pair {
    uint8_t first, second, third;
};

// The ordered pairs of three lines; pair 2n + 1 is pair 2n backwards.
constexpr Pair PAIRS[6] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};

struct Candidate {
    uint8_t first, second, third; // lines
    uint16_t arrangement;
};

inline void relate(const Lines &lines, uint32_t first, uint32_t other, uint8_t v[9]) {
    for (uint32_t j = 0; j < 9; j++)
        v[j] = lines.at[first][lines.digit[other][j]];
}

// The third row as a number below 216, from its relation to the first row.
inline uint32_t third_row(const Tables &t, uint32_t arrangement, const uint8_t v[9]) {
    uint8_t row[9];
    arrange(t, arrangement, v, row);
    return (t.order[box_number(row[0], row[1], row[2])] * 6u + t.order[box_number(row[3], row[4], row[5])]) * 6u +
           t.order[box_number(row[6], row[7], row[8])];
}

// The relations of the 36 line pairs, and the best rank among them.
struct Ranked {
    uint16_t relation[36];
    uint8_t rank[36];
    uint32_t best;
};

void rank_pairs(const Tables &t, const Lines &lines, Ranked &ranked) {
    ranked.best = MAX_RANKS;
    for (uint32_t band = 0; band < 6; band++)
        for (uint32_t i = 0; i < 6; i += 2) {
            uint8_t v[9];
            relate(lines, 3 * band + PAIRS[i].first, 3 * band + PAIRS[i].second, v);
            const uint32_t number = relation_number(t, v), p = 6 * band + i;
            const Relation &relation = t.relation[number];
            ranked.relation[p] = uint16_t(number);
            ranked.relation[p + 1] = relation.inverse;
            ranked.rank[p] = relation.rank;
            ranked.rank[p + 1] = relation.inverse_rank;
            ranked.best = relation.rank < ranked.best ? relation.rank : ranked.best;
            ranked.best = relation.inverse_rank < ranked.best ? relation.inverse_rank : ranked.best;
        }
}

// The candidates with the best first three rows. Returns how many there are.
uint32_t best_bands(const Tables &t, const Lines &lines, Candidate *candidates) {
    Ranked ranked;
    rank_pairs(t, lines, ranked);
    uint32_t found = 0, best = THIRD_ROWS;
    for (uint32_t p = 0; p < 36; p++) {
        if (ranked.rank[p] != ranked.best)
            continue;
        const uint32_t line = p / 6 * 3;
        const Pair pair = PAIRS[p % 6];
        uint8_t v[9];
        relate(lines, line + pair.first, line + pair.third, v);
        const Relation &relation = t.relation[ranked.relation[p]];
        for (uint32_t i = 0; i < relation.count; i++) {
            const uint16_t arrangement = t.best[relation.first + i];
            const uint32_t row = third_row(t, arrangement, v);
            if (row > best)
                continue;
            if (row < best) {
                best = row;
                found = 0;
            }
            candidates[found++] = {uint8_t(line + pair.first), uint8_t(line + pair.second), uint8_t(line + pair.third),
                                   arrangement};
        }
    }
    return found;
}

// --- the whole grid ------------------------------------------------------------------------------------------------

// An image of the grid: where rows, columns and digits come from.
struct Image {
    uint8_t line[9];       // source line of each row
    const uint8_t *column; // source column of each column
    uint8_t name[9];       // new name of each digit
};

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

// The image that a candidate stands for. In the two other bands the rows, and then the bands, go by first digit.
Image image_of(const Tables &t, const Lines &lines, const Candidate &candidate) {
    Image image;
    image.column = t.arrangement[candidate.arrangement];
    for (uint32_t d = 0; d < 9; d++)
        image.name[d] = t.inverse[candidate.arrangement][lines.at[candidate.first][d]];
    image.line[0] = candidate.first;
    image.line[1] = candidate.second;
    image.line[2] = candidate.third;

    const uint32_t side = candidate.first / 9 * 9, own = candidate.first % 9 / 3;
    uint32_t band[2][3]; // first digit << 8 | line
    for (uint32_t k = 0; k < 2; k++) {
        const uint32_t line = side + (own + 1 + k) % 3 * 3;
        for (uint32_t i = 0; i < 3; i++)
            band[k][i] = uint32_t(image.name[lines.digit[line + i][image.column[0]]]) << 8 | (line + i);
        sort(band[k]);
    }
    const uint32_t fourth = band[1][0] < band[0][0];
    for (uint32_t i = 0; i < 3; i++) {
        image.line[3 + i] = uint8_t(band[fourth][i]);
        image.line[6 + i] = uint8_t(band[1 - fourth][i]);
    }
    return image;
}

// A row as one number, so that numbers compare as rows do.
inline uint64_t packed_row(const Lines &lines, const Image &image, uint32_t row) {
    const uint8_t *digit = lines.digit[image.line[row]];
    uint64_t packed = 0;
    for (uint32_t j = 0; j < 9; j++)
        packed = packed << 4 | image.name[digit[image.column[j]]];
    return packed;
}

// Compares rows 4..9 with the best so far: below 0 if smaller (`best` is then updated), 0 if equal, above 0 if larger.
int compare(const Lines &lines, const Image &image, uint64_t best[9]) {
    int result = 0;
    for (uint32_t row = 3; row < 9; row++) {
        const uint64_t packed = packed_row(lines, image, row);
        if (result == 0 && packed > best[row])
            return 1;
        result = result < 0 || packed < best[row] ? -1 : 0;
        best[row] = packed;
    }
    return result;
}

// All candidates that reach the canonical form, in `candidates`, which has room for MAX_CANDIDATES. Returns how many.
uint32_t minimise(const Tables &t, const Lines &lines, Candidate *candidates) {
    const uint32_t found = best_bands(t, lines, candidates);
    if (found == 1)
        return 1;
    uint64_t best[9];
    for (uint64_t &row : best)
        row = ~uint64_t(0);
    uint32_t ties = 0;
    for (uint32_t i = 0; i < found; i++) {
        const int result = compare(lines, image_of(t, lines, candidates[i]), best);
        if (result > 0)
            continue;
        if (result < 0)
            ties = 0;
        candidates[ties++] = candidates[i];
    }
    return ties;
}

void write_image(const Lines &lines, const Image &image, uint8_t *grid) {
    for (uint32_t r = 0; r < 9; r++) {
        const uint8_t *digit = lines.digit[image.line[r]];
        for (uint32_t j = 0; j < 9; j++)
            grid[9 * r + j] = uint8_t(image.name[digit[image.column[j]]] + 1);
    }
}

Transform transform_of(const Image &image) {
    Transform transform;
    transform.transpose = image.line[0] >= 9;
    for (uint32_t i = 0; i < 9; i++) {
        transform.row[i] = image.line[i] % 9;
        transform.column[i] = image.column[i];
        transform.digit[i] = uint8_t(image.name[i] + 1);
    }
    return transform;
}

inline void store(const Transform &transform, uint8_t *transforms, size_t i) {
    __builtin_memcpy(transforms + sizeof transform * i, &transform, sizeof transform);
}

// --- puzzles -------------------------------------------------------------------------------------------------------

bool agrees(const uint8_t *puzzle, const uint8_t *solution) {
    bool agreed = true;
    for (uint32_t cell = 0; cell < 81; cell++)
        agreed &= puzzle[cell] == 0 || puzzle[cell] == solution[cell];
    return agreed;
}

int compare_grids(const uint8_t *a, const uint8_t *b) {
    for (uint32_t cell = 0; cell < 81; cell++)
        if (a[cell] != b[cell])
            return a[cell] < b[cell] ? -1 : 1;
    return 0;
}

// A symmetry of the puzzle is one of its solution, so only symmetries that make the solution canonical are tried.
uint32_t minimise_puzzle(const Tables &t, const uint8_t *puzzle, const uint8_t *solution, uint8_t *canonical,
                         Transform &best) {
    Lines lines;
    read_lines(solution, lines);
    Candidate candidates[MAX_CANDIDATES];
    const uint32_t found = minimise(t, lines, candidates);
    uint32_t ties = 0;
    for (uint32_t i = 0; i < found; i++) {
        const Transform transform = transform_of(image_of(t, lines, candidates[i]));
        uint8_t image[81];
        apply(transform, puzzle, image);
        const int result = i == 0 ? -1 : compare_grids(image, canonical);
        if (result > 0)
            continue;
        ties = result < 0 ? 1 : ties + 1;
        if (result < 0) {
            best = transform;
            __builtin_memcpy(canonical, image, 81);
        }
    }
    return ties;
}

// --- classes of bands ----------------------------------------------------------------------------------------------

// Row `third` of the smallest band of a rank: the digits that rows 1 and 2 leave to each box, in the given orders.
void third_row_digits(const uint8_t second[9], uint32_t third, uint8_t row[9]) {
    const uint8_t *order[3] = {ORDER[third / 36], ORDER[third / 6 % 6], ORDER[third % 6]};
    for (uint32_t box = 0; box < 3; box++) {
        uint32_t left = 0x1ff & ~(7u << 3 * box);
        for (uint32_t j = 0; j < 3; j++)
            left &= ~(1u << second[3 * box + j]);
        uint8_t sorted[3];
        for (uint32_t i = 0; i < 3; i++, left &= left - 1)
            sorted[i] = uint8_t(__builtin_ctz(left));
        for (uint32_t j = 0; j < 3; j++)
            row[3 * box + j] = sorted[order[box][j]];
    }
}

// A band of three lines, as read_lines makes it.
void read_band(const uint8_t row[3][9], Lines &lines) {
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < 9; c++) {
            lines.digit[r][c] = row[r][c];
            lines.at[r][row[r][c]] = uint8_t(c);
        }
}

// The smallest rank and third row of a band, as one key.
uint32_t smallest_band(const Tables &t, const Lines &lines) {
    uint32_t best = MAX_RANKS * THIRD_ROWS;
    for (const Pair &pair : PAIRS) {
        uint8_t v[9];
        relate(lines, pair.first, pair.second, v);
        const Relation &relation = t.relation[relation_number(t, v)];
        relate(lines, pair.first, pair.third, v);
        for (uint32_t i = 0; i < relation.count; i++) {
            const uint32_t key = relation.rank * THIRD_ROWS + third_row(t, t.best[relation.first + i], v);
            best = key < best ? key : best;
        }
    }
    return best;
}

bool class_bands(Tables &t) {
    t.band_classes = 0;
    bool room = true;
    each_relation(t, [&t, &room](uint32_t number, const uint8_t second[9]) {
        const uint32_t rank = t.relation[number].rank;
        if (t.smallest[rank] != number)
            return;
        for (uint32_t third = 0; third < THIRD_ROWS && room; third++) {
            uint8_t row[3][9];
            for (uint32_t c = 0; c < 9; c++) {
                row[0][c] = uint8_t(c);
                row[1][c] = second[c];
            }
            third_row_digits(second, third, row[2]);
            Lines lines;
            read_band(row, lines);
            const uint32_t key = rank * THIRD_ROWS + third, smallest = smallest_band(t, lines);
            if (smallest == key) {
                if (!(room = t.band_classes < MAX_BAND_CLASSES))
                    return;
                t.band_key[t.band_classes] = uint16_t(key);
                t.bands[t.band_classes] = 0;
                t.band_class[key] = uint16_t(t.band_classes++);
            }
            t.band_class[key] = t.band_class[smallest];
            t.bands[t.band_class[key]] += t.members[rank];
        }
    });
    return room;
}

uint32_t band_class_of(const Tables &t, const Lines &lines, uint32_t line) {
    uint8_t v[9];
    relate(lines, line, line + 1, v);
    const Relation &relation = t.relation[relation_number(t, v)];
    relate(lines, line, line + 2, v);
    return t.band_class[relation.rank * THIRD_ROWS + third_row(t, t.best[relation.first], v)];
}

// The smallest band of each class, as 27 digits counted from 1.
void write_smallest_bands(const Tables &t, uint8_t *bands) {
    each_relation(t, [&t, bands](uint32_t number, const uint8_t second[9]) {
        const uint32_t rank = t.relation[number].rank;
        if (t.smallest[rank] != number)
            return;
        for (uint32_t c = 0; c < t.band_classes; c++) {
            if (t.band_key[c] / THIRD_ROWS != rank)
                continue;
            uint8_t third[9], *band = bands + 27 * c;
            third_row_digits(second, t.band_key[c] % THIRD_ROWS, third);
            for (uint32_t j = 0; j < 9; j++) {
                band[j] = uint8_t(j + 1);
                band[9 + j] = uint8_t(second[j] + 1);
                band[18 + j] = uint8_t(third[j] + 1);
            }
        }
    });
}

} // namespace
} // namespace shudu

using namespace shudu;

size_t shudu_canonical_workspace(void) { return sizeof(Tables); }

int32_t shudu_canonical_tables(void *tables) {
    Tables &t = *static_cast<Tables *>(tables);
    for (uint32_t n = 0; n < ARRANGEMENTS; n++) {
        write_arrangement(n, t.arrangement[n]);
        for (uint32_t j = 0; j < 9; j++)
            t.inverse[n][t.arrangement[n][j]] = uint8_t(j);
    }
    number_boxes(t);
    number_relations(t);
    if (!rank_relations(t))
        return SHUDU_EXHAUSTED;
    list_arrangements(t);
    for (const Relation &relation : t.relation)
        if (36u * relation.count > MAX_CANDIDATES)
            return SHUDU_EXHAUSTED;
    return class_bands(t) ? SHUDU_OK : SHUDU_EXHAUSTED;
}

int32_t shudu_canonical(const void *tables, const uint8_t *grids, size_t n, uint8_t *canonical, uint32_t *automorphisms,
                        uint8_t *transforms) {
    const Tables &t = *static_cast<const Tables *>(tables);
    Candidate candidates[MAX_CANDIDATES];
    for (size_t i = 0; i < n; i++) {
        if (!is_final_grid(grids + 81 * i))
            return SHUDU_BAD_INPUT;
        Lines lines;
        read_lines(grids + 81 * i, lines);
        automorphisms[i] = minimise(t, lines, candidates);
        const Image image = image_of(t, lines, candidates[0]);
        write_image(lines, image, canonical + 81 * i);
        if (transforms)
            store(transform_of(image), transforms, i);
    }
    return SHUDU_OK;
}

int32_t shudu_canonical_all(const void *tables, const uint8_t *grid, uint8_t *canonical, uint8_t *transforms, size_t room,
                            size_t *written) {
    const Tables &t = *static_cast<const Tables *>(tables);
    if (!is_final_grid(grid))
        return SHUDU_BAD_INPUT;
    Lines lines;
    read_lines(grid, lines);
    Candidate candidates[MAX_CANDIDATES];
    *written = minimise(t, lines, candidates);
    write_image(lines, image_of(t, lines, candidates[0]), canonical);
    for (size_t i = 0; i < *written && i < room; i++)
        store(transform_of(image_of(t, lines, candidates[i])), transforms, i);
    return SHUDU_OK;
}

int32_t shudu_canonical_puzzles(const void *tables, const uint8_t *puzzles, const uint8_t *solutions, size_t n,
                                uint8_t *canonical, uint32_t *automorphisms, uint8_t *transforms) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *puzzle = puzzles + 81 * i, *solution = solutions + 81 * i;
        if (!is_final_grid(solution) || !agrees(puzzle, solution))
            return SHUDU_BAD_INPUT;
        Transform best;
        automorphisms[i] = minimise_puzzle(t, puzzle, solution, canonical + 81 * i, best);
        if (transforms)
            store(best, transforms, i);
    }
    return SHUDU_OK;
}

int32_t shudu_band_classes(const void *tables, const uint8_t *grids, size_t n, uint16_t *classes) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t i = 0; i < n; i++) {
        if (!is_final_grid(grids + 81 * i))
            return SHUDU_BAD_INPUT;
        Lines lines;
        read_lines(grids + 81 * i, lines);
        for (uint32_t band = 0; band < 6; band++)
            classes[6 * i + band] = uint16_t(band_class_of(t, lines, 3 * band));
    }
    return SHUDU_OK;
}

size_t shudu_band_class_weights(const void *tables, const void *grids_tables, uint8_t *bands, uint64_t *weights,
                                size_t room) {
    const Tables &t = *static_cast<const Tables *>(tables);
    if (room < t.band_classes)
        return t.band_classes;
    write_smallest_bands(t, bands);
    for (uint32_t c = 0; c < t.band_classes; c++) {
        // 9! ways to name the digits of the first row; 72 as grids.h says.
        const Wide weight = multiply_add(uint64_t(t.bands[c]) * 362880 * 72, completions_over_72(grids_tables, bands + 27 * c), 0);
        weights[2 * c] = weight.low;
        weights[2 * c + 1] = weight.high;
    }
    return t.band_classes;
}

// Four cells that hold two digits crosswise in two lines of one band: exchange the digits and the grid is still valid.
// They are the two-cycles of the relation of the lines, each met from both ends.
int32_t shudu_unavoidable4(const uint8_t *grids, size_t n, uint32_t *counts) {
    for (size_t i = 0; i < n; i++) {
        if (!is_final_grid(grids + 81 * i))
            return SHUDU_BAD_INPUT;
        Lines lines;
        read_lines(grids + 81 * i, lines);
        uint32_t ends = 0;
        for (uint32_t band = 0; band < 6; band++)
            for (uint32_t p = 0; p < 6; p += 2) {
                uint8_t v[9];
                relate(lines, 3 * band + PAIRS[p].first, 3 * band + PAIRS[p].second, v);
                for (uint32_t j = 0; j < 9; j++)
                    ends += v[v[j]] == j;
            }
        counts[i] = ends / 2;
    }
    return SHUDU_OK;
}
