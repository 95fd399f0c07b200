// Propagation: one pass over the 81 cells of every lane.
//
// A pass consists of two half passes: first the three bands (rows and boxes), then the three stacks (columns and
// boxes). Both use the same code with different strides. Below, a "line" is a row of a band or a column of a stack:
//
//                  box 0        box 1        box 2
//              ┌────────────┬────────────┬────────────┐
//     line 0   │  triad 0   │  triad 1   │  triad 2   │     triad = the three cells that a line and a box share
//     line 1   │  triad 3   │  triad 4   │  triad 5   │
//     line 2   │  triad 6   │  triad 7   │  triad 8   │     cell j of triad t:  (t / 3)·Line + (t % 3 · 3 + j)·Step
//              └────────────┴────────────┴────────────┘
//
// A digit occurs once in every line and once in every box, so its three triads in a band form a permutation: one triad
// per line, one per box. The unions of candidates of the nine triads determine which of the six permutations remain for
// which digits. This is the core of the kernel: locked candidates, both pointing and claiming, for nine digits, one
// band and all lanes take 12 ANDs (unions → permutations) and 9 ORs (permutations → triads).
//
// The rules of a half pass
//   1. a cell with one candidate removes it from the other two triads of its line
//   2. locked candidates, as above; they also remove the single of rule 1 from the other lines of its box
//   3. a digit confined to one triad of its line is *fixed* there; if only one cell of the triad has it, that cell is a
//      hidden single
//   4. a triad with three fixed digits has no other candidates
//
// A contradiction shows as an empty cell, or as a digit that has no cell left in a house. Careful passes detect two
// more kinds: a triad with four fixed digits, and a cell that is the hidden single of two digits. They cost 7 % and few
// puzzles need them, but without them a grid with such a contradiction in one corner and many solutions elsewhere would
// be searched exhaustively.
//
// All rules are sound, none moves data between lanes, and a lane always starts with a first half pass, so the positions
// of a lane depend on its puzzle alone.
//
// Rejected (cost in operations per pass, gain in passes on the hardest puzzles)
//   - a single is also removed from the other cells of its own triad: costs 10 %, gains nothing, because the other half
//     pass does that
//   - a triad with three candidates removes them from the other triads: costs 16 %, gains 3 %
//   - rule 4 in one direction only: saves 6 %, loses 17 to 22 %
//   - no rule 4: saves 11 %, loses 40 to 50 %, and 17-clue puzzles need 3.7 times as many guesses
#pragma once

#include "base/cells.h"
#include "base/lanes.h"

namespace shudu {

constexpr int kSolvedSum = 9 * kAllDigits; // of the cells of a final grid

// The permutations that remain for the digits of one band. The permutation ijk puts a digit in box i of line 0, box j
// of line 1 and box k of line 2.
struct Permutations {
    V p012, p021, p102, p120, p201, p210;

    explicit Permutations(const V *u)
        : p012(u[0] & u[4] & u[8]), p021(u[0] & u[5] & u[7]), p102(u[1] & u[3] & u[8]), p120(u[1] & u[5] & u[6]),
          p201(u[2] & u[3] & u[7]), p210(u[2] & u[4] & u[6]) {}
    Permutations() = default;
};

struct Status {
    V covered; // digits that have a cell in every house
    V least;   // the smallest cell: zero if some cell has no candidate
    V flaw;    // not zero: some triad has four fixed digits (careful passes only)
    V fresh;   // not zero: the second half pass found a new hidden single (careful passes only)
    V halfway; // sum of all cells after the first half pass
    V sum;     // sum of all cells: candidates only disappear, so an equal sum means an unchanged position
};

// Whether a cell has only one candidate (or none).
inline Mask is_single(V cell) { return disjoint(cell, cell - 1); }

// One band or stack. All loops are unrolled, because otherwise the arrays are kept in memory, which is 20 % slower.
//
// Cells are loaded twice, and what more than one cell of a triad has is computed when it is needed: kept from the first
// loop on, it would exceed the registers. So an ordinary pass with AVX-512 has no spills, and with AVX2, 74 instead of
// 133.
template <int Line, int Step, bool Last, bool Careful, bool Bitalg>
__attribute__((always_inline)) inline Permutations propagate_band(V *band, Status &status) {
    V alone[9]; // single candidates of the triad
    V u[9];     // digits that may be in the triad
#pragma clang loop unroll(full)
    for (int line = 0; line < 9; line += 3) {
        V any[3];
        V *single = alone + line;
#pragma clang loop unroll(full)
        for (int i = 0; i < 3; ++i) {
            const V *cell = band + line / 3 * Line + i * 3 * Step;
            V a = cell[0], b = cell[Step], c = cell[2 * Step];
            // A sum, because AVX-512 can add under a mask. Two cells with the same single would add up to something
            // else, but then there is no solution.
            single[i] = add_where(is_single(c), add_where(is_single(b), where(is_single(a), a), b), c);
            any[i] = any_of(a, b, c);
        }
#pragma clang loop unroll(full)
        for (int i = 0; i < 3; ++i) u[line + i] = only_first(any[i], single[(i + 1) % 3], single[(i + 2) % 3]);
    }
    const Permutations p(u);
    V may[9] = {p.p012 | p.p021, p.p102 | p.p120, p.p201 | p.p210, //
                p.p102 | p.p201, p.p012 | p.p210, p.p021 | p.p120, //
                p.p120 | p.p210, p.p021 | p.p201, p.p012 | p.p102};
    status.covered &= may[0] | may[1] | may[2];
#pragma clang loop unroll(full)
    for (int t = 0; t < 9; ++t) {
        int line = t / 3 * 3;
        V fixed = may[t] & ~(may[line + (t + 1) % 3] | may[line + (t + 2) % 3]);
        V *cell = band + t / 3 * Line + t % 3 * 3 * Step;
        V a = cell[0], b = cell[Step], c = cell[2 * Step];
        V hidden = fixed & ~two_of(a, b, c);
        Mask few; // fewer than three fixed digits
        if constexpr (Bitalg) {
            few = less(count_bits<true>(fixed), splat(3));
        } else {
            V third = fixed & (fixed - 1);
            third &= third - 1;
            few = is_zero(third);
            if constexpr (Careful) status.flaw |= third & (third - 1);
        }
        if constexpr (Careful && Last) status.fresh |= hidden & ~alone[t];
        V allowed = choose(few, may[t], fixed);
        for (int j = 0; j < 3; ++j) {
            V now = cell[j * Step];
            now &= choose(disjoint(now, hidden), allowed, hidden);
            cell[j * Step] = now;
            if constexpr (Last) {
                status.least = smaller(status.least, now);
                status.sum += now;
            } else {
                status.halfway += now;
            }
        }
    }
    return p;
}

// Also returns the permutations of the three stacks, as the second half pass has found them. In a lane where that half
// changes nothing they are those of the position: then the union of every triad equals `may`, and so it equals `u`.
//
// Not inlined, so that its registers do not depend on the caller. The status is built in a local variable, which the
// compiler keeps in registers, unlike the result itself.
template <bool Careful, bool Bitalg>
__attribute__((noinline)) void propagate(V *__restrict cell, Status &__restrict result,
                                         Permutations *__restrict stack) {
    static_assert(!Careful || !Bitalg, "careful passes need the third fixed digit itself");
    Status status{splat(kAllDigits), splat(kAllDigits), V{}, V{}, V{}, V{}};
    for (int b = 0; b < 3; ++b) propagate_band<9, 1, false, Careful, Bitalg>(cell + 27 * b, status);
    for (int b = 0; b < 3; ++b) stack[b] = propagate_band<1, 9, true, Careful, Bitalg>(cell + 3 * b, status);
    result = status;
}

} // namespace shudu
