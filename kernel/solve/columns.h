// Columns: the positions of single lanes, taken out of the 81 vectors and put back.
//
//            lane 0   lane 1   lane 2                  a column of lane 1
//   cell 0  ┌────────┬────────┬────────┬─ ─           ┌────────┬────────┬────────┬─ ─ ─┬─────────┐
//   cell 1  │        │        │        │        ⇄     │ cell 0 │ cell 1 │ cell 2 │     │ cell 80 │   162 bytes
//     …     └────────┴────────┴────────┴─ ─           └────────┴────────┴────────┴─ ─ ─┴─────────┘
//
// Blocks of eight cells and eight lanes are transposed in registers by three rounds of interleaving, all lanes at once.
#pragma once

#include "solve/propagate.h"

namespace shudu {

using Column = uint16_t[kCells];

constexpr int kSide = 8; // of a block
constexpr int kBlocks = kCells / kSide;
constexpr int kRest = kSide * kBlocks; // the one cell after the blocks

#if defined(SHUDU_SCALAR)

class Columns {
  public:
    void take(const V *cell) {
        for (int i = 0; i < kCells; ++i) column_[i] = cell[i][0];
    }
    void read(int, uint16_t *to) const { __builtin_memcpy(to, column_, sizeof column_); }
    void write(int, const uint16_t *from) { __builtin_memcpy(column_, from, sizeof column_); }
    void put(Mask, V *cell) const {
        for (int i = 0; i < kCells; ++i) cell[i][0] = column_[i];
    }

  private:
    Column column_;
};

#else

class Columns {
  public:
    // Transposes the positions of all lanes.
    void take(const V *cell) {
        for (int b = 0; b < kBlocks; ++b) transpose(cell + kSide * b, row_[b]);
        last_ = cell[kRest];
    }

    // Copies the column of a lane.
    void read(int lane, uint16_t *to) const {
        for (int b = 0; b < kBlocks; ++b) __builtin_memcpy(to + kSide * b, chunk(b, lane), 2 * kSide);
        to[kRest] = reinterpret_cast<const Word *>(&last_)[lane];
    }

    // Sets the column of a lane.
    void write(int lane, const uint16_t *from) {
        for (int b = 0; b < kBlocks; ++b) __builtin_memcpy(chunk(b, lane), from + kSide * b, 2 * kSide);
        reinterpret_cast<Word *>(&last_)[lane] = from[kRest];
    }

    // Replaces the positions of some lanes by their columns.
    void put(Mask lanes, V *cell) const {
        for (int b = 0; b < kBlocks; ++b) {
            V now[kSide], *to = cell + kSide * b;
            transpose(row_[b], now);
#pragma clang loop unroll(full)
            for (int k = 0; k < kSide; ++k) to[k] = choose(lanes, now[k], to[k]);
        }
        cell[kRest] = choose(lanes, last_, cell[kRest]);
    }

  private:
    V row_[kBlocks][kSide];
    V last_;

    uint8_t *chunk(int b, int lane) { return reinterpret_cast<uint8_t *>(row_[b] + lane % kSide) + lane / kSide * 16; }
    const uint8_t *chunk(int b, int lane) const { return const_cast<Columns *>(this)->chunk(b, lane); }

    __attribute__((always_inline)) static void transpose(const V *from, V *to) {
        V v[kSide];
#pragma clang loop unroll(full)
        for (int k = 0; k < kSide; ++k) v[k] = from[k];
#pragma clang loop unroll(full)
        for (int round = 0; round < 3; ++round) {
            V next[kSide];
#pragma clang loop unroll(full)
            for (int k = 0; k < kSide / 2; ++k) {
                next[2 * k] = interleave_low(v[k], v[k + kSide / 2]);
                next[2 * k + 1] = interleave_high(v[k], v[k + kSide / 2]);
            }
#pragma clang loop unroll(full)
            for (int k = 0; k < kSide; ++k) v[k] = next[k];
        }
#pragma clang loop unroll(full)
        for (int k = 0; k < kSide; ++k) to[k] = v[k];
    }
};

#endif

// Converts a column with one candidate per cell to digits.
inline void to_digits(const uint16_t *column, uint8_t *digits) {
    using Narrow = uint8_t __attribute__((vector_size(kLanes)));
    for (int i = 0; i < kCells; i += kLanes) {
        int at = i < kCells - kLanes ? i : kCells - kLanes;
        V word;
        __builtin_memcpy(&word, column + at, sizeof word);
        Narrow narrow = __builtin_convertvector(count_bits(word - 1) + 1, Narrow);
        __builtin_memcpy(digits + at, &narrow, sizeof narrow);
    }
}

} // namespace shudu
