// The steps of a walk, from the results of its jobs.
#include "dig/walk.h"

namespace shudu::lowclue {
namespace {

void begin(Walk &w, Phase phase, int jobs) {
    w.phase = phase;
    w.issued = w.finished = 0;
    w.jobs = jobs;
    w.success = false;
}

void list_clues(Walk &w) {
    w.clues = 0;
    for (int i = 0; i < kCells; ++i)
        if (w.puzzle[i]) w.cell[w.clues++] = uint8_t(i);
}

void begin_pairs(Walk &w) {
    int n = 0;
    for (int a = 0; a < w.clues; ++a)
        for (int b = a + 1; b < w.clues; ++b, ++n) {
            int j = int(w.random.below(uint32_t(n + 1)));
            __builtin_memcpy(w.pair[n], w.pair[j], 2);
            w.pair[j][0] = uint8_t(a), w.pair[j][1] = uint8_t(b);
        }
    begin(w, Phase::pairs, n);
}

int size_of(const uint16_t *candidates) {
    int n = 0;
    for (int i = 0; i < kCells; ++i) n += __builtin_popcount(candidates[i]);
    return n;
}

// Adds the candidate with this index in the set.
void add_clue(Walk &w, const uint16_t *candidates, int number) {
    for (int i = 0; i < kCells; ++i)
        for (int rest = candidates[i]; rest; rest &= rest - 1)
            if (number-- == 0) w.puzzle[i] = uint8_t(__builtin_ctz(unsigned(rest)) + 1);
}

void take_pair(Walk &w) {
    for (int k : w.pair[w.jobs]) w.puzzle[w.cell[k]] = 0;
    add_clue(w, w.hit, int(w.random.below(uint32_t(size_of(w.hit)))));
}

void unique_moves(const Seen &s, uint16_t *moves) {
    for (int i = 0; i < kCells; ++i) moves[i] = s.once[i] & ~s.twice[i];
}

// Makes a random move of all moves of all singles. Returns false if there is none.
bool take_single(Walk &w) {
    uint16_t moves[kCells];
    int sum = 0;
    for (int k = 0; k < w.clues; ++k) unique_moves(w.single[k], moves), sum += size_of(moves);
    if (!sum) return false;
    int number = int(w.random.below(uint32_t(sum)));
    for (int k = 0;; ++k) {
        unique_moves(w.single[k], moves);
        int n = size_of(moves);
        if (number < n) {
            w.puzzle[w.cell[k]] = 0;
            add_clue(w, moves, number);
            return true;
        }
        number -= n;
    }
}

// Records the first puzzle of each smaller size. Returns true if the walk has reached its goal.
bool record(const Plan &plan, Walk &w) {
    uint8_t &least = plan.clues[w.number];
    if (w.clues < least) {
        least = uint8_t(w.clues);
        plan.steps[w.number] = uint32_t(w.steps);
        __builtin_memcpy(plan.best + 81 * w.number, w.puzzle, 81);
        w.quiet = 0;
    }
    return w.clues <= plan.goal;
}

void after_singles(Plan &plan, Walk &w) {
    for (int k = 0; k < w.clues; ++k)
        if (w.needless[k]) {
            w.puzzle[w.cell[k]] = 0;
            list_clues(w);
            return record(plan, w) ? begin_walk(plan, w) : begin(w, Phase::singles, w.clues);
        }
    begin_pairs(w);
}

void after_pairs(Plan &plan, Walk &w) {
    ++w.steps;
    if (w.success) take_pair(w);
    else if (++w.quiet > plan.patience || !take_single(w)) return begin_walk(plan, w);
    list_clues(w);
    if (record(plan, w)) return begin_walk(plan, w);
    begin(w, Phase::solve, 1);
}

} // namespace

void begin_walk(Plan &plan, Walk &w) {
    w.phase = Phase::over;
    if (plan.next == plan.n) return;
    w.number = plan.next++;
    w.random = Random(plan.seed, Stream::lowclue, plan.first + w.number);
    w.steps = w.quiet = 0;
    __builtin_memcpy(w.puzzle, plan.puzzles + 81 * w.number, 81);
    list_clues(w);
    begin(w, Phase::solve, 1);
}

void advance_walk(Plan &plan, Walk &w) {
    if (w.finished < w.issued || w.issued < w.jobs) return;
    if (w.phase == Phase::solve) begin(w, Phase::singles, w.clues);
    else if (w.phase == Phase::singles) after_singles(plan, w);
    else after_pairs(plan, w);
}

} // namespace shudu::lowclue
