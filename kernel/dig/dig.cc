// Digging 挖洞: clues are removed from final grids while the solution stays unique.
//
// One grid per lane. A lane tries the removals of its grid one after the other, in a random order. Removing clues never
// removes solutions, so an orbit that is necessary once stays necessary, and the result is minimal. While there are
// many clues, several removals are tried together: if the puzzle stays unique, each of them is possible.
#include "base/input.h"
#include "base/random.h"
#include "kernel.h"
#include "solve/driver.h"
#include "solve/positions.h"

namespace shudu {
namespace {

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

// A grid being dug, in a lane of its own.
struct Digger {
    size_t index;
    const uint8_t *grid;
    uint8_t *puzzle;
    uint8_t order[kCells]; // of the orbits
    int length;
    int at;    // next orbit of the order
    int tried; // orbits under trial
    int chunk; // how many to try at most
    int clues;
    bool needs_two; // solutions that refute the trial: two, or one that differs in the blank cell
    uint8_t found;
};

int chunk_for(int clues) { return clues > 70 ? 22 : clues > 50 ? 4 : clues > 40 ? 2 : 1; }

struct Plan {
    const uint8_t *grids;
    size_t n;
    Orbits orbits;
    int goal;
    uint64_t seed, first;
    uint8_t *puzzles, *clues;
};

class Site {
  public:
    int32_t run(const Plan &plan, shudu_counters &counters, const volatile int32_t *stop) {
        plan_ = &plan;
        next_ = 0;
        refuted_ = 0;
        search_.reset();
        position_.clear();
        LaneSet put = 0;
        for (int l = 0; l < kLanes; ++l)
            if (next_grid(l)) put |= only(l);
        if (put) search_.start(put, position_.cell);
        return drive(search_, *this, counters, stop);
    }

    // The hooks of the driver.
    LaneSet solved(LaneSet lanes) {
        refuted_ = 0;
        while (lanes) {
            int l = pop(lanes);
            Digger &d = digger_[l];
            if (!d.needs_two || ++d.found == 2) refuted_ |= only(l);
        }
        return refuted_;
    }

    void emptied(LaneSet) {}
    LaneSet stuck(LaneSet) { return 0; }

    int32_t refill(LaneSet over) {
        LaneSet put = 0;
        while (over) {
            int l = pop(over);
            conclude(l, !(refuted_ & only(l)));
            if (propose(l) || (finish(l), next_grid(l))) put |= only(l);
        }
        refuted_ = 0;
        if (put) search_.start(put, position_.cell);
        return SHUDU_OK;
    }

  private:
    const Plan *plan_;
    size_t next_;
    LaneSet refuted_; // lanes whose trial has another solution
    Search search_;
    Positions position_; // the puzzle of each lane, with the cells under trial blank
    Digger digger_[kLanes];

    // Begins grids until one has a trial. Returns false if there are no more.
    bool next_grid(int lane) {
        for (; next_ < plan_->n; finish(lane)) {
            begin(lane, next_++);
            if (propose(lane)) return true;
        }
        return false;
    }

    void begin(int lane, size_t index) {
        Digger &d = digger_[lane];
        d.index = index;
        d.grid = plan_->grids + kCells * index;
        d.puzzle = plan_->puzzles + kCells * index;
        d.length = 0;
        for (int o = 0; o < plan_->orbits.count; ++o)
            if (plan_->orbits.size[o]) d.order[d.length++] = uint8_t(o);
        Random random(plan_->seed, Stream::dig, plan_->first + index);
        for (int i = d.length - 1; i > 0; --i) {
            int j = int(random.below(uint32_t(i + 1)));
            uint8_t t = d.order[i];
            d.order[i] = d.order[j], d.order[j] = t;
        }
        d.at = 0;
        d.clues = kCells;
        d.chunk = chunk_for(d.clues);
        __builtin_memcpy(d.puzzle, d.grid, kCells);
        position_.put(lane, d.grid);
    }

    void finish(int lane) { plan_->clues[digger_[lane].index] = uint8_t(digger_[lane].clues); }

    // Blanks the next orbits for a trial. Returns false if there is nothing left to try.
    bool propose(int lane) {
        const Orbits &orbits = plan_->orbits;
        Digger &d = digger_[lane];
        int room = d.clues - plan_->goal, cells = 0;
        while (d.at < d.length && orbits.size[d.order[d.at]] > room) ++d.at;
        int end = d.at;
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
                position_.set(i, lane, d.needs_two ? kAllDigits : kAllDigits & ~Positions::of(d.grid[i]));
            }
        }
        return true;
    }

    // Ends a trial: its cells stay blank if the puzzle is still unique, else they get their digits back.
    void conclude(int lane, bool unique) {
        const Orbits &orbits = plan_->orbits;
        Digger &d = digger_[lane];
        for (int k = d.at; k < d.at + d.tried; ++k) {
            int o = d.order[k];
            for (int j = 0; j < orbits.size[o]; ++j) {
                int i = orbits.cell[o][j];
                if (unique) d.puzzle[i] = 0;
                position_.set(i, lane, unique ? kAllDigits : Positions::of(d.grid[i]));
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
};

} // namespace
} // namespace shudu

using namespace shudu;

size_t shudu_dig_workspace(void) { return sizeof(Site); }

int32_t shudu_dig(const uint8_t *grids, size_t n, const uint8_t *orbit_of, int32_t goal, uint64_t seed,
                  uint64_t first_index, uint8_t *puzzles, uint8_t *clues, shudu_counters *counters, void *workspace,
                  const volatile int32_t *stop) {
    if (!are_final_grids(grids, n)) return SHUDU_BAD_INPUT;
    shudu_counters sum{};
    Plan plan{grids, n, Orbits(orbit_of), goal, seed, first_index, puzzles, clues};
    int32_t status = static_cast<Site *>(workspace)->run(plan, sum, stop);
    if (counters) *counters = sum;
    return status;
}
