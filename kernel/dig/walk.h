// Walks of the {-2+1} search: from a unique puzzle to unique puzzles with fewer clues.
//
// A walk holds a puzzle P with one solution. One step of it looks at every clue a, and at every pair of clues a, b:
//
//   single a     Which candidates x stand in exactly one solution of P - a?         P - a + x has as many clues as P.
//   pair a, b    Which candidates x stand in exactly one solution of P - a - b?     P - a - b + x has one clue less.
//
// If a single has no other solution than that of P, the clue is not needed and goes. Else, if a pair has such an x, the
// walk goes there: the first in a random order of the pairs. Else it takes a random move of a single. It ends at the
// goal, or when `patience` steps in a row have brought no smaller puzzle. The rules speak of sets of solutions only, so
// where a walk goes does not depend on how they are searched, on lanes or on threads.
//
// What a step asks is answered by jobs, one a single or pair (lowclue.cc).
#pragma once

#include "base/random.h"
#include "solve/propagate.h"

namespace shudu::lowclue {

inline constexpr Stream kWalking{4};
inline constexpr int kMostClues = 40;
inline constexpr int kMostPairs = kMostClues * (kMostClues - 1) / 2;

// The candidates that stand in some solution, and those that stand in two or more.
struct Seen {
    uint16_t once[kCells], twice[kCells];
};

enum class Phase : uint8_t { over, solve, singles, pairs };

struct Walk {
    Random random{0, kWalking, 0};
    size_t number; // of the call's walks
    Phase phase;
    int clues, steps, quiet;
    uint8_t cell[kMostClues];
    uint8_t puzzle[kCells], solution[kCells];
    int issued, finished, jobs; // of this phase; jobs from `jobs` on are not needed
    bool success;               // of the job `jobs`
    uint8_t pair[kMostPairs][2];
    bool needless[kMostClues];
    Seen single[kMostClues];
    uint16_t hit[kCells]; // the candidates of the successful pair
};

// The walks of a call, and where their results go.
struct Plan {
    const uint8_t *puzzles;
    size_t n;
    uint64_t seed, first;
    int goal, patience;
    uint8_t *best, *clues;
    uint32_t *steps;
    size_t next;
};

// Begins the next walk of the plan; if there is none the phase is `over`.
void begin_walk(Plan &plan, Walk &w);

// Goes on with the walk if its jobs are all done.
void advance_walk(Plan &plan, Walk &w);

} // namespace shudu::lowclue
