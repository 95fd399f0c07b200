#pragma once

#include "lanes.h"

namespace shudu {

constexpr int kFull = 0x1FF;

struct Status {
    V covered; // digits that still have a place in every house looked at
    V empty;   // top bit: some cell has no candidate
    V open;    // not zero: some cell has several candidates
    V sum;     // of all cells; strictly decreases, so unchanged means nothing was found
};

inline V singles(V c) { return c & is_zero(c & (c - 1)); }

template <int Line, int Step, bool Last> inline __attribute__((always_inline)) void band(V *c, Status &s) {
    V p[9], h[9], x[9];
    for (int t = 0; t < 9; ++t) {
        V *cell = c + (t / 3) * Line + (t % 3) * 3 * Step;
        V a = cell[0], b = cell[Step], d = cell[2 * Step];
        V sa = singles(a), sb = singles(b), sd = singles(d);
        V q = sa ^ sb ^ sd;
        a &= ~(q ^ sa);
        b &= ~(q ^ sb);
        d &= ~(q ^ sd);
        cell[0] = a, cell[Step] = b, cell[2 * Step] = d;
        p[t] = q;
        h[t] = a | b | d;
        x[t] = (a ^ b ^ d) & ~(a & b);
    }
    for (int l = 0; l < 9; l += 3) {
        V q = p[l] ^ p[l + 1] ^ p[l + 2];
        for (int k = l; k < l + 3; ++k) h[k] &= ~(q ^ p[k]);
    }
    V k012 = h[0] & h[4] & h[8], k021 = h[0] & h[5] & h[7], k102 = h[1] & h[3] & h[8];
    V k120 = h[1] & h[5] & h[6], k201 = h[2] & h[3] & h[7], k210 = h[2] & h[4] & h[6];
    V g[9] = {k012 | k021, k102 | k120, k201 | k210, k102 | k201, k012 | k210,
              k021 | k120, k120 | k210, k021 | k201, k012 | k102};
    s.covered &= g[0] | g[1] | g[2];
    for (int t = 0; t < 9; ++t) {
        V *cell = c + (t / 3) * Line + (t % 3) * 3 * Step;
        int l = t / 3 * 3;
        V only = x[t] & ~(g[l + (t + 1) % 3] | g[l + (t + 2) % 3]);
        for (int j = 0; j < 3; ++j) {
            V v = cell[j * Step];
            V hid = v & only;
            v = choose(is_zero(hid), v & g[t], hid);
            cell[j * Step] = v;
            if (Last) {
                V less = v - 1;
                s.empty |= less;
                s.open |= v & less;
                s.sum += v;
            }
        }
    }
}

inline Status pass(V *c) {
    Status s{splat(kFull), V{}, V{}, V{}};
    for (int b = 0; b < 3; ++b) band<9, 1, false>(c + 27 * b, s);
    for (int b = 0; b < 3; ++b) band<1, 9, true>(c + 3 * b, s);
    return s;
}

} // namespace shudu
