// The rating of Sudoku Explainer 1.2.1: ER, EP and ED.
//
// The loop tries the producers in a fixed order and applies the first hint of the first producer that has one. ER is
// the highest rating used, ED the highest up to the first hint, EP the highest up to the first hint that fills a cell.
#include "base/input.h"
#include "kernel.h"
#include "logic/se/exclusion.h"
#include "logic/se/nets.h"
#include "logic/se/patterns.h"
#include "logic/se/uniqueness.h"

namespace shudu::se {
namespace {

struct Workspace {
    Position position;
    Hint hint;
    Limits limits;
    ChainMemory memory;
};

bool find_hint(Workspace &w) {
    const Position &p = w.position;
    Hint &h = w.hint;
    h.clear();
    auto net = [&](bool dynamic, bool nishio, int level) {
        return !w.limits.over() && find_net(p, {dynamic, nishio, level}, w.memory, w.limits, h);
    };
    return find_hidden_single(p, h) || find_direct_locking(p, h) || find_direct_hidden_set(p, 2, h) ||
           find_naked_single(p, h) || find_direct_hidden_set(p, 3, h) || find_locking(p, h) ||
           find_naked_set(p, 2, h) || find_fish(p, 2, h) || find_hidden_set(p, 2, h) || find_naked_set(p, 3, h) ||
           find_fish(p, 3, h) || find_hidden_set(p, 3, h) || find_xy_wing(p, false, h) || find_xy_wing(p, true, h) ||
           find_unique_loop(p, h) || find_naked_set(p, 4, h) || find_fish(p, 4, h) || find_hidden_set(p, 4, h) ||
           find_grave(p, h) || find_exclusion(p, 2, h) || find_chain(p, w.memory, h) || find_exclusion(p, 3, h) ||
           net(true, true, 0) || net(false, false, 0) || net(true, false, 0) || net(true, false, 1) ||
           net(true, false, 2) || net(true, false, 3) || net(true, false, 4) || net(true, false, 5);
}

// Every hint removes a candidate or fills a cell, so that there are never more steps than this.
constexpr uint32_t kMostSteps = 81 + 729;

uint16_t tenths(double rating) { return uint16_t((rating + 0.05) * 10); }

int32_t rate(Workspace &w, const uint8_t *puzzle, shudu_se_rating &out) {
    w.position.start(puzzle);
    double er = 0, ep = 0, ed = 0;
    out = {0, 0, 0, kNone, 0, 0, 0};
    while (w.position.left) {
        const bool found = w.limits.spend(1) ? false : find_hint(w);
        if (w.limits.stopped) return SHUDU_STOPPED;
        if (w.limits.exhausted) out.state = SHUDU_SE_TOO_LARGE;
        if (w.limits.spent) out.state = SHUDU_SE_OVER_BUDGET;
        if (w.limits.over()) return SHUDU_OK;
        if (!found || out.steps > kMostSteps) {
            er = 20;
            out.hardest = kNone;
            break;
        }
        ++out.steps;
        if (w.hint.rating > er) er = w.hint.rating, out.hardest = w.hint.technique;
        w.hint.apply(w.position);
        if (ep == 0) {
            if (ed == 0) ed = er;
            if (w.hint.cell >= 0) ep = er;
        }
    }
    out.er = tenths(er), out.ep = tenths(ep), out.ed = tenths(ed);
    out.state = SHUDU_SE_RATED;
    return SHUDU_OK;
}

} // namespace
} // namespace shudu::se

using namespace shudu;
using namespace shudu::se;

size_t shudu_se_workspace(void) { return sizeof(Workspace); }

int32_t shudu_se(const uint8_t *puzzles, size_t n, uint64_t budget, shudu_se_rating *ratings, void *workspace,
                 const volatile int32_t *stop) {
    if (!digits_only(puzzles, 81 * n)) return SHUDU_BAD_INPUT;
    Workspace &w = *static_cast<Workspace *>(workspace);
    ChainMemory &m = w.memory;
    m.chains.limits = m.collectors[0].limits = m.collectors[1].limits = &w.limits;
    m.chains.prepare();
    for (int i = 0; i < 2; ++i) m.stores[i].prepare(), m.collectors[i].prepare();
    for (size_t i = 0; i < n; ++i) {
        w.limits = {stop, budget ? budget : ~uint64_t{0}, false, false, false};
        const int32_t status = rate(w, puzzles + 81 * i, ratings[i]);
        if (status != SHUDU_OK) return status;
    }
    return SHUDU_OK;
}
