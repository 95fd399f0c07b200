// X- and XY-chains, nice loops and AICs, without and with groups.
// Twins: src/shudu/logic/techniques/chains.
//
// A search first lists the ends of all chains with their rank, which needs no path, and then looks for the path
// of the best one. If that is not proper, the next one is tried. Lengths of loops are found only where they decide.
#pragma once

#include "logic/path/links.h"

namespace shudu::path {

// The ends of a chain: `start`, on or off, leads to `end`, on or off. The order is that of the ranks, best first: most
// removals, nearest the top left; then the order in which HoDoKu finds them, by the cell and the digit of the start.
struct Ends {
    int32_t removed, place;
    uint32_t number;
    uint16_t length, start, end;
    uint8_t kind;
    bool on, end_on;

    bool ties_with(const Ends &o) const { return removed == o.removed && place == o.place; }

    bool better_than(const Ends &o) const {
        if (removed != o.removed) return removed > o.removed;
        return place != o.place ? place < o.place : number < o.number;
    }
};

// A heap of ends with the best on top.
struct EndsHeap {
    static constexpr uint32_t kRoom = 1 << 15;
    uint32_t count;
    bool full;
    Ends ends[kRoom];

    void clear() { count = 0, full = false; }

    // Adds ends; those that are found in an earlier round count as found first.
    void add(const Ends &more, const Graph &g, uint32_t round) {
        if (count == kRoom) {
            full = true;
            return;
        }
        const auto start = uint32_t(9 * g.cell(more.start) + g.digit[more.start]);
        ends[count] = more;
        ends[count].number = (729 * round + start) * kRoom + count;
        ++count;
    }

    void order() {
        for (uint32_t i = count / 2; i-- > 0;) sink(i);
    }

    Ends take() {
        const Ends best = ends[0];
        ends[0] = ends[--count];
        sink(0);
        return best;
    }

  private:
    void sink(uint32_t i) {
        for (;;) {
            uint32_t child = 2 * i + 1;
            if (child >= count) return;
            if (child + 1 < count && ends[child + 1].better_than(ends[child])) ++child;
            if (!ends[child].better_than(ends[i])) return;
            const Ends moved = ends[i];
            ends[i] = ends[child], ends[child] = moved;
            i = child;
        }
    }
};

struct ChainMemory {
    Graph graph;
    Walk walk, away;
    EndsHeap heap;
};

// The removed candidates as part of a rank, in increasing order.
struct PlaceSum {
    int removed = 0, place = 0;

    void add(int candidate) { place += candidate % 81 * (1 + 80 * removed++) + candidate / 81 + 1; }
};

// A chain in one digit, or through cells with two candidates. One of its ends is true.
class ChainSearch {
  public:
    ChainSearch(const Board &board, ChainMemory &memory, Patience &patience, Found &found)
        : b_(board), m_(memory), g_(memory.graph), patience_(patience), found_(found) {}

    bool find_x_chain() {
        CellSet linked[9];
        for (int d = 0; d < 9; ++d)
            for (int i = 0; !b_.dead[d].empty() && i < b_.pair_count[d]; ++i)
                linked[d] |= b_.in_house(d, b_.pairs[d][i]);
        g_.start(b_, false, [&](int d, int c) { return linked[d].has(c); });
        g_.link_equal_digits(b_);
        for (int d = 0; d < 9; ++d)
            if (!b_.dead[d].empty()) g_.link_pairs_in_houses(b_, d);
        return find(true);
    }

    bool find_xy_chain() {
        g_.start(b_, false, [&](int, int c) { return b_.bivalue.has(c); });
        g_.link_equal_digits(b_);
        g_.link_pairs_in_cells(b_);
        return find(false);
    }

  private:
    static constexpr int kLongest = 19, kMoreLinks = 6, kTries = 200;
    static constexpr uint16_t kShortest = 3;

    bool find(bool rings) {
        g_.close();
        m_.heap.clear();
        for (int start = 0; start < g_.count && !patience_.over(); ++start) list_ends(start, rings);
        m_.heap.order();
        while (m_.heap.count && !m_.heap.full && !patience_.over()) {
            const Ends ends = m_.heap.take();
            if (!has_path(ends)) continue;
            found_.remove(g_.digit[ends.start], removes(ends.start, ends.end));
            return true;
        }
        return false;
    }

    CellSet removes(int start, int end) const {
        return b_.places[g_.digit[start]] & kPeers.of[g_.cell(start)] & kPeers.of[g_.cell(end)];
    }

    void list_ends(int start, bool rings) {
        if (!b_.places[g_.digit[start]].meets(kPeers.of[g_.cell(start)])) return;
        uint64_t reached[kMostWords];
        g_.reach_of_off(start, reached, nullptr);
        bool walked = false;
        each_node(reached, g_.words, [&](int end) {
            if (end < start + !rings || g_.digit[end] != g_.digit[start]) return;
            PlaceSum sum;
            removes(start, end).each([&](int c) { sum.add(81 * g_.digit[start] + c); });
            if (!sum.removed) return;
            if (!walked) m_.walk.start(g_, start, false, kLongest), walked = true;
            const uint16_t nearest = m_.walk.distance[1][end], length = nearest < kShortest ? kShortest : nearest;
            if (nearest == Walk::kNever) return;
            m_.heap.add({sum.removed, sum.place, 0, length, uint16_t(start), uint16_t(end), 0, false, true}, g_, 0);
        });
    }

    // Whether the shortest path, or another if that returns to a cell it has visited or is a single link, is a proper chain.
    bool has_path(const Ends &ends) {
        m_.walk.start(g_, ends.start, false, ends.length);
        const bool ring = ends.start == ends.end;
        if (m_.walk.distance[1][ends.end] < ends.length) return has_detour(ends, ring);
        m_.walk.find_path(ends.end, ends.length);
        return !Walk::revisits_cell(g_, m_.walk.nodes, ends.length, ring) || has_detour(ends, ring);
    }

    // Looks for a longer path, with a bounded number of tries. Links have no direction: distances to the end are those
    // of a walk that starts from it.
    bool has_detour(const Ends &ends, bool ring) {
        m_.away.start(g_, ends.end, false);
        for (limit_ = ends.length; limit_ <= ends.length + kMoreLinks; limit_ += 2) {
            tries_ = kTries;
            m_.walk.nodes[0] = ends.start;
            if (extend(0, false, ends.end, ring)) return true;
        }
        return false;
    }

    bool extend(int length, bool on, int end, bool ring) {
        uint16_t *nodes = m_.walk.nodes;
        if (tries_-- <= 0) return false;
        if (length == limit_) return nodes[length] == end;
        bool found = false;
        each_node(g_.row(on ? g_.weak : g_.strong, nodes[length]), g_.words, [&](int node) {
            // In the walk from the end, off by an even number of links means on by as many in this one.
            const int left = limit_ - length, far = m_.away.distance[on][node];
            if (found || tries_ <= 0 || (far == Walk::kNever ? left : far) > left - 1) return;
            nodes[length + 1] = uint16_t(node);
            if (!Walk::revisits_cell(g_, nodes, length + 1, ring)) found = extend(length + 1, !on, end, ring);
        });
        return found;
    }

    const Board &b_;
    ChainMemory &m_;
    Graph &g_;
    Patience &patience_;
    Found &found_;
    int limit_ = 0, tries_ = 0;
};

class LoopSearch {
  public:
    enum Kind : uint8_t { kAic, kDiscontinuous, kContinuous };

    LoopSearch(const Board &board, ChainMemory &memory, Patience &patience, bool groups, uint32_t kinds, Found &found)
        : b_(board), m_(memory), g_(memory.graph), patience_(patience), groups_(groups), kinds_(kinds), found_(found) {}

    bool find() {
        g_.start(b_, groups_, [](int, int) { return true; });
        g_.link_all(b_);
        g_.close();
        m_.heap.clear();
        for (int start = 0; start < g_.singles && !patience_.over(); ++start) list_from_on(start);
        for (int start = 0; start < g_.singles && !patience_.over(); ++start) list_from_off(start);
        m_.heap.order();
        while (m_.heap.count && !m_.heap.full && !patience_.over()) {
            Ends ends = m_.heap.take();
            if (!has_path(ends, Walk::kNever)) continue;
            conclude(ends, found_);
            take_shorter(ends);
            return true;
        }
        return false;
    }

  private:
    // Whether ends have a proper path of fewer links than a limit. It is left in the walk, its length in the ends.
    bool has_path(Ends &ends, int limit) {
        m_.walk.start(g_, ends.start, ends.on);
        ends.length = m_.walk.distance[ends.end_on][ends.end];
        if (ends.length >= limit) return false;
        m_.walk.find_path(ends.end, ends.length);
        return is_proper(ends.kind) && groups_ == has_group();
    }

    // Of all chains that remove the same, the shortest one gives its name to the step; no AIC takes the place of a loop.
    void take_shorter(const Ends &best) {
        int shortest = best.length;
        while (m_.heap.count && m_.heap.ends[0].ties_with(best) && !patience_.over()) {
            Ends ends = m_.heap.take();
            if ((ends.kind == kAic && best.kind != kAic) || !has_path(ends, shortest)) continue;
            Found same;
            same.clear();
            conclude(ends, same);
            if (same.removed != found_.removed) continue;
            bool equal = true;
            for (int i = 0; i < same.removed; ++i) equal &= same.removes[i] == found_.removes[i];
            if (equal) shortest = ends.length, found_.kind = ends.kind;
        }
    }

    int candidate(int node) const { return g_.candidate[node]; }

    // The other candidates in the cell of a node, as nodes in increasing order.
    template <class F> void each_mate(int node, F f) const {
        each_bit(b_.candidates[g_.cell(node)] & ~(1u << g_.digit[node]),
                 [&](int d) { f(g_.node_of[81 * d + g_.cell(node)]); });
    }

    static bool in(const uint64_t *set, int node) { return set[node / 64] >> (node % 64) & 1; }

    void add(Kind kind, int start, bool on, int end, bool end_on, const PlaceSum &sum) {
        if (!(kinds_ >> kind & 1)) return;
        Ends ends{sum.removed, sum.place, 0, 0, uint16_t(start), uint16_t(end), kind, on, end_on};
        if (kind == kContinuous) { // what it removes depends on its path
            if (walked_ != start) m_.walk.start(g_, start, on), walked_ = start;
            ends.length = m_.walk.distance[end_on][end];
            m_.walk.find_path(end, ends.length);
            if (!is_proper(kind)) return;
            PlaceSum around;
            each_around_loop([&](int node) { around.add(candidate(node)); });
            ends.removed = around.removed, ends.place = around.place;
        }
        if (ends.removed) m_.heap.add(ends, g_, kind == kAic ? 2 : !on);
    }

    void list_from_on(int start) {
        PlaceSum own;
        own.add(candidate(start));
        if (g_.has(g_.off, start, start)) add(kDiscontinuous, start, true, start, false, own);
        each_mate(start, [&](int end) {
            if (g_.has(g_.on, start, end)) add(kDiscontinuous, start, true, end, true, own);
        });
    }

    void list_from_off(int start) {
        uint64_t on[kMostWords], off[kMostWords];
        g_.reach_of_off(start, on, off);
        bool linked = false;
        for (int w = 0; w < g_.words; ++w) linked |= g_.row(g_.strong, start)[w] != 0;
        if (!linked) return;
        if (in(on, start)) {
            PlaceSum mates;
            each_mate(start, [&](int node) { mates.add(candidate(node)); });
            add(kDiscontinuous, start, false, start, true, mates);
        }
        each_mate(start, [&](int end) {
            PlaceSum own;
            own.add(candidate(end));
            if (in(off, end)) add(kDiscontinuous, start, false, end, false, own);
        });
        each_mate(start, [&](int end) {
            if (in(on, end) && !g_.has(g_.strong, start, end)) add(kContinuous, start, false, end, true, {});
        });
        list_aics(start, on);
    }

    // Chains from off(start) to on(end) that remove at least two candidates; those that remove one are loops.
    void list_aics(int start, const uint64_t *on) {
        const int digit = g_.digit[start], cell = g_.cell(start);
        const CellSet seen = b_.places[digit] & kPeers.of[cell];
        for (int end = 0; end < g_.singles; ++end) {
            if (!in(on, end) || g_.digit[end] != digit || end == start) continue;
            PlaceSum common;
            (seen & kPeers.of[g_.cell(end)]).each([&](int c) { common.add(81 * digit + c); });
            if (common.removed > 1) add(kAic, start, false, end, true, common);
        }
        each_bit(b_.candidates[cell] & ~(1u << digit), [&](int other) {
            (seen & b_.places[other]).each([&](int c) {
                const int end = g_.node_of[81 * other + c];
                if (!in(on, end)) return;
                PlaceSum cross;
                cross.add(digit < other ? 81 * digit + c : 81 * other + cell);
                cross.add(digit < other ? 81 * other + cell : 81 * digit + c);
                add(kAic, start, false, end, true, cross);
            });
        });
    }

    // Whether the path visits no cell twice, and a loop leaves and enters its cell by links to other cells.
    bool is_proper(int kind) const {
        const uint16_t *nodes = m_.walk.nodes;
        const int length = m_.walk.length;
        if (length < 2) return false;
        if (kind == kAic) return !Walk::revisits_cell(g_, nodes, length, false);
        if (g_.cells[nodes[0]] == g_.cells[nodes[1]]) return false;
        if (g_.cells[nodes[length]] == g_.cells[nodes[length - 1]]) return false;
        return !Walk::revisits_cell(g_, nodes, length, true);
    }

    bool has_group() const {
        for (int i = 0; i <= m_.walk.length; ++i)
            if (m_.walk.nodes[i] >= g_.singles) return true;
        return false;
    }

    // Calls f with what a continuous loop removes whose first node is off and whose last, in the same cell, is on.
    template <class F> void each_around_loop(F f) const {
        const uint16_t *nodes = m_.walk.nodes;
        CellSet own;
        for (int i = 0; i <= m_.walk.length; ++i) own |= g_.cells[nodes[i]];
        uint64_t removes[kMostWords] = {};
        auto remove = [&](int node) { removes[node / 64] |= uint64_t{1} << (node % 64); };
        auto remove_mates = [&](int node, int other) {
            each_mate(node, [&](int mate) {
                if (mate != other) remove(mate);
            });
        };
        remove_mates(nodes[0], nodes[m_.walk.length]);
        for (int i = 1; i + 1 <= m_.walk.length; i += 2) {
            const int node = nodes[i], other = nodes[i + 1];
            if (g_.cells[node] == g_.cells[other]) {
                remove_mates(node, other);
            } else {
                const int d = g_.digit[node];
                (b_.places[d] & common_peers(g_.cells[node] | g_.cells[other])).without(own).each([&](int c) {
                    remove(g_.node_of[81 * d + c]);
                });
            }
        }
        each_node(removes, g_.words, f);
    }

    void conclude(const Ends &ends, Found &found) const {
        auto remove = [&](int node) { found.remove(g_.digit[node], g_.cell(node)); };
        found.kind = ends.kind;
        if (ends.kind == kContinuous) {
            each_around_loop(remove);
        } else if (ends.kind == kDiscontinuous) {
            if (ends.on) remove(ends.start);
            else if (!ends.end_on) remove(ends.end);
            else each_mate(ends.start, remove);
        } else if (g_.digit[ends.start] == g_.digit[ends.end]) {
            const int d = g_.digit[ends.start];
            found.remove(d, b_.places[d] & kPeers.of[g_.cell(ends.start)] & kPeers.of[g_.cell(ends.end)]);
        } else {
            const int d = g_.digit[ends.start], e = g_.digit[ends.end];
            const int c = g_.cell(ends.start), far = g_.cell(ends.end);
            if (d > e) found.remove(e, c);
            found.remove(d, far);
            if (d < e) found.remove(e, c);
        }
    }

    const Board &b_;
    ChainMemory &m_;
    Graph &g_;
    Patience &patience_;
    const bool groups_;
    const uint32_t kinds_;
    Found &found_;
    int walked_ = -1;
};

} // namespace shudu::path
