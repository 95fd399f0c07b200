// Digging 挖洞: clues are taken away from final grids as long as one solution remains.
//
// One grid per lane. A lane tries the removals of its grid one after the other, in a random order; because fewer clues
// never have fewer solutions, an orbit that had to stay once has to stay for good, and what is left at the end is
// minimal. While there are many clues, several removals are tried together: if they pass, each of them would have.
#include "base/input.h"
#include "base/random.h"
#include "kernel.h"
#include "solve/positions.h"

namespace shudu {
namespace {

constexpr Stream kDigging{3};

struct Orbits {
    int count;
    uint8_t size[kCells];
    uint8_t cell[kCells][kCells];

    explicit Orbits(const uint8_t *orbit_of) : count(0) {
        for (uint8_t &s : size) s = 0;
        for (int i = 0; i < kCells; ++i) {
            int o = orbit_of[i];
            if (o >= kCells) continue;
            cell[o][size[o]++] = uint8_t(i);
            if (o >= count) count = o + 1;
        }
    }
};

struct Digger {
    size_t index;
    const uint8_t *grid;
    uint8_t *puzzle;
    uint8_t order[kCells];
    int length;
    int at;    // next orbit of the order
    int tried; // orbits under trial
    int chunk; // how many to try at most
    int clues;
    bool needs_two; // solutions that refute the trial: two, or one that differs in the struck cell
    uint8_t found;
};

struct Site {
    Search search;
    Positions position; // the puzzle of each lane, as the trial has it
    Digger digger[kLanes];
};

int chunk_for(int clues) { return clues > 70 ? 22 : clues > 50 ? 4 : clues > 40 ? 2 : 1; }

void arrive(Site &site, int lane, const Orbits &orbits, uint64_t seed, uint64_t index) {
    Digger &d = site.digger[lane];
    Random random(seed, kDigging, index);
    d.length = 0;
    for (int o = 0; o < orbits.count; ++o)
        if (orbits.size[o]) d.order[d.length++] = uint8_t(o);
    for (int i = d.length - 1; i > 0; --i) {
        int j = int(random.below(uint32_t(i + 1)));
        uint8_t t = d.order[i];
        d.order[i] = d.order[j], d.order[j] = t;
    }
    d.at = 0;
    d.clues = kCells;
    d.chunk = chunk_for(d.clues);
    __builtin_memcpy(d.puzzle, d.grid, kCells);
    site.position.put(lane, d.grid);
}

// Blanks the next orbits for a trial. False: the grid is dug.
bool propose(Site &site, int lane, const Orbits &orbits, int goal) {
    Digger &d = site.digger[lane];
    while (d.at < d.length && orbits.size[d.order[d.at]] > d.clues - goal) ++d.at;
    int end = d.at, room = d.clues - goal, cells = 0;
    while (end < d.length && end - d.at < d.chunk && cells + orbits.size[d.order[end]] <= room)
        cells += orbits.size[d.order[end++]];
    d.tried = end - d.at;
    if (!d.tried) return false;
    d.needs_two = cells > 1;
    d.found = 0;
    for (int k = d.at; k < end; ++k) {
        int o = d.order[k];
        for (int j = 0; j < orbits.size[o]; ++j) {
            int i = orbits.cell[o][j];
            site.position.set(i, lane, d.needs_two ? kAllDigits : kAllDigits & ~Positions::of(d.grid[i]));
        }
    }
    return true;
}

// The trial is over: keep the cells blank, or bring them back.
void conclude(Site &site, int lane, const Orbits &orbits, bool unique) {
    Digger &d = site.digger[lane];
    for (int k = d.at; k < d.at + d.tried; ++k) {
        int o = d.order[k];
        for (int j = 0; j < orbits.size[o]; ++j) {
            int i = orbits.cell[o][j];
            if (unique) d.puzzle[i] = 0;
            site.position.set(i, lane, unique ? kAllDigits : Positions::of(d.grid[i]));
        }
        if (unique) d.clues -= orbits.size[o];
    }
    if (unique) {
        d.at += d.tried;
        d.chunk = chunk_for(d.clues);
    } else if (d.tried == 1) {
        ++d.at;
    } else {
        d.chunk = d.tried / 2;
    }
}

int32_t run(const uint8_t *grids, size_t n, const Orbits &orbits, uint64_t seed, uint64_t first, int goal,
            uint8_t *puzzles, uint8_t *clues, shudu_counters &counters, Site &site, const volatile int32_t *stop) {
    Search &search = site.search;
    search.reset();
    site.position.clear();
    size_t next = 0;
    // Gives lanes their next trial; a lane whose grid is done takes the next grid.
    auto refill = [&](LaneSet lanes, LaneSet empty) {
        LaneSet put = 0;
        while (lanes) {
            int l = pop(lanes);
            Digger &d = site.digger[l];
            bool idle = empty & only(l);
            for (;;) {
                if (idle) {
                    if (next == n) break;
                    d.index = next;
                    d.grid = grids + 81 * next;
                    d.puzzle = puzzles + 81 * next;
                    arrive(site, l, orbits, seed, first + next++);
                    idle = false;
                }
                if (propose(site, l, orbits, goal)) {
                    put |= only(l);
                    break;
                }
                clues[d.index] = uint8_t(d.clues);
                idle = true;
            }
        }
        if (put) search.start(put, site.position.cell);
    };
    refill(kAllLanes, kAllLanes);
    while (search.busy) {
        if (stop && *stop) return SHUDU_STOPPED;
        counters.passes += 2 * uint64_t(size(search.busy));
        Events e = search.advance();
        LaneSet refuted = 0;
        for (LaneSet rest = e.solved; rest;) {
            int l = pop(rest);
            Digger &d = site.digger[l];
            if (!d.needs_two || ++d.found == 2) refuted |= only(l);
        }
        LaneSet back = (e.dead | e.solved) & ~refuted;
        LaneSet proven = back ? search.retreat(back) : 0;
        counters.backtracks += uint64_t(size(back & ~proven));
        if (e.stuck) {
            counters.guesses += uint64_t(size(e.stuck));
            search.guess(e.stuck);
            if (search.exhausted) return SHUDU_EXHAUSTED;
        }
        LaneSet over = proven | refuted;
        if (!over) continue;
        search.drop(over);
        for (LaneSet rest = over; rest;) {
            int l = pop(rest);
            conclude(site, l, orbits, proven & only(l));
        }
        refill(over, 0);
    }
    return SHUDU_OK;
}

} // namespace
} // namespace shudu

size_t shudu_dig_workspace(void) { return sizeof(shudu::Site); }

int32_t shudu_dig(const uint8_t *grids, size_t n, const uint8_t *orbit_of, int32_t goal, uint64_t seed,
                  uint64_t first_index, uint8_t *puzzles, uint8_t *clues, shudu_counters *counters, void *workspace,
                  const volatile int32_t *stop) {
    if (!shudu::are_final_grids(grids, n)) return SHUDU_BAD_INPUT;
    shudu_counters sum{};
    shudu::Orbits orbits(orbit_of);
    int32_t status = shudu::run(grids, n, orbits, seed, first_index, goal, puzzles, clues, sum,
                                *static_cast<shudu::Site *>(workspace), stop);
    if (counters) *counters = sum;
    return status;
}
