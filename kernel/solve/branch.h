// Branching: the choice of a guess.
//
// Of the six bands and stacks, take the one whose digits have the fewest permutations left (propagate.h), and in it the
// lowest digit that has exactly two. The two permutations differ in a line, where the digit is in one of two triads:
// the child removes it from the first, the alternative from the second. If no digit has exactly two permutations
// anywhere, take the cell with the fewest candidates: the child keeps only its lowest candidate, the alternative
// removes it.
//
// The choice depends on the lane's own position alone.
//
// Rejected
//   - counting all permutations exactly: one more bit count per band, 6 % of the choice, saves no guess
//   - preferring digits with one cell per triad, or bands with more two-permutation digits: within 3 % of the guesses
//   - counting only how many digits are undecided: 35 to 50 % more guesses on the hardest puzzles
//   - bands alone, not stacks: halves the cost of the choice, 10 to 30 % more guesses
//   - the smallest cell alone: 55 % more guesses
//   - preferring digits whose cells have two candidates: 3 % fewer guesses on magictour, 8 % more on the hardest
//   - preferring digits with few givens: 3 to 7 % fewer on the hardest, 6 to 12 % more on magictour
//   - comparing the effect of one pass for all digits with two permutations: 20 % fewer guesses on the hardest, half as
//     many on magictour, but some 40 passes per choice. At the first three levels alone it saves no guess on the hardest.
//   - saving the position in the same loop that reads it for the choice: not faster
#pragma once

#include "solve/propagate.h"

namespace shudu {

constexpr int kTriads = 54; // 27 of rows, three per row, then 27 of columns, three per column

struct Choice {
    V digit; // the candidate to branch on; zero if there is none
    V child; // the triad that loses it in the child, or kTriads + the cell that is set to it in the child
    V other; // the triad that loses it in the alternative
};

struct BandChoice {
    V cost, digit, triad; // triad: the first of the band
    V at[5];              // digits that may be in triads 0, 1, 2, 3 and 5 of the band
};

constexpr int kNoChoice = 0x7FFF; // a cost above all others

// The permutations of a band of rows.
inline Permutations permutations_of(const V *band) {
    V u[9];
#pragma clang loop unroll(full)
    for (int t = 0; t < 9; ++t) u[t] = band[3 * t] | band[3 * t + 1] | band[3 * t + 2];
    return Permutations(u);
}

template <bool Bitalg> void consider_band(const Permutations &p, int triad, BandChoice &best) {
    // Counts the permutations of all nine digits at once with bitwise adders: two full adders, then their sum.
    V even = p.p012 ^ p.p021, odd = p.p120 ^ p.p201;
    V one_a = even ^ p.p102, two_a = (p.p012 & p.p021) | (even & p.p102);
    V one_b = odd ^ p.p210, two_b = (p.p120 & p.p201) | (odd & p.p210);
    V carry = one_a & one_b, ones = one_a ^ one_b;
    V twos = two_a ^ two_b ^ carry, fours = (two_a & two_b) | (carry & (two_a ^ two_b));

    V pairs = twos & ~ones & ~fours;
    V cost = (count_bits<Bitalg>(twos) + (count_bits<Bitalg>(fours) << 1)) | where(is_zero(pairs), splat(kNoChoice));
    Mask better = ~equal(smaller(best.cost, cost), best.cost);
    best.cost = smaller(best.cost, cost);
    best.digit = choose(better, pairs & -pairs, best.digit);
    best.triad = choose(better, splat(triad), best.triad);
    V at[5] = {p.p012 | p.p021, p.p102 | p.p120, p.p201 | p.p210, p.p102 | p.p201, p.p021 | p.p120};
    for (int t = 0; t < 5; ++t) best.at[t] = choose(better, at[t], best.at[t]);
}

// The two triads of one line that may hold the digit: of line 0, or of line 1 if line 0 has only one.
inline Choice split(const BandChoice &best) {
    Mask not0 = disjoint(best.at[0], best.digit), not1 = disjoint(best.at[1], best.digit);
    Mask not2 = disjoint(best.at[2], best.digit), not3 = disjoint(best.at[3], best.digit);
    Mask not5 = disjoint(best.at[4], best.digit);
    Mask line1 = (not0 & not1) | (not1 & not2) | (not0 & not2);
    V one = splat(1);
    V first = choose(line1, splat(3) + where(not3, one), where(not0, one));
    V second = choose(line1, splat(5) - where(not5, one), splat(2) - where(not2, one));
    return {best.digit, best.triad + first, best.triad + second};
}

// The first cell with two candidates, in each lane that has one. Returns the lanes of the set that have none.
inline LaneSet choose_pair_cell(const V *cell, LaneSet lanes, V &index, V &digits) {
    for (int i = 0; i < kCells && lanes; i += 9) {
        Mask open = mask_of(lanes);
        for (int j = i + 8; j >= i; --j) {
            V rest = cell[j] & (cell[j] - 1);
            Mask pair = open & ~is_zero(rest) & disjoint(rest, rest - 1);
            index = choose(pair, splat(j), index);
            digits = choose(pair, cell[j], digits);
        }
        lanes &= lanes_of(is_zero(digits));
    }
    return lanes;
}

// The cell with the fewest candidates, but more than one.
inline void choose_smallest_cell(const V *cell, V &index, V &digits) {
    V least = splat(kNoChoice);
    for (int i = 0; i < kCells; ++i) {
        V n = count_bits(cell[i]);
        V cost = ((n << 7) + splat(i)) | where(equal(n, splat(1)), splat(kNoChoice));
        Mask better = ~equal(smaller(least, cost), least);
        least = smaller(least, cost);
        digits = choose(better, cell[i], digits);
    }
    index = least & 127;
}

inline void choose_cell(const V *cell, Mask open, LaneSet lanes, Choice &choice) {
    V index = V{}, digits = V{};
    if (LaneSet rest = choose_pair_cell(cell, lanes, index, digits)) {
        V other = V{}, others = V{};
        choose_smallest_cell(cell, other, others);
        Mask mask = mask_of(rest);
        index = choose(mask, other, index);
        digits = choose(mask, others, digits);
    }
    choice.digit = choose(open, digits & -digits, choice.digit);
    choice.child = choose(open, index + splat(kTriads), choice.child);
}

template <bool Bitalg>
__attribute__((noinline)) Choice choose_branch(const V *cell, const Permutations *stack, LaneSet lanes) {
    BandChoice best{splat(kNoChoice), V{}, V{}, {}};
    for (int b = 0; b < 3; ++b) consider_band<Bitalg>(permutations_of(cell + 27 * b), 9 * b, best);
    for (int b = 0; b < 3; ++b) consider_band<Bitalg>(stack[b], 27 + 9 * b, best);
    Choice choice = split(best);
    Mask open = is_zero(choice.digit);
    if (LaneSet rest = lanes & lanes_of(open)) choose_cell(cell, open, rest, choice);
    return choice;
}

// The cells of each triad.
struct TriadCells {
    uint8_t of[kTriads][3] = {};
    constexpr TriadCells() {
        for (int t = 0; t < 27; ++t)
            for (int j = 0; j < 3; ++j) {
                of[t][j] = uint8_t(3 * t + j);
                of[27 + t][j] = uint8_t(t / 3 + 27 * (t % 3) + 9 * j);
            }
    }
};
inline constexpr TriadCells kTriadCells;

// Removes a digit from the three cells of a triad; `step` is the distance between two cells.
inline void strike(Word *cell, int step, int triad, int digit) {
    for (int i : kTriadCells.of[triad]) cell[i * step] &= Word(~digit);
}

} // namespace shudu
