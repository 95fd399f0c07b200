#include "kernel.h"
#include "search.h"

namespace shudu {
namespace {

struct Job {
    Search search;
    size_t puzzle[kLanes];
};

bool digits_only(const uint8_t *bytes, size_t n) {
    uint8_t bad = 0;
    for (size_t i = 0; i < n; ++i) bad |= bytes[i] > 9;
    return !bad;
}

int32_t run(const uint8_t *puzzles, size_t n, uint64_t limit, uint8_t *solutions, uint64_t *counts,
            shudu_counters &counters, Job &job, const volatile int32_t *stop) {
    Search &search = job.search;
    search.reset();
    size_t next = 0;
    auto refill = [&](LaneSet lanes) {
        LaneSet put = 0;
        for (; lanes && next < n; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            job.puzzle[l] = next;
            counts[next] = 0;
            __builtin_memset(solutions + 81 * next, 0, 81);
            search.put(l, puzzles + 81 * next++);
            put |= 1u << l;
        }
        if (put) search.start(put);
    };
    refill(kAllLanes);
    while (search.busy) {
        if (stop && *stop) return SHUDU_STOPPED;
        counters.passes += 2 * static_cast<uint64_t>(__builtin_popcount(search.busy));
        Events e = search.advance();
        LaneSet over = 0;
        for (LaneSet rest = e.solved; rest; rest &= rest - 1) {
            int l = __builtin_ctz(rest);
            size_t i = job.puzzle[l];
            if (counts[i]++ == 0) search.solution(l, solutions + 81 * i);
            if (counts[i] == limit) over |= 1u << l;
        }
        LaneSet back = (e.dead | e.solved) & ~over;
        LaneSet finished = back ? search.retreat(back) : 0;
        counters.backtracks += static_cast<uint64_t>(__builtin_popcount(back & ~finished));
        if (e.stuck) {
            counters.guesses += static_cast<uint64_t>(__builtin_popcount(e.stuck));
            search.guess(e.stuck);
            if (search.exhausted) return SHUDU_EXHAUSTED;
        }
        finished |= over;
        if (finished) {
            search.idle(finished);
            refill(finished);
        }
    }
    return SHUDU_OK;
}

} // namespace
} // namespace shudu

size_t shudu_solve_workspace(void) { return sizeof(shudu::Job); }

int32_t shudu_solve(const uint8_t *puzzles, size_t n, uint64_t limit, uint8_t *solutions, uint64_t *counts,
                    shudu_counters *counters, void *workspace, const volatile int32_t *stop) {
    if (limit == 0 || !shudu::digits_only(puzzles, 81 * n)) return SHUDU_BAD_INPUT;
    shudu_counters sum{};
    int32_t status = shudu::run(puzzles, n, limit, solutions, counts, sum, *static_cast<shudu::Job *>(workspace), stop);
    if (counters) *counters = sum;
    return status;
}
