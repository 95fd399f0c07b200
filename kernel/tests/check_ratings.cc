// Rates random puzzles, most of them with several solutions and some with none, best under sanitizers.
//
//     ./check_ratings 1000 1        calls, random seed
//
// Ratings of such puzzles mean nothing, but they must end, stay in range and repeat. Exits with 0 if they do.
#include "kernel.h"
#include "tests/random_input.h"

#include <stdio.h>
#include <string.h>

#include <vector>

namespace {

std::vector<uint8_t> random_puzzle(Random &random) {
    std::vector<uint8_t> puzzle(81);
    const size_t shift = random.below(9), clues = 17 + random.below(45);
    for (size_t i = 0; i < 81; i++) {
        const size_t row = i / 9, column = i % 9;
        const bool given = random.below(81) < clues;
        puzzle[i] = given ? uint8_t((row * 3 + row / 3 + column + shift) % 9 + 1) : 0;
    }
    if (random.below(4) == 0) puzzle[random.below(81)] = random.digit(); // often a contradiction
    return puzzle;
}

bool same(const shudu_se_rating &a, const shudu_se_rating &b) {
    return a.er == b.er && a.ep == b.ep && a.ed == b.ed && a.hardest == b.hardest && a.state == b.state &&
           a.steps == b.steps;
}

const char *check(Random &random, void *work) {
    const std::vector<uint8_t> puzzle = random_puzzle(random);
    std::vector<shudu_se_rating> rating(1), again(1);
    const uint64_t budget = 1 + random.below(20000);
    if (shudu_se(puzzle.data(), 1, budget, rating.data(), work, nullptr) != SHUDU_OK) return "not rated";
    if (shudu_se(puzzle.data(), 1, budget, again.data(), work, nullptr) != SHUDU_OK) return "not rated again";
    if (!same(rating[0], again[0])) return "rated differently";
    const shudu_se_rating &r = rating[0];
    if (r.state != SHUDU_SE_RATED && r.state != SHUDU_SE_OVER_BUDGET && r.state != SHUDU_SE_TOO_LARGE) return "state";
    if (r.er > 200 || r.ep > r.er || r.ed > r.er || r.hardest > 61) return "out of range";
    const int32_t stop = 1;
    const bool full = memchr(puzzle.data(), 0, 81) == nullptr;
    if (!full && shudu_se(puzzle.data(), 1, 0, again.data(), work, &stop) != SHUDU_STOPPED) return "not stopped";
    std::vector<uint8_t> bad = puzzle;
    bad[random.below(81)] = uint8_t(10 + random.below(246));
    if (shudu_se(bad.data(), 1, budget, again.data(), work, nullptr) != SHUDU_BAD_INPUT) return "bad byte accepted";
    return nullptr;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const long calls = atol(argv[1]);
    Random random{strtoull(argv[2], nullptr, 10)};
    const Workspace work = workspace(shudu_se_workspace());
    for (long call = 0; call < calls; call++)
        if (const char *problem = check(random, work.get())) {
            printf("call %ld: %s\n", call, problem);
            return 1;
        }
    return 0;
}
