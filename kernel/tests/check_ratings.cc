// Rates random puzzles and follows their paths; most have several solutions and some none. Best under sanitizers.
//
//     ./check_ratings 1000 1        calls, random seed
//
// Ratings and paths of such puzzles mean nothing, but they must end, stay in range and repeat. Exits with 0 if they do.
#include "kernel.h"
#include "tests/random_input.h"

#include <stdio.h>
#include <string.h>

#include <vector>

namespace {

std::vector<uint8_t> random_puzzle(Random &random) {
    std::vector<uint8_t> puzzle(81);
    const size_t shift = random.below(9), clues = 17 + random.below(45);
    for (size_t i = 0; i < 81; ++i) {
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

constexpr size_t kSearches = 52, kRoom = 8192;

// Follows a path with every search of the kernel; the caller's own searches find nothing.
const char *follow(const std::vector<uint8_t> &puzzle, const std::vector<uint8_t> &plan, shudu_path &path,
                   std::vector<uint16_t> &steps, void *work) {
    if (shudu_path_start(puzzle.data(), 1, &path, work) != SHUDU_OK) return "path not started";
    steps.clear();
    std::vector<uint16_t> more(kRoom);
    do {
        size_t written = 0;
        if (shudu_path_follow(&path, 1, plan.data(), plan.size() / 2, more.data(), kRoom, &written, work, nullptr))
            return "path not followed";
        steps.insert(steps.end(), more.begin(), more.begin() + long(written));
    } while (path.state == SHUDU_PATH_ASKS && ++path.search < plan.size() / 2);
    return nullptr;
}

const char *check_path(Random &random, void *work) {
    const std::vector<uint8_t> puzzle = random_puzzle(random);
    std::vector<uint8_t> plan;
    for (uint8_t search = 0; search < kSearches; ++search)
        if (search < 4 || random.below(8)) plan.insert(plan.end(), {search, uint8_t(random.below(8))});
    shudu_path path, again;
    std::vector<uint16_t> steps, same_steps;
    if (const char *problem = follow(puzzle, plan, path, steps, work)) return problem;
    if (const char *problem = follow(puzzle, plan, again, same_steps, work)) return problem;
    if (steps != same_steps || path.steps != again.steps) return "another path";
    size_t at = 0, count = 0;
    for (; at < steps.size(); ++count) {
        if (steps[at] >= plan.size() / 2 || steps[at + 1] >= SHUDU_PATH_KINDS) return "search out of range";
        if (steps[at + 2] + steps[at + 3] == 0) return "a step without a conclusion";
        for (size_t end = at + 4 + steps[at + 2] + steps[at + 3], i = at + 4; i < end; ++i)
            if (steps[i] >= 729) return "candidate out of range";
        at += size_t{4} + steps[at + 2] + steps[at + 3];
    }
    if (count != path.steps) return "steps miscounted";
    const uint16_t bad = uint16_t(729 + random.below(1000));
    if (shudu_path_apply(&path, &bad, 1, nullptr, 0, work) != SHUDU_BAD_INPUT) return "bad candidate accepted";
    plan[0] = uint8_t(kSearches + random.below(100));
    if (shudu_path_follow(&path, 1, plan.data(), 1, nullptr, 0, nullptr, work, nullptr) != SHUDU_BAD_INPUT)
        return "bad plan accepted";
    return nullptr;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const long calls = atol(argv[1]);
    Random random{strtoull(argv[2], nullptr, 10)};
    const Workspace work = workspace(shudu_se_workspace()), path_work = workspace(shudu_path_workspace());
    for (long call = 0; call < calls; ++call) {
        const char *problem = check(random, work.get());
        for (int i = 0; i < 10 && !problem; ++i) problem = check_path(random, path_work.get());
        if (problem) {
            printf("call %ld: %s\n", call, problem);
            return 1;
        }
    }
    return 0;
}
