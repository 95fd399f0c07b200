// The {-2+1} search: from a unique puzzle to unique puzzles with fewer clues. walk.h defines the steps of a walk; this
// file runs their jobs in the lanes.
//
// A job finds the candidates x of one single or pair. Two sets of candidates per lane record the solutions found so
// far: `once` holds the candidates of any solution, `twice` those of two or more. Solutions with the old digit in a
// removed cell need no search, because P and the singles determine them: a single begins with the solution of P in
// `once`, a pair with the results of its two singles, and the removed cells lose their old digits. Each candidate that
// is not yet in `twice` is then tested: set it, and search until it is in `twice` or there are no more solutions. Most
// tests also settle other candidates.
//
// Rejected: one search through all solutions of a job, skipping branches without open candidates. It finds the same and
// takes 19 s where the tests take 2.3 s (20 walks, down to 18 and 19 clues): a candidate without a solution has to be
// refuted again in every branch.
#include "base/input.h"
#include "dig/walk.h"
#include "kernel.h"
#include "solve/driver.h"
#include "solve/positions.h"

namespace shudu::lowclue {
namespace {

constexpr int kWalks = 24; // at the same time: enough to keep all lanes busy

struct Job {
    Walk *walk;
    int number;
    bool any;   // a solution was found
    bool begun; // the position has been propagated, and tests run
    int cell;   // the candidate under test
    uint16_t digit;
    uint16_t alone[kCells], absent[kCells]; // tested candidates: of one solution, and of none
};

struct Hunt {
    Search search;
    Positions root;        // the positions from which the tests of a job start
    Positions once, twice; // the candidates of the solutions found
    Positions base;        // `once` at the beginning of each test
    Job job[kLanes];
    Walk walks[kWalks];
    int turn;

    void see(LaneSet lanes) {
        Mask mask = mask_of(lanes);
        const V *solution = search.position();
        for (int i = 0; i < kCells; ++i) {
            V s = where(mask, solution[i]);
            twice.cell[i] |= once.cell[i] & s;
            once.cell[i] |= s;
        }
    }

    // Selects the next candidate to test, in a cell with few candidates. Returns false if there is none.
    bool choose_test(int lane) {
        int fewest = 10;
        Job &j = job[lane];
        for (int i = 0; i < kCells; ++i) {
            int all = root.at(i, lane), open = all & ~twice.at(i, lane), n = __builtin_popcount(unsigned(all));
            if (!open || n >= fewest) continue;
            fewest = n;
            j.cell = i;
            j.digit = uint16_t(open & -open);
        }
        return fewest < 10;
    }

    void start_tests(LaneSet lanes) {
        uint16_t kept[kLanes];
        for (LaneSet rest = lanes; rest;) {
            int l = pop(rest);
            kept[l] = root.at(job[l].cell, l);
            root.set(job[l].cell, l, job[l].digit);
        }
        once.copy(base.cell, lanes);
        search.start(lanes, root.cell);
        for (LaneSet rest = lanes; rest;) {
            int l = pop(rest);
            root.set(job[l].cell, l, kept[l]);
        }
    }

    // A test has searched everything: the candidate has one solution, or none.
    void settle_test(int lane) {
        Job &j = job[lane];
        bool seen = once.at(j.cell, lane) & j.digit;
        (seen ? j.alone : j.absent)[j.cell] |= j.digit;
        twice.add(j.cell, lane, j.digit); // no longer open
        if (!seen) root.strike(j.cell, lane, j.digit);
    }

    bool seen_twice(int lane) const { return twice.at(job[lane].cell, lane) & job[lane].digit; }

    Seen result(int lane) const {
        Seen s;
        const Job &j = job[lane];
        for (int i = 0; i < kCells; ++i) {
            int out = twice.at(i, lane);
            s.twice[i] = uint16_t(out & ~(j.alone[i] | j.absent[i]));
            // Propagation may have removed candidates of the base, so that they needed no test, or it may have led to
            // the only solution.
            int seen = j.begun ? j.alone[i] | (base.at(i, lane) & ~out) : once.at(i, lane);
            s.once[i] = uint16_t(seen);
        }
        return s;
    }
};

// --- Jobs -----------------------------------------------------------------------------------------------------------

void load_single(Hunt &hunt, int lane, const Walk &w, int number) {
    for (int i = 0; i < kCells; ++i) {
        hunt.base.set(i, lane, Positions::of(w.solution[i]));
        hunt.twice.set(i, lane, w.puzzle[i] ? kAllDigits : 0);
    }
    int a = w.cell[number], old = Positions::of(w.puzzle[a]);
    hunt.twice.set(a, lane, old);
    hunt.root.set(a, lane, kAllDigits & ~old);
}

void load_pair(Hunt &hunt, int lane, const Walk &w, int number) {
    const Seen &one = w.single[w.pair[number][0]], &two = w.single[w.pair[number][1]];
    for (int i = 0; i < kCells; ++i) {
        // Both singles include the solution of P; it counts once.
        int both = one.once[i] & two.once[i] & ~Positions::of(w.solution[i]);
        hunt.base.set(i, lane, one.once[i] | two.once[i]);
        hunt.twice.set(i, lane, one.twice[i] | two.twice[i] | both);
    }
    for (int k : w.pair[number]) {
        // In the other single this cell is still a clue.
        int a = w.cell[k];
        hunt.base.set(a, lane, w.single[k].once[a]);
        hunt.twice.set(a, lane, w.single[k].twice[a]);
        hunt.root.set(a, lane, kAllDigits & ~Positions::of(w.puzzle[a]));
    }
}

void load(Hunt &hunt, int lane, Walk &w) {
    Job &j = hunt.job[lane];
    j.walk = &w;
    j.number = w.issued++;
    j.any = j.begun = false;
    for (int i = 0; i < kCells; ++i) j.alone[i] = j.absent[i] = 0;
    hunt.root.put(lane, w.puzzle);
    if (w.phase == Phase::singles) load_single(hunt, lane, w, j.number);
    if (w.phase == Phase::pairs) load_pair(hunt, lane, w, j.number);
}

// Gives the result of a job to its walk.
void deliver(Hunt &hunt, int lane) {
    const Job &j = hunt.job[lane];
    Walk &w = *j.walk;
    ++w.finished;
    if (w.phase == Phase::singles) {
        w.needless[j.number] = !j.any;
        w.single[j.number] = hunt.result(lane);
    } else if (w.phase == Phase::pairs && j.number < w.jobs) {
        Seen s = hunt.result(lane);
        int some = 0;
        for (int i = 0; i < kCells; ++i) some |= s.once[i] &= ~s.twice[i];
        if (!some) return;
        w.jobs = j.number;
        w.success = true;
        __builtin_memcpy(w.hit, s.once, sizeof w.hit);
    }
}

// --- The loop -------------------------------------------------------------------------------------------------------

void refill(Hunt &hunt) {
    LaneSet put = 0;
    for (LaneSet idle = kAllLanes & ~hunt.search.busy; idle;) {
        int l = pop(idle);
        for (int tries = 0; tries < kWalks; ++tries) {
            Walk &w = hunt.walks[hunt.turn];
            if (w.phase != Phase::over && w.issued < w.jobs) {
                load(hunt, l, w);
                put |= only(l);
                break;
            }
            hunt.turn = (hunt.turn + 1) % kWalks;
        }
    }
    if (!put) return;
    hunt.once.copy(hunt.base.cell, put);
    hunt.search.start(put, hunt.root.cell);
}

// Records solutions. Returns the lanes whose search ends here: the solution of P is known, or a test is decided.
LaneSet on_solutions(Hunt &hunt, LaneSet solved) {
    LaneSet jobs = 0, enough = 0;
    for (LaneSet rest = solved; rest;) {
        int l = pop(rest);
        Job &j = hunt.job[l];
        j.any = true;
        if (j.walk->phase != Phase::solve) {
            jobs |= only(l);
            continue;
        }
        hunt.search.write(l, j.walk->solution);
        enough |= only(l);
    }
    if (jobs) hunt.see(jobs);
    while (jobs) {
        int l = pop(jobs);
        if (hunt.job[l].begun && hunt.seen_twice(l)) enough |= only(l);
    }
    return enough;
}

// Jobs that are stuck for the first time begin their tests at this position.
LaneSet take_roots(Hunt &hunt, LaneSet stuck) {
    LaneSet roots = 0;
    while (stuck) {
        int l = pop(stuck);
        Job &j = hunt.job[l];
        if (j.begun || j.walk->phase == Phase::solve) continue;
        roots |= only(l);
        j.begun = true;
    }
    if (roots) hunt.root.copy(hunt.search.position(), roots);
    return roots;
}

// Starts the next test of lanes whose search is over. Returns the lanes that have none left.
LaneSet next_tests(Hunt &hunt, LaneSet lanes) {
    LaneSet more = 0;
    for (LaneSet rest = lanes; rest;) {
        int l = pop(rest);
        if (hunt.job[l].begun && hunt.choose_test(l)) more |= only(l);
    }
    if (more) hunt.start_tests(more);
    return lanes & ~more;
}

// The hooks of the driver.
struct Driver {
    Plan &plan;
    Hunt &hunt;

    LaneSet solved(LaneSet lanes) { return on_solutions(hunt, lanes); }

    void emptied(LaneSet lanes) {
        while (lanes) {
            int l = pop(lanes);
            if (hunt.job[l].begun) hunt.settle_test(l);
        }
    }

    LaneSet stuck(LaneSet lanes) { return take_roots(hunt, lanes); }

    int32_t refill(LaneSet over) {
        LaneSet done = over ? next_tests(hunt, over) : 0;
        for (LaneSet rest = done; rest;) {
            int l = pop(rest);
            deliver(hunt, l);
            advance_walk(plan, *hunt.job[l].walk);
        }
        if (done) lowclue::refill(hunt);
        return SHUDU_OK;
    }
};

int32_t run(Plan &plan, Hunt &hunt, shudu_counters &counters, const volatile int32_t *stop) {
    hunt.search.reset();
    hunt.root.clear(), hunt.once.clear(), hunt.twice.clear(), hunt.base.clear();
    hunt.turn = 0;
    for (Walk &w : hunt.walks) begin_walk(plan, w);
    refill(hunt);
    Driver driver{plan, hunt};
    return drive(hunt.search, driver, counters, stop);
}

} // namespace
} // namespace shudu::lowclue

using namespace shudu;
using namespace shudu::lowclue;

size_t shudu_lowclue_workspace(void) { return sizeof(Hunt); }

int32_t shudu_lowclue(const uint8_t *puzzles, size_t n, uint64_t seed, uint64_t first_index, int32_t goal,
                      int32_t patience, uint8_t *best, uint8_t *clues, uint32_t *steps, shudu_counters *counters,
                      void *workspace, const volatile int32_t *stop) {
    if (!digits_only(puzzles, 81 * n)) return SHUDU_BAD_INPUT;
    for (size_t i = 0; i < n; ++i) {
        int given = 0;
        for (int c = 0; c < 81; ++c) given += puzzles[81 * i + size_t(c)] != 0;
        if (given > kMostClues) return SHUDU_BAD_INPUT;
        clues[i] = uint8_t(given);
        steps[i] = 0;
    }
    __builtin_memcpy(best, puzzles, 81 * n);
    shudu_counters sum{};
    Plan plan{puzzles, n, seed, first_index, goal, patience, best, clues, steps, 0};
    int32_t status = run(plan, *static_cast<Hunt *>(workspace), sum, stop);
    if (counters) *counters = sum;
    return status;
}
