// Walks of the {-2+1} search: from a unique puzzle to unique puzzles with fewer clues.
//
// A walk holds a puzzle P with one solution. A step examines every clue a, and every pair of clues a, b:
//
//   single a     Which candidates x are in exactly one solution of P - a?         P - a + x has as many clues as P.
//   pair a, b    Which candidates x are in exactly one solution of P - a - b?     P - a - b + x has one clue less.
//
// If P - a has no other solution than P, the clue a is removed. Otherwise, if a pair has such an x, the walk moves to
// that puzzle; it takes the first such pair in a random order. Otherwise it makes a random move of a single. It ends at
// the goal, or when `patience` steps in a row bring no smaller puzzle. These rules depend on sets of solutions only, so
// the path of a walk does not depend on the order of the search, on lanes or on threads.
//
// Jobs, one per single or pair, find these candidates (lowclue.cc).
#pragma once

#include "base/random.h"
#include "solve/propagate.h"

namespace shudu::lowclue {

inline constexpr int kMostClues = 40;
inline constexpr int kMostPairs = kMostClues * (kMostClues - 1) / 2;

// The candidates of at least one solution, and those of two or more.
struct Seen {
    uint16_t once[kCells], twice[kCells];
};

enum class Phase : uint8_t { over, solve, singles, pairs };

struct Walk {
    Random random{0, Stream::lowclue, 0};
    size_t number; // of the call's walks
    Phase phase;
    int clues, steps, quiet;
    uint8_t cell[kMostClues];
    uint8_t puzzle[kCells], solution[kCells];
    int issued, finished, jobs; // counts of this phase; jobs with numbers from `jobs` on are not needed
    bool success;               // of the job `jobs`
    uint8_t pair[kMostPairs][2];
    bool needless[kMostClues];
    Seen single[kMostClues];
    uint16_t hit[kCells]; // the candidates of the successful pair
};

// The walks of a call, and its output buffers.
struct Plan {
    const uint8_t *puzzles;
    size_t n;
    uint64_t seed, first;
    int goal, patience;
    uint8_t *best, *clues;
    uint32_t *steps;
    size_t next;
};

// Begins the next walk of the plan, or sets the phase to `over` if there is none.
void begin_walk(Plan &plan, Walk &w);

// Moves the walk to its next phase once all its jobs are finished.
void advance_walk(Plan &plan, Walk &w);

} // namespace shudu::lowclue
