// The smallest of the 2 * 1296^2 * 9! images of a final grid, read row by row: its canonical form. Two grids are the
// same up to symmetry if and only if their canonical forms are equal.
//
// Columns are read as rows of the transposed grid: a grid has 18 *lines* of nine cells, in six bands (three bands,
// three stacks).
//
// 1. Any image begins with two lines r, s of one band: 36 ordered pairs. Renaming digits makes r the row 123456789; s
//    is then the *relation* of the pair, the permutation j -> column of r that holds the digit of s in column j. It
//    never stays in its box, which leaves 12,096 relations. Arranging the columns (1,296 ways) conjugates the
//    relation. So there are classes of relations under arrangements, each with a smallest member: the second row.
//    Numbering the relations in lexicographic order, the classes are ranked by their smallest members (15 come out).
//
// 2. Tables tell for every relation the rank of its class and the arrangements that reach the smallest member, 1.6 on
//    average. The relation of (s, r) is the inverse, so 18 lookups rank 36 pairs. Only the pairs of best rank matter.
//
// 3. Pair and arrangement fix everything but the order of rows 4..9. The third row is compared first; boxes of rows 1
//    and 2 tell which digits its boxes hold, so that it amounts to three orders of three, a number below 216. For
//    those that tie, rows 4..9 are sorted by their first digit, and compared one by one.
//
// 4. Ties after the last row are all the symmetries that reach the canonical form: as many as the grid has
//    automorphisms.
//
// A single band needs no minimum: any of its line pairs and any of the arrangements lead to (rank, third row), and a
// table made in advance says which of these 15 * 216 pairs are the same band up to symmetry (416 classes come out).

#include "count.h"
#include "input.h"
#include "kernel.h"
#include "symmetry.h"
#include "wide.h"

namespace shudu {
namespace {

constexpr uint32_t RELATIONS = 12096;
constexpr uint32_t THIRD_ROWS = 216;
constexpr uint32_t NOT_A_TRIPLE = 255;

// Bounds of tables whose true sizes only the computation knows.
constexpr uint32_t MAX_RANKS = 16; // a rank takes four bits
constexpr uint32_t MAX_CANDIDATES = 648; // 36 pairs with at most 18 arrangements each
constexpr uint32_t MAX_BAND_CLASSES = 512;

// Where the arrangements are listed that make a relation, and its inverse, the smallest of their classes.
struct Listed {
    uint16_t first, inverse_first;
};

// An arrangement of columns. Columns and names are asked for together, so they share a cache line.
struct Arrangement {
    uint8_t column[16]; // column[j] is the source of column j
    uint8_t name[16];   // and name[column[j]] = j
};

struct Tables {
    // A relation is numbered by its values in the three boxes, each box read as one number below 729.
    uint8_t box0[729], box1[729];         // three different columns outside the box: one of 120
    uint8_t order[729];                   // the order of three different values
    uint16_t beginning[120 * 120];        // relations before those that begin like this

    uint8_t two_ranks[RELATIONS];         // rank of the relation | rank of its inverse << 4
    Listed listed[RELATIONS];
    uint16_t best[MAX_RANKS * ARRANGEMENTS]; // the lists; a relation of rank k has 1296 / members[k] arrangements
    uint32_t ranks;
    uint8_t second_row[MAX_RANKS][9];     // the smallest relation of each class
    uint16_t members[MAX_RANKS];
    uint16_t arrangements[MAX_RANKS];     // that lead from one member to the smallest
    alignas(32) Arrangement arrangement[ARRANGEMENTS];

    uint32_t band_classes;
    uint16_t band_class[MAX_RANKS * THIRD_ROWS];
    uint16_t band_key[MAX_BAND_CLASSES];  // rank and third row of the smallest band of the class
    uint32_t bands[MAX_BAND_CLASSES];     // how many bands with first row 123456789 are in the class
};

inline uint32_t box_number(uint32_t a, uint32_t b, uint32_t c) { return (a * 9 + b) * 9 + c; }

// --- relations -----------------------------------------------------------------------------------------------------

// value(j) tells the relation at column j.
template <class Value> inline uint32_t relation_number_by(const Tables &t, Value value) {
    const uint32_t box0 = t.box0[box_number(value(0), value(1), value(2))];
    const uint32_t box1 = t.box1[box_number(value(3), value(4), value(5))];
    return t.beginning[box0 * 120 + box1] + t.order[box_number(value(6), value(7), value(8))];
}

inline uint32_t relation_number(const Tables &t, const uint8_t v[9]) {
    return relation_number_by(t, [v](uint32_t j) { return v[j]; });
}

void make_arrangements(Tables &t) {
    for (uint32_t n = 0; n < ARRANGEMENTS; n++) {
        Arrangement &arrangement = t.arrangement[n];
        write_arrangement(n, arrangement.column);
        for (uint32_t j = 0; j < 9; j++)
            arrangement.name[arrangement.column[j]] = uint8_t(j);
    }
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
    });
}

// Under an arrangement, column[j] becomes column j, and values move with their columns. This is the relation that
// becomes v.
inline uint32_t source_of(const Tables &t, const Arrangement &arrangement, const uint8_t v[9]) {
    uint8_t source[9];
    for (uint32_t j = 0; j < 9; j++)
        source[arrangement.column[j]] = arrangement.column[v[j]];
    return relation_number(t, source);
}

// A relation not yet in any class is the smallest of a new one, whose members are all it comes from. Each of them
// comes up equally often.
bool rank_relations(Tables &t) {
    constexpr uint8_t UNKNOWN = MAX_RANKS;
    bool room = true;
    t.ranks = 0;
    __builtin_memset(t.two_ranks, UNKNOWN, RELATIONS);
    each_relation(t, [&t, &room](uint32_t number, const uint8_t v[9]) {
        if (t.two_ranks[number] != UNKNOWN || !(room = room && t.ranks < MAX_RANKS))
            return;
        __builtin_memcpy(t.second_row[t.ranks], v, 9);
        t.members[t.ranks] = 0;
        for (const Arrangement &arrangement : t.arrangement) {
            uint8_t &found = t.two_ranks[source_of(t, arrangement, v)];
            t.members[t.ranks] += found == UNKNOWN;
            found = uint8_t(t.ranks);
        }
        t.arrangements[t.ranks] = uint16_t(ARRANGEMENTS / t.members[t.ranks]);
        t.ranks++;
    });
    return room;
}

void list_arrangements(Tables &t) {
    uint32_t first = 0;
    for (uint32_t number = 0; number < RELATIONS; number++) {
        t.listed[number].first = uint16_t(first);
        first += t.arrangements[t.two_ranks[number]];
    }
    for (uint32_t k = 0; k < t.ranks; k++)
        for (uint32_t n = 0; n < ARRANGEMENTS; n++)
            t.best[t.listed[source_of(t, t.arrangement[n], t.second_row[k])].first++] = uint16_t(n);
    for (uint32_t number = 0; number < RELATIONS; number++)
        t.listed[number].first -= t.arrangements[t.two_ranks[number]];
}

// Until now two_ranks held the rank alone.
void note_inverses(Tables &t) {
    each_relation(t, [&t](uint32_t number, const uint8_t v[9]) {
        uint8_t values[9];
        for (uint32_t j = 0; j < 9; j++)
            values[v[j]] = uint8_t(j);
        const uint32_t inverse = relation_number(t, values);
        t.listed[number].inverse_first = t.listed[inverse].first;
        t.two_ranks[number] |= uint8_t((t.two_ranks[inverse] & 15) << 4);
    });
}

// --- lines and candidates ------------------------------------------------------------------------------------------

// The lines of a grid: rows, then columns.
struct Lines {
    const uint8_t *grid;
    uint8_t at[18][10]; // at[line][digit]: where in the line the digit 1..9 is

    explicit Lines(const uint8_t *cells) : grid(cells) {
        for (uint32_t r = 0; r < 9; r++)
            for (uint32_t c = 0; c < 9; c++) {
                const uint32_t digit = grid[9 * r + c];
                at[r][digit] = uint8_t(c);
                at[9 + c][digit] = uint8_t(r);
            }
    }

    // Digit j of a line is first(line)[j * step(line)].
    const uint8_t *first(uint32_t line) const { return line < 9 ? grid + 9 * line : grid + line - 9; }
    static uint32_t step(uint32_t line) { return line < 9 ? 1 : 9; }
};

// Lines of one band that come out as rows 1, 2 and 3.
struct Pair {
    uint8_t first, second, third;
};

// The ordered pairs of three lines; pair 2n + 1 is pair 2n backwards.
constexpr Pair PAIRS[6] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};

// The three lines of pair number p < 36.
inline Pair lines_of(uint32_t p) {
    const uint32_t line = p / 6 * 3;
    const Pair pair = PAIRS[p % 6];
    return {uint8_t(line + pair.first), uint8_t(line + pair.second), uint8_t(line + pair.third)};
}

struct Candidate {
    uint8_t pair;
    uint16_t arrangement;
};

inline void relate(const Lines &lines, uint32_t first, uint32_t other, uint8_t v[9]) {
    const uint8_t *digit = lines.first(other), *at = lines.at[first];
    const uint32_t step = Lines::step(other);
    for (uint32_t j = 0; j < 9; j++)
        v[j] = at[digit[j * step]];
}

// The order of the digits that one box of the third row gets, from the relation of the third line to the first.
inline uint32_t third_row_box(const Tables &t, const Arrangement &arrangement, const uint8_t v[9], uint32_t box) {
    const uint8_t *column = arrangement.column + 3 * box, *name = arrangement.name;
    return t.order[box_number(name[v[column[0]]], name[v[column[1]]], name[v[column[2]]])];
}

// The third row as a number below 216.
inline uint32_t third_row(const Tables &t, const Arrangement &arrangement, const uint8_t v[9]) {
    return 36 * third_row_box(t, arrangement, v, 0) + 6 * third_row_box(t, arrangement, v, 1) +
           third_row_box(t, arrangement, v, 2);
}

// The relations of the line pairs 0, 2, ... 34 (the others are their inverses), and the best rank of all.
struct Ranked {
    uint16_t relation[18];
    uint8_t two_ranks[18];
    uint32_t best;
};

// The 18 pairs of rows or of columns, with the step between the cells of a line known to the compiler.
template <uint32_t STEP> inline void rank_side(const Tables &t, const Lines &lines, Ranked &ranked) {
    constexpr uint32_t SIDE = STEP == 1 ? 0 : 9;
    for (uint32_t line = SIDE; line < SIDE + 9; line += 3)
        for (uint32_t i = 0; i < 6; i += 2) {
            const uint8_t *at = lines.at[line + PAIRS[i].first], *digit = lines.first(line + PAIRS[i].second);
            const uint32_t number = relation_number_by(t, [at, digit](uint32_t j) { return at[digit[j * STEP]]; });
            const uint32_t two_ranks = t.two_ranks[number], rank = two_ranks & 15, inverse_rank = two_ranks >> 4;
            ranked.relation[line + i / 2] = uint16_t(number);
            ranked.two_ranks[line + i / 2] = uint8_t(two_ranks);
            ranked.best = rank < ranked.best ? rank : ranked.best;
            ranked.best = inverse_rank < ranked.best ? inverse_rank : ranked.best;
        }
}

// Of n candidates, keeps those whose third row is smallest in one box; v[p] relates third and first line of pair p.
// Which candidates lose is not to be foreseen, so nothing here branches on it.
uint32_t keep_smallest(const Tables &t, const uint8_t (*v)[9], uint32_t box, Candidate *candidates, uint32_t n) {
    uint8_t order[MAX_CANDIDATES];
    uint32_t smallest = ORDERS;
    for (uint32_t i = 0; i < n; i++) {
        order[i] = uint8_t(third_row_box(t, t.arrangement[candidates[i].arrangement], v[candidates[i].pair], box));
        smallest = order[i] < smallest ? order[i] : smallest;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        candidates[kept] = candidates[i];
        kept += order[i] == smallest;
    }
    return kept;
}

// The candidates with the best first three rows. Returns how many there are.
uint32_t best_bands(const Tables &t, const Lines &lines, Candidate *candidates) {
    Ranked ranked;
    ranked.best = MAX_RANKS;
    rank_side<1>(t, lines, ranked);
    rank_side<9>(t, lines, ranked);

    uint8_t pairs[36];
    uint32_t found = 0;
    for (uint32_t p = 0; p < 36; p++) {
        pairs[found] = uint8_t(p);
        found += (ranked.two_ranks[p / 2] >> p % 2 * 4 & 15) == ranked.best;
    }

    uint8_t v[36][9];
    uint32_t n = 0;
    for (uint32_t i = 0; i < found; i++) {
        const uint8_t p = pairs[i];
        const Pair pair = lines_of(p);
        relate(lines, pair.first, pair.third, v[p]);
        const Listed listed = t.listed[ranked.relation[p / 2]];
        const uint16_t *arrangement = t.best + (p % 2 ? listed.inverse_first : listed.first);
        for (uint32_t k = 0; k < t.arrangements[ranked.best]; k++)
            candidates[n++] = {p, arrangement[k]};
    }
    for (uint32_t box = 0; box < 3 && n > 1; box++)
        n = keep_smallest(t, v, box, candidates, n);
    return n;
}

// --- the whole grid ------------------------------------------------------------------------------------------------

// An image of the grid: where rows, columns and digits come from.
struct Image {
    uint8_t line[9];       // source line of each row
    const uint8_t *column; // source column of each column
    uint8_t name[10];      // new name 0..8 of each digit 1..9
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
    const Pair pair = lines_of(candidate.pair);
    Image image;
    image.column = t.arrangement[candidate.arrangement].column;
    for (uint32_t d = 1; d <= 9; d++)
        image.name[d] = t.arrangement[candidate.arrangement].name[lines.at[pair.first][d]];
    image.line[0] = pair.first;
    image.line[1] = pair.second;
    image.line[2] = pair.third;

    const uint32_t side = pair.first / 9 * 9, own = pair.first % 9 / 3;
    uint32_t band[2][3]; // first digit << 8 | line
    for (uint32_t k = 0; k < 2; k++) {
        const uint32_t line = side + (own + 1 + k) % 3 * 3;
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t digit = lines.first(line + i)[image.column[0] * Lines::step(line)];
            band[k][i] = uint32_t(image.name[digit]) << 8 | (line + i);
        }
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
    const uint8_t *digit = lines.first(image.line[row]);
    const uint32_t step = Lines::step(image.line[row]);
    uint64_t packed = 0;
    for (uint32_t j = 0; j < 9; j++)
        packed = packed << 4 | image.name[digit[image.column[j] * step]];
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
    uint32_t cell[9];
    const uint32_t step = Lines::step(image.line[0]);
    for (uint32_t j = 0; j < 9; j++)
        cell[j] = image.column[j] * step;
    for (uint32_t r = 0; r < 9; r++) {
        const uint8_t *digit = lines.first(image.line[r]);
        for (uint32_t j = 0; j < 9; j++)
            grid[9 * r + j] = uint8_t(image.name[digit[cell[j]]] + 1);
    }
}

Transform transform_of(const Image &image) {
    Transform transform;
    transform.transpose = image.line[0] >= 9;
    for (uint32_t i = 0; i < 9; i++) {
        transform.row[i] = image.line[i] % 9;
        transform.column[i] = image.column[i];
        transform.digit[i] = uint8_t(image.name[i + 1] + 1);
    }
    return transform;
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
    const Lines lines(solution);
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

// The band that a key (rank * 216 + third row) stands for, as 27 digits: the third row takes in each box the digits
// that the other rows leave, in the given orders.
void write_band(const Tables &t, uint32_t key, uint8_t *band) {
    const uint8_t *second = t.second_row[key / THIRD_ROWS];
    const uint8_t *order[3] = {ORDER[key / 36 % 6], ORDER[key / 6 % 6], ORDER[key % 6]};
    for (uint32_t box = 0; box < 3; box++) {
        uint32_t left = 0x1ff & ~(7u << 3 * box);
        for (uint32_t j = 0; j < 3; j++)
            left &= ~(1u << second[3 * box + j]);
        uint8_t sorted[3];
        for (uint32_t i = 0; i < 3; i++, left &= left - 1)
            sorted[i] = uint8_t(__builtin_ctz(left) + 1);
        for (uint32_t j = 0; j < 3; j++) {
            band[3 * box + j] = uint8_t(3 * box + j + 1);
            band[9 + 3 * box + j] = uint8_t(second[3 * box + j] + 1);
            band[18 + 3 * box + j] = sorted[order[box][j]];
        }
    }
}

// A relation and how the arrangements that make it smallest are listed.
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
    uint32_t best = MAX_RANKS * THIRD_ROWS;
    for (const Pair &pair : PAIRS) {
        const Smallest smallest = smallest_of(t, lines, pair.first, pair.second);
        uint8_t v[9];
        relate(lines, pair.first, pair.third, v);
        for (uint32_t k = 0; k < t.arrangements[smallest.rank]; k++) {
            const uint32_t key = smallest.rank * THIRD_ROWS + third_row(t, t.arrangement[smallest.arrangement[k]], v);
            best = key < best ? key : best;
        }
    }
    return best;
}

bool class_bands(Tables &t) {
    t.band_classes = 0;
    for (uint32_t key = 0; key < t.ranks * THIRD_ROWS; key++) {
        uint8_t grid[81]; // the band three times: lines need a whole grid, though only three are asked for
        for (uint32_t copy = 0; copy < 3; copy++)
            write_band(t, key, grid + 27 * copy);
        const uint32_t smallest = smallest_key(t, Lines(grid));
        if (smallest == key) {
            if (t.band_classes == MAX_BAND_CLASSES)
                return false;
            t.band_key[t.band_classes] = uint16_t(key);
            t.bands[t.band_classes] = 0;
            t.band_class[key] = uint16_t(t.band_classes++);
        }
        t.band_class[key] = t.band_class[smallest];
        t.bands[t.band_class[key]] += t.members[key / THIRD_ROWS];
    }
    return true;
}

uint32_t band_class_of(const Tables &t, const Lines &lines, uint32_t line) {
    const Smallest smallest = smallest_of(t, lines, line, line + 1);
    uint8_t v[9];
    relate(lines, line, line + 2, v);
    return t.band_class[smallest.rank * THIRD_ROWS + third_row(t, t.arrangement[smallest.arrangement[0]], v)];
}

} // namespace
} // namespace shudu

using namespace shudu;

size_t shudu_canonical_workspace(void) { return sizeof(Tables); }

int32_t shudu_canonical_tables(void *tables) {
    Tables &t = *static_cast<Tables *>(tables);
    make_arrangements(t);
    number_boxes(t);
    number_relations(t);
    if (!rank_relations(t))
        return SHUDU_EXHAUSTED;
    list_arrangements(t);
    note_inverses(t);
    for (uint32_t k = 0; k < t.ranks; k++)
        if (36u * t.arrangements[k] > MAX_CANDIDATES)
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
        const Lines lines(grids + 81 * i);
        automorphisms[i] = minimise(t, lines, candidates);
        const Image image = image_of(t, lines, candidates[0]);
        write_image(lines, image, canonical + 81 * i);
        if (transforms)
            store(transform_of(image), transforms, i);
    }
    return SHUDU_OK;
}

int32_t shudu_canonical_all(const void *tables, const uint8_t *grid, uint8_t *canonical, uint8_t *transforms,
                            size_t room, size_t *written) {
    const Tables &t = *static_cast<const Tables *>(tables);
    if (!is_final_grid(grid))
        return SHUDU_BAD_INPUT;
    const Lines lines(grid);
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
        const Lines lines(grids + 81 * i);
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
    for (uint32_t c = 0; c < t.band_classes; c++) {
        write_band(t, t.band_key[c], bands + 27 * c);
        const uint32_t completions = completions_over_72(grids_tables, bands + 27 * c);
        const Wide weight = multiply_add(t.bands[c] * uint64_t(72) * RENAMINGS, completions, 0);
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
        const Lines lines(grids + 81 * i);
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
