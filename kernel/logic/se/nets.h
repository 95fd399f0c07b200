// Multiple, Nishio, dynamic and nested forcing chains: assume a candidate, and compare all that follows.
//
// All runs of a position are kept in a Store, since the same run serves several hints. The complexity of a hint is the
// number of different nodes among the ancestors of each target, plus the complexity of each inner chain among them.
#pragma once

#include "logic/se/runs.h"

namespace shudu::se {

struct Target {
    const Run *run;
    uint16_t node;
};

class Nets {
  public:
    Nets(const Position &position, Mode mode, int depth, ChainMemory &memory, Limits &limits)
        : base_(position), mode_(mode), store_(memory.stores[depth]), limits_(limits),
          runs_(position, mode, depth, memory, limits) {}

    // Offers all hints to the sink in the order of discovery.
    template <class Sink> void search(Sink &sink) {
        for (int c = 0; c < 81 && !limits_.over(); ++c) {
            const int n = count_bits(base_.candidates[c]);
            if (n < (mode_.dynamic ? 2 : 3)) continue;
            search_cell(sink, c, n);
        }
    }

  private:
    template <class Sink> void search_cell(Sink &sink, int cell, int n) {
        const Run *values[9];
        int count = 0;
        for (uint32_t rest = base_.candidates[cell]; rest; rest &= rest - 1) {
            const int candidate = cell * 9 + lowest(rest);
            const Run *on = runs_.from(candidate, true);
            if (limits_.over()) return;
            if (mode_.dynamic) {
                offer_clash(sink, *on, candidate, true);
                const Run *off = runs_.from(candidate, false);
                if (limits_.over()) return;
                offer_clash(sink, *off, candidate, false);
                if (n >= 3 && !mode_.nishio) search_double(sink, *on, *off);
            }
            if (mode_.nishio) continue;
            search_houses(sink, cell, candidate % 9);
            if (limits_.over()) return;
            values[count++] = on;
        }
        if (!mode_.nishio) offer_common(sink, values, count, kCell, kByCell);
    }

    template <class Sink> void offer_clash(Sink &sink, const Run &r, int candidate, bool on) {
        if (r.clash_on == kNoNode) return;
        const Target targets[2] = {{&r, r.clash_on}, {&r, r.clash_off}};
        offer(sink, candidate, !on, targets, 2, kContradiction, kNoCause);
    }

    template <class Sink> void search_double(Sink &sink, const Run &on, const Run &off) {
        each_node(on, true, [&](int i, int candidate) {
            const uint16_t other = off.node[key_of(candidate, true)];
            if (!has(off.on, candidate)) return;
            const Target targets[2] = {{&on, uint16_t(i)}, {&off, other}};
            offer(sink, candidate, true, targets, 2, kDouble, kNoCause);
        });
        each_node(on, false, [&](int i, int candidate) {
            const uint16_t other = off.node[key_of(candidate, false)];
            if (!has(off.off, candidate)) return;
            const Target targets[2] = {{&on, uint16_t(i)}, {&off, other}};
            offer(sink, candidate, false, targets, 2, kDouble, kNoCause);
        });
    }

    // Each house in which this cell is the first place of the digit.
    template <class Sink> void search_houses(Sink &sink, int cell, int digit) {
        for (int k = 0; k < 3; ++k) {
            const int h = kGeometry.house[cell][k];
            const uint32_t places = base_.places[h][digit];
            if (count_bits(places) < 2 || lowest(places) != kGeometry.place[cell][k]) continue;
            const Run *runs[9];
            int count = 0;
            for (uint32_t rest = places; rest; rest &= rest - 1) {
                runs[count++] = runs_.from(kGeometry.cells[h][lowest(rest)] * 9 + digit, true);
                if (limits_.over()) return;
            }
            offer_common(sink, runs, count, kRegion, kByBox + k);
        }
    }

    // Whatever follows from all of the runs, in the order of the first one.
    template <class Sink> void offer_common(Sink &sink, const Run *const *runs, int count, int kind, int root_cause) {
        for (const bool on : kBoth) {
            uint64_t any = 0, common[12];
            for (int w = 0; w < 12; ++w) {
                uint64_t bits = on ? runs[0]->on[w] : runs[0]->off[w];
                for (int i = 1; i < count; ++i) bits &= on ? runs[i]->on[w] : runs[i]->off[w];
                common[w] = bits;
                any |= bits;
            }
            if (!any) continue;
            each_node(*runs[0], on, [&](int, int candidate) {
                if (!has(common, candidate)) return;
                Target targets[9];
                for (int i = 0; i < count; ++i) targets[i] = {runs[i], runs[i]->node[key_of(candidate, on)]};
                offer(sink, candidate, on, targets, count, kind, root_cause);
            });
        }
    }

    // The nodes of a run that are on (or off), in the order in which they were reached.
    template <class F> void each_node(const Run &r, bool on, F f) {
        const Node *at = store_.nodes + r.nodes;
        for (int i = 0; i < r.count; ++i)
            if ((at[i].key & 1) == on && r.node[at[i].key] == i) f(i, at[i].key / 2);
    }

    template <class Sink>
    void offer(Sink &sink, int candidate, bool on, const Target *targets, int count, int kind, int root_cause) {
        const int cell = candidate / 9;
        const uint32_t digit = 1u << candidate % 9;
        const uint32_t gone = on ? base_.candidates[cell] & ~digit : digit;
        if (!gone) return;
        sink.offer(*this, candidate, on, gone, targets, count, kind, root_cause);
    }

  public:
    Rank rank(const Target *targets, int count, int kind) {
        int complexity = 0;
        bool has_inner = false;
        for (int i = 0; i < count; ++i) {
            complexity += store_.ancestors(*targets[i].run, targets[i].node);
            has_inner |= store_.nodes[targets[i].run->nodes + targets[i].node].has_inner;
        }
        if (has_inner) complexity += inner_complexity(targets, count);
        return {mode_.base() + length_rating(complexity), complexity, kind};
    }

    // A lower bound of the complexity, quick to compute.
    int flat_complexity(const Target *targets, int count) {
        int complexity = 0;
        for (int i = 0; i < count; ++i) complexity += store_.ancestors(*targets[i].run, targets[i].node);
        return complexity;
    }

    int technique(int kind) const { return mode_.technique(kind); }

    // Completes an inner hint: its hash, and what it relies on.
    void describe(Collector &to, InnerHint &h, const Target *targets, int count, int root_cause) {
        Mixer mixer;
        mixer.add(uint64_t(count));
        for (int i = 0; i < count; ++i) mixer.add(store_.nodes[targets[i].run->nodes + targets[i].node].key);
        to.begin_parents(h);
        for (int i = 0; i < count; ++i)
            store_.each_ancestor(*targets[i].run, targets[i].node, [&](const Node &n) {
                mixer.add(n.key);
                if (!(n.key & 1)) return;
                const int cause = n.cause == kNoCause ? root_cause : n.cause;
                if (cause != kNoCause) to.add_parents(h, n.key / 2, cause);
            });
        h.hash = mixer.state;
    }

  private:
    // The sum over the different inner chains among the ancestors of the targets.
    int inner_complexity(const Target *targets, int count) {
        uint64_t hashes[256];
        int known = 0, sum = 0;
        for (int i = 0; i < count; ++i)
            store_.each_ancestor(*targets[i].run, targets[i].node, [&](const Node &n) {
                if (!n.inner) return;
                const InnerChain &chain = store_.inner[n.inner - 1];
                for (int k = 0; k < known; ++k)
                    if (hashes[k] == chain.hash) return;
                if (known == 256) limits_.exhausted = true;
                else hashes[known++] = chain.hash;
                sum += chain.complexity;
            });
        return sum;
    }

    const Position &base_;
    const Mode mode_;
    Store &store_;
    Limits &limits_;
    Runs runs_;
};

// Keeps the first of the simplest hints: all hints of one search have the same base.
struct BestNet {
    Hint &hint;
    Rank best = {1e9, 1 << 30, 0};

    explicit BestNet(Hint &h) : hint(h) {}

    void offer(Nets &nets, int candidate, bool on, uint32_t gone, const Target *targets, int count, int kind, int) {
        if (nets.flat_complexity(targets, count) > best.complexity) return;
        const Rank rank = nets.rank(targets, count, kind);
        if (!rank.before(best)) return;
        best = rank;
        hint.clear();
        hint.set(rank.rating, nets.technique(kind));
        hint.remove(candidate / 9, gone);
        if (on) hint.fill(candidate / 9, candidate % 9);
    }
};

// Gathers all hints for an outer chain.
struct InnerNets {
    Collector &to;

    void offer(Nets &nets, int candidate, bool, uint32_t gone, const Target *targets, int count, int kind,
               int root_cause) {
        if (InnerHint *h = to.offer(candidate / 9, gone, nets.rank(targets, count, kind)))
            nets.describe(to, *h, targets, count, root_cause);
    }
};

inline void Runs::advance_by_chains() {
    auto inside = [&](Mode mode) {
        return [this, mode](Collector &c) {
            InnerNets sink{c};
            Nets(work_, mode, depth_ + 1, memory_, limits_).search(sink);
        };
    };
    if (mode_.level < 4) {
        advance_by([&](Collector &c) {
            InnerChains sink{c};
            memory_.chains.search(work_, sink);
        });
        if (!yielded_ && mode_.level >= 3) advance_by(inside({false, false, 0}));
    } else {
        advance_by(inside({true, false, 0}));
        if (!yielded_ && mode_.level >= 5) advance_by(inside({true, false, mode_.level - 3}));
    }
}

inline bool find_chain(const Position &p, ChainMemory &memory, Hint &hint) {
    BestChain sink(hint);
    memory.chains.search(p, sink);
    return sink.best.rating < 1e8;
}

inline bool find_net(const Position &p, Mode mode, ChainMemory &memory, Limits &limits, Hint &hint) {
    BestNet sink(hint);
    Nets(p, mode, 0, memory, limits).search(sink);
    return !limits.over() && sink.best.rating < 1e8;
}

} // namespace shudu::se
