// How many final grids are there up to symmetry? Burnside's lemma: as many as a symmetry fixes on average.
//
// 1. Symmetries that rename digits only need not be averaged over. Count grids up to renaming (1 / 9! of them), and
//    let the 2 * 1296^2 symmetries of the cells act on those. Conjugate symmetries fix equally many, so one of each
//    class will do:
//    - without transposition: an arrangement of the rows and one of the columns, each from one of the 22 classes of
//      arrangements. Transposing exchanges the two, so 22 * 23 / 2 classes;
//    - with transposition: (r, c) -> (a(c), r), whose square arranges rows and columns by a. One class for each class
//      of a, 1296 times as large.
//
// 2. A grid is fixed up to renaming if some renaming s undoes the symmetry g: digit(g(cell)) = s(digit(cell)). Up to
//    renaming we may choose s in its conjugacy class, that is by its cycle lengths: 30 partitions of 9. What is left
//    of the freedom to rename are the permutations that commute with s; none but the identity fixes a grid.
//
// 3. So for each class and each list of cycle lengths, search for grids. The cells fall into orbits of g; the digit
//    of an orbit's first cell gives all others. A digit fits an orbit if its cycle length divides the orbit's length
//    and the orbit does not clash with itself. The search fills the orbit with fewest choices first. All unused
//    cycles of one length look alike, and so do the digits in them: of these only one digit is tried. That removes
//    exactly the freedom left by 2, and every leaf of the search is one grid up to renaming.

#include "count.h"
#include "kernel.h"
#include "symmetry.h"

namespace shudu {
namespace {

constexpr uint32_t MAX_ARRANGEMENT_CLASSES = 32; // 22 come out
constexpr uint32_t MAX_ORBITS = 64;              // of a symmetry that may fix a grid; the identity is not searched
constexpr uint64_t WHOLE = uint64_t(1) << 32;    // progress of one call

// --- classes of symmetries -----------------------------------------------------------------------------------------

struct ArrangementClasses {
    uint32_t count;
    uint16_t first[MAX_ARRANGEMENT_CLASSES]; // the arrangement that stands for the class
    uint16_t size[MAX_ARRANGEMENT_CLASSES];
};

// The inverse of write_arrangement.
uint32_t arrangement_number(const uint8_t at[9]) {
    uint32_t n = ORDER_BEGINNING[at[0] / 3][at[3] / 3];
    for (uint32_t i = 0; i < 9; i += 3)
        n = n * 6 + ORDER_BEGINNING[at[i] % 3][at[i + 1] % 3];
    return n;
}

ArrangementClasses arrangement_classes() {
    ArrangementClasses classes{};
    uint8_t known[ARRANGEMENTS] = {0};
    for (uint32_t n = 0; n < ARRANGEMENTS; n++) {
        if (known[n])
            continue;
        const uint32_t number = classes.count++;
        classes.first[number] = uint16_t(n);
        uint8_t at[9], by[9], conjugate[9];
        write_arrangement(n, at);
        for (uint32_t k = 0; k < ARRANGEMENTS; k++) {
            write_arrangement(k, by);
            for (uint32_t j = 0; j < 9; j++)
                conjugate[by[j]] = by[at[j]];
            uint8_t &seen = known[arrangement_number(conjugate)];
            classes.size[number] += !seen;
            seen = 1;
        }
    }
    return classes;
}

struct SymmetryClass {
    uint32_t size;
    uint16_t row, column; // arrangements
    uint8_t transpose;
};

// Class number n; a size of 0 says that there is no such class. Class 0 is the identity.
SymmetryClass symmetry_class(const ArrangementClasses &classes, size_t n) {
    for (uint32_t i = 0; i < classes.count; n -= ++i)
        if (n <= i) {
            const uint32_t both = i == n ? 1 : 2;
            return {both * classes.size[i] * classes.size[n], classes.first[i], classes.first[n], 0};
        }
    if (n < classes.count)
        return {uint32_t(ARRANGEMENTS) * classes.size[n], 0, classes.first[n], 1};
    return {};
}

// image[cell] of the symmetry.
void write_images(const SymmetryClass &symmetry, uint8_t image[81]) {
    uint8_t row[9], column[9];
    write_arrangement(symmetry.row, row);
    write_arrangement(symmetry.column, column);
    for (uint32_t r = 0; r < 9; r++)
        for (uint32_t c = 0; c < 9; c++)
            image[9 * r + c] = uint8_t(symmetry.transpose ? 9 * column[c] + row[r] : 9 * row[r] + column[c]);
}

// --- what a renaming allows ----------------------------------------------------------------------------------------

struct Orbits {
    uint32_t count;
    uint8_t first[81];  // cell
    uint8_t length[81];
    uint8_t of[81];     // orbit of a cell
    uint8_t offset[81]; // how often the symmetry was applied to the first cell
};

void find_orbits(const uint8_t image[81], Orbits &orbits) {
    bool known[81] = {false};
    orbits.count = 0;
    for (uint32_t start = 0; start < 81; start++) {
        if (known[start])
            continue;
        const uint32_t orbit = orbits.count++;
        uint32_t cell = start, offset = 0;
        do {
            known[cell] = true;
            orbits.of[cell] = uint8_t(orbit);
            orbits.offset[cell] = uint8_t(offset++);
            cell = image[cell];
        } while (cell != start);
        orbits.first[orbit] = uint8_t(start);
        orbits.length[orbit] = uint8_t(offset);
    }
}

// A renaming by its cycle lengths, the digits 0..8 of each cycle being consecutive.
struct Renaming {
    uint32_t cycles;
    uint8_t length[9]; // of each cycle
};

// The next partition of 9 in falling lexicographic order, from 9 to 1+1+...+1. False after the last.
bool next_renaming(Renaming &renaming) {
    uint32_t last = renaming.cycles, left = 0;
    while (last > 0 && renaming.length[last - 1] == 1) {
        last--;
        left++;
    }
    if (last == 0)
        return false;
    const uint32_t part = --renaming.length[last - 1];
    for (left++; left > 0; left -= renaming.length[last++])
        renaming.length[last] = uint8_t(left < part ? left : part);
    renaming.cycles = last;
    return true;
}

// The renaming written out.
struct Digits {
    uint8_t length[9];     // of the digit's cycle
    uint16_t cycle[9];     // the digits of its cycle, as a set
    uint8_t power[9][81];  // power[d][k]: d renamed k times
};

void write_digits(const Renaming &renaming, Digits &digits) {
    for (uint32_t i = 0, start = 0; i < renaming.cycles; start += renaming.length[i++])
        for (uint32_t j = 0; j < renaming.length[i]; j++) {
            const uint32_t d = start + j;
            digits.length[d] = renaming.length[i];
            digits.cycle[d] = uint16_t(((1u << renaming.length[i]) - 1) << start);
            for (uint32_t k = 0; k < 81; k++)
                digits.power[d][k] = uint8_t(start + (j + k) % renaming.length[i]);
        }
}

inline bool see_each_other(uint32_t a, uint32_t b) {
    return a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3));
}

// --- the search ----------------------------------------------------------------------------------------------------

// For each digit the orbits whose first cell may hold it, as a set.
struct Boards {
    uint64_t of[9];
};

struct Search {
    Orbits orbits;
    Digits digits;
    Boards excluded[MAX_ORBITS][9]; // what digit d in orbit o excludes, orbit o itself included
    uint64_t nodes;
    volatile uint64_t *progress;
    const volatile int32_t *stop;
    bool stopped;
};

bool digit_fits(const Search &search, uint32_t orbit, uint32_t digit) {
    if (search.orbits.length[orbit] % search.digits.length[digit])
        return false;
    for (uint32_t cell = 0; cell < 81; cell++)
        if (search.orbits.of[cell] == orbit && see_each_other(search.orbits.first[orbit], cell) &&
            search.digits.power[digit][search.orbits.offset[cell]] == digit)
            return false;
    return true;
}

// What is allowed to begin with. False if some house has no place for some digit: no grid then.
bool begin(const Search &search, uint16_t fits[81]) {
    for (uint32_t o = 0; o < search.orbits.count; o++) {
        fits[o] = 0;
        for (uint32_t d = 0; d < 9; d++)
            fits[o] |= uint16_t(digit_fits(search, o, d)) << d;
    }
    uint32_t shown[27] = {0};
    for (uint32_t cell = 0; cell < 81; cell++)
        for (uint32_t d = 0; d < 9; d++)
            if (fits[search.orbits.of[cell]] >> d & 1) {
                const uint32_t digit = 1u << search.digits.power[d][search.orbits.offset[cell]];
                shown[cell / 9] |= digit;
                shown[9 + cell % 9] |= digit;
                shown[18 + cell / 27 * 3 + cell % 9 / 3] |= digit;
            }
    for (uint32_t house = 0; house < 27; house++)
        if (shown[house] != 0x1ff)
            return false;
    return true;
}

void note_exclusions(Search &search, const uint16_t fits[81]) {
    const Orbits &orbits = search.orbits;
    for (uint32_t o = 0; o < orbits.count; o++)
        for (uint32_t d = 0; d < 9; d++) {
            Boards &excluded = search.excluded[o][d];
            for (uint64_t &board : excluded.of)
                board = uint64_t(1) << o;
            if (!(fits[o] >> d & 1))
                continue;
            for (uint32_t cell = 0; cell < 81; cell++)
                if (see_each_other(orbits.first[o], cell))
                    for (uint32_t e = 0; e < 9; e++)
                        if (search.digits.power[e][orbits.offset[cell]] == d)
                            excluded.of[e] |= uint64_t(1) << orbits.of[cell];
        }
}

// The digits worth trying: those of used cycles, and one digit for all the unused cycles of each length.
uint32_t usable_digits(const Digits &digits, uint32_t used) {
    uint32_t usable = used, lengths = 0;
    for (uint32_t d = 0; d < 9; d++)
        if (!(used >> d & 1) && !(lengths >> digits.length[d] & 1)) {
            lengths |= 1u << digits.length[d];
            usable |= 1u << d;
        }
    return usable;
}

// A node of the search.
struct Position {
    Boards allowed;
    uint64_t open;   // orbits
    uint32_t used;   // digits, whole cycles
    uint32_t usable; // digits
};

inline uint32_t choices(const Position &position, uint32_t orbit) {
    uint32_t digits = 0;
    for (uint32_t d = 0; d < 9; d++)
        digits |= uint32_t(position.allowed.of[d] >> orbit & 1) << d;
    return digits & position.usable;
}

// Puts a digit into an orbit. True if that brought a new cycle into use.
inline bool place(const Search &search, Position &position, uint32_t orbit, uint32_t digit) {
    const Boards &excluded = search.excluded[orbit][digit];
    for (uint32_t d = 0; d < 9; d++)
        position.allowed.of[d] &= ~excluded.of[d];
    position.open &= ~(uint64_t(1) << orbit);
    const uint32_t used = position.used | search.digits.cycle[digit];
    if (used == position.used)
        return false;
    position.used = used;
    position.usable = usable_digits(search.digits, used);
    return true;
}

// The open orbits with at least one, two, three, four choices.
struct Counts {
    uint64_t one, two, three, four;
};

inline Counts count_choices(const Position &position) {
    Counts counts{};
    for (uint32_t d = 0; d < 9; d++) {
        const uint64_t board = position.allowed.of[d] & -uint64_t(position.usable >> d & 1);
        counts.four |= counts.three & board;
        counts.three |= counts.two & board;
        counts.two |= counts.one & board;
        counts.one |= board;
    }
    return counts;
}

// Fills orbits that have a single choice until there are none. False if some orbit has no choice left.
inline bool fill_singles(const Search &search, Position &position, Counts &counts) {
    for (;;) {
        counts = count_choices(position);
        if (position.open & ~counts.one)
            return false;
        uint64_t singles = position.open & ~counts.two;
        if (!singles)
            return true;
        for (; singles; singles &= singles - 1) {
            const uint32_t orbit = uint32_t(__builtin_ctzll(singles));
            const uint32_t digits = choices(position, orbit);
            if (!digits)
                return false;
            if (place(search, position, orbit, uint32_t(__builtin_ctz(digits))))
                break; // more digits are usable now, so the other singles may have more choices
        }
    }
}

// The number of grids below a position. `share` is its part of the progress to be reported.
uint64_t descend(Search &search, Position position, uint64_t share) {
    uint64_t found = 0, left = share;
    Counts counts;
    if (search.stop && (++search.nodes & 1023) == 0 && *search.stop)
        search.stopped = true;
    if (!search.stopped && fill_singles(search, position, counts)) {
        if (!position.open)
            found = 1;
        else {
            uint64_t fewest = position.open & ~counts.three;
            fewest = fewest ? fewest : position.open & ~counts.four;
            const uint32_t orbit = uint32_t(__builtin_ctzll(fewest ? fewest : position.open));
            const uint32_t digits = choices(position, orbit);
            const uint64_t part = share / uint32_t(__builtin_popcount(digits));
            for (uint32_t set = digits; set; set &= set - 1) {
                Position next = position;
                place(search, next, orbit, uint32_t(__builtin_ctz(set)));
                found += descend(search, next, part);
                left -= part;
            }
        }
    }
    if (left && search.progress)
        *search.progress = *search.progress + left;
    return found;
}

// Grids, up to renaming, that the symmetry and the renaming fix together. False if there are more orbits than boards
// have room for.
bool count_fixed(Search &search, const uint16_t fits[81], uint64_t share, uint64_t &fixed) {
    if (search.orbits.count > MAX_ORBITS)
        return false;
    note_exclusions(search, fits);
    Position position{};
    for (uint32_t o = 0; o < search.orbits.count; o++) {
        position.open |= uint64_t(1) << o;
        for (uint32_t d = 0; d < 9; d++)
            position.allowed.of[d] |= uint64_t(fits[o] >> d & 1) << o;
    }
    position.usable = usable_digits(search.digits, 0);
    fixed += descend(search, position, share);
    return true;
}

constexpr Renaming FIRST_RENAMING = {1, {9}};

// The number of renamings that give every digit a place in every house.
uint32_t possible_renamings(Search &search) {
    uint32_t possible = 0;
    uint16_t fits[81];
    Renaming renaming = FIRST_RENAMING;
    do {
        write_digits(renaming, search.digits);
        possible += begin(search, fits);
    } while (next_renaming(renaming));
    return possible;
}

int32_t search_class(Search &search, const SymmetryClass &symmetry, uint64_t &fixed) {
    uint8_t image[81];
    write_images(symmetry, image);
    find_orbits(image, search.orbits);
    const uint32_t possible = possible_renamings(search);
    uint16_t fits[81];
    Renaming renaming = FIRST_RENAMING;
    do {
        write_digits(renaming, search.digits);
        if (begin(search, fits) && !count_fixed(search, fits, WHOLE / possible, fixed))
            return SHUDU_EXHAUSTED;
    } while (next_renaming(renaming) && !search.stopped);
    return search.stopped ? SHUDU_STOPPED : SHUDU_OK;
}

} // namespace
} // namespace shudu

using namespace shudu;

size_t shudu_burnside_classes(uint64_t *sizes, size_t room) {
    const ArrangementClasses classes = arrangement_classes();
    size_t n = 0;
    for (; const uint32_t size = symmetry_class(classes, n).size; n++)
        if (n < room)
            sizes[n] = size;
    return n;
}

size_t shudu_burnside_workspace(void) { return sizeof(Search); }

int32_t shudu_burnside_fixed(const void *grids_tables, size_t class_number, uint64_t *fixed,
                             volatile uint64_t *progress, void *workspace, const volatile int32_t *stop) {
    const SymmetryClass symmetry = symmetry_class(arrangement_classes(), class_number);
    if (!symmetry.size)
        return SHUDU_BAD_INPUT;
    *fixed = 0;
    if (progress)
        *progress = 0;
    int32_t status = SHUDU_OK;
    if (class_number == 0) {
        *fixed = count_over_renamings(grids_tables);
    } else {
        Search &search = *static_cast<Search *>(workspace);
        search.nodes = 0;
        search.progress = progress;
        search.stop = stop;
        search.stopped = false;
        status = search_class(search, symmetry, *fixed);
    }
    if (progress && status == SHUDU_OK)
        *progress = WHOLE;
    return status;
}
