// Paths: solving the way a person does, always by the first step of the first technique that has one.
//
// The caller passes a plan: the searches in their order. Where the plan has a search that is not written here, or one
// that would need too much memory, the path stops and asks; the caller looks for a step by other means, applies it with
// shudu_path_apply or not, and goes on. src/shudu/logic/solver.py is the specification, step by step.
#include "base/input.h"
#include "kernel.h"
#include "logic/path/als_chains.h"
#include "logic/path/basics.h"
#include "logic/path/chains.h"
#include "logic/path/fish.h"
#include "logic/path/rectangles.h"
#include "logic/path/singles.h"
#include "logic/path/sue_de_coq.h"
#include "logic/path/wings.h"

namespace shudu::path {
namespace {

// The searches, in the order of SEARCHES in src/shudu/kernel/logic.py.
enum Search : uint8_t {
    kAsk, // a search of the caller
    kFullHouse,
    kNakedSingle,
    kHiddenSingle,
    kLockedPair,
    kLockedTriple,
    kPointing,
    kClaiming,
    kNakedPair,
    kNakedTriple,
    kNakedQuad,
    kHiddenPair,
    kHiddenTriple,
    kHiddenQuad,
    kXWing,
    kSwordfish,
    kJellyfish,
    kRemotePair,
    kBug1,
    kSkyscraper, // kinds: 1 allows crossed lines
    kKite,
    kTurbotFish,
    kEmptyRectangle,
    kWWing,
    kXyWing,
    kXyzWing,
    kUniqueness1, // kinds, up to the hidden rectangle: 1 allows every pair of digits in the same cells
    kUniqueness2,
    kUniqueness3,
    kUniqueness4,
    kUniqueness5,
    kUniqueness6,
    kHiddenRectangle,
    kAvoidable1,
    kAvoidable2,
    kFinnedXWing,
    kSashimiXWing,
    kFinnedSwordfish,
    kSashimiSwordfish,
    kFinnedJellyfish,
    kSashimiJellyfish,
    kSueDeCoq,
    kSimpleColours, // kinds: wrap, trap
    kMultiColours,  // kinds: wrap, trap
    kXChain,
    kXyChain,
    kLoops,        // kinds: AIC, discontinuous, continuous
    kGroupedLoops, // kinds: AIC, discontinuous, continuous
    kAlsXz,
    kAlsXyWing,
    kAlsChain,
    kFrankenFish, // of any kind: only decides whether the caller must look
    kSearches,
};

// Which data derived from the position are up to date.
struct Derived {
    bool board, dead, rectangles, als;
};

struct Workspace {
    Board board;
    Found found;
    Patience patience;
    Derived derived;
    Rectangles rectangles;
    SueDeCoqMemory sue_de_coq;
    ChainMemory chains;
    AlsWeb als;
    AlsChainMemory als_chains;
};

void load(Workspace &w, const shudu_path &path) {
    Board &b = w.board;
    for (auto &mask : b.candidates) mask = 0;
    for (int d = 0; d < 9; ++d) {
        b.places[d] = {path.places[d][0], path.places[d][1]};
        b.places[d].each([&](int c) { b.candidates[c] |= uint16_t(1u << d); });
    }
    for (int c = 0; c < 81; ++c) b.digits[c] = path.digits[c];
    b.givens = {path.givens[0], path.givens[1]};
}

void store(const Board &b, shudu_path &path) {
    for (int d = 0; d < 9; ++d) path.places[d][0] = b.places[d].low, path.places[d][1] = b.places[d].high;
    for (int c = 0; c < 81; ++c) path.digits[c] = b.digits[c];
}

// Derives from the position what searches share, when the first of them needs it.
void prepare(Workspace &w, int search) {
    Derived &has = w.derived;
    if (!has.board) w.board.prepare(), has.board = true;
    if (search >= kXWing && !has.dead) w.board.find_dead(), has.dead = true;
    if (search >= kUniqueness1 && search <= kHiddenRectangle && !has.rectangles)
        w.rectangles.collect(w.board), has.rectangles = true;
    if (search >= kAlsXz && search <= kAlsChain && !has.als) {
        w.als.collect(w.board);
        w.als.relate();
        has.als = true;
    }
}

bool find_by_rectangle(Workspace &w, int search, bool every_pair) {
    const Board &b = w.board;
    return find_rectangle(w.rectangles, every_pair, [&](const Rectangle &r) {
        switch (search) {
        case kUniqueness1: return use_type_1(b, r, w.found);
        case kUniqueness2: return use_type_2_or_5(b, r, true, w.found);
        case kUniqueness3: return use_type_3(b, r, w.found);
        case kUniqueness4: return use_type_4(b, r, w.found);
        case kUniqueness5: return use_type_2_or_5(b, r, false, w.found);
        case kUniqueness6: return use_type_6(b, r, w.found);
        default: return use_hidden_rectangle(b, r, w.found);
        }
    });
}

bool find_by_chain(Workspace &w, int search, uint32_t kinds) {
    if (search == kXChain) return ChainSearch(w.board, w.chains, w.patience, w.found).find_x_chain();
    if (search == kXyChain) return ChainSearch(w.board, w.chains, w.patience, w.found).find_xy_chain();
    return LoopSearch(w.board, w.chains, w.patience, search == kGroupedLoops, kinds, w.found).find();
}

bool find(Workspace &w, Singles &singles, int search, uint32_t kinds) {
    const Board &b = w.board;
    Found &f = w.found;
    f.clear();
    if (search > kHiddenSingle) prepare(w, search);
    switch (search) {
    case kFullHouse: return singles.full_house(f);
    case kNakedSingle: return singles.naked_single(f);
    case kHiddenSingle: return singles.hidden_single(f);
    case kLockedPair:
    case kLockedTriple: return find_naked_subset(b, 2 + search - kLockedPair, true, f);
    case kPointing:
    case kClaiming: return find_locked_candidates(b, search == kPointing, f);
    case kNakedPair:
    case kNakedTriple:
    case kNakedQuad: return find_naked_subset(b, 2 + search - kNakedPair, false, f);
    case kHiddenPair:
    case kHiddenTriple:
    case kHiddenQuad: return find_hidden_subset(b, 2 + search - kHiddenPair, f);
    case kXWing:
    case kSwordfish:
    case kJellyfish: return find_fish(b, 2 + search - kXWing, kPlain, f);
    case kRemotePair: return RemotePairs(b, w.patience, f).find();
    case kBug1: return find_bug_plus_one(b, f);
    case kSkyscraper: return find_skyscraper(b, kinds & 1, f);
    case kKite: return find_kite(b, f);
    case kTurbotFish: return find_turbot_fish(b, f);
    case kEmptyRectangle: return find_empty_rectangle(b, f);
    case kWWing: return find_w_wing(b, f);
    case kXyWing: return find_xy_wing(b, f);
    case kXyzWing: return find_xyz_wing(b, f);
    case kAvoidable1:
    case kAvoidable2: return find_avoidable_rectangle(b, 1 + search - kAvoidable1, f);
    case kFinnedXWing:
    case kFinnedSwordfish:
    case kFinnedJellyfish: return find_fish(b, 2 + (search - kFinnedXWing) / 2, kFinned, f);
    case kSashimiXWing:
    case kSashimiSwordfish:
    case kSashimiJellyfish: return find_fish(b, 2 + (search - kFinnedXWing) / 2, kSashimi, f);
    case kSueDeCoq: return SueDeCoq(b, w.sue_de_coq, f).find();
    case kSimpleColours:
    case kMultiColours: return find_colours(b, search == kMultiColours, kinds, f);
    case kAlsXz: return AlsSearch(w.als, w.patience, f).find_xz();
    case kAlsXyWing: return AlsSearch(w.als, w.patience, f).find_xy_wing();
    case kAlsChain:
        return !AlsChainSearch::is_too_large(w.als) && AlsChainSearch(w.als, w.als_chains, w.patience, f).find();
    case kXChain:
    case kXyChain:
    case kLoops:
    case kGroupedLoops: return find_by_chain(w, search, kinds);
    default: return find_by_rectangle(w, search, kinds & 1);
    }
}

// Whether the caller must run the search itself: it is not written here, or it ran out of memory.
bool must_ask(Workspace &w, int search) {
    if (search == kAsk) return true;
    if (search == kFrankenFish) {
        prepare(w, search);
        for (const CellSet &dead : w.board.dead)
            if (!dead.empty()) return true;
        return false;
    }
    if (search >= kXChain && search <= kGroupedLoops) return w.chains.heap.full;
    if (search == kAlsChain) return AlsChainSearch::is_too_large(w.als);
    return (search == kAlsXz || search == kAlsXyWing) && w.als.full;
}

bool is_solved(const Board &b) {
    for (const uint8_t digit : b.digits)
        if (!digit) return false;
    return true;
}

void apply(Workspace &w, Singles &singles) {
    for (int i = 0; i < w.found.removed; ++i) singles.remove(w.found.removes[i] / 81, w.found.removes[i] % 81);
    for (int i = 0; i < w.found.placed; ++i) singles.place(w.found.places[i] / 81, w.found.places[i] % 81);
    w.derived = {};
}

struct Record {
    uint16_t *words;
    size_t room, written;

    // Appends a step: number of the search, kind, number of placed and removed candidates, then these.
    bool add(int search, const Found &found) {
        if (!words) return true;
        const size_t need = 4 + size_t(found.placed + found.removed);
        if (room - written < need) return false;
        uint16_t *to = words + written;
        const int head[4] = {search, found.kind, found.placed, found.removed};
        for (const int number : head) *to++ = uint16_t(number);
        for (int i = 0; i < found.placed; ++i) *to++ = found.places[i];
        for (int i = 0; i < found.removed; ++i) *to++ = found.removes[i];
        written += need;
        return true;
    }
};

enum class Outcome : uint8_t { found, asks, ended, stopped };

// Runs the searches of a plan from number `at` on, until one of them finds a step or the caller must run it.
Outcome find_step(Workspace &w, Singles &singles, const uint8_t *plan, size_t searches, size_t &at) {
    for (; at < searches; ++at) {
        const int search = plan[2 * at];
        const bool is_of_caller = search == kAsk || search == kFrankenFish;
        const bool found = !is_of_caller && find(w, singles, search, plan[2 * at + 1]);
        if (w.patience.stopped) return Outcome::stopped;
        if (found) return Outcome::found;
        if (must_ask(w, search)) return Outcome::asks;
    }
    return Outcome::ended;
}

int32_t follow(Workspace &w, shudu_path &path, const uint8_t *plan, size_t searches, Record &record) {
    load(w, path);
    w.derived = {};
    Singles singles(w.board, path);
    Outcome outcome = Outcome::found;
    size_t at = path.search;
    for (; !is_solved(w.board); at = 0) {
        outcome = find_step(w, singles, plan, searches, at);
        if (outcome == Outcome::stopped) return SHUDU_STOPPED;
        if (outcome != Outcome::found) break;
        if (!record.add(int(at), w.found)) return SHUDU_EXHAUSTED;
        ++path.counts[at][w.found.kind];
        if (!path.first_kind[at]) path.first_kind[at] = uint8_t(w.found.kind + 1);
        ++path.steps;
        apply(w, singles);
        if (w.patience.stop && *w.patience.stop) return SHUDU_STOPPED;
    }
    const bool asks = outcome == Outcome::asks;
    path.state = is_solved(w.board) ? SHUDU_PATH_FILLED : asks ? SHUDU_PATH_ASKS : SHUDU_PATH_ENDED;
    path.search = asks ? uint8_t(at) : 0;
    store(w.board, path);
    return SHUDU_OK;
}

bool are_candidates(const uint16_t *candidates, size_t n) {
    for (size_t i = 0; i < n; ++i)
        if (candidates[i] >= 729) return false;
    return true;
}

} // namespace
} // namespace shudu::path

using namespace shudu;
using namespace shudu::path;

size_t shudu_path_workspace(void) { return sizeof(Workspace); }

int32_t shudu_path_start(const uint8_t *digits, size_t n, shudu_path *paths, void *workspace) {
    if (!digits_only(digits, 81 * n)) return SHUDU_BAD_INPUT;
    Board &b = static_cast<Workspace *>(workspace)->board;
    for (size_t i = 0; i < n; ++i) {
        paths[i] = {};
        for (auto &cells : b.places) cells = kAllCells;
        for (auto &mask : b.candidates) mask = kAllDigits;
        for (auto &digit : b.digits) digit = 0;
        b.givens = {};
        Singles singles(b, paths[i]);
        for (int c = 0; c < 81; ++c)
            if (const int digit = digits[81 * i + c]) singles.place(digit - 1, c), b.givens.add(c);
        store(b, paths[i]);
        paths[i].givens[0] = b.givens.low, paths[i].givens[1] = b.givens.high;
    }
    return SHUDU_OK;
}

int32_t shudu_path_apply(shudu_path *path, const uint16_t *removes, size_t removed, const uint16_t *places,
                         size_t placed, void *workspace) {
    if (!are_candidates(removes, removed) || !are_candidates(places, placed)) return SHUDU_BAD_INPUT;
    Workspace &w = *static_cast<Workspace *>(workspace);
    load(w, *path);
    Singles singles(w.board, *path);
    for (size_t i = 0; i < removed; ++i) singles.remove(removes[i] / 81, removes[i] % 81);
    for (size_t i = 0; i < placed; ++i) singles.place(places[i] / 81, places[i] % 81);
    store(w.board, *path);
    return SHUDU_OK;
}

int32_t shudu_path_follow(shudu_path *paths, size_t n, const uint8_t *plan, size_t searches, uint16_t *steps,
                          size_t room, size_t *written, void *workspace, const volatile int32_t *stop) {
    if (searches > SHUDU_PATH_SEARCHES) return SHUDU_BAD_INPUT;
    for (size_t i = 0; i < searches; ++i)
        if (plan[2 * i] >= kSearches) return SHUDU_BAD_INPUT;
    Workspace &w = *static_cast<Workspace *>(workspace);
    w.patience = {stop, 0, false};
    w.chains.heap.clear();
    w.als.full = false;
    Record record{steps, room, 0};
    for (size_t i = 0; i < n; ++i)
        if (const int32_t status = follow(w, paths[i], plan, searches, record)) return status;
    if (written) *written = record.written;
    return SHUDU_OK;
}
