// The number of final grids up to symmetry, by Burnside's lemma: the average number of grids that a symmetry fixes.
//
// 1. Renamings of digits need no averaging: count grids up to renaming (1 / 9! of all grids), and let the 2 * 1296^2
//    symmetries of the cells act on those. Conjugate symmetries fix equally many grids, so one symmetry of each class
//    is enough (symmetry_classes.h).
//
// 2. A grid is fixed up to renaming if some renaming s undoes the symmetry g: digit(g(cell)) = s(digit(cell)). Up to
//    renaming we can choose any s of its conjugacy class, which is given by its cycle lengths: 30 partitions of 9. What
//    remains are the renamings that commute with s; only the identity fixes a grid.
//
// 3. So for each class and each list of cycle lengths, search for grids. The cells fall into orbits of g; the digit of
//    an orbit's first cell gives all others. A digit fits an orbit if its cycle length divides the orbit's length and
//    the orbit does not conflict with itself. The search fills the orbit with the fewest choices first. All unused
//    cycles of one length are interchangeable, and so are the digits in them, so only one of these digits is tried.
//    That removes exactly the renamings that remain after 2, and every leaf of the search is one grid up to renaming.
#include "base/cells.h"
#include "burnside/orbits.h"
#include "burnside/symmetry_classes.h"
#include "grids/count.h"
#include "kernel.h"

namespace shudu::burnside {
namespace {

constexpr uint32_t kMaxOrbits = 64;            // of a symmetry that may fix a grid; the identity is not searched
constexpr uint64_t kWhole = uint64_t(1) << 32; // progress of one call

// For each digit, the set of orbits whose first cell may hold it.
struct Boards {
    uint64_t of[9];
};

struct Search {
    Orbits orbits;
    Digits digits;
    Boards excluded[kMaxOrbits][9]; // what digit d in orbit o excludes, including orbit o itself
    uint64_t nodes;
    volatile uint64_t *progress;
    const volatile int32_t *stop;
    bool stopped;
};

bool digit_fits(const Search &search, uint32_t orbit, uint32_t digit) {
    if (search.orbits.length[orbit] % search.digits.length[digit]) return false;
    for (int cell = 0; cell < kCells; ++cell)
        if (search.orbits.of[cell] == orbit && see_each_other(search.orbits.first[orbit], cell) &&
            search.digits.power[digit][search.orbits.offset[cell]] == digit)
            return false;
    return true;
}

// Finds the digits that fit each orbit. Returns false if a house has no cell for some digit: then no grid is fixed.
bool begin(const Search &search, uint16_t fits[81]) {
    for (uint32_t o = 0; o < search.orbits.count; ++o) {
        fits[o] = 0;
        for (uint32_t d = 0; d < 9; ++d) fits[o] |= uint16_t(digit_fits(search, o, d)) << d;
    }
    uint32_t shown[27] = {0};
    for (int cell = 0; cell < kCells; ++cell)
        for (uint32_t d = 0; d < 9; ++d)
            if (fits[search.orbits.of[cell]] >> d & 1) {
                const uint32_t digit = 1u << search.digits.power[d][search.orbits.offset[cell]];
                shown[cell / 9] |= digit;
                shown[9 + cell % 9] |= digit;
                shown[18 + cell / 27 * 3 + cell % 9 / 3] |= digit;
            }
    for (uint32_t house = 0; house < 27; ++house)
        if (shown[house] != kAllDigits) return false;
    return true;
}

void note_exclusions(Search &search, const uint16_t fits[81]) {
    const Orbits &orbits = search.orbits;
    for (uint32_t o = 0; o < orbits.count; ++o)
        for (uint32_t d = 0; d < 9; ++d) {
            Boards &excluded = search.excluded[o][d];
            for (uint64_t &board : excluded.of) board = uint64_t(1) << o;
            if (!(fits[o] >> d & 1)) continue;
            for (int cell = 0; cell < kCells; ++cell)
                if (see_each_other(orbits.first[o], cell))
                    for (uint32_t e = 0; e < 9; ++e)
                        if (search.digits.power[e][orbits.offset[cell]] == d)
                            excluded.of[e] |= uint64_t(1) << orbits.of[cell];
        }
}

// The digits to try: those of used cycles, and one digit for all unused cycles of each length.
uint32_t usable_digits(const Digits &digits, uint32_t used) {
    uint32_t usable = used, lengths = 0;
    for (uint32_t d = 0; d < 9; ++d)
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
    for (uint32_t d = 0; d < 9; ++d) digits |= uint32_t(position.allowed.of[d] >> orbit & 1) << d;
    return digits & position.usable;
}

// Puts a digit into an orbit. Returns true if its cycle was unused before.
inline bool place(const Search &search, Position &position, uint32_t orbit, uint32_t digit) {
    const Boards &excluded = search.excluded[orbit][digit];
    for (uint32_t d = 0; d < 9; ++d) position.allowed.of[d] &= ~excluded.of[d];
    position.open &= ~(uint64_t(1) << orbit);
    const uint32_t used = position.used | search.digits.cycle[digit];
    if (used == position.used) return false;
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
    for (uint32_t d = 0; d < 9; ++d) {
        const uint64_t board = position.allowed.of[d] & -uint64_t(position.usable >> d & 1);
        counts.four |= counts.three & board;
        counts.three |= counts.two & board;
        counts.two |= counts.one & board;
        counts.one |= board;
    }
    return counts;
}

// Fills orbits with a single choice until there are none. Returns false if an orbit has no choice left.
inline bool fill_singles(const Search &search, Position &position, Counts &counts) {
    for (;;) {
        counts = count_choices(position);
        if (position.open & ~counts.one) return false;
        uint64_t singles = position.open & ~counts.two;
        if (!singles) return true;
        for (; singles; singles &= singles - 1) {
            const uint32_t orbit = uint32_t(__builtin_ctzll(singles));
            const uint32_t digits = choices(position, orbit);
            if (!digits) return false;
            if (place(search, position, orbit, uint32_t(__builtin_ctz(digits))))
                break; // more digits are usable now, so the other singles may have more choices
        }
    }
}

// The number of grids below a position. `share` is its part of the progress.
uint64_t descend(Search &search, Position position, uint64_t share) {
    uint64_t found = 0, left = share;
    Counts counts;
    if (search.stop && (++search.nodes & 1023) == 0 && *search.stop) search.stopped = true;
    if (!search.stopped && fill_singles(search, position, counts)) {
        if (!position.open) found = 1;
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
    if (left && search.progress) *search.progress = *search.progress + left;
    return found;
}

// Adds the number of grids, up to renaming, that the symmetry and the renaming fix together. Returns false if there are
// more orbits than a board has bits.
bool count_fixed(Search &search, const uint16_t fits[81], uint64_t share, uint64_t &fixed) {
    if (search.orbits.count > kMaxOrbits) return false;
    note_exclusions(search, fits);
    Position position{};
    for (uint32_t o = 0; o < search.orbits.count; ++o) {
        position.open |= uint64_t(1) << o;
        for (uint32_t d = 0; d < 9; ++d) position.allowed.of[d] |= uint64_t(fits[o] >> d & 1) << o;
    }
    position.usable = usable_digits(search.digits, 0);
    fixed += descend(search, position, share);
    return true;
}

// The number of renamings for which every digit has a cell in every house.
uint32_t possible_renamings(Search &search) {
    uint32_t possible = 0;
    uint16_t fits[81];
    Renaming renaming = kFirstRenaming;
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
    Renaming renaming = kFirstRenaming;
    do {
        write_digits(renaming, search.digits);
        if (begin(search, fits) && !count_fixed(search, fits, kWhole / possible, fixed)) return SHUDU_EXHAUSTED;
    } while (next_renaming(renaming) && !search.stopped);
    return search.stopped ? SHUDU_STOPPED : SHUDU_OK;
}

} // namespace
} // namespace shudu::burnside

using namespace shudu;
using namespace shudu::burnside;

size_t shudu_burnside_classes(uint64_t *sizes, size_t room) {
    const ArrangementClasses classes = arrangement_classes();
    size_t n = 0;
    for (; const uint32_t size = symmetry_class(classes, n).size; ++n)
        if (n < room) sizes[n] = size;
    return n;
}

size_t shudu_burnside_workspace(void) { return sizeof(Search); }

int32_t shudu_burnside_fixed(const void *grids_tables, size_t class_number, uint64_t *fixed,
                             volatile uint64_t *progress, void *workspace, const volatile int32_t *stop) {
    const SymmetryClass symmetry = symmetry_class(arrangement_classes(), class_number);
    if (!symmetry.size) return SHUDU_BAD_INPUT;
    *fixed = 0;
    if (progress) *progress = 0;
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
    if (progress && status == SHUDU_OK) *progress = kWhole;
    return status;
}
