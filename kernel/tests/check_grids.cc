// Checks all functions of the kernel other than the two solvers (see check.cc) with random input, best with sanitizers:
//
//     clang++ -std=c++20 -O2 -g -march=x86-64-v3 -fsanitize=address,undefined -fno-sanitize-recover=all -Ikernel
//             $(ls kernel/*/*.cc | grep -v -e freestanding -e tests) kernel/tests/check_grids.cc -o check
//     ./check 100000 1        number of calls, random seed
//
// Every buffer has exactly the size that the ABI asks for. Results are checked against each other: unranking a rank
// gives the grid, symmetric images have the same canonical form, generated puzzles have one solution. Exits with 0, or
// prints the first error.
#include "kernel.h"
#include "tests/random_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

namespace {

using Bytes = std::vector<uint8_t>;

void expect(bool right, const char *what) {
    if (right) return;
    printf("%s\n", what);
    exit(1);
}

bool is_final(const uint8_t *grid) {
    unsigned seen[27] = {};
    for (int i = 0; i < 81; ++i) {
        if (grid[i] < 1 || grid[i] > 9) return false;
        for (int house : {i / 9, 9 + i % 9, 18 + box_of(i)}) seen[house] |= 1u << grid[i];
    }
    for (unsigned digits : seen)
        if (digits != 0x3FE) return false;
    return true;
}

// The image of a grid under a symmetry in the layout of the ABI.
Bytes image(const uint8_t *grid, const uint8_t *transform) {
    Bytes to(81);
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column) {
            int r = transform[1 + row], c = transform[10 + column];
            uint8_t digit = transform[0] ? grid[9 * c + r] : grid[9 * r + c];
            to[size_t(9 * row + column)] = digit ? transform[18 + digit] : 0;
        }
    return to;
}

class Check {
  public:
    explicit Check(uint64_t seed) : random_{seed} {
        expect(shudu_grids_tables(grids_.get()) == SHUDU_OK, "the tables of grids cannot be filled");
        expect(shudu_canonical_tables(canonical_.get()) == SHUDU_OK, "the tables of canonical forms cannot be filled");
    }

    void call() {
        switch (random_.below(10)) {
        case 0: return invalid_input();
        case 1:
        case 2: return ranks();
        case 3: return dig();
        case 4: return random_.below(20) ? dig() : low_clues();
        case 5: return random_.below(20) ? canonical_forms() : unbiased();
        default: return canonical_forms();
        }
    }

  private:
    Random random_;
    Workspace grids_ = workspace(shudu_grids_workspace());
    Workspace canonical_ = workspace(shudu_canonical_workspace());
    Workspace solver_ = workspace(shudu_solve_workspace());
    Workspace digger_ = workspace(shudu_dig_workspace());
    Workspace walker_ = workspace(shudu_lowclue_workspace());
    Workspace chooser_ = workspace(shudu_unbiased_workspace());

    Bytes sample(size_t n) {
        Bytes grids(81 * n);
        std::vector<uint64_t> ranks(2 * n);
        expect(shudu_sample_grids(grids_.get(), random_.next(), random_.next(), n, grids.data(),
                                  random_.below(2) ? ranks.data() : nullptr) == SHUDU_OK,
               "sampling failed");
        for (size_t i = 0; i < n; ++i) expect(is_final(&grids[81 * i]), "a sample is not a final grid");
        return grids;
    }

    // Random bytes, or a grid with one wrong byte.
    Bytes invalid_grid() {
        Bytes grid = sample(1);
        if (random_.below(2)) grid[random_.below(81)] = uint8_t(random_.next());
        else
            for (uint8_t &byte : grid) byte = uint8_t(random_.next() % (random_.below(2) ? 256 : 10));
        return grid;
    }

    void invalid_input() {
        Bytes grid = invalid_grid(), form(81), transform(28);
        uint64_t rank[2];
        uint32_t automorphisms;
        bool right = is_final(grid.data());
        int32_t status = shudu_rank(grids_.get(), grid.data(), 1, rank);
        expect((status == SHUDU_OK) == right, "rank accepts an invalid grid or rejects a final grid");
        status = shudu_canonical(canonical_.get(), grid.data(), 1, form.data(), &automorphisms, transform.data());
        expect((status == SHUDU_OK) == right, "canonical accepts an invalid grid or rejects a final grid");
        uint64_t any[2] = {random_.next(), random_.next() >> random_.below(64)};
        Bytes to(81);
        if (shudu_unrank(grids_.get(), any, 1, to.data()) == SHUDU_OK)
            expect(is_final(to.data()), "unrank returns an invalid grid");
        uint16_t classes[6];
        uint32_t unavoidable;
        shudu_band_classes(canonical_.get(), grid.data(), 1, classes);
        shudu_unavoidable4(grid.data(), 1, &unavoidable);
        shudu_isomorphs(grid.data(), 1, random_.next(), random_.next(), to.data(), transform.data());
        Bytes orbits(81), puzzle(81);
        uint8_t clues;
        for (uint8_t &byte : orbits) byte = uint8_t(random_.next());
        shudu_dig(grid.data(), 1, orbits.data(), int32_t(random_.next()), 1, 1, puzzle.data(), &clues, nullptr,
                  digger_.get(), nullptr);
        uint32_t steps;
        shudu_lowclue(grid.data(), 1, 1, 1, int32_t(random_.below(30)), 5, puzzle.data(), &clues, &steps, nullptr,
                      walker_.get(), nullptr);
    }

    void ranks() {
        size_t n = 1 + random_.below(5);
        Bytes grids = sample(n), back(81 * n);
        std::vector<uint64_t> ranks(2 * n);
        expect(shudu_rank(grids_.get(), grids.data(), n, ranks.data()) == SHUDU_OK, "rank rejects a final grid");
        expect(shudu_unrank(grids_.get(), ranks.data(), n, back.data()) == SHUDU_OK, "unrank rejects a rank");
        expect(grids == back, "unrank returns another grid");
    }

    void canonical_forms() {
        size_t n = 1 + random_.below(5);
        Bytes grids = sample(n), images(81 * n), transforms(28 * n), one(81 * n), other(81 * n), to(28 * n);
        std::vector<uint32_t> symmetries(n), same(n);
        expect(shudu_isomorphs(grids.data(), n, random_.next(), random_.next(), images.data(), transforms.data()) ==
                   SHUDU_OK,
               "isomorphs fails");
        expect(shudu_canonical(canonical_.get(), grids.data(), n, one.data(), symmetries.data(), to.data()) == SHUDU_OK,
               "canonical rejects a final grid");
        expect(shudu_canonical(canonical_.get(), images.data(), n, other.data(), same.data(), nullptr) == SHUDU_OK,
               "canonical rejects an image");
        expect(one == other && symmetries == same, "an image has a different canonical form");
        for (size_t i = 0; i < n; ++i) {
            Bytes form(one.begin() + ptrdiff_t(81 * i), one.begin() + ptrdiff_t(81 * i + 81));
            expect(image(&grids[81 * i], &to[28 * i]) == form, "the transform does not give the canonical form");
        }
        std::vector<uint16_t> classes(6 * n);
        std::vector<uint32_t> unavoidable(n);
        expect(shudu_band_classes(canonical_.get(), grids.data(), n, classes.data()) == SHUDU_OK,
               "band_classes rejects a final grid");
        expect(shudu_unavoidable4(grids.data(), n, unavoidable.data()) == SHUDU_OK,
               "unavoidable4 rejects a final grid");
    }

    bool unique(const Bytes &puzzle) {
        Bytes solution(81);
        uint64_t count = 0;
        expect(shudu_solve(puzzle.data(), 1, 2, solution.data(), &count, nullptr, solver_.get(), nullptr) == SHUDU_OK,
               "the solver rejects a puzzle");
        return count == 1;
    }

    Bytes dug(const Bytes &grid, int32_t goal, const Bytes &orbits) {
        Bytes puzzle(81);
        uint8_t clues = 0;
        shudu_counters counters;
        expect(shudu_dig(grid.data(), 1, orbits.data(), goal, random_.next(), random_.next(), puzzle.data(), &clues,
                         random_.below(2) ? &counters : nullptr, digger_.get(), nullptr) == SHUDU_OK,
               "digging failed");
        size_t left = 0;
        for (uint8_t digit : puzzle) left += digit != 0;
        expect(left == clues && unique(puzzle), "a dug puzzle is not unique, or its number of clues is wrong");
        return puzzle;
    }

    void dig() {
        Bytes orbits(81);
        bool single = random_.below(2);
        for (size_t i = 0; i < 81; ++i) orbits[i] = uint8_t(single ? i : random_.below(random_.below(2) ? 81 : 256));
        Bytes grid = sample(1), puzzle = dug(grid, int32_t(random_.below(82)), orbits);
        Bytes form(81);
        uint32_t symmetries;
        expect(shudu_canonical_puzzles(canonical_.get(), puzzle.data(), grid.data(), 1, form.data(), &symmetries,
                                       nullptr) == SHUDU_OK,
               "canonical_puzzles rejects a puzzle");
        expect(symmetries >= 1 && unique(form), "the canonical form of a puzzle is not unique");
    }

    void low_clues() {
        Bytes orbits(81), best(81);
        for (size_t i = 0; i < 81; ++i) orbits[i] = uint8_t(i);
        Bytes puzzle = dug(sample(1), 0, orbits);
        uint8_t clues = 0;
        uint32_t steps = 0;
        expect(shudu_lowclue(puzzle.data(), 1, random_.next(), 0, 17, 20, best.data(), &clues, &steps, nullptr,
                             walker_.get(), nullptr) == SHUDU_OK,
               "the walk failed");
        expect(unique(best), "the result of a walk is not unique");
    }

    void unbiased() {
        Bytes grid = sample(1), puzzles(81);
        uint64_t numbers[2];
        size_t written = 0;
        int32_t status = shudu_unbiased(grid.data(), 1, random_.next(), 0, 1 + random_.below(300), puzzles.data(),
                                        numbers, 1, &written, nullptr, chooser_.get(), nullptr);
        expect(status == SHUDU_OK || status == SHUDU_EXHAUSTED, "controlled bias failed");
        if (written) expect(unique(puzzles), "a puzzle by controlled bias is not unique");
    }
};

} // namespace

int main(int argc, char **argv) {
    unsigned long calls = argc > 1 ? strtoul(argv[1], nullptr, 10) : 20000;
    unsigned long seed = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
    Check check(seed);
    for (unsigned long i = 0; i < calls; ++i) check.call();
    printf("%lu calls: no errors\n", calls);
}
