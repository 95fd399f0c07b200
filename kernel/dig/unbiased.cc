// Unbiased minimal puzzles by controlled bias (Berthier): take the cells of a uniform grid in a random order, stop at
// the shortest prefix that has one solution, and accept it if it is minimal. Then all minimal puzzles with the same
// number n of clues are equally likely; weights C(81, n) make them equally likely across n. One try in 257,000 is
// accepted, so almost all of the work is rejection:
//
// - A try is rejected at once if its first 33 cells miss an unavoidable set (tries.h). This excludes minimal puzzles of
//   more than 33 clues, so the method is not quite exact. Published shares are 0.41 % with 30 clues, 0.024 % with 31
//   and 0.001 % with 32; extrapolated, about one puzzle in 10^8 is excluded.
// - The other tries run in the lanes: whether 33 cells are enough, then bisection, then whether each clue is necessary.
#include "base/input.h"
#include "dig/tries.h"
#include "kernel.h"
#include "solve/driver.h"
#include "solve/positions.h"

namespace shudu::unbiased {
namespace {

constexpr int kSlots = kLanes + 1;

enum class Stage : uint8_t { prefix, needed };

struct Try {
    Slot *slot;
    uint64_t number;
    uint8_t order[kPrefix];
    Stage stage;
    int enough;  // length of a prefix known to be unique (kPrefix + 1: none yet)
    int lacking; // length of a prefix known not to be unique
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

// The length of the longest prefix that misses a known set.
int longest_lacking(const Slot &slot, const uint8_t *order) {
    int longest = 0;
    for (int s = 0; s < slot.sets; ++s) {
        const CellSet set = slot.set[s]; // a copy, which the compiler keeps in registers
        int k = 0;
        for (; k < kPrefix; ++k) {
            if (set.has(order[k])) break;
        }
        if (k > longest) longest = k;
    }
    return longest;
}

// Whether this clue is the only one in a known set, and therefore necessary.
bool stands_alone(const Try &t, int position) {
    CellSet others;
    for (int k = 0; k < t.enough; ++k)
        if (k != position) others.add_unpredictable(t.order[k]);
    for (int s = 0; s < t.slot->sets; ++s)
        if (!t.slot->set[s].meets(others)) return true;
    return false;
}

// Sets up the test whether the next clue is necessary. Returns false if all are.
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
    CellSet cells;
    Slot &slot = *sieve.lane[l].slot;
    sieve.search.write(l, other);
    for (int i = 0; i < kCells; ++i)
        if (other[i] != slot.grid[i]) cells.add(i);
    if (!cells.empty()) slot.learn(cells);
}

enum class Verdict : uint8_t { again, reject, accept };

// Decides what to do after a search in a lane; `several` if it found a second solution.
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
    t.stage = Stage::needed; // the last clue is: the prefix without it is not unique
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

// Finds the next try of a lane in any grid. Returns false if there are no more.
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

// Gives the lanes their next tries. Returns the lanes that have one.
LaneSet next_tries(Plan &plan, Sieve &sieve, LaneSet lanes) {
    LaneSet put = 0;
    while (lanes) {
        int l = pop(lanes);
        for (int k = 0; k < 2 && !(put & only(l)); ++k) // twice, because the first may free a slot it has passed
            if (next_try(plan, sieve, l)) put |= only(l);
    }
    return put;
}

// The hooks of the driver.
struct Driver {
    Plan &plan;
    Sieve &sieve;
    LaneSet several; // lanes that have found a second solution

    LaneSet solved(LaneSet lanes) {
        while (lanes) {
            int l = pop(lanes);
            Try &t = sieve.lane[l];
            learn_solution(sieve, l);
            if (++t.found == (t.stage == Stage::prefix ? 2 : 1)) several |= only(l);
        }
        return several;
    }

    void emptied(LaneSet) {}
    LaneSet stuck(LaneSet) { return 0; }

    int32_t refill(LaneSet over) {
        LaneSet again = 0, empty = 0;
        while (over) {
            int l = pop(over);
            Verdict verdict = judge(sieve, l, several & only(l));
            if (verdict == Verdict::accept) {
                if (plan.written == plan.room) return SHUDU_EXHAUSTED;
                accept(plan, sieve.lane[l]);
            }
            if (verdict == Verdict::again) again |= only(l);
            else empty |= only(l), --sieve.lane[l].slot->lanes;
        }
        several = 0;
        if (empty) again |= next_tries(plan, sieve, empty);
        if (again) sieve.search.start(again, sieve.position.cell);
        return SHUDU_OK;
    }
};

int32_t run(Plan &plan, Sieve &sieve, shudu_counters &counters, const volatile int32_t *stop) {
    sieve.search.reset();
    sieve.position.clear();
    for (Slot &slot : sieve.slots) slot.grid = nullptr, slot.lanes = 0;
    sieve.search.start(next_tries(plan, sieve, kAllLanes), sieve.position.cell);
    Driver driver{plan, sieve, 0};
    return drive(sieve.search, driver, counters, stop);
}

} // namespace
} // namespace shudu::unbiased

using namespace shudu;
using namespace shudu::unbiased;

size_t shudu_unbiased_workspace(void) { return sizeof(Sieve); }

int32_t shudu_unbiased(const uint8_t *grids, size_t n, uint64_t seed, uint64_t first_index, uint64_t tries,
                       uint8_t *puzzles, uint64_t *numbers, size_t room, size_t *written, shudu_counters *counters,
                       void *workspace, const volatile int32_t *stop) {
    *written = 0;
    if (!are_final_grids(grids, n)) return SHUDU_BAD_INPUT;
    shudu_counters sum{};
    Plan plan{grids, n, seed, first_index, tries, puzzles, numbers, room, 0, 0};
    int32_t status = run(plan, *static_cast<Sieve *>(workspace), sum, stop);
    *written = plan.written;
    if (counters) *counters = sum;
    return status;
}
