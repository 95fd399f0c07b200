// Unbiased minimal puzzles by controlled bias (Berthier): of a uniform grid take the cells in a random order, stop at the
// shortest prefix that has one solution, and accept it if it is minimal. Given the number of clues n all minimal puzzles
// are then equally likely; weighting by C(81, n) makes them so across n. One try in 257,000 is accepted, so almost all
// of the work is rejection:
//
// - A try is given up if the first 33 cells miss an unavoidable set (tries.h). Minimal puzzles of more than 33 clues are
//   left out, and so this is not quite exact: published are 0.41 % with 30 clues, 0.024 % with 31 and 0.001 % with 32,
//   and if that goes on they are about one in 10^8.
// - What remains runs in the lanes: are 33 cells enough, then bisection, then clue by clue: is it needed?
#include "base/input.h"
#include "dig/tries.h"
#include "kernel.h"
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
        counters.passes += 2 * uint64_t(size(search.busy));
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
            counters.guesses += uint64_t(size(e.stuck));
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
} // namespace shudu::unbiased

size_t shudu_unbiased_workspace(void) { return sizeof(shudu::unbiased::Sieve); }

int32_t shudu_unbiased(const uint8_t *grids, size_t n, uint64_t seed, uint64_t first_index, uint64_t tries,
                       uint8_t *puzzles, uint64_t *numbers, size_t room, size_t *written, shudu_counters *counters,
                       void *workspace, const volatile int32_t *stop) {
    *written = 0;
    if (!shudu::are_final_grids(grids, n)) return SHUDU_BAD_INPUT;
    shudu_counters sum{};
    shudu::unbiased::Plan plan{grids, n, seed, first_index, tries, puzzles, numbers, room, 0, 0};
    int32_t status = shudu::unbiased::run(plan, *static_cast<shudu::unbiased::Sieve *>(workspace), sum, stop);
    *written = plan.written;
    if (counters) *counters = sum;
    return status;
}
