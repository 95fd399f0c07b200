#pragma once

#include "propagate.h"

namespace shudu {

constexpr int kCells = 81;
constexpr int kDepth = 96; // saved positions of one lane

using Word = uint16_t __attribute__((may_alias)); // one lane of a vector in memory

struct Events {
    LaneSet dead, solved, stuck;
};

struct Search {
    V cell[kCells];
    V fresh[kCells];
    V sum;
    LaneSet busy;
    bool exhausted;
    LaneSet used[kDepth];
    uint8_t depth[kLanes];
    uint8_t stack[kLanes][kDepth];
    V page[kDepth][kCells];

    void reset() {
        for (V &c : cell) c = splat(1);
        for (LaneSet &u : used) u = 0;
        for (uint8_t &d : depth) d = 0;
        sum = V{};
        busy = 0;
        exhausted = false;
    }

    Word *word(V *v, int lane) { return reinterpret_cast<Word *>(v) + lane; }

    void put(int lane, const uint8_t *puzzle) {
        static constexpr uint16_t mask[10] = {kFull, 1, 2, 4, 8, 16, 32, 64, 128, 256};
        Word *w = word(fresh, lane);
        for (int i = 0; i < kCells; ++i) w[i * kLanes] = mask[puzzle[i]];
    }

    // Starts the puzzles that were put in the given lanes.
    void start(LaneSet lanes) {
        copy(cell, fresh, lanes);
        sum = choose(mask_of(lanes), V{}, sum);
        busy |= lanes;
    }

    void idle(LaneSet lanes) {
        while (lanes) {
            int l = __builtin_ctz(lanes);
            lanes &= lanes - 1;
            busy &= ~(1u << l);
            while (depth[l]) used[stack[l][--depth[l]]] &= ~(1u << l);
        }
    }

    static void copy(V *to, const V *from, LaneSet lanes) {
        V m = mask_of(lanes);
        for (int i = 0; i < kCells; ++i) to[i] = choose(m, from[i], to[i]);
    }

    void solution(int lane, uint8_t *out) const {
        const Word *w = reinterpret_cast<const Word *>(cell) + lane;
        for (int i = 0; i < kCells; ++i) out[i] = static_cast<uint8_t>(__builtin_ctz(w[i * kLanes]) + 1);
    }

    LaneSet complete() const {
        V all = splat(kFull);
        for (int h = 0; h < 9; ++h) {
            V row = V{}, column = V{}, box = V{};
            for (int i = 0; i < 9; ++i) {
                row |= cell[9 * h + i];
                column |= cell[9 * i + h];
                box |= cell[27 * (h / 3) + 3 * (h % 3) + 9 * (i / 3) + i % 3];
            }
            all &= row & column & box;
        }
        return lanes_of(equal(all, splat(kFull)));
    }

    Events advance() {
        Status s = pass(cell);
        Events e;
        e.dead = busy & ~lanes_of(equal(s.covered | (s.empty & 0x8000), splat(kFull)));
        LaneSet single = busy & ~e.dead & lanes_of(is_zero(s.open));
        e.solved = single ? single & complete() : 0;
        e.dead |= single & ~e.solved;
        e.stuck = busy & ~e.dead & ~e.solved & lanes_of(equal(s.sum, sum));
        sum = s.sum;
        return e;
    }

    // Takes each lane back to its last saved position; returns the lanes that have none.
    LaneSet retreat(LaneSet lanes) {
        LaneSet finished = 0;
        while (lanes) {
            int l = __builtin_ctz(lanes);
            if (!depth[l]) {
                finished |= 1u << l;
                lanes &= lanes - 1;
                continue;
            }
            int p = stack[l][depth[l] - 1];
            LaneSet same = 0;
            for (LaneSet rest = lanes; rest; rest &= rest - 1) {
                int k = __builtin_ctz(rest);
                if (depth[k] && stack[k][depth[k] - 1] == p) same |= 1u << k, --depth[k];
            }
            copy(cell, page[p], same);
            used[p] &= ~same;
            lanes &= ~same;
            sum = choose(mask_of(same), V{}, sum);
        }
        return finished;
    }

    int find_page(LaneSet lanes) const {
        for (int p = 0; p < kDepth; ++p)
            if (!(used[p] & lanes)) return p;
        return -1;
    }

    void save(LaneSet lanes) {
        int p = find_page(lanes);
        if (p < 0) {
            LaneSet one = lanes & -lanes;
            if (one == lanes) {
                exhausted = true;
                return;
            }
            save(one);
            save(lanes & ~one);
            return;
        }
        copy(page[p], cell, lanes);
        used[p] |= lanes;
        for (LaneSet rest = lanes; rest; rest &= rest - 1) {
            int l = __builtin_ctz(rest);
            stack[l][depth[l]++] = static_cast<uint8_t>(p);
        }
    }

    static V popcount(V x) {
        x = x - ((x >> 1) & 0x5555);
        x = (x & 0x3333) + ((x >> 2) & 0x3333);
        x = (x + (x >> 4)) & 0x0F0F;
        return (x + (x >> 8)) & 0x1F;
    }

    void guess(LaneSet lanes) {
        V best = splat(0xFFFF);
        for (int i = 0; i < kCells; ++i) {
            V n = popcount(cell[i]);
            best = smaller(best, ((n << 8) + splat(i)) | equal(n, splat(1)));
        }
        save(lanes);
        if (exhausted) return;
        alignas(64) uint16_t pick[kLanes];
        __builtin_memcpy(pick, &best, sizeof pick);
        for (LaneSet rest = lanes; rest; rest &= rest - 1) {
            int l = __builtin_ctz(rest), i = pick[l] & 0xFF;
            V me = mask_of(1u << l);
            V *kept = &page[stack[l][depth[l] - 1]][i];
            V digit = cell[i] & -cell[i];
            *kept &= ~(digit & me);
            cell[i] &= digit | ~me;
        }
    }
};

} // namespace shudu
