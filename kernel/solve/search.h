// Search: depth first, each lane on its own.
//
//            lane 0   lane 1   lane 2             lane n-1
//   cell    ┌────────┬────────┬────────┬─ ─ ─ ─ ─┬────────┐
//    0..80  │current │current │current │         │current │   81 vectors: the position of each lane
//           └────────┴────────┴────────┴─ ─ ─ ─ ─┴────────┘
//
//            lane 0   lane 1   lane 2       lane k-1            (the same for each group of k lanes)
//           ┌────────┬────────┬────────┬─ ─┬────────┐
//   page 0  │ saved  │        │ saved  │   │ saved  │   81 groups each: positions to return to
//   page 1  │        │ saved  │ saved  │   │        │
//     …     └────────┴────────┴────────┴─ ─┴────────┘
//
//   stack[lane] lists the pages that hold the saved positions of the lane, oldest first; used[group][page] is the set
//   of lanes of the group that have a position there.
//
// Lanes of a group that guess at the same time save to the same page in one sweep of stores. With 32 lanes, pages for
// all of them would be 10 to 12 % slower on the hardest puzzles, because a position brings its whole page into the
// first-level cache; pages for 8 lanes are 3 to 4 % slower, because they need more sweeps.
//
// Depth: a branch on a triad leaves a digit one permutation in a band, at most 6 · 9 times on any path; a branch on a
// cell decides it, at most 81 times. So a lane never has more than kPages - 1 saved positions, and some page always has
// room for it. Both are checked all the same.
//
// Rejected
//   - a stack of 162-byte positions per lane, which needs no pages. Restored by broadcasts: on the hardest puzzles 5 %
//     slower with 16 lanes and 2 % with 32, with many solutions 7 and 12 %. Restored by two-byte stores: 8 to 11 %
//     slower, because vectors loaded soon after must wait for the stores.
//   - changing single cells after a guess by two-byte stores: 2 to 5 % slower, for the same reason
//   - sharing the load of a page between lanes that return to it at the same time: looking for them costs 2 %, and with
//     16 lanes per page there are few
//   - prefetching the page of the next save: 2 % slower with 16 lanes, 10 % with 32
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

namespace shudu {

constexpr int kPages = 54 + 81 + 1;
constexpr int kSweep = 6; // saved positions that one sweep restores
constexpr int kFar = 14;  // passes are careful from this many branches on, which few puzzles with one solution reach

struct Events {
    LaneSet dead;   // the position has no solution
    LaneSet solved; // the position is a solution
    LaneSet stuck;  // nothing left to deduce
};

struct Saved {
    uint8_t page;
    uint16_t branches; // on the path to the position: 54 + 81 · 8 at most
};

class Search {
  public:
    LaneSet busy;   // lanes at work
    bool exhausted; // a page or stack is full: a defect

    void reset() {
        busy = guessed = deep = far = 0;
        exhausted = false;
        sum = V{};
        for (V &c : cell) c = V{};
        for (auto &group : used)
            for (LaneSet &u : group) u = 0;
        for (uint8_t &b : bottom) b = 0;
        for (uint8_t &t : top) t = 0;
        for (uint16_t &b : branches) b = 0;
    }

    // Gives each lane of the set a puzzle of 81 digits, 0 for empty; row[k] is the puzzle of the k-th lane.
    void start(LaneSet lanes, const uint8_t *const *row) {
        busy |= lanes;
        sum = choose(mask_of(lanes), V{}, sum);
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
        sum = choose(mask_of(lanes), V{}, sum);
        for (int g = 0; g < kGroups; ++g)
            if (LaneSet part = lanes >> (g * kGroup) & kWholeGroup) {
                GroupMask mask = group_mask_of(part);
                const Group *from = group_of(position, g);
                Group *to = group_of(cell, g);
                for (int i = 0; i < kCells * kGroups; i += kGroups) to[i] = choose(mask, from[i], to[i]);
            }
    }

    // The 81 vectors of the current positions.
    const V *position() const { return cell; }

    // Ends the search of the lanes.
    void drop(LaneSet lanes) {
        busy &= ~lanes;
        guessed &= ~lanes;
        deep &= ~lanes;
        far &= ~lanes;
        while (lanes) {
            int l = pop(lanes);
            while (top[l] > bottom[l]) used[l / kGroup][stack[l][--top[l]].page] &= ~only(l % kGroup);
            top[l] = bottom[l] = 0;
            branches[l] = 0;
        }
    }

    // Makes one pass and reports its results. A lane that has not guessed yet is stuck after a whole pass without
    // change. A lane that has is stuck after a second half without change: that is not quite a fixpoint, but saves 8 %
    // of the passes on the hardest puzzles.
    Events advance() {
        Status s;
        far ? propagate<true>(cell, s, stack_permutations) : propagate<false>(cell, s, stack_permutations);
        LaneSet quiet_half = lanes_of(equal(s.sum, s.halfway));
        Events e;
        e.dead = busy & lanes_of(is_zero(s.least) | ~equal(s.covered, splat(kAllDigits)));
        // If a hidden single changes nothing, its cell is the hidden single of two digits.
        if (far) e.dead |= far & (lanes_of(~is_zero(s.flaw)) | (quiet_half & lanes_of(~is_zero(s.fresh))));
        LaneSet alive = busy & ~e.dead;
        LaneSet full = alive & lanes_of(equal(s.sum, splat(kSolvedSum)));
        e.solved = full ? full & complete() : 0;
        e.stuck = alive & ~e.solved & (lanes_of(equal(s.sum, sum)) | (guessed & quiet_half));
        sum = s.sum;
        return e;
    }

    // Each lane saves the alternative and continues with the child.
    void guess(LaneSet lanes) {
        Choice choice = choose_branch(cell, stack_permutations, lanes);
        // Lanes without a choice have conflicting singles, which the next pass will detect.
        lanes &= ~lanes_of(is_zero(choice.digit));
        for (int g = 0; g < kGroups; ++g) save(g, lanes >> (g * kGroup) & kWholeGroup);
        if (exhausted) return;
        deep |= lanes;
        guessed |= lanes;
        alignas(V) Word child[kLanes], other[kLanes];
        __builtin_memcpy(child, &choice.child, sizeof child);
        __builtin_memcpy(other, &choice.other, sizeof other);
        while (lanes) {
            int l = pop(lanes), g = l / kGroup;
            GroupMask mine = group_mask_of(only(l % kGroup));
            Group *now = group_of(cell, g), *then = page_of(l, stack[l][top[l] - 1]);
            Group digit = choose(mine, *group_of(&choice.digit, g), Group{});
            if (child[l] < kTriads) {
                strike<kGroups>(now, child[l], digit);
                strike<1>(then, other[l], digit);
            } else {
                int i = child[l] - kTriads;
                now[i * kGroups] = choose(mine, digit, now[i * kGroups]);
                then[i] &= ~digit;
            }
        }
    }

    // Each lane returns to its most recently saved position. Returns the lanes that have none, whose search ends.
    LaneSet retreat(LaneSet lanes) {
        LaneSet done = lanes & ~deep;
        lanes &= deep;
        sum = choose(mask_of(lanes), V{}, sum);
        for (int g = 0; g < kGroups; ++g)
            if (LaneSet part = lanes >> (g * kGroup) & kWholeGroup) retreat(g, part);
        return done;
    }

    // An idle lane takes over the oldest position that another lane has saved. Returns false if there is none.
    bool take(int idle, int lane) {
        if (!(deep & only(lane))) return false;
        const Word *from = reinterpret_cast<const Word *>(release(lane, bottom[lane]++, idle)) + lane % kGroup;
        Word *to = lane_of(cell, idle);
        for (int i = 0; i < kCells; ++i) to[i * kLanes] = from[i * kGroup];
        *lane_of(&sum, idle) = 0;
        busy |= only(idle);
        guessed |= only(idle);
        return true;
    }

    int saved(int lane) const { return top[lane] - bottom[lane]; }

    // __restrict, because the compiler vectorizes this loop only if the solution cannot overlap the search. It should not
    // with 32 lanes: then it computes addresses in vectors, which is 3 to 5 % slower on easy puzzles.
    void write(int lane, uint8_t *__restrict solution) const {
        const Word *word = lane_of(cell, lane);
        auto digit = [word](int i) { return uint8_t(__builtin_ctz(word[i * kLanes]) + 1); };
        if (kGroups == 1) {
            for (int i = 0; i < kCells; ++i) solution[i] = digit(i);
        } else {
#pragma clang loop vectorize(disable) unroll_count(9)
            for (int i = 0; i < kCells; ++i) solution[i] = digit(i);
        }
    }

  private:
    LaneSet guessed; // lanes that have guessed since they were given a puzzle
    LaneSet deep;    // lanes with saved positions
    LaneSet far;     // lanes with kFar branches or more on their path
    V sum;           // of each lane's cells after its last pass; 0 before the first pass from a position
    V cell[kCells];
    Permutations stack_permutations[3]; // after the last pass, valid for stuck lanes
    LaneSet used[kGroups][kPages];
    uint8_t bottom[kLanes], top[kLanes]; // stack[lane][bottom .. top - 1] is in use
    Saved stack[kLanes][kPages];
    uint16_t branches[kLanes]; // on the path to the lane's position
    Group page[kGroups][kPages][kCells];

    static Word *lane_of(V *v, int lane) { return reinterpret_cast<Word *>(v) + lane; }
    static const Word *lane_of(const V *v, int lane) { return reinterpret_cast<const Word *>(v) + lane; }

    // Puts N puzzles into as many lanes by broadcasts. Two-byte stores into the lanes would be twice as slow, because
    // vectors loaded soon after must wait for them.
    template <int N> void deal(const Mask *mask, const uint8_t *const *row) {
        static constexpr uint16_t candidates[10] = {kAllDigits, 1, 2, 4, 8, 16, 32, 64, 128, 256};
        for (int i = 0; i < kCells; ++i) {
            V now = cell[i];
            for (int k = 0; k < N; ++k) now = choose(mask[k], splat(candidates[row[k][i]]), now);
            cell[i] = now;
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
                    const V *c = cell + row + 3 * k;
                    V triad = c[0] | c[1] | c[2];
                    line |= triad;
                    box[k] |= triad;
                }
                all &= line;
            }
            all &= box[0] & box[1] & box[2];
        }
        for (int x = 0; x < 9; ++x) {
            V column = cell[x];
            for (int i = x + 9; i < kCells; i += 9) column |= cell[i];
            all &= column;
        }
        return lanes_of(equal(all, splat(kAllDigits)));
    }

    static Group *group_of(V *v, int group) { return reinterpret_cast<Group *>(v) + group; }
    static const Group *group_of(const V *v, int group) { return reinterpret_cast<const Group *>(v) + group; }
    Group *page_of(int lane, Saved entry) { return page[lane / kGroup][entry.page]; }

    // Saves the positions of lanes of one group. The lanes are numbered from 0 in each group.
    void save(int g, LaneSet lanes) {
        if (!lanes) return;
        int p = 0;
        while (p < kPages && (used[g][p] & lanes)) ++p;
        if (p == kPages) return save_apart(g, lanes);
        GroupMask mask = group_mask_of(lanes);
        Group *to = page[g][p];
        const Group *from = group_of(cell, g);
        for (int i = 0; i < kCells; ++i) to[i] = choose(mask, from[i * kGroups], to[i]);
        used[g][p] |= lanes;
        while (lanes) {
            int l = g * kGroup + pop(lanes);
            exhausted |= top[l] == kPages;
            if (exhausted) return;
            if (++branches[l] >= kFar) far |= only(l);
            stack[l][top[l]++] = {uint8_t(p), branches[l]};
        }
    }

    // Saves lane by lane if no page has room for all. A single lane always finds a page unless its stack is full.
    void save_apart(int g, LaneSet lanes) {
        if (size(lanes) == 1) {
            exhausted = true;
            return;
        }
        while (lanes && !exhausted) save(g, only(pop(lanes)));
    }

    // Removes entry `at`, the top or bottom one, from a lane's stack for the use of lane `heir`. The page keeps its
    // contents until the next save.
    const Group *release(int lane, int at, int heir) {
        Saved entry = stack[lane][at];
        used[lane / kGroup][entry.page] &= ~only(lane % kGroup);
        if (top[lane] == bottom[lane]) deep &= ~only(lane);
        branches[heir] = entry.branches;
        far = branches[heir] < kFar ? far & ~only(heir) : far | only(heir);
        return page_of(lane, entry);
    }

    void retreat(int g, LaneSet lanes) {
        while (lanes) {
            const Group *from[kSweep];
            LaneSet taker[kSweep];
            int n = 0;
            for (; lanes && n < kSweep; ++n) {
                int m = pop(lanes), l = g * kGroup + m;
                from[n] = release(l, --top[l], l);
                taker[n] = only(m);
            }
            restore(g, n, from, taker);
        }
    }

    // Restores up to kSweep lanes in one sweep: loading and storing the cells costs as much as restoring one lane.
    void restore(int g, int n, const Group *const *from, const LaneSet *taker) {
        Group *to = group_of(cell, g);
        switch (n) {
        case 1: return sweep<1>(to, from, taker);
        case 2: return sweep<2>(to, from, taker);
        case 3: return sweep<3>(to, from, taker);
        case 4: return sweep<4>(to, from, taker);
        case 5: return sweep<5>(to, from, taker);
        default: return sweep<6>(to, from, taker);
        }
    }

    template <int N> static void sweep(Group *to, const Group *const *from, const LaneSet *taker) {
        const Group *saved[N]; // copies, because the stores to the cells cannot change them
        GroupMask mask[N];
        for (int k = 0; k < N; ++k) saved[k] = from[k], mask[k] = group_mask_of(taker[k]);
        for (int i = 0; i < kCells; ++i) {
            Group now = to[i * kGroups];
            for (int k = 0; k < N; ++k) now = choose(mask[k], saved[k][i], now);
            to[i * kGroups] = now;
        }
    }
};

} // namespace shudu
