// How chain hints are rated and ranked, and the lists in which inner chains are gathered.
#pragma once

#include "logic/se/position.h"

namespace shudu::se {

// A node of a chain: a candidate (cell * 9 + digit) that is on or off.
inline constexpr int kCandidates = 729, kKeys = 1458;
inline int key_of(int candidate, bool on) { return candidate * 2 + on; }

// Why a node follows from its parent: the cell, or a house of one of three kinds. Roots have no cause.
enum Cause : uint8_t { kByCell, kByBox, kByRow, kByColumn, kByAdvanced, kNoCause };

// What a chain adds for its length. The sum of tenths is rounded as in the original, because ties depend on it.
inline double length_rating(int complexity) {
    constexpr int kSteps[] = {4,   6,   8,   12,  16,   24,   32,   48,   64,   96,   128, 192,
                              256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192};
    double added = 0;
    for (const int step : kSteps) {
        if (complexity - 2 <= step) break;
        added += 0.1;
    }
    return added;
}

// The rank of a hint: easier first, then simpler, then by kind. Equal ranks stay in the order of discovery.
struct Rank {
    double rating;
    int complexity, kind;

    bool before(const Rank &o) const {
        if (rating != o.rating) return rating < o.rating;
        if (complexity != o.complexity) return complexity < o.complexity;
        return kind < o.kind;
    }
};

enum Kind : uint8_t { kDouble = 1, kX = 2, kY = 3, kXy = 4, kCell = 5, kRegion = 6, kContradiction = 7 };

// Shared by everything that runs for long: ends the work when the caller wants it, or when the budget is used up.
struct Limits {
    const volatile int32_t *stop;
    uint64_t left;  // units of work
    bool stopped;   // `stop` was set
    bool spent;     // the budget is used up
    bool exhausted; // an array was full

    bool over() const { return stopped | spent | exhausted; }
    bool spend(uint64_t units) {
        if (stop && *stop) stopped = true;
        if (left < units) spent = true;
        else left -= units;
        return over();
    }
};

struct Mixer {
    uint64_t state = 0x9E3779B97F4A7C15u;
    void add(uint64_t x) {
        state = (state ^ x) * 0xBF58476D1CE4E5B9u;
        state ^= state >> 29;
    }
};

// A hint of an inner chain, as far as the outer chain needs it.
struct InnerHint {
    Rank rank;
    uint32_t order;
    uint64_t hash;                  // of its targets and chains: equal for equal chains
    uint32_t parents, parent_count; // in Collector::pool: candidates removed by the outer chain that it relies on
    uint16_t effect;                // in Collector::many, or kSingle
    uint16_t digits;                // removed from `cell` if the effect is on a single cell
    uint8_t cell;
};

struct ManyRemovals {
    uint8_t count;
    uint8_t cells[81];
    uint16_t digits[81];
};

// The inner hints of one position: the best one for each effect.
struct Collector {
    static constexpr uint16_t kSingle = 0xFFFF;
    static constexpr unsigned kMostHints = 4096, kMostMany = 512, kPool = 1 << 18;

    Limits *limits;
    const Position *source, *current; // before and during the outer chain
    uint32_t hint_count, many_count, pool_count, next_order;
    uint32_t mark;            // of `marked`
    uint16_t holder[81][512]; // the hint with that effect + 1
    InnerHint hints[kMostHints];
    ManyRemovals many[kMostMany];
    uint16_t sorted[kMostHints], scratch[kMostHints];
    uint16_t pool[kPool];
    uint32_t marked[kCandidates];

    void prepare() {
        for (auto &row : holder)
            for (auto &h : row) h = 0;
        for (auto &m : marked) m = 0;
        mark = hint_count = 0;
    }

    void begin(const Position &from, const Position &now) {
        for (uint32_t i = 0; i < hint_count; ++i)
            if (hints[i].effect == kSingle) holder[hints[i].cell][hints[i].digits] = 0;
        source = &from, current = &now;
        hint_count = many_count = pool_count = next_order = 0;
    }

    // Returns the hint to fill if this one comes first among those with the same effect, otherwise null.
    InnerHint *offer(int cell, uint32_t digits, const Rank &rank) {
        const uint32_t order = next_order++;
        uint16_t &held = holder[cell][digits];
        InnerHint *h = nullptr;
        if (held) {
            h = &hints[held - 1];
            if (!rank.before(h->rank)) return nullptr;
        } else {
            if (hint_count == kMostHints) return limits->exhausted = true, nullptr;
            held = uint16_t(++hint_count);
            h = &hints[hint_count - 1];
        }
        h->rank = rank, h->order = order;
        h->effect = kSingle, h->cell = uint8_t(cell), h->digits = uint16_t(digits);
        return h;
    }

    InnerHint *offer(const ManyRemovals &removals, const Rank &rank) {
        if (removals.count == 1) return offer(removals.cells[0], removals.digits[0], rank);
        const uint32_t order = next_order++;
        InnerHint *h = nullptr;
        for (uint32_t i = 0; i < hint_count && !h; ++i)
            if (hints[i].effect != kSingle && same(many[hints[i].effect], removals)) h = &hints[i];
        if (h && !rank.before(h->rank)) return nullptr;
        if (!h) {
            if (hint_count == kMostHints || many_count == kMostMany) return limits->exhausted = true, nullptr;
            h = &hints[hint_count++];
            h->effect = uint16_t(many_count);
            many[many_count++] = removals;
        }
        h->rank = rank, h->order = order;
        return h;
    }

    static bool same(const ManyRemovals &a, const ManyRemovals &b) {
        if (a.count != b.count) return false;
        for (int i = 0; i < a.count; ++i)
            if (a.cells[i] != b.cells[i] || a.digits[i] != b.digits[i]) return false;
        return true;
    }

    void begin_parents(InnerHint &h) {
        h.parents = pool_count, h.parent_count = 0;
        ++mark;
    }

    // Adds what the outer chain removed to make a node true: candidates of its cell, or of its house.
    void add_parents(InnerHint &h, int candidate, int cause) {
        const int cell = candidate / 9, digit = candidate % 9;
        if (cause == kByCell) {
            each_bit(source->candidates[cell] & ~current->candidates[cell],
                     [&](int d) { add_parent(h, cell * 9 + d); });
        } else {
            const int house = kGeometry.house[cell][cause - kByBox];
            each_bit(source->places[house][digit] & ~current->places[house][digit],
                     [&](int i) { add_parent(h, kGeometry.cells[house][i] * 9 + digit); });
        }
    }

    void add_parent(InnerHint &h, int candidate) {
        if (marked[candidate] == mark) return;
        marked[candidate] = mark;
        if (pool_count == kPool) {
            limits->exhausted = true;
            return;
        }
        pool[pool_count++] = uint16_t(candidate);
        ++h.parent_count;
    }

    // Sorts the hints by rank, then by discovery (merge sort).
    void sort() {
        for (uint32_t i = 0; i < hint_count; ++i) sorted[i] = uint16_t(i);
        for (uint32_t width = 1; width < hint_count; width *= 2) {
            for (uint32_t from = 0; from < hint_count; from += 2 * width) {
                const uint32_t middle = from + width < hint_count ? from + width : hint_count;
                const uint32_t end = from + 2 * width < hint_count ? from + 2 * width : hint_count;
                uint32_t i = from, j = middle;
                for (uint32_t k = from; k < end; ++k) {
                    const bool left = i < middle && (j >= end || !precedes(sorted[j], sorted[i]));
                    scratch[k] = left ? sorted[i++] : sorted[j++];
                }
            }
            for (uint32_t i = 0; i < hint_count; ++i) sorted[i] = scratch[i];
        }
    }

    bool precedes(int a, int b) const {
        const InnerHint &x = hints[a], &y = hints[b];
        if (x.rank.before(y.rank)) return true;
        return !y.rank.before(x.rank) && x.order < y.order;
    }
};

} // namespace shudu::se
