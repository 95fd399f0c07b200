// Bidirectional cycles and forcing chains of the position as it is: X (one digit), Y (bivalue cells) and both.
//
// Sudoku Explainer searches breadth first from each candidate, once for cycles and once for chains. The trees of both
// searches are the same, so one search serves both here: a cycle closes wherever a node that is on excludes a
// candidate with a strong link to the source.
//
// The sink decides how far a search goes (its bounds) and what becomes of a hint: BestChain keeps the easiest one,
// InnerChains gathers all of them.
#pragma once

#include "logic/se/ranking.h"

namespace shudu::se {

struct PathNode {
    uint16_t candidate;
    uint8_t on, cause;
};

struct StaticChains {
    static constexpr int kLongest = 2 * kCandidates + 2;

    Limits *limits;
    const Position *p;
    bool x, y; // the links in use
    // Strong links of each candidate, without repeats, and the candidates that it excludes if they have strong links.
    uint8_t strong_count[kCandidates], weak_count[kCandidates];
    uint16_t strong[kCandidates][4], weak[kCandidates][28];
    uint8_t strong_cause[kCandidates][4], weak_cause[kCandidates][28];
    // The search tree: for each candidate that is on, the one off before it and the one on before that.
    uint16_t off_before[kCandidates], on_before[kCandidates];
    uint8_t on_cause[kCandidates], off_cause[kCandidates];
    uint32_t on_seen[kCandidates], off_seen[kCandidates], on_path[kCandidates], mark, path_mark;
    uint16_t queue[kCandidates], next[kCandidates];
    struct Off {
        uint16_t candidate, from;
        uint8_t cause;
    } offs[kCandidates];
    PathNode path[kLongest];
    int length;

    void prepare() {
        mark = path_mark = 0;
        for (int c = 0; c < kCandidates; ++c) on_seen[c] = off_seen[c] = on_path[c] = 0;
    }

    template <class Sink> void search(const Position &position, Sink &sink) {
        p = &position;
        search_links(sink, true, false);
        search_links(sink, false, true);
        search_links(sink, true, true);
    }

  private:
    template <class Sink> void search_links(Sink &sink, bool use_x, bool use_y) {
        x = use_x, y = use_y;
        if (sink.cycle_bound(*this) < 4 && sink.chain_bound(*this) < 4) return;
        link();
        for (int c = 0; c < 81; ++c) {
            const int n = count_bits(p->candidates[c]);
            if (n < 2 || (n > 2 && !x)) continue;
            if (limits->spend(uint64_t(n))) return;
            each_bit(p->candidates[c], [&](int d) {
                search_from_on(sink, c * 9 + d);
                if (x) search_from_off(sink, c * 9 + d);
            });
        }
    }

    void link() {
        for (int c = 0; c < 81; ++c) each_bit(p->candidates[c], [&](int d) { link_strongly(c, d); });
        for (int c = 0; c < 81; ++c) each_bit(p->candidates[c], [&](int d) { link_weakly(c, d); });
    }

    void link_strongly(int c, int d) {
        const int a = c * 9 + d;
        strong_count[a] = 0;
        if (y && count_bits(p->candidates[c]) == 2)
            add_strong(a, c * 9 + lowest(p->candidates[c] & ~(1u << d)), kByCell);
        if (!x) return;
        for (int k = 0; k < 3; ++k) {
            const int h = kGeometry.house[c][k];
            const uint32_t places = p->places[h][d];
            if (count_bits(places) != 2) continue;
            const int other = kGeometry.cells[h][lowest(places & ~(1u << kGeometry.place[c][k]))];
            add_strong(a, other * 9 + d, kByBox + k);
        }
    }

    void add_strong(int a, int b, int cause) {
        for (int i = 0; i < strong_count[a]; ++i)
            if (strong[a][i] == b) return;
        strong[a][strong_count[a]] = uint16_t(b);
        strong_cause[a][strong_count[a]++] = uint8_t(cause);
    }

    void link_weakly(int c, int d) {
        const int a = c * 9 + d;
        weak_count[a] = 0;
        auto add = [&](int b, int cause) {
            if (!strong_count[b]) return;
            weak[a][weak_count[a]] = uint16_t(b);
            weak_cause[a][weak_count[a]++] = uint8_t(cause);
        };
        if (y) each_bit(p->candidates[c] & ~(1u << d), [&](int e) { add(c * 9 + e, kByCell); });
        for (int k = 0; k < 3; ++k) {
            const int h = kGeometry.house[c][k];
            each_bit(p->places[h][d] & kGeometry.outside_box[c][k],
                     [&](int i) { add(kGeometry.cells[h][i] * 9 + d, kByBox + k); });
        }
    }

    // The cause by which a excludes b, or kNoCause.
    int exclusion(int a, int b) const {
        const int c = a / 9, other = b / 9;
        if (c == other) return y && a != b ? kByCell : kNoCause;
        if (a % 9 != b % 9 || !kGeometry.sees[c][other]) return kNoCause;
        for (int k = 0; k < 2; ++k)
            if (kGeometry.house[c][k] == kGeometry.house[other][k]) return kByBox + k;
        return kByColumn;
    }

    template <class Sink> void search_from_on(Sink &sink, int source) {
        ++mark;
        on_seen[source] = mark;
        queue[0] = uint16_t(source);
        int count = 1;
        bool chained = !x;                       // Y chains do not exist
        for (int depth = 1; count; depth += 2) { // nodes on the path up to the ones in the queue
            const bool cycles = depth + 1 <= sink.cycle_bound(*this);
            const bool chains = !chained && depth + 1 <= sink.chain_bound(*this);
            if (!cycles && !chains) return;
            int off_count = 0;
            for (int i = 0; i < count; ++i) {
                const int a = queue[i];
                if (depth > 1) {
                    if (cycles) close_cycles(sink, source, a);
                    if (!chained) {
                        const int cause = exclusion(a, source);
                        if (cause != kNoCause) {
                            chained = true;
                            if (depth + 1 <= sink.chain_bound(*this)) {
                                length = 0;
                                push(source, false, cause);
                                push_path(a, source, true);
                                sink.chain(*this, source, false, length);
                            }
                        }
                    }
                }
                off_count = expand_on(a, off_count);
            }
            count = expand_offs(off_count);
        }
    }

    template <class Sink> void search_from_off(Sink &sink, int source) {
        ++mark;
        off_seen[source] = mark;
        offs[0] = {uint16_t(source), 0xFFFF, kNoCause};
        int off_count = 1;
        for (int depth = 1; off_count; depth += 2) {
            if (depth + 1 > sink.chain_bound(*this)) return;
            if (depth > 1) {
                for (int i = 0; i < off_count; ++i) {
                    const Off &o = offs[i];
                    for (int s = 0; s < strong_count[o.candidate]; ++s) {
                        if (strong[o.candidate][s] != source) continue;
                        length = 0;
                        push(source, true, strong_cause[o.candidate][s]);
                        push(o.candidate, false, o.cause);
                        push_path(o.from, source, false);
                        sink.chain(*this, source, true, length);
                        return;
                    }
                }
            }
            const int count = expand_offs(off_count);
            off_count = 0;
            for (int i = 0; i < count; ++i) off_count = expand_on(queue[i], off_count);
        }
    }

    int expand_on(int a, int off_count) {
        for (int j = 0; j < weak_count[a]; ++j) {
            const int b = weak[a][j];
            if (off_seen[b] == mark) continue;
            off_seen[b] = mark;
            offs[off_count++] = {uint16_t(b), uint16_t(a), weak_cause[a][j]};
        }
        return off_count;
    }

    // Moves from the candidates that are off to those that get on; they fill the queue.
    int expand_offs(int off_count) {
        int count = 0;
        for (int i = 0; i < off_count; ++i) {
            const Off &o = offs[i];
            for (int s = 0; s < strong_count[o.candidate]; ++s) {
                const int b = strong[o.candidate][s];
                if (on_seen[b] == mark) continue;
                on_seen[b] = mark;
                on_cause[b] = strong_cause[o.candidate][s];
                off_before[b] = o.candidate, off_cause[b] = o.cause, on_before[b] = o.from;
                queue[count++] = uint16_t(b);
            }
        }
        return count;
    }

    // Reports each cycle that closes behind `a`, in the order in which `a` excludes the last candidate.
    template <class Sink> void close_cycles(Sink &sink, int source, int a) {
        struct Last {
            uint16_t candidate;
            uint8_t cause, closing;
            int position;
        } lasts[4];
        int n = 0;
        for (int s = 0; s < strong_count[source]; ++s) {
            const int b = strong[source][s];
            const int cause = exclusion(a, b);
            if (cause == kNoCause) continue;
            int closing = 0;
            while (strong[b][closing] != source) ++closing;
            const int place = cause == kByCell ? b % 9 : kGeometry.place[b / 9][cause - kByBox];
            const Last last = {uint16_t(b), uint8_t(cause), strong_cause[b][closing], cause * 16 + place};
            int at = n++;
            for (; at > 0 && lasts[at - 1].position > last.position; --at) lasts[at] = lasts[at - 1];
            lasts[at] = last;
        }
        if (!n) return;
        ++path_mark;
        for (int c = a; c != source; c = on_before[c]) on_path[off_before[c]] = path_mark;
        for (int i = 0; i < n; ++i) {
            if (on_path[lasts[i].candidate] == path_mark) continue;
            length = 0;
            push(source, true, lasts[i].closing);
            push(lasts[i].candidate, false, lasts[i].cause);
            push_path(a, source, true);
            if (length - 1 <= sink.cycle_bound(*this)) report_cycle(sink);
        }
    }

    void push(int candidate, bool on, int cause) { path[length++] = {uint16_t(candidate), on, uint8_t(cause)}; }

    // Appends the path from a candidate that is on back to the root.
    void push_path(int a, int source, bool root_is_on) {
        while (!(root_is_on && a == source)) {
            push(a, true, on_cause[a]);
            push(off_before[a], false, off_cause[a]);
            if (on_before[a] == 0xFFFF) {
                path[length - 1].cause = kNoCause;
                return;
            }
            a = on_before[a];
        }
        push(source, true, kNoCause);
    }

    // A candidate that sees an on and an off of its digit on the cycle goes, unless its cell is part of it.
    template <class Sink> void report_cycle(Sink &sink) {
        CellSet seen[2][9], cells;
        uint32_t digits[2] = {0, 0};
        for (int i = 0; i < length - 1; ++i) {
            const int cell = path[i].candidate / 9, digit = path[i].candidate % 9, on = path[i].on;
            cells.add(cell);
            seen[on][digit] = seen[on][digit] | kPeers.of[cell];
            digits[on] |= 1u << digit;
        }
        uint16_t gone[81];
        CellSet victims;
        each_bit(digits[0] & digits[1], [&](int d) {
            (seen[0][d] & seen[1][d]).without(cells).each([&](int c) {
                if (!p->has(c, d)) return;
                if (!victims.has(c)) victims.add(c), gone[c] = 0;
                gone[c] |= uint16_t(1u << d);
            });
        });
        if (victims.empty()) return;
        ManyRemovals removals;
        removals.count = 0;
        victims.each([&](int c) {
            removals.cells[removals.count] = uint8_t(c);
            removals.digits[removals.count++] = gone[c];
        });
        sink.cycle(*this, removals, length - 1);
    }
};

inline Rank rank_of_cycle(const StaticChains &s, int complexity) {
    const int kind = s.x && s.y ? kXy : s.y ? kY : kX;
    return {(kind == kXy ? 7.0 : 6.5) + length_rating(complexity), complexity, kind};
}

inline Rank rank_of_chain(const StaticChains &s, int complexity) {
    const int kind = s.y ? kXy : kX;
    return {(kind == kXy ? 7.0 : 6.6) + length_rating(complexity), complexity, kind};
}

// Keeps the first of the easiest hints.
struct BestChain {
    Hint &hint;
    Rank best = {1e9, 0, 0};
    int bounds[2][4]; // the largest complexity that still wins; per links in use
    bool fresh = false;

    explicit BestChain(Hint &h) : hint(h) {}

    int cycle_bound(const StaticChains &s) { return bound(s, 0); }
    int chain_bound(const StaticChains &s) { return bound(s, 1); }

    int bound(const StaticChains &s, int what) {
        if (!fresh) renew();
        return bounds[what][s.x * 2 + s.y];
    }

    void renew() {
        fresh = true;
        for (int links = 1; links < 4; ++links)
            for (int what = 0; what < 2; ++what) {
                const bool x = links & 2, y = links & 1;
                int &b = bounds[what][links];
                b = 0;
                if (what == 1 && !x) continue;
                const int kind = x && y ? kXy : y ? kY : kX;
                const double base = kind == kXy ? 7.0 : what ? 6.6 : 6.5;
                if (best.rating > 1e8) {
                    b = StaticChains::kLongest;
                    continue;
                }
                for (int c = 2; c <= StaticChains::kLongest; c += 2) {
                    const Rank r = {base + length_rating(c), c, kind};
                    if (!r.before(best)) break;
                    b = c;
                }
            }
    }

    void take(const Rank &rank, int technique) {
        best = rank;
        fresh = false;
        hint.clear();
        hint.set(rank.rating, technique);
    }

    void cycle(const StaticChains &s, const ManyRemovals &removals, int complexity) {
        const Rank rank = rank_of_cycle(s, complexity);
        if (!rank.before(best)) return;
        take(rank, s.x && s.y ? kXyCycle : s.y ? kYCycle : kXCycle);
        for (int i = 0; i < removals.count; ++i) hint.remove(removals.cells[i], removals.digits[i]);
    }

    void chain(const StaticChains &s, int source, bool on, int complexity) {
        const Rank rank = rank_of_chain(s, complexity);
        if (!rank.before(best)) return;
        take(rank, s.y ? kForcingChain : kXChain);
        const int cell = source / 9, digit = source % 9;
        if (on) hint.remove(cell, s.p->candidates[cell] & ~(1u << digit)), hint.fill(cell, digit);
        else hint.remove(cell, 1u << digit);
    }
};

// Gathers all hints for an outer chain.
struct InnerChains {
    Collector &to;

    int cycle_bound(const StaticChains &) const { return StaticChains::kLongest; }
    int chain_bound(const StaticChains &s) const { return s.x ? StaticChains::kLongest : 0; }

    void cycle(const StaticChains &s, const ManyRemovals &removals, int complexity) {
        InnerHint *h = to.offer(removals, rank_of_cycle(s, complexity));
        if (!h) return;
        // Two targets: the cycle as it was found, and the same one backwards with on and off exchanged.
        Mixer mixer;
        const int n = s.length - 1;
        mixer.add(2);
        mixer.add(key_of(s.path[0].candidate, true)), mixer.add(key_of(s.path[0].candidate, false));
        for (int i = 0; i < n; ++i) mixer.add(key_of(s.path[i].candidate, s.path[i].on));
        for (int i = n; i > 0; --i) mixer.add(key_of(s.path[i].candidate, !s.path[i].on));
        h->hash = mixer.state;
        to.begin_parents(*h);
        for (int i = 0; i < n; ++i)
            if (s.path[i].on) to.add_parents(*h, s.path[i].candidate, s.path[i].cause);
        for (int i = n; i > 0; --i)
            if (!s.path[i].on) to.add_parents(*h, s.path[i].candidate, s.path[i].cause);
    }

    void chain(const StaticChains &s, int source, bool on, int complexity) {
        const int cell = source / 9;
        const uint32_t digit = 1u << source % 9;
        InnerHint *h = to.offer(cell, on ? s.p->candidates[cell] & ~digit : digit, rank_of_chain(s, complexity));
        if (!h) return;
        Mixer mixer;
        mixer.add(1);
        mixer.add(key_of(source, on));
        for (int i = 0; i < s.length; ++i) mixer.add(key_of(s.path[i].candidate, s.path[i].on));
        h->hash = mixer.state;
        to.begin_parents(*h);
        for (int i = 0; i < s.length; ++i)
            if (s.path[i].on && s.path[i].cause != kNoCause) to.add_parents(*h, s.path[i].candidate, s.path[i].cause);
    }
};

} // namespace shudu::se
