// Batches: many puzzles through the lanes of one search.
//
// A lane that ends a puzzle is given the next. When there are no more, idle lanes help: one takes over the oldest position
// that a busy lane has saved, the largest part of its search that it has not begun. So a puzzle may be worked on in several
// parts, kept as a list in the order in which one lane alone would have come to them:
//
//     head ── part ── part ── …        everything in a part comes before everything in the next
//
// The number of solutions needs no order. The first solution is that of the first part that has one; a part that ends hands
// it to the part before, or else to the part after. So the results are those of one lane alone, whoever helped.
#include "base/input.h"
#include "kernel.h"
#include "solve/search.h"

namespace shudu {
namespace {

constexpr int kNone = -1;

struct Part {
    size_t puzzle;
    int before, after; // lanes of the neighbours in the list, or kNone
    bool found;        // `first` holds a solution,
    bool settled;      // and nothing that this part may still find comes before it
    uint8_t *first;    // where it is meant to go, if the part began the puzzle; else `room`
    uint8_t room[kCells];
};

class Batch {
  public:
    int32_t run(const volatile int32_t *stop);

    const uint8_t *puzzles;
    size_t n;
    uint64_t limit;
    uint8_t *solutions;
    uint64_t *counts;
    bool helping; // lanes may join others
    shudu_counters counters;

  private:
    size_t next;
    Part part[kLanes];
    Search search;

    void feed();
    void begin(int lane, size_t puzzle, int before, int after);
    void help();
    static void hand_over(const Part &from, Part &to);
    void record(int lane);
    void end_at_limit(int lane);
    void end(int lane);
};

int32_t Batch::run(const volatile int32_t *stop) {
    search.reset();
    next = 0;
    counters = {};
    feed();
    while (search.busy) {
        if (stop && *stop) return SHUDU_STOPPED;
        counters.passes += 2 * uint64_t(size(search.busy));
        Events e = search.advance();
        for (LaneSet rest = e.solved; rest;) record(pop(rest));
        LaneSet back = (e.dead | e.solved) & search.busy;
        if (back) {
            LaneSet done = search.retreat(back);
            counters.backtracks += uint64_t(size(back & ~done));
            while (done) end(pop(done));
        }
        LaneSet stuck = e.stuck & search.busy;
        if (stuck) {
            counters.guesses += uint64_t(size(stuck));
            search.guess(stuck);
            if (search.exhausted) return SHUDU_EXHAUSTED;
        }
        if (search.busy != kAllLanes) feed();
    }
    return SHUDU_OK;
}

// Gives the idle lanes work.
void Batch::feed() {
    LaneSet idle = kAllLanes & ~search.busy, given = 0;
    const uint8_t *first = puzzles + kCells * next;
    for (; idle && next < n; ++next) {
        int l = pop(idle);
        begin(l, next, kNone, kNone);
        counts[next] = 0;
        given |= only(l);
    }
    if (given) search.start(given, first);
    if (helping && idle && search.busy) help();
}

void Batch::begin(int lane, size_t puzzle, int before, int after) {
    Part &mine = part[lane];
    mine.puzzle = puzzle;
    mine.before = before;
    mine.after = after;
    mine.found = mine.settled = false;
    mine.first = before == kNone ? solutions + kCells * puzzle : mine.room;
}

// One idle lane joins the lane that has most to do.
void Batch::help() {
    int idle = __builtin_ctz(~search.busy), busiest = __builtin_ctz(search.busy);
    for (LaneSet rest = search.busy; rest;) {
        int l = pop(rest);
        if (search.saved(l) > search.saved(busiest)) busiest = l;
    }
    if (!search.take(idle, busiest)) return;
    Part &theirs = part[busiest];
    begin(idle, theirs.puzzle, busiest, theirs.after);
    if (theirs.after != kNone) part[theirs.after].before = idle;
    theirs.after = idle;
    if (theirs.found && !theirs.settled) { // handed to them from a part that comes after the new one as well
        hand_over(theirs, part[idle]);
        theirs.found = false;
    }
}

void Batch::hand_over(const Part &from, Part &to) {
    __builtin_memcpy(to.first, from.first, kCells);
    to.found = true;
}

// The lane stands at a solution.
void Batch::record(int lane) {
    if (!(search.busy & only(lane))) return; // no longer wanted since another lane reached the limit just now
    Part &mine = part[lane];
    uint64_t &count = counts[mine.puzzle];
    if (!mine.settled) search.write(lane, mine.first);
    mine.found = mine.settled = true;
    if (count < limit) ++count;
    if (count == limit) end_at_limit(lane);
}

// There are as many solutions as asked for: what is left is to know which is the first. Once a part has settled that, those
// after it cannot change it.
void Batch::end_at_limit(int lane) {
    int head = lane;
    while (part[head].before != kNone) head = part[head].before;
    while (!part[head].settled) head = part[head].after;
    while (part[head].after != kNone) {
        int later = part[head].after;
        part[head].after = part[later].after;
        search.drop(only(later));
    }
    end(head);
}

// The lane's part is over: its first solution goes to a neighbour, or out.
void Batch::end(int lane) {
    search.drop(only(lane));
    const Part &mine = part[lane];
    if (mine.before != kNone) part[mine.before].after = mine.after;
    if (mine.after != kNone) part[mine.after].before = mine.before;
    uint8_t *out = solutions + kCells * mine.puzzle;
    if (mine.before != kNone) {
        if (mine.found && !part[mine.before].found) hand_over(mine, part[mine.before]);
    } else if (mine.after != kNone) {
        if (mine.found) {
            hand_over(mine, part[mine.after]);
            part[mine.after].settled = true;
        }
    } else if (!mine.found) {
        __builtin_memset(out, 0, kCells);
    } else if (mine.first != out) {
        __builtin_memcpy(out, mine.first, kCells);
    }
}

} // namespace
} // namespace shudu

size_t shudu_solve_workspace(void) { return sizeof(shudu::Batch); }

int32_t shudu_solve(const uint8_t *puzzles, size_t n, uint64_t limit, uint8_t *solutions, uint64_t *counts,
                    shudu_counters *counters, void *workspace, const volatile int32_t *stop) {
    if (limit == 0 || !shudu::digits_only(puzzles, shudu::kCells * n)) return SHUDU_BAD_INPUT;
    shudu::Batch &batch = *static_cast<shudu::Batch *>(workspace);
    batch.puzzles = puzzles;
    batch.n = n;
    batch.limit = limit;
    batch.solutions = solutions;
    batch.counts = counts;
    batch.helping = !counters;
    int32_t status = batch.run(stop);
    if (counters) *counters = batch.counters;
    return status;
}
