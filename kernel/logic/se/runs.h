// The runs that chain searches compare: each assumes one candidate and draws all that follows.
//
// Two queues hold the nodes whose consequences are still to be drawn; nodes that are on always go first, and the first way
// to reach a node is kept. In dynamic mode a candidate that is off disappears from the working position after its
// consequences are drawn; a single that appears then has hidden parents, the earlier removals that made it a single. A node
// that is both on and off ends the run at once. When both queues are empty, chains of level 1 and more look for an advanced
// rule in the working position, and from level 2 on for inner chains, which are complete searches of their own.
#pragma once

#include "logic/se/cycles.h"
#include "logic/se/patterns.h"
#include "logic/se/ranking.h"

namespace shudu::se {

inline constexpr uint16_t kNoNode = 0xFFFF;

struct Node {
    uint32_t parents; // in Store::parents
    uint32_t inner;   // 0, or the inner chain + 1 by which it follows
    uint16_t parent_count;
    uint16_t key;
    uint16_t ancestors; // 0 until counted
    uint8_t cause;
    uint8_t has_inner; // whether an ancestor has an inner chain, once counted
};

struct Run {
    uint64_t on[12], off[12];     // sets of candidates
    uint16_t node[kKeys];         // number of the node with that key, or kNoNode
    uint16_t clash_on, clash_off; // the nodes that contradict each other, or kNoNode; the later one is in no set
    uint32_t nodes;               // in Store::nodes
    uint16_t count;
};

struct InnerChain {
    uint64_t hash;
    int32_t complexity;
};

// The runs of one position.
struct Store {
    static constexpr uint32_t kMostNodes = 600000, kMostParents = 2000000, kMostInner = 1 << 18;

    uint32_t run_count, node_count, parent_count, inner_count, mark;
    uint16_t run_of[kKeys]; // number of the run from that key + 1
    uint32_t marked[kKeys];
    uint16_t todo[2][kKeys + 1];
    Run runs[kKeys];
    Node nodes[kMostNodes];
    uint16_t parents[kMostParents];
    InnerChain inner[kMostInner];

    void prepare() {
        mark = 0;
        for (auto &m : marked) m = 0;
        clear();
    }

    void clear() {
        run_count = node_count = parent_count = inner_count = 0;
        for (auto &r : run_of) r = 0;
    }

    // Visits the ancestors of a node and itself level by level. f gets each node once.
    template <class F> void each_ancestor(const Run &run, int node, F f) {
        ++mark;
        const Node *at = nodes + run.nodes;
        int count = 1;
        todo[0][0] = uint16_t(node);
        uint16_t *now = todo[0], *next = todo[1];
        marked[at[node].key] = mark;
        while (count) {
            int more = 0;
            for (int i = 0; i < count; ++i) {
                const Node &n = at[now[i]];
                f(n);
                for (int k = 0; k < n.parent_count; ++k) {
                    const int parent = parents[n.parents + uint32_t(k)];
                    if (marked[at[parent].key] == mark) continue;
                    marked[at[parent].key] = mark;
                    next[more++] = uint16_t(parent);
                }
            }
            uint16_t *swap = now;
            now = next, next = swap;
            count = more;
        }
    }

    int ancestors(const Run &run, int node) {
        Node &n = nodes[run.nodes + uint32_t(node)];
        if (!n.ancestors) {
            int count = 0;
            bool has_inner = false;
            each_ancestor(run, node, [&](const Node &a) { ++count, has_inner |= a.inner != 0; });
            n.ancestors = uint16_t(count);
            n.has_inner = has_inner;
        }
        return n.ancestors;
    }
};

struct Mode {
    bool dynamic, nishio;
    int level;

    double base() const {
        if (level >= 2) return 9.5 + 0.5 * (level - 2);
        if (level > 0) return 8.5 + 0.5 * level;
        if (nishio) return 7.5;
        return dynamic ? 8.5 : 8.0;
    }
    int technique(int kind) const {
        if (nishio) return kNishio;
        if (!dynamic) return kind == kCell ? kMultipleCell : kMultipleRegion;
        return kDynamicDouble + level * 4 + (kind == kDouble ? 0 : kind - kCell + 1);
    }
};

// The memory of all chain searches.
struct ChainMemory {
    StaticChains chains;
    Store stores[2];         // of the outer nets, and of nets inside them
    Collector collectors[2]; // inner hints for each of them
};

inline bool has(const uint64_t *set, int candidate) { return set[candidate / 64] >> candidate % 64 & 1; }

// Makes the runs of one position, each when it is first asked for.
class Runs {
  public:
    Runs(const Position &position, Mode mode, int depth, ChainMemory &memory, Limits &limits)
        : base_(position), mode_(mode), depth_(depth), memory_(memory), store_(memory.stores[depth]), limits_(limits) {
        store_.clear();
    }

    // The run from a candidate.
    const Run *from(int candidate, bool on) {
        uint16_t &number = store_.run_of[key_of(candidate, on)];
        if (number) return &store_.runs[number - 1];
        if (limits_.spend(1)) return &store_.runs[0];
        if (store_.node_count + kKeys + 8 > Store::kMostNodes) {
            limits_.exhausted = true;
            return &store_.runs[0];
        }
        Run &r = store_.runs[store_.run_count++];
        number = uint16_t(store_.run_count);
        begin(r, candidate, on);
        propagate();
        store_.node_count += r.count;
        return &r;
    }

  private:
    void begin(Run &r, int candidate, bool on) {
        for (int w = 0; w < 12; ++w) r.on[w] = r.off[w] = 0;
        uint64_t *node = reinterpret_cast<uint64_t *>(r.node);
        static_assert(sizeof(r.node) % 8 == 4);
        for (unsigned i = 0; i < sizeof(r.node) / 8; ++i) node[i] = ~uint64_t{0};
        r.node[kKeys - 1] = r.node[kKeys - 2] = kNoNode;
        r.nodes = store_.node_count;
        r.count = 0;
        r.clash_on = r.clash_off = kNoNode;
        r_ = &r;
        on_head_ = on_tail_ = off_head_ = off_tail_ = 0;
        if (mode_.dynamic) work_.copy_from(base_);
        const int root = new_node(key_of(candidate, on), kNoCause);
        admit(root);
    }

    const Position &now() const { return mode_.dynamic ? work_ : base_; }
    Node &node(int i) { return store_.nodes[r_->nodes + uint32_t(i)]; }

    int new_node(int key, int cause) {
        const int i = r_->count++;
        node(i) = {store_.parent_count, 0, 0, uint16_t(key), 0, uint8_t(cause), 0};
        return i;
    }

    void add_parent(int i, int parent) {
        if (store_.parent_count == Store::kMostParents) {
            limits_.exhausted = true;
            return;
        }
        store_.parents[store_.parent_count++] = uint16_t(parent);
        ++node(i).parent_count;
    }

    // Puts a node into its set and its queue.
    void admit(int i) {
        const int key = node(i).key, candidate = key / 2;
        r_->node[key] = uint16_t(i);
        const uint64_t bit = uint64_t{1} << candidate % 64;
        if (key & 1) r_->on[candidate / 64] |= bit, on_queue_[on_tail_++] = uint16_t(i);
        else r_->off[candidate / 64] |= bit, off_queue_[off_tail_++] = uint16_t(i);
    }

    void propagate() {
        while (!limits_.over()) {
            if (on_head_ < on_tail_) {
                if (!draw_on(on_queue_[on_head_++])) return;
            } else if (off_head_ < off_tail_) {
                if (!draw_off(off_queue_[off_head_++])) return;
            } else if (mode_.level == 0 || !advance()) {
                return;
            }
        }
    }

    // What a candidate that is on excludes: its cell (not in Nishio), then box, row, column.
    bool draw_on(int from) {
        const int candidate = node(from).key / 2, cell = candidate / 9, digit = candidate % 9;
        const Position &p = now();
        if (!mode_.nishio)
            for (uint32_t rest = p.candidates[cell] & ~(1u << digit); rest; rest &= rest - 1)
                if (!turn_off(cell * 9 + lowest(rest), from, kByCell)) return false;
        for (int k = 0; k < 3; ++k) {
            const int h = kGeometry.house[cell][k];
            for (uint32_t rest = p.places[h][digit] & kGeometry.outside_box[cell][k]; rest; rest &= rest - 1)
                if (!turn_off(kGeometry.cells[h][lowest(rest)] * 9 + digit, from, kByBox + k)) return false;
        }
        return true;
    }

    bool turn_off(int candidate, int from, int cause) {
        const bool clash = has(r_->on, candidate);
        if (!clash && has(r_->off, candidate)) return true;
        const int i = new_node(key_of(candidate, false), cause);
        add_parent(i, from);
        if (clash) {
            r_->clash_on = r_->node[key_of(candidate, true)];
            r_->clash_off = uint16_t(i);
            return false;
        }
        admit(i);
        return true;
    }

    // What a candidate that is off makes single: its cell (not in Nishio), then box, row, column.
    bool draw_off(int from) {
        const int candidate = node(from).key / 2, cell = candidate / 9, digit = candidate % 9;
        const Position &p = now();
        int made[4], count = 0;
        if (!mode_.nishio && count_bits(p.candidates[cell]) == 2) {
            const int other = cell * 9 + lowest(p.candidates[cell] & ~(1u << digit));
            if (const int i = turn_on(other, from, kByCell); i >= 0) made[count++] = i;
        }
        for (int k = 0; k < 3; ++k) {
            const int h = kGeometry.house[cell][k];
            const uint32_t places = p.places[h][digit];
            if (count_bits(places) != 2) continue;
            const int other = kGeometry.cells[h][lowest(places & ~(1u << kGeometry.place[cell][k]))] * 9 + digit;
            bool repeated = false;
            for (int m = 0; m < count; ++m) repeated |= node(made[m]).key == key_of(other, true);
            if (repeated) continue;
            if (const int i = turn_on(other, from, kByBox + k); i >= 0) made[count++] = i;
        }
        if (mode_.dynamic) work_.remove(cell, digit);
        for (int m = 0; m < count; ++m) {
            const int key = node(made[m]).key;
            if (has(r_->off, key / 2)) {
                r_->clash_on = uint16_t(made[m]);
                r_->clash_off = r_->node[key - 1];
                return false;
            }
            admit(made[m]);
        }
        return true;
    }

    // Returns a new node with all its parents, or -1 if the candidate is on already.
    int turn_on(int candidate, int from, int cause) {
        if (has(r_->on, candidate) && !has(r_->off, candidate)) return -1;
        const int i = new_node(key_of(candidate, true), cause);
        add_parent(i, from);
        if (!mode_.dynamic) return i;
        const int cell = candidate / 9, digit = candidate % 9;
        if (cause == kByCell) {
            each_bit(base_.candidates[cell] & ~work_.candidates[cell],
                     [&](int d) { add_parent(i, r_->node[key_of(cell * 9 + d, false)]); });
        } else {
            const int h = kGeometry.house[cell][cause - kByBox];
            each_bit(base_.places[h][digit] & ~work_.places[h][digit],
                     [&](int place) { add_parent(i, r_->node[key_of(kGeometry.cells[h][place] * 9 + digit, false)]); });
        }
        return i;
    }

    // --- Advanced rules: the first family that yields anything ---------------------------------------------------

    bool advance() {
        const int before = off_tail_;
        yielded_ = false;
        advance_by_locking();
        if (!yielded_) advance_by_hidden_pairs();
        if (!yielded_) advance_by_naked_pairs();
        if (!yielded_) advance_by_x_wings();
        if (!yielded_ && mode_.level >= 2) advance_by_chains();
        return off_tail_ > before && !limits_.over();
    }

    // The removals of one advanced hint: parents first, then the candidates in the order of the cells.
    void begin_removal(const InnerHint *inner = nullptr) {
        removal_parents_ = 0;
        removal_hint_ = inner;
        removal_inner_ = 0;
    }
    void rely_on(int cell, int digit) { removal_from_[removal_parents_++] = r_->node[key_of(cell * 9 + digit, false)]; }
    void remove(int cell, int digit) {
        yielded_ = true;
        if (has(r_->off, cell * 9 + digit)) return;
        if (removal_hint_ && !removal_inner_) removal_inner_ = new_inner(*removal_hint_);
        const int i = new_node(key_of(cell * 9 + digit, false), kByAdvanced);
        node(i).inner = removal_inner_;
        for (int k = 0; k < removal_parents_; ++k) add_parent(i, removal_from_[k]);
        admit(i);
    }

    uint32_t new_inner(const InnerHint &hint) {
        if (store_.inner_count == Store::kMostInner) return limits_.exhausted = true, 0;
        store_.inner[store_.inner_count] = {hint.hash, hint.rank.complexity};
        return ++store_.inner_count;
    }

    void advance_by_locking() {
        each_locking(work_, [&](int h, int other, int d) {
            const uint32_t rest = work_.places[other][d] & ~common_places(other, h);
            const uint32_t gone = base_.places[h][d] & ~work_.places[h][d] & ~common_places(h, other);
            if (!rest || !gone) return false;
            begin_removal();
            each_bit(gone, [&](int i) { rely_on(kGeometry.cells[h][i], d); });
            each_bit(rest, [&](int i) { remove(kGeometry.cells[other][i], d); });
            return false;
        });
    }

    void advance_by_hidden_pairs() {
        each_hidden_set(work_, 2, false, [&](int h, uint32_t digits, uint32_t places) {
            begin_removal();
            for (int i = 0; i < 9; ++i) {
                const int c = kGeometry.cells[h][i];
                if (!(places >> i & 1)) each_bit(base_.candidates[c] & digits, [&](int d) { rely_on(c, d); });
            }
            if (!removal_parents_) return false;
            each_bit(places, [&](int i) {
                const int c = kGeometry.cells[h][i];
                each_bit(work_.candidates[c] & ~digits, [&](int d) { remove(c, d); });
            });
            return false;
        });
    }

    void advance_by_naked_pairs() {
        each_naked_set(work_, 2, [&](int h, uint32_t places, uint32_t digits) {
            begin_removal();
            each_bit(places, [&](int i) {
                const int c = kGeometry.cells[h][i];
                each_bit(base_.candidates[c] & ~digits, [&](int d) { rely_on(c, d); });
            });
            if (!removal_parents_) return false;
            for (int i = 0; i < 9; ++i) {
                const int c = kGeometry.cells[h][i];
                if (!(places >> i & 1)) each_bit(work_.candidates[c] & digits, [&](int d) { remove(c, d); });
            }
            return false;
        });
    }

    void advance_by_x_wings() {
        each_fish(work_, 2, [&](int kind, uint32_t lines, uint32_t places, int d) {
            begin_removal();
            each_bit(lines, [&](int line) {
                const int h = kind + line;
                each_bit(base_.places[h][d] & ~work_.places[h][d] & ~places,
                         [&](int i) { rely_on(kGeometry.cells[h][i], d); });
            });
            if (!removal_parents_) return false;
            const int crossing = kind == kColumns ? kRows : kColumns;
            CellSet gone;
            each_bit(places, [&](int i) {
                each_bit(work_.places[crossing + i][d] & ~lines,
                         [&](int j) { gone.add(kGeometry.cells[crossing + i][j]); });
            });
            gone.each([&](int c) { remove(c, d); });
            return false;
        });
    }

    inline void advance_by_chains(); // in nets.h, since it searches nets inside the net
    template <class Search> inline void advance_by(Search search);

    const Position &base_;
    const Mode mode_;
    const int depth_;
    ChainMemory &memory_;
    Store &store_;
    Limits &limits_;
    Position work_;
    Run *r_ = nullptr;
    uint16_t on_queue_[kCandidates], off_queue_[kCandidates];
    int on_head_ = 0, on_tail_ = 0, off_head_ = 0, off_tail_ = 0;
    uint16_t removal_from_[kCandidates];
    int removal_parents_ = 0;
    const InnerHint *removal_hint_ = nullptr;
    uint32_t removal_inner_ = 0;
    bool yielded_ = false;
};

// Runs an inner search on the working position and removes what its hints remove, in their ranked order.
template <class Search> inline void Runs::advance_by(Search search) {
    Collector &c = memory_.collectors[depth_];
    c.begin(base_, work_);
    search(c);
    if (limits_.over()) return;
    c.sort();
    for (uint32_t k = 0; k < c.hint_count; ++k) {
        const InnerHint &h = c.hints[c.sorted[k]];
        if (!h.parent_count) continue;
        begin_removal(&h);
        for (uint32_t i = 0; i < h.parent_count; ++i) {
            const int candidate = c.pool[h.parents + i];
            rely_on(candidate / 9, candidate % 9);
        }
        if (h.effect == Collector::kSingle) {
            each_bit(h.digits, [&](int d) { remove(h.cell, d); });
        } else {
            const ManyRemovals &many = c.many[h.effect];
            for (int i = 0; i < many.count; ++i) each_bit(many.digits[i], [&](int d) { remove(many.cells[i], d); });
        }
    }
}

} // namespace shudu::se
