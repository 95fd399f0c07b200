// Unbiased minimal puzzles by controlled bias (Berthier): of a uniform grid take the cells in a random order, stop at the
// shortest prefix that has one solution, and accept it if it is minimal. Given the number of clues n all minimal puzzles
// are then equally likely; weighting by C(81, n) makes them so across n. One try in 257,000 is accepted, so almost all
// of the work is rejection:
//
// - A try is given up if the first 33 cells miss an unavoidable set. Sets come from two digits, or two lines of a band
//   or stack, that can be exchanged along a cycle; and every second solution found later is one more, so a grid is used
//   for many tries. Minimal puzzles of more than 33 clues are left out, and so this is not quite exact: published are
//   0.41 % with 30 clues, 0.024 % with 31 and 0.001 % with 32, and if that goes on they are about one in 10^8.
// - What remains runs in the lanes: are 33 cells enough, then bisection, then clue by clue: is it needed?
#include "input.h"
#include "kernel.h"
#include "positions.h"
#include "random.h"

namespace shudu {
namespace {

constexpr Stream kTrying{5};
constexpr int kPrefix = 33;
constexpr int kMostSets = 192;
constexpr int kLargestSet = 14; // larger ones are almost never missed
constexpr int kSlots = kLanes + 1;

struct Cells {
    uint64_t low, high; // cells 0..63, 64..80

    void add(int i) { // without a branch: cells come at random
        uint64_t bit = uint64_t(1) << (i & 63), below = uint64_t(0) - static_cast<uint64_t>(i < 64);
        low |= bit & below;
        high |= bit & ~below;
    }
    bool meets(const Cells &o) const { return (low & o.low) | (high & o.high); }
    int size() const { return __builtin_popcountll(low) + __builtin_popcountll(high); }
};

// 65536 modulo each bound up to 81.
struct Remainders {
    uint16_t of[kCells + 1] = {};
    constexpr Remainders() {
        for (int bound = 1; bound <= kCells; ++bound) of[bound] = static_cast<uint16_t>(65536 % bound);
    }
};
constexpr Remainders kRemainders;

// xoshiro256++ (Blackman, Vigna 2018), seeded from the counter-based generator: 33 small numbers a try must be cheap.
struct Fast {
    uint64_t s[4], pool;
    int left;

    explicit Fast(Random random) : pool(0), left(0) {
        for (uint64_t &word : s) word = random.next64();
    }
    uint64_t next() {
        auto rotate = [](uint64_t x, int k) { return x << k | x >> (64 - k); };
        uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = rotate(s[3], 45);
        return result;
    }
    // Exactly uniform below a small bound: 16 bits times the bound, drawn again where the products do not come out even.
    uint32_t below(uint32_t bound) {
        for (;;) {
            if (!left) pool = next(), left = 4;
            uint32_t product = static_cast<uint32_t>(pool & 0xFFFF) * bound;
            pool >>= 16, --left;
            if ((product & 0xFFFF) >= kRemainders.of[bound]) return product >> 16;
        }
    }
};

struct Slot {
    const uint8_t *grid;
    size_t number;
    Fast fast{Random(0, kTrying, 0)};
    uint64_t tries, done;
    int lanes; // that work on it
    int sets;
    Cells set[kMostSets];
    uint8_t shuffled[kCells];

    // Inserts by size: small sets are missed most often, so they come first.
    void learn(const Cells &cells) {
        int size = cells.size();
        if (size > kLargestSet || sets == kMostSets) return;
        for (int k = 0; k < sets; ++k)
            if (set[k].low == cells.low && set[k].high == cells.high) return;
        int k = sets++;
        for (; k > 0 && set[k - 1].size() > size; --k) set[k] = set[k - 1];
        set[k] = cells;
    }
};

// Two digits, or two lines of a band or stack, are exchanged along the cycles of a permutation: each is a set.
void learn_cycles(Slot &slot, const int *first, const int *second, const int *next) {
    bool seen[9] = {};
    for (int start = 0; start < 9; ++start) {
        Cells cells{0, 0};
        for (int k = start; !seen[k]; k = next[k]) {
            seen[k] = true;
            cells.add(first[k]);
            cells.add(second[k]);
        }
        if (cells.low | cells.high) slot.learn(cells);
    }
}

// Digits a, b: from the a in a house to the b in its row, then the a in that b's column or box. The cells of two digits
// fall apart into pieces that are closed under all three kinds of house.
void learn_digits(Slot &slot, int a, int b) {
    int cell[18], count = 0;
    for (int i = 0; i < kCells; ++i)
        if (slot.grid[i] == a || slot.grid[i] == b) cell[count++] = i;
    int piece[18];
    for (int k = 0; k < 18; ++k) piece[k] = k;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < 18; ++k)
            for (int m = 0; m < k; ++m) {
                int p = cell[k], q = cell[m];
                bool see = p / 9 == q / 9 || p % 9 == q % 9 || (p / 27 == q / 27 && p % 9 / 3 == q % 9 / 3);
                if (!see || piece[k] == piece[m]) continue;
                piece[k] = piece[m] = piece[k] < piece[m] ? piece[k] : piece[m];
                changed = true;
            }
    }
    for (int p = 0; p < 18; ++p) {
        Cells cells{0, 0};
        for (int k = 0; k < 18; ++k)
            if (piece[k] == p) cells.add(cell[k]);
        if (cells.low | cells.high) slot.learn(cells);
    }
}

void learn_lines(Slot &slot, int line, int other, int along, int across) {
    int first[9], second[9], next[9], where[10];
    for (int k = 0; k < 9; ++k) {
        first[k] = line * across + k * along, second[k] = other * across + k * along;
        where[slot.grid[first[k]]] = k;
    }
    for (int k = 0; k < 9; ++k) next[k] = where[slot.grid[second[k]]];
    learn_cycles(slot, first, second, next);
}

void begin_grid(Slot &slot, const uint8_t *grid, size_t number, uint64_t seed, uint64_t index, uint64_t tries) {
    slot.grid = grid;
    slot.number = number;
    slot.fast = Fast(Random(seed, kTrying, index));
    slot.tries = tries;
    slot.done = 0;
    slot.sets = 0;
    for (int i = 0; i < kCells; ++i) slot.shuffled[i] = static_cast<uint8_t>(i);
    for (int a = 1; a < 10; ++a)
        for (int b = 1; b < a; ++b) learn_digits(slot, a, b);
    for (int line = 0; line < 9; ++line)
        for (int other = line / 3 * 3; other < line; ++other) {
            learn_lines(slot, line, other, 1, 9);
            learn_lines(slot, line, other, 9, 1);
        }
}

// Draws tries until one meets all known sets. False: the grid has had its tries.
bool draw(Slot &slot, uint8_t *order) {
    while (slot.done < slot.tries) {
        ++slot.done;
        Cells prefix{0, 0};
        uint8_t *cells = slot.shuffled; // any order is as good a start for the next shuffle as another
        for (uint32_t k = 0; k < kPrefix; ++k) {
            uint32_t j = k + slot.fast.below(kCells - k);
            uint8_t cell = cells[j];
            cells[j] = cells[k];
            cells[k] = cell;
            prefix.add(cell);
        }
        bool all = true;
        for (int s = 0; s < slot.sets && all; ++s) all = slot.set[s].meets(prefix);
        if (!all) continue;
        __builtin_memcpy(order, cells, kPrefix);
        return true;
    }
    return false;
}

enum class Stage : uint8_t { prefix, needed };

struct Try {
    Slot *slot;
    uint64_t number;
    uint8_t order[kPrefix];
    Stage stage;
    int enough;  // a prefix that is known to be unique (kPrefix + 1: none yet)
    int lacking; // a prefix that is known not to be
    int tested;  // prefix length, or position of a clue
    int found;
};

struct Sieve {
    Search search;
    Positions position;
    Try lane[kLanes];
    Slot slots[kSlots];
};

void put_prefix(Sieve &sieve, int l, int length) {
    uint8_t puzzle[kCells] = {};
    Try &t = sieve.lane[l];
    for (int k = 0; k < length; ++k) puzzle[t.order[k]] = t.slot->grid[t.order[k]];
    sieve.position.put(l, puzzle);
    t.tested = length;
    t.found = 0;
}

// The longest prefix that misses a known set.
int longest_lacking(const Slot &slot, const uint8_t *order) {
    int longest = 0;
    for (int s = 0; s < slot.sets; ++s) {
        const Cells &set = slot.set[s];
        int k = 0;
        for (; k < kPrefix; ++k) {
            int i = order[k];
            if ((i < 64 ? set.low : set.high) >> (i & 63) & 1) break;
        }
        if (k > longest) longest = k;
    }
    return longest;
}

// True if a known set is met by this clue alone: it is needed.
bool stands_alone(const Try &t, int position) {
    Cells others{0, 0};
    for (int k = 0; k < t.enough; ++k)
        if (k != position) others.add(t.order[k]);
    for (int s = 0; s < t.slot->sets; ++s)
        if (!t.slot->set[s].meets(others)) return true;
    return false;
}

// Sets up the test whether the next clue is needed. False: all are.
bool test_clue(Sieve &sieve, int l, int position) {
    Try &t = sieve.lane[l];
    while (position >= 0 && stands_alone(t, position)) --position;
    if (position < 0) return false;
    put_prefix(sieve, l, t.enough);
    int i = t.order[position];
    sieve.position.set(i, l, kAllDigits & ~Positions::of(t.slot->grid[i]));
    t.tested = position;
    return true;
}

void learn_solution(Sieve &sieve, int l) {
    uint8_t other[kCells];
    Cells cells{0, 0};
    Slot &slot = *sieve.lane[l].slot;
    sieve.search.write(l, other);
    for (int i = 0; i < kCells; ++i)
        if (other[i] != slot.grid[i]) cells.add(i);
    if (cells.low | cells.high) slot.learn(cells);
}

enum class Verdict : uint8_t { again, reject, accept };

// The search in a lane is over. `several`: a second solution was found.
Verdict judge(Sieve &sieve, int l, bool several) {
    Try &t = sieve.lane[l];
    if (t.stage == Stage::needed) {
        if (!several) return Verdict::reject;
        return test_clue(sieve, l, t.tested - 1) ? Verdict::again : Verdict::accept;
    }
    if (several) t.lacking = t.tested;
    else t.enough = t.tested;
    if (t.lacking == kPrefix) return Verdict::reject;
    if (t.enough - t.lacking > 1) {
        put_prefix(sieve, l, (t.enough + t.lacking) / 2);
        return Verdict::again;
    }
    t.stage = Stage::needed; // the last clue is: without it the prefix lacks
    return test_clue(sieve, l, t.enough - 2) ? Verdict::again : Verdict::accept;
}

struct Plan {
    const uint8_t *grids;
    size_t n;
    uint64_t seed, first, tries;
    uint8_t *puzzles;
    uint64_t *numbers; // of grid and try, for each accepted puzzle
    size_t room, written, next;
};

void accept(Plan &plan, const Try &t) {
    uint8_t *puzzle = plan.puzzles + 81 * plan.written;
    __builtin_memset(puzzle, 0, 81);
    for (int k = 0; k < t.enough; ++k) puzzle[t.order[k]] = t.slot->grid[t.order[k]];
    plan.numbers[2 * plan.written] = plan.first + t.slot->number;
    plan.numbers[2 * plan.written++ + 1] = t.number;
}

// Finds the lane's next try, from its grid or another. False: there are no more.
bool next_try(Plan &plan, Sieve &sieve, int l) {
    Try &t = sieve.lane[l];
    for (Slot &slot : sieve.slots) {
        if (!slot.grid && plan.next < plan.n) {
            begin_grid(slot, plan.grids + 81 * plan.next, plan.next, plan.seed, plan.first + plan.next, plan.tries);
            ++plan.next;
        }
        if (!slot.grid || !draw(slot, t.order)) {
            if (slot.grid && !slot.lanes) slot.grid = nullptr;
            continue;
        }
        t.slot = &slot;
        t.number = slot.done - 1;
        ++slot.lanes;
        t.stage = Stage::prefix;
        t.enough = kPrefix + 1;
        t.lacking = longest_lacking(slot, t.order);
        put_prefix(sieve, l, kPrefix);
        return true;
    }
    return false;
}

int32_t run(Plan &plan, Sieve &sieve, shudu_counters &counters, const volatile int32_t *stop) {
    Search &search = sieve.search;
    search.reset();
    sieve.position.clear();
    for (Slot &slot : sieve.slots) slot.grid = nullptr, slot.lanes = 0;
    auto refill = [&](LaneSet lanes) {
        LaneSet put = 0;
        while (lanes) {
            int l = pop(lanes);
            for (int tries = 0; tries < 2 && !(put & only(l)); ++tries) // a slot may become free while it is passed
                if (next_try(plan, sieve, l)) put |= only(l);
        }
        return put;
    };
    search.start(refill(kAllLanes), sieve.position.cell);
    while (search.busy) {
        if (stop && *stop) return SHUDU_STOPPED;
        counters.passes += 2 * static_cast<uint64_t>(size(search.busy));
        Events e = search.advance();
        LaneSet several = 0;
        for (LaneSet rest = e.solved; rest;) {
            int l = pop(rest);
            Try &t = sieve.lane[l];
            learn_solution(sieve, l);
            if (++t.found == (t.stage == Stage::prefix ? 2 : 1)) several |= only(l);
        }
        LaneSet back = (e.dead | e.solved) & ~several;
        LaneSet over = several | (back ? search.retreat(back) : 0);
        if (e.stuck) {
            counters.guesses += static_cast<uint64_t>(size(e.stuck));
            search.guess(e.stuck);
            if (search.exhausted) return SHUDU_EXHAUSTED;
        }
        if (!over) continue;
        search.drop(over);
        LaneSet again = 0, empty = 0;
        for (LaneSet rest = over; rest;) {
            int l = pop(rest);
            Verdict verdict = judge(sieve, l, several >> l & 1);
            if (verdict == Verdict::accept) {
                if (plan.written == plan.room) return SHUDU_EXHAUSTED;
                accept(plan, sieve.lane[l]);
            }
            if (verdict == Verdict::again) again |= only(l);
            else empty |= only(l), --sieve.lane[l].slot->lanes;
        }
        if (empty) again |= refill(empty);
        if (again) search.start(again, sieve.position.cell);
    }
    return SHUDU_OK;
}

} // namespace
} // namespace shudu

size_t shudu_unbiased_workspace(void) { return sizeof(shudu::Sieve); }

int32_t shudu_unbiased(const uint8_t *grids, size_t n, uint64_t seed, uint64_t first_index, uint64_t tries,
                       uint8_t *puzzles, uint64_t *numbers, size_t room, size_t *written, shudu_counters *counters,
                       void *workspace, const volatile int32_t *stop) {
    *written = 0;
    if (!shudu::are_final_grids(grids, n)) return SHUDU_BAD_INPUT;
    shudu_counters sum{};
    shudu::Plan plan{grids, n, seed, first_index, tries, puzzles, numbers, room, 0, 0};
    int32_t status = shudu::run(plan, *static_cast<shudu::Sieve *>(workspace), sum, stop);
    *written = plan.written;
    if (counters) *counters = sum;
    return status;
}
