// Search: depth first, each lane on its own.
//
//            lane 0   lane 1   lane 2             lane n-1
//   cell_   ┌────────┬────────┬────────┬─ ─ ─ ─ ─┬────────┐
//    0..80  │current │current │current │         │current │   81 vectors: the position of each lane
//           └────────┴────────┴────────┴─ ─ ─ ─ ─┴────────┘
//
//   stack_[lane][bottom_[lane] .. top_[lane] - 1]: the positions to return to, oldest first, each a column of 162 bytes
//
// A column occupies three lines of the cache. Before, lanes that guessed at the same time shared a page of 81 vectors:
// saving took one sweep, but a lane that returned had to load 41 lines for its own two bytes of each. With 32 lanes on
// Cascade Lake, columns are 17 to 24 % faster on the hardest puzzles, 5 to 9 % on 17 clues, random minimal puzzles and
// many solutions; with 16 lanes, 1 to 3 % faster.
//
// Depth: a branch on a triad leaves a digit one permutation in a band, at most 6 · 9 times on any path; a branch on a
// cell decides it, at most 81 times. So a lane never has more than kDepth - 1 saved positions. This is checked all the same.
//
// Rejected
//   - restoring columns by two-byte stores: 8 to 11 % slower, because vectors loaded soon after must wait for the stores
//   - changing single cells after a guess by two-byte stores right before the next pass: 2 to 5 % slower, for the same
//     reason. Before the saved positions are copied, it is faster than changing vectors.
//   - restoring positions at once: they are written to columns in pieces, so loading these as vectors would have to wait.
//     8 % slower on the hardest puzzles with 16 lanes
//   - guessing after a pass with little progress instead of none: costs as much in guesses as it saves in passes
//   - guessing after every pass in lanes that have guessed and never returned: between 2 % slower and 6 % faster with
//     many solutions, 10 to 12 % slower on random minimal puzzles, 5 to 7 % on magictour; it changes the order of
//     solutions. From the third or fifth guess on: no better, 15 % more guesses with many solutions for 2 % fewer passes
//   - two to six guesses at once, in different bands, in such lanes: from the third guess on, 5 % faster with many
//     solutions, 1 to 10 % slower on unique puzzles
//   - the dilemma rule: make a pass in the child and in the alternative, and keep in the position what either allows.
//     Guesses and passes per puzzle with it: hardest 11+ 67.8 and 364 without, 67.7 and 367 at the first three levels,
//     61.5 and 397 at all; with two passes each 67.5 and 379, 38.3 and 497; magictour 9.7 and 60 without, 8.4 and 66 at
//     all levels, 5.3 and 82 with two passes each; many solutions 7.3 and 23 without, 6.2 and 33, 5.7 and 46. A guess
//     costs as much as three passes, and the rule needs another save and restore.
//   - preferring digits whose guesses failed before, as SAT solvers do: 4 to 5 % fewer guesses, but then the order of
//     solutions depends on the history of a lane, and idle lanes could not help
#pragma once

#include "solve/branch.h"
#include "solve/columns.h"

namespace shudu {

constexpr int kDepth = 54 + 81 + 1;
constexpr int kSweep = 3; // positions that are restored by broadcasts; more are transposed together
constexpr int kFew = 2;   // lanes that are copied cell by cell; more are transposed together
constexpr int kFar = 14;  // passes are careful from this many branches on, which few puzzles with one solution reach

struct Events {
    LaneSet dead;   // the position has no solution
    LaneSet solved; // the position is a solution
    LaneSet stuck;  // nothing left to deduce
};

struct alignas(64) Saved {
    Column cell;
    uint16_t branches; // on the path to the position: 54 + 81 · 8 at most
};

class Search {
  public:
    LaneSet busy;   // lanes at work
    bool exhausted; // a stack is full: a defect

    void reset() {
        busy = guessed_ = deep_ = far_ = returning_ = 0;
        exhausted = false;
        bitalg_ = has_bitalg();
        sum_ = V{};
        for (V &c : cell_) c = V{};
        for (uint8_t &b : bottom_) b = 0;
        for (uint8_t &t : top_) t = 0;
        for (uint16_t &b : branches_) b = 0;
    }

    // Gives each lane of the set a puzzle of 81 digits, 0 for empty; row[k] is the puzzle of the k-th lane.
    void start(LaneSet lanes, const uint8_t *const *row) {
        busy |= lanes;
        sum_ = choose(mask_of(lanes), V{}, sum_);
        while (lanes) {
            int n = size(lanes) > 3 ? 4 : size(lanes) > 1 ? 2 : 1;
            Mask mask[4];
            for (int k = 0; k < n; ++k) mask[k] = mask_of(only(pop(lanes)));
            n == 4 ? deal<4>(mask, row) : n == 2 ? deal<2>(mask, row) : deal<1>(mask, row);
            row += n;
        }
    }

    // Gives each lane of the set its own position: 81 vectors of candidates.
    void start(LaneSet lanes, const V *position) {
        busy |= lanes;
        sum_ = choose(mask_of(lanes), V{}, sum_);
        Mask mask = mask_of(lanes);
        for (int i = 0; i < kCells; ++i) cell_[i] = choose(mask, position[i], cell_[i]);
    }

    // The 81 vectors of the current positions.
    const V *position() const { return cell_; }

    // Ends the search of the lanes.
    void drop(LaneSet lanes) {
        busy &= ~lanes;
        guessed_ &= ~lanes;
        deep_ &= ~lanes;
        far_ &= ~lanes;
        while (lanes) {
            int l = pop(lanes);
            top_[l] = bottom_[l] = 0;
            branches_[l] = 0;
        }
    }

    // Makes one pass and reports its results. A lane that has not guessed yet is stuck after a whole pass without
    // change. A lane that has is stuck after a second half without change: that is not quite a fixpoint, but saves 8 %
    // of the passes on the hardest puzzles.
    Events advance() {
        if (returning_) put_restored();
        Status s;
        if (far_) propagate<true, false>(cell_, s, stack_permutations_);
        else if (kMayHaveBitalg && bitalg_) propagate<false, true>(cell_, s, stack_permutations_);
        else propagate<false, false>(cell_, s, stack_permutations_);
        LaneSet quiet_half = lanes_of(equal(s.sum, s.halfway));
        Events e;
        e.dead = busy & lanes_of(is_zero(s.least) | ~equal(s.covered, splat(kAllDigits)));
        // If a hidden single changes nothing, its cell is the hidden single of two digits.
        if (far_) e.dead |= far_ & (lanes_of(~is_zero(s.flaw)) | (quiet_half & lanes_of(~is_zero(s.fresh))));
        LaneSet alive = busy & ~e.dead;
        LaneSet full = alive & lanes_of(equal(s.sum, splat(kSolvedSum)));
        e.solved = full ? full & complete() : 0;
        e.stuck = alive & ~e.solved & (lanes_of(equal(s.sum, sum_)) | (guessed_ & quiet_half));
        sum_ = s.sum;
        return e;
    }

    // Each lane saves the alternative and continues with the child.
    void guess(LaneSet lanes) {
        Choice choice = kMayHaveBitalg && bitalg_ ? choose_branch<true>(cell_, stack_permutations_, lanes)
                                                  : choose_branch<false>(cell_, stack_permutations_, lanes);
        // Lanes without a choice have conflicting singles, which the next pass will detect.
        lanes &= ~lanes_of(is_zero(choice.digit));
        if (!lanes) return;
        const bool few = size(lanes) <= kFew;
        few ? copy(lanes) : columns_.take(cell_);
        deep_ |= lanes;
        guessed_ |= lanes;
        alignas(V) Word digit[kLanes], child[kLanes], other[kLanes];
        __builtin_memcpy(digit, &choice.digit, sizeof digit);
        __builtin_memcpy(child, &choice.child, sizeof child);
        __builtin_memcpy(other, &choice.other, sizeof other);
        for (LaneSet rest = lanes; rest;) { // first, so that these short stores end before the next pass loads vectors
            int l = pop(rest);
            Word *mine = lane_of(cell_, l);
            if (child[l] < kTriads) strike(mine, kLanes, child[l], digit[l]);
            else mine[(child[l] - kTriads) * kLanes] = digit[l];
        }
        while (lanes) {
            int l = pop(lanes);
            exhausted |= top_[l] == kDepth;
            if (exhausted) return;
            if (++branches_[l] >= kFar) far_ |= only(l);
            Saved &to = stack_[l][top_[l]++];
            to.branches = branches_[l];
            if (!few) columns_.read(l, to.cell);
            if (child[l] < kTriads) strike(to.cell, 1, other[l], digit[l]);
            else to.cell[child[l] - kTriads] &= uint16_t(~digit[l]);
        }
    }

    // Each lane returns to its most recently saved position. Returns the lanes that have none, whose search ends.
    LaneSet retreat(LaneSet lanes) {
        LaneSet done = lanes & ~deep_;
        lanes &= deep_;
        if (!lanes) return done;
        sum_ = choose(mask_of(lanes), V{}, sum_);
        size(lanes) > kSweep ? restore_many(lanes) : restore_few(lanes);
        return done;
    }

    // An idle lane takes over the oldest position that another lane has saved. Returns false if there is none.
    bool take(int idle, int lane) {
        if (!(deep_ & only(lane))) return false;
        const uint16_t *from = release(lane, bottom_[lane]++, idle);
        Word *to = lane_of(cell_, idle);
        for (int i = 0; i < kCells; ++i) to[i * kLanes] = from[i];
        *lane_of(&sum_, idle) = 0;
        busy |= only(idle);
        guessed_ |= only(idle);
        return true;
    }

    int saved(int lane) const { return top_[lane] - bottom_[lane]; }

    // Writes the solution that a lane is at. __restrict, because the compiler vectorizes this loop only if the solution
    // cannot overlap the search. It should not with 32 lanes: then it computes addresses in vectors, which is slower.
    void write(int lane, uint8_t *__restrict solution) const {
        const Word *word = lane_of(cell_, lane);
        auto digit = [word](int i) { return uint8_t(__builtin_ctz(word[i * kLanes]) + 1); };
        if (kLanes <= 16) {
            for (int i = 0; i < kCells; ++i) solution[i] = digit(i);
        } else {
#pragma clang loop vectorize(disable) unroll_count(9)
            for (int i = 0; i < kCells; ++i) solution[i] = digit(i);
        }
    }

    // Writes the solutions that some lanes are at; room(lane) is the place for that of a lane.
    // With 16 lanes, transposing them takes 1 % more instructions and no less time.
    template <class Room> void write_all(LaneSet lanes, Room room) {
        const bool few = kLanes <= 16 || size(lanes) <= kFew;
        if (!few) columns_.take(cell_);
        while (lanes) {
            int l = pop(lanes);
            if (few) {
                write(l, room(l));
                continue;
            }
            Column column;
            columns_.read(l, column);
            to_digits(column, room(l));
        }
    }

  private:
    bool bitalg_;     // the processor counts bits
    LaneSet guessed_; // lanes that have guessed since they were given a puzzle
    LaneSet deep_;    // lanes with saved positions
    LaneSet far_;     // lanes with kFar branches or more on their path
    V sum_;           // of each lane's cells after its last pass; 0 before the first pass from a position
    V cell_[kCells];
    Permutations stack_permutations_[3];   // after the last pass, valid for stuck lanes
    Columns columns_;                      // of the current positions
    Columns restored_;                     // the positions of returning lanes
    LaneSet returning_;                    // lanes whose position is put into `cell_` before the next pass
    uint8_t bottom_[kLanes], top_[kLanes]; // stack_[lane][bottom .. top - 1] is in use
    Saved stack_[kLanes][kDepth + 1];      // one more, because a position is copied before its entry is checked
    uint16_t branches_[kLanes];            // on the path to the lane's position

    static Word *lane_of(V *v, int lane) { return reinterpret_cast<Word *>(v) + lane; }
    static const Word *lane_of(const V *v, int lane) { return reinterpret_cast<const Word *>(v) + lane; }

    // Puts N puzzles into as many lanes by broadcasts. Two-byte stores into the lanes would be twice as slow, because
    // vectors loaded soon after must wait for them.
    template <int N> void deal(const Mask *mask, const uint8_t *const *row) {
        static constexpr uint16_t candidates[10] = {kAllDigits, 1, 2, 4, 8, 16, 32, 64, 128, 256};
        for (int i = 0; i < kCells; ++i) {
            V now = cell_[i];
            for (int k = 0; k < N; ++k) now = choose(mask[k], splat(candidates[row[k][i]]), now);
            cell_[i] = now;
        }
    }

    // The lanes in which every house contains all nine digits. Together with a sum of kSolvedSum this means a solution:
    // nine cells whose union is all digits have at least the sum kAllDigits, and exactly that only if no two share a
    // digit. Not inlined, because it would take registers from the code that runs after every pass (1 to 4 %).
    __attribute__((noinline)) LaneSet complete() const {
        V all = splat(kAllDigits);
        for (int band = 0; band < kCells; band += 27) {
            V box[3] = {};
            for (int row = band; row < band + 27; row += 9) {
                V line = V{};
                for (int k = 0; k < 3; ++k) {
                    const V *c = cell_ + row + 3 * k;
                    V triad = c[0] | c[1] | c[2];
                    line |= triad;
                    box[k] |= triad;
                }
                all &= line;
            }
            all &= box[0] & box[1] & box[2];
        }
        for (int x = 0; x < 9; ++x) {
            V column = cell_[x];
            for (int i = x + 9; i < kCells; i += 9) column |= cell_[i];
            all &= column;
        }
        return lanes_of(equal(all, splat(kAllDigits)));
    }

    // Copies the positions of the lanes cell by cell to their next entries.
    void copy(LaneSet lanes) {
        while (lanes) {
            int l = pop(lanes);
            const Word *from = lane_of(cell_, l);
            uint16_t *to = stack_[l][top_[l]].cell;
#pragma clang loop vectorize(disable) unroll_count(9)
            for (int i = 0; i < kCells; ++i) to[i] = from[i * kLanes];
        }
    }

    // Removes entry `at`, the top or bottom one, from a lane's stack for the use of lane `heir`. Its cells stay until the
    // next save.
    const uint16_t *release(int lane, int at, int heir) {
        const Saved &entry = stack_[lane][at];
        if (top_[lane] == bottom_[lane]) deep_ &= ~only(lane);
        branches_[heir] = entry.branches;
        far_ = branches_[heir] < kFar ? far_ & ~only(heir) : far_ | only(heir);
        return entry.cell;
    }

    void restore_many(LaneSet lanes) {
        returning_ = lanes;
        while (lanes) {
            int l = pop(lanes);
            restored_.write(l, release(l, --top_[l], l));
        }
    }

    // Ends restore_many. Not inlined, because it would take registers from the code around the pass (2 to 4 %).
    __attribute__((noinline)) void put_restored() {
        restored_.put(mask_of(returning_), cell_);
        returning_ = 0;
    }

    void restore_few(LaneSet lanes) {
        const uint16_t *from[kSweep];
        Mask taker[kSweep];
        int n = 0;
        for (; lanes; ++n) {
            int l = pop(lanes);
            from[n] = release(l, --top_[l], l);
            taker[n] = mask_of(only(l));
        }
        n == 1 ? sweep<1>(from, taker) : n == 2 ? sweep<2>(from, taker) : sweep<3>(from, taker);
    }

    template <int N> void sweep(const uint16_t *const *from, const Mask *taker) {
        for (int i = 0; i < kCells; ++i) {
            V now = cell_[i];
            for (int k = 0; k < N; ++k) now = choose(taker[k], splat(from[k][i]), now);
            cell_[i] = now;
        }
    }
};

} // namespace shudu
