// The link graph of a position, and walks over it. Twins: link_graph.py and walks.py in src/shudu/logic/engine.
//
// A node is a candidate or, after all candidates, a group: two or three candidates of a digit in the intersection of a
// line and a box. Nodes are numbered in the order of their candidates. A set of nodes is `words` words of 64 bits; the
// rows of a matrix of sets lie directly behind each other, so that a small graph stays in the cache.
#pragma once

#include "logic/path/board.h"

namespace shudu::path {

inline constexpr int kMostNodes = 729 + 54 * 9, kMostWords = (kMostNodes + 63) / 64;
using NodeMatrix = uint64_t[kMostNodes * kMostWords];

template <class F> inline void each_node(const uint64_t *set, int words, F f) {
    for (int w = 0; w < words; ++w)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1) f(64 * w + __builtin_ctzll(bits));
}

struct Graph {
    int count, singles, words;
    int16_t node_of[729]; // the node of a candidate, or -1
    uint16_t candidate[kMostNodes];
    uint8_t digit[kMostNodes];
    CellSet cells[kMostNodes];
    NodeMatrix weak, strong; // per node, those it has a link to
    NodeMatrix on, off;      // per node, what follows if it is on; filled by close()

    const uint64_t *row(const NodeMatrix &matrix, int node) const { return matrix + node * words; }
    bool has(const NodeMatrix &matrix, int node, int other) const {
        return matrix[node * words + other / 64] >> (other % 64) & 1;
    }
    int cell(int single) const { return candidate[single] % 81; }

    // Starts with all candidates that `fits` accepts as nodes, and without links.
    template <class F> void start(const Board &b, bool groups, F fits) {
        count = 0;
        for (auto &node : node_of) node = -1;
        for (int d = 0; d < 9; ++d)
            b.places[d].each([&](int c) {
                if (!fits(d, c)) return;
                node_of[81 * d + c] = int16_t(count);
                candidate[count] = uint16_t(81 * d + c);
                add(d, CellSet::of(c));
            });
        singles = count;
        if (groups) add_groups(b);
        words = (count + 63) / 64;
        for (int i = 0; i < count * words; ++i) weak[i] = strong[i] = 0;
    }

    void link(NodeMatrix &matrix, int node, int other) {
        matrix[node * words + other / 64] |= uint64_t{1} << (other % 64);
        matrix[other * words + node / 64] |= uint64_t{1} << (node % 64);
    }

    void link_pairs_in_houses(const Board &b, int d) {
        for (int i = 0; i < b.pair_count[d]; ++i) {
            const CellSet two = b.in_house(d, b.pairs[d][i]);
            link(strong, node_of[81 * d + two.first()], node_of[81 * d + two.last()]);
        }
    }

    void link_pairs_in_cells(const Board &b) {
        b.bivalue.each([&](int c) {
            const int low = lowest(b.candidates[c]), high = 31 - __builtin_clz(b.candidates[c]);
            link(strong, node_of[81 * low + c], node_of[81 * high + c]);
        });
    }

    // Weak links between nodes of a digit that see each other.
    void link_equal_digits(const Board &b) {
        for (int node = 0; node < singles; ++node)
            (b.places[digit[node]] & kPeers.of[cell(node)]).each([&](int c) {
                const int other = node_of[81 * digit[node] + c];
                if (other > node) link(weak, node, other);
            });
    }

    void link_all(const Board &b) {
        link_equal_digits(b);
        for (int c = 0; c < 81; ++c)
            each_bit(b.candidates[c], [&](int d) {
                each_bit(b.candidates[c] & ~((2u << d) - 1),
                         [&](int e) { link(weak, node_of[81 * d + c], node_of[81 * e + c]); });
            });
        for (int d = 0; d < 9; ++d) link_pairs_in_houses(b, d);
        link_pairs_in_cells(b);
        for (int node = singles; node < count; ++node) link_group(b, node);
    }

    // Computes what follows from each node being on.
    void close() {
        for (int node = 0; node < count; ++node) {
            uint64_t *reached = on + node * words;
            for (int w = 0; w < words; ++w) reached[w] = 0;
            each_node(row(weak, node), words, [&](int other) { merge(reached, row(strong, other)); });
            reached[node / 64] |= uint64_t{1} << (node % 64);
        }
        for (int middle = 0; middle < count; ++middle)
            for (int node = 0; node < count; ++node)
                if (has(on, node, middle) && node != middle) merge(on + node * words, row(on, middle));
        for (int node = 0; node < count; ++node) {
            uint64_t *reached = off + node * words;
            for (int w = 0; w < words; ++w) reached[w] = 0;
            each_node(row(on, node), words, [&](int other) { merge(reached, row(weak, other)); });
        }
    }

    // What follows from a node being off: the candidates turned on, and if `turned_off` is not null, those turned off.
    void reach_of_off(int node, uint64_t *turned_on, uint64_t *turned_off) const {
        for (int w = 0; w < words; ++w) turned_on[w] = 0;
        each_node(row(strong, node), words, [&](int other) { merge(turned_on, row(on, other)); });
        if (!turned_off) return;
        for (int w = 0; w < words; ++w) turned_off[w] = 0;
        turned_off[node / 64] |= uint64_t{1} << (node % 64);
        each_node(row(strong, node), words, [&](int other) { merge(turned_off, row(off, other)); });
    }

    // The preferred one of some nodes linked to a node: same cell, then row, column, box, then groups.
    int first(int node, const uint64_t *nodes) const {
        int best = -1, best_rank = 9;
        each_node(nodes, words, [&](int other) {
            const int rank = nearness(node, other);
            if (rank < best_rank) best = other, best_rank = rank;
        });
        return best;
    }

    void merge(uint64_t *into, const uint64_t *from) const {
        for (int w = 0; w < words; ++w) into[w] |= from[w];
    }

  private:
    void add(int d, const CellSet &where) {
        digit[count] = uint8_t(d);
        cells[count++] = where;
    }

    void add_groups(const Board &b) {
        for (int line = 0; line < 18; ++line)
            for (int d = 0; d < 9; ++d)
                for (int third = 0; third < 3; ++third) {
                    if (count_bits(b.at[line][d] >> 3 * third & 7) < 2) continue;
                    const int box = kHouses.of[kHouses.cell[line][3 * third]][2];
                    add(d, b.in_house(d, line) & kHouses.cells[box]);
                }
    }

    // Links a group to candidates that see it, to the other groups of its houses, and to whatever is left of a house.
    void link_group(const Board &b, int node) {
        const int d = digit[node];
        (common_peers(cells[node]) & b.places[d]).each([&](int c) { link(weak, node, node_of[81 * d + c]); });
        for (const int house : kHouses.of[cells[node].first()]) {
            if (!cells[node].inside(kHouses.cells[house])) continue;
            const CellSet rest = b.in_house(d, house).without(cells[node]);
            if (rest.is_one()) link(strong, node, node_of[81 * d + rest.first()]);
            for (int other = node + 1; other < count; ++other) {
                if (digit[other] != d || !cells[other].inside(kHouses.cells[house])) continue;
                if (cells[other].meets(cells[node])) continue;
                link(weak, node, other);
                if (rest == cells[other]) link(strong, node, other);
            }
        }
    }

    int nearness(int node, int other) const {
        if (other >= singles) return 5;
        const int here = cells[node].first(), there = cell(other);
        if (node >= singles) return box_of(here) == box_of(there) ? 0 : 1;
        if (here == there) return 0;
        if (row_of(here) == row_of(there)) return 1;
        return column_of(here) == column_of(there) ? 2 : 3;
    }
};

// The walk from a node: row 0 is the node, row k the nodes first turned on or off by k links.
struct Walk {
    static constexpr int kMostRows = 2 * kMostNodes + 2;
    static constexpr uint16_t kNever = 0xFFFF;
    const Graph *graph;
    bool on;
    int rows, length;
    uint64_t row[kMostRows * kMostWords], back[kMostRows * kMostWords];
    uint16_t distance[2][kMostNodes]; // how many links turn a node off and on
    uint16_t nodes[kMostRows];        // the path found last, of `length` links

    void start(const Graph &g, int node, bool is_on, int limit = kMostRows - 2) {
        graph = &g, on = is_on, rows = 1;
        uint64_t seen[2][kMostWords];
        for (int w = 0; w < g.words; ++w) seen[0][w] = seen[1][w] = row[w] = 0;
        for (int i = 0; i < g.count; ++i) distance[0][i] = distance[1][i] = kNever;
        row[node / 64] = seen[on][node / 64] = uint64_t{1} << (node % 64);
        distance[on][node] = 0;
        for (bool state = !on, more = true; more && rows <= limit; state = !state, ++rows) {
            uint64_t *fresh = row + rows * g.words;
            spread(row + (rows - 1) * g.words, state, fresh);
            more = false;
            for (int w = 0; w < g.words; ++w) {
                fresh[w] &= ~seen[state][w];
                seen[state][w] |= fresh[w];
                more |= fresh[w] != 0;
            }
            each_node(fresh, g.words, [&](int other) { distance[state][other] = uint16_t(rows); });
        }
    }

    // Finds the path to a node in row `links`; of all shortest ones that with the nearest links.
    void find_path(int target, int links) {
        const Graph &g = *graph;
        length = links;
        uint64_t *last = back + links * g.words;
        for (int w = 0; w < g.words; ++w) last[w] = 0;
        last[target / 64] = uint64_t{1} << (target % 64);
        for (int i = links - 1; i >= 0; --i) {
            uint64_t *here = back + i * g.words;
            spread(here + g.words, on == (i % 2 == 1), here);
            for (int w = 0; w < g.words; ++w) here[w] &= row[i * g.words + w];
        }
        each_node(back, g.words, [&](int node) { nodes[0] = uint16_t(node); });
        for (int i = 1; i <= links; ++i) {
            const bool strong = on == (i % 2 == 0);
            uint64_t choice[kMostWords];
            const uint64_t *near = g.row(strong ? g.strong : g.weak, nodes[i - 1]);
            for (int w = 0; w < g.words; ++w) choice[w] = near[w] & back[i * g.words + w];
            nodes[i] = uint16_t(g.first(nodes[i - 1], choice));
        }
    }

    // Whether the first nodes of a path return to a cell, other than to its start if that is allowed. A group counts as
    // being in its first cell; its other cells must not be visited later.
    static bool revisits_cell(const Graph &g, const uint16_t *nodes, int length, bool may_close) {
        CellSet visited;
        const int start = may_close ? g.cells[nodes[0]].first() : -1;
        for (int i = 0; i < length; ++i) {
            if (visited.has(g.cells[nodes[i + 1]].first())) return true;
            if (g.cells[nodes[i]].first() != start) visited |= g.cells[nodes[i]];
        }
        return false;
    }

  private:
    // All nodes that some nodes turn on (by strong links) or off (by weak links).
    void spread(const uint64_t *from, bool strong, uint64_t *to) const {
        const Graph &g = *graph;
        for (int w = 0; w < g.words; ++w) to[w] = 0;
        each_node(from, g.words, [&](int node) { g.merge(to, g.row(strong ? g.strong : g.weak, node)); });
    }
};

} // namespace shudu::path
