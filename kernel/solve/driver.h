// The loop that all searches share: one pass for all lanes, then backtrack, guess and refill.
//
// The hooks of a search decide what happens to its lanes:
//
//   LaneSet solved(LaneSet)    the lanes are at a solution; returns lanes whose search ends here, these or others
//   void emptied(LaneSet)      the lanes have searched everything
//   LaneSet stuck(LaneSet)     the lanes are about to guess; returns those whose search ends instead
//   int32_t refill(LaneSet)    gives new work to the lanes whose search has ended, and to idle ones; any status other
//                              than SHUDU_OK ends the call
#pragma once

#include "kernel.h"
#include "solve/search.h"

namespace shudu {

template <class Hooks>
int32_t drive(Search &search, Hooks &hooks, shudu_counters &counters, const volatile int32_t *stop) {
    while (search.busy) {
        if (stop && *stop) return SHUDU_STOPPED;
        counters.passes += 2 * uint64_t(size(search.busy));
        Events e = search.advance();
        LaneSet over = e.solved ? hooks.solved(e.solved) : 0;
        if (LaneSet back = (e.dead | e.solved) & ~over) {
            LaneSet empty = search.retreat(back);
            counters.backtracks += uint64_t(size(back & ~empty));
            if (empty) hooks.emptied(empty);
            over |= empty;
        }
        if (LaneSet stuck = e.stuck & ~over) {
            LaneSet leaving = hooks.stuck(stuck);
            over |= leaving;
            stuck &= ~leaving;
            counters.guesses += uint64_t(size(stuck));
            if (stuck) search.guess(stuck);
            if (search.exhausted) return SHUDU_EXHAUSTED;
        }
        if (over) search.drop(over);
        if (search.busy != kAllLanes)
            if (int32_t status = hooks.refill(over)) return status;
    }
    return SHUDU_OK;
}

} // namespace shudu
