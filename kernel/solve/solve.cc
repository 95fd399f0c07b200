// Batches: many puzzles in the lanes of one search.
//
// A lane that has finished its puzzle takes the next one. When there are no more, idle lanes help: an idle lane takes
// over the oldest position that a busy lane has saved, which is the largest part of the search that has not begun. So a
// puzzle may be searched in several parts, which form a list in the order in which a single lane would reach them:
//
//     head ── part ── part ── …        everything in a part comes before everything in the next
//
// The number of solutions does not depend on order. The first solution is that of the first part that has one: a part
// that ends passes its solution to the part before it or, if there is none, to the part after it. So the results do not
// depend on which lanes have helped.
#include "base/input.h"
#include "kernel.h"
#include "solve/driver.h"
#include "solve/inbox.h"

namespace shudu {
namespace {

constexpr int kNone = -1;

struct Part {
    size_t puzzle;
    int before, after; // lanes of the neighbours in the list, or kNone
    bool found;        // `first` holds a solution
    bool settled;      // and the part cannot find an earlier one
    uint8_t *first;    // the caller's buffer for the part that began the puzzle, `room` for others
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
    bool helping; // idle lanes help others
    shudu_counters counters;

    // The hooks of the driver.
    LaneSet solved(LaneSet lanes);
    void emptied(LaneSet lanes);
    LaneSet stuck(LaneSet) { return 0; }
    int32_t refill(LaneSet);

  private:
    size_t next_;
    Inbox inbox_;
    Part part_[kLanes];
    Search search_;

    LaneSet take_from_inbox(LaneSet idle);
    void take_last_puzzles(LaneSet &idle);
    void begin(int lane, size_t puzzle, int before, int after);
    void help();
    static void hand_over(const Part &from, Part &to);
    LaneSet count(int lane);
    LaneSet end_at_limit(int lane);
    void end(int lane);
};

int32_t Batch::run(const volatile int32_t *stop) {
    search_.reset();
    inbox_.full = 0;
    next_ = 0;
    counters = {};
    refill(0);
    return drive(search_, *this, counters, stop);
}

int32_t Batch::refill(LaneSet) {
    LaneSet idle = take_from_inbox(kAllLanes & ~search_.busy);
    if (idle && n - next_ >= kLanes) {
        inbox_.fill(puzzles, next_);
        idle = take_from_inbox(idle);
    }
    if (idle) take_last_puzzles(idle);
    if (helping && idle && search_.busy) help();
    return SHUDU_OK;
}

// Starts the puzzles of the inbox in their own lanes. Returns the lanes that are still idle.
LaneSet Batch::take_from_inbox(LaneSet idle) {
    LaneSet lanes = idle & inbox_.full;
    if (!lanes) return idle;
    search_.start(lanes, inbox_.cell);
    inbox_.full &= ~lanes;
    for (LaneSet rest = lanes; rest;) {
        int l = pop(rest);
        begin(l, inbox_.puzzle[l], kNone, kNone);
    }
    return idle & ~lanes;
}

// There are not enough puzzles to fill the inbox: idle lanes take them one by one, and then those of other lanes'
// slots.
void Batch::take_last_puzzles(LaneSet &idle) {
    const uint8_t *row[kLanes];
    LaneSet lanes = 0;
    int k = 0;
    while (idle && (next_ < n || inbox_.full)) {
        int l = pop(idle);
        size_t puzzle = next_ < n ? next_++ : inbox_.puzzle[pop(inbox_.full)];
        begin(l, puzzle, kNone, kNone);
        row[k++] = puzzles + kCells * puzzle;
        lanes |= only(l);
    }
    if (lanes) search_.start(lanes, row);
}

void Batch::begin(int lane, size_t puzzle, int before, int after) {
    Part &mine = part_[lane];
    mine.puzzle = puzzle;
    mine.before = before;
    mine.after = after;
    mine.found = mine.settled = false;
    mine.first = before == kNone ? solutions + kCells * puzzle : mine.room;
    if (before == kNone) counts[puzzle] = 0;
}

// Lets one idle lane help the lane with the most saved positions.
void Batch::help() {
    int idle = __builtin_ctz(~search_.busy), busiest = __builtin_ctz(search_.busy);
    for (LaneSet rest = search_.busy; rest;) {
        int l = pop(rest);
        if (search_.saved(l) > search_.saved(busiest)) busiest = l;
    }
    if (!search_.take(idle, busiest)) return;
    Part &theirs = part_[busiest];
    begin(idle, theirs.puzzle, busiest, theirs.after);
    if (theirs.after != kNone) part_[theirs.after].before = idle;
    theirs.after = idle;
    if (theirs.found && !theirs.settled) { // it came from a part that is after the new one
        hand_over(theirs, part_[idle]);
        theirs.found = false;
    }
}

void Batch::hand_over(const Part &from, Part &to) {
    __builtin_memcpy(to.first, from.first, kCells);
    to.found = true;
}

LaneSet Batch::solved(LaneSet lanes) {
    LaneSet over = 0, first = 0;
    for (LaneSet rest = lanes; rest;) {
        int l = pop(rest);
        if (!part_[l].settled) first |= only(l);
    }
    search_.write_all(first, [this](int lane) { return part_[lane].first; });
    // Before any is counted: a part that ends must not replace the solution of another that is at one too.
    for (LaneSet rest = lanes; rest;) {
        Part &mine = part_[pop(rest)];
        mine.found = mine.settled = true;
    }
    while (lanes) {
        int l = pop(lanes);
        if (over & only(l)) continue; // another lane has just reached the limit of the same puzzle
        over |= count(l);
    }
    return over;
}

void Batch::emptied(LaneSet lanes) {
    while (lanes) end(pop(lanes));
}

// Counts the solution of a lane. Returns the lanes whose search is over.
LaneSet Batch::count(int lane) {
    uint64_t &total = counts[part_[lane].puzzle];
    if (total < limit) ++total;
    return total == limit ? end_at_limit(lane) : 0;
}

// There are as many solutions as asked for; what remains is to find out which is the first. Once a part is settled, the
// parts after it cannot change that.
LaneSet Batch::end_at_limit(int lane) {
    LaneSet over = 0;
    int head = lane;
    while (part_[head].before != kNone) head = part_[head].before;
    while (!part_[head].settled) head = part_[head].after;
    while (part_[head].after != kNone) {
        int later = part_[head].after;
        part_[head].after = part_[later].after;
        over |= only(later);
    }
    end(head);
    return over | only(head);
}

// Ends the part of a lane: passes its first solution to a neighbour or to the caller.
void Batch::end(int lane) {
    const Part &mine = part_[lane];
    if (mine.before != kNone) part_[mine.before].after = mine.after;
    if (mine.after != kNone) part_[mine.after].before = mine.before;
    uint8_t *out = solutions + kCells * mine.puzzle;
    if (mine.before != kNone) {
        if (mine.found && !part_[mine.before].found) hand_over(mine, part_[mine.before]);
    } else if (mine.after != kNone) {
        if (mine.found) {
            hand_over(mine, part_[mine.after]);
            part_[mine.after].settled = true;
        }
    } else if (!mine.found) {
        __builtin_memset(out, 0, kCells);
    } else if (mine.first != out) {
        __builtin_memcpy(out, mine.first, kCells);
    }
}

} // namespace
} // namespace shudu

using namespace shudu;

size_t shudu_solve_workspace(void) { return sizeof(Batch); }

int32_t shudu_solve(const uint8_t *puzzles, size_t n, uint64_t limit, uint8_t *solutions, uint64_t *counts,
                    shudu_counters *counters, void *workspace, const volatile int32_t *stop) {
    if (limit == 0 || !digits_only(puzzles, kCells * n)) return SHUDU_BAD_INPUT;
    Batch &batch = *static_cast<Batch *>(workspace);
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
