// Checks the batch solver and the enumeration with random input, best with sanitizers:
//
//     clang++ -std=c++20 -O2 -g -march=x86-64-v3 -fsanitize=address,undefined -fno-sanitize-recover=all -Ikernel
//             kernel/solve/solve.cc kernel/solve/enumerate.cc kernel/tests/check.cc -o check
//     ./check 100000 1        number of calls, random seed
//
// Every buffer has exactly the size that the ABI asks for, so that a sanitizer detects any access outside. Results are
// checked against the rules of Sudoku and against a naive solver. Exits with 0, or prints the first error.
#include "kernel.h"
#include "tests/random_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

namespace {

using Grid = std::vector<uint8_t>; // any number of grids, 81 bytes each

// A naive solver: fills the cell with the fewest possible digits first.
class Simple {
  public:
    // The number of solutions, up to `limit`; -1 if that takes more than `budget` steps.
    int64_t count(const uint8_t *puzzle, int64_t limit, int64_t budget) {
        memset(used_, 0, sizeof used_);
        memcpy(grid_, puzzle, 81);
        limit_ = limit, budget_ = budget, found_ = 0;
        for (int i = 0; i < 81; ++i) {
            if (!grid_[i]) continue;
            if (taken(i) >> grid_[i] & 1) return 0;
            put(i, grid_[i]);
        }
        descend();
        return budget_ < 0 ? -1 : found_;
    }

  private:
    uint8_t grid_[81];
    unsigned used_[3][9]; // digits in each row, column and box
    int64_t limit_, budget_, found_;

    unsigned taken(int i) const { return used_[0][i / 9] | used_[1][i % 9] | used_[2][box_of(i)]; }

    void put(int i, int digit) { // calling it twice has no effect
        used_[0][i / 9] ^= 1u << digit;
        used_[1][i % 9] ^= 1u << digit;
        used_[2][box_of(i)] ^= 1u << digit;
    }

    void descend() {
        int best = -1, fewest = 10;
        for (int i = 0; i < 81; ++i) {
            if (grid_[i]) continue;
            int n = 9 - __builtin_popcount(taken(i));
            if (n < fewest) fewest = n, best = i;
        }
        if (best < 0) {
            ++found_;
            return;
        }
        for (int d = 1; d <= 9 && found_ < limit_ && --budget_ >= 0; ++d) {
            if (taken(best) >> d & 1) continue;
            put(best, d), grid_[best] = uint8_t(d);
            descend();
            put(best, d), grid_[best] = 0;
        }
    }
};

bool solves(const uint8_t *solution, const uint8_t *puzzle) {
    unsigned row[9] = {}, column[9] = {}, box[9] = {};
    for (int i = 0; i < 81; ++i) {
        if (solution[i] < 1 || solution[i] > 9 || (puzzle[i] && puzzle[i] != solution[i])) return false;
        row[i / 9] |= 1u << solution[i];
        column[i % 9] |= 1u << solution[i];
        box[box_of(i)] |= 1u << solution[i];
    }
    for (int h = 0; h < 9; ++h)
        if (row[h] != 0x3FE || column[h] != 0x3FE || box[h] != 0x3FE) return false;
    return true;
}

class Check {
  public:
    explicit Check(uint64_t seed) : random_{seed} {}

    size_t puzzles = 0, compared = 0;

    void call() {
        size_t n = random_.below(32) ? 1 : random_.below(40);
        Grid batch(81 * n);
        for (size_t i = 0; i < n; ++i) fill(&batch[81 * i]);
        bool bad = random_.below(50) == 0;
        if (bad && n) batch[random_.below(batch.size())] = uint8_t(10 + random_.below(246));
        if (random_.below(100) == 0)
            for (uint8_t &byte : batch) byte = uint8_t(random_.next());
        solve(batch, n, random_.below(20) ? 1 + random_.below(3) : 1 + random_.below(200));
    }

  private:
    Random random_;
    Grid solution_ = Grid(81); // the last solution: the source of clues for further puzzles
    Simple simple_;
    Workspace solver_ = workspace(shudu_solve_workspace());
    Workspace enumerator_ = workspace(shudu_enumerate_workspace());

    // Writes a random puzzle: nearly empty, with one, no or several solutions, or random digits.
    void fill(uint8_t *puzzle) {
        memset(puzzle, 0, 81);
        size_t kind = random_.below(32), clues = kind == 0 ? random_.below(9) : 12 + random_.below(60);
        for (size_t k = 0; k < clues; ++k) {
            size_t i = random_.below(81);
            bool random = kind < 8 || (kind < 12 && k % 16 == 15);
            puzzle[i] = random ? random_.digit() : solution_[i];
        }
        if (kind > 24)
            for (int i = 0; i < 81; ++i) puzzle[i] = random_.below(12) ? solution_[i] : 0;
    }

    void solve(const Grid &batch, size_t n, uint64_t limit) {
        Grid solutions(81 * n, 0xEE);
        std::vector<uint64_t> counts(n, ~0ull);
        shudu_counters counters;
        int32_t stop = random_.below(200) == 0;
        int32_t status = shudu_solve(batch.data(), n, limit, solutions.data(), counts.data(),
                                     random_.below(2) ? &counters : nullptr, solver_.get(), &stop);
        bool malformed = false;
        for (uint8_t byte : batch) malformed |= byte > 9;
        puzzles += n;
        if (malformed) return expect(status == SHUDU_BAD_INPUT, "bytes above 9 are accepted", batch.data(), limit);
        if (stop) return expect(status == (n ? SHUDU_STOPPED : SHUDU_OK), "the call did not stop", batch.data(), limit);
        expect(status == SHUDU_OK, "the call failed", batch.data(), limit);
        for (size_t i = 0; i < n; ++i) one(&batch[81 * i], limit, &solutions[81 * i], counts[i]);
    }

    void one(const uint8_t *puzzle, uint64_t limit, const uint8_t *solution, uint64_t count) {
        static const uint8_t nothing[81] = {};
        expect(count <= limit, "the count exceeds the limit", puzzle, limit);
        if (count) expect(solves(solution, puzzle), "not a solution", puzzle, limit);
        else expect(!memcmp(solution, nothing, 81), "no solution, but the output is not zero", puzzle, limit);
        if (random_.below(4) == 0) compare(puzzle, limit, count);
        if (random_.below(16) == 0) enumerate(puzzle, limit, solution, count);
        if (count) solution_.assign(solution, solution + 81);
    }

    void compare(const uint8_t *puzzle, uint64_t limit, uint64_t count) {
        int64_t right = simple_.count(puzzle, int64_t(limit), 2000);
        compared += right >= 0;
        expect(right < 0 || uint64_t(right) == count, "wrong count", puzzle, limit);
    }

    // Checks that enumeration in batches finds the same number of different solutions, and the same first one.
    void enumerate(const uint8_t *puzzle, uint64_t limit, const uint8_t *first, uint64_t count) {
        Grid all, some(81 * (1 + random_.below(5)));
        size_t room = some.size() / 81, written = room;
        expect(shudu_enumerate_begin(puzzle, enumerator_.get()) == SHUDU_OK, "enumeration rejects the puzzle", puzzle,
               limit);
        while (all.size() < 81 * limit && written == room) {
            int32_t status = shudu_enumerate_next(enumerator_.get(), some.data(), room, &written, nullptr);
            expect(status == SHUDU_OK && written <= room, "enumeration failed", puzzle, limit);
            all.insert(all.end(), some.begin(), some.begin() + ptrdiff_t(81 * written));
        }
        size_t n = all.size() / 81;
        expect((n < limit ? n : limit) == count, "enumeration finds another number of solutions", puzzle, limit);
        if (n) expect(!memcmp(all.data(), first, 81), "enumeration finds another first solution", puzzle, limit);
        for (size_t i = 0; i < n; ++i) {
            expect(solves(&all[81 * i], puzzle), "enumeration finds something that is not a solution", puzzle, limit);
            for (size_t j = 0; j < i; ++j)
                expect(memcmp(&all[81 * i], &all[81 * j], 81), "enumeration finds a solution twice", puzzle, limit);
        }
    }

    void expect(bool right, const char *what, const uint8_t *puzzle, uint64_t limit) {
        if (right) return;
        printf("%s (limit %llu): ", what, static_cast<unsigned long long>(limit));
        for (int i = 0; i < 81; ++i) putchar(puzzle[i] <= 9 ? ".123456789"[puzzle[i]] : '?');
        printf("\n");
        exit(1);
    }
};

} // namespace

int main(int argc, char **argv) {
    unsigned long calls = argc > 1 ? strtoul(argv[1], nullptr, 10) : 20000;
    unsigned long seed = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
    Check check(seed);
    for (unsigned long i = 0; i < calls; ++i) check.call();
    printf("%lu calls, %zu puzzles, %zu of them also counted by the naive solver: no errors\n", calls, check.puzzles,
           check.compared);
}
