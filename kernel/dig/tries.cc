// Unavoidable sets of two digits or two lines, and random prefixes.
#include "dig/tries.h"

namespace shudu::unbiased {
namespace {

// Two lines of a band or stack can be exchanged along each cycle of a permutation: every cycle is an unavoidable set.
void learn_cycles(Slot &slot, const int *first, const int *second, const int *next) {
    bool seen[9] = {};
    for (int start = 0; start < 9; ++start) {
        CellSet cells;
        for (int k = start; !seen[k]; k = next[k]) {
            seen[k] = true;
            cells.add(first[k]);
            cells.add(second[k]);
        }
        if (!cells.empty()) slot.learn(cells);
    }
}

// Two digits can be exchanged in each connected piece of their cells, where cells of one house are connected.
void learn_digits(Slot &slot, int a, int b) {
    int cell[18], count = 0;
    for (int i = 0; i < kCells; ++i)
        if (slot.grid[i] == a || slot.grid[i] == b) cell[count++] = i;
    int piece[18];
    for (int k = 0; k < 18; ++k) piece[k] = k;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < 18; ++k)
            for (int m = 0; m < k; ++m) {
                if (!see_each_other(cell[k], cell[m]) || piece[k] == piece[m]) continue;
                piece[k] = piece[m] = piece[k] < piece[m] ? piece[k] : piece[m];
                changed = true;
            }
    }
    for (int p = 0; p < 18; ++p) {
        CellSet cells;
        for (int k = 0; k < 18; ++k)
            if (piece[k] == p) cells.add(cell[k]);
        if (!cells.empty()) slot.learn(cells);
    }
}

void learn_lines(Slot &slot, int line, int other, int along, int across) {
    int first[9], second[9], next[9], where[10];
    for (int k = 0; k < 9; ++k) {
        first[k] = line * across + k * along, second[k] = other * across + k * along;
        where[slot.grid[first[k]]] = k;
    }
    for (int k = 0; k < 9; ++k) next[k] = where[slot.grid[second[k]]];
    learn_cycles(slot, first, second, next);
}

} // namespace

void begin_grid(Slot &slot, const uint8_t *grid, size_t number, uint64_t seed, uint64_t index, uint64_t tries) {
    slot.grid = grid;
    slot.number = number;
    slot.fast = Fast(Random(seed, Stream::unbiased, index));
    slot.tries = tries;
    slot.done = 0;
    slot.sets = 0;
    for (int i = 0; i < kCells; ++i) slot.shuffled[i] = uint8_t(i);
    for (int a = 1; a < 10; ++a)
        for (int b = 1; b < a; ++b) learn_digits(slot, a, b);
    for (int line = 0; line < 9; ++line)
        for (int other = line / 3 * 3; other < line; ++other) {
            learn_lines(slot, line, other, 1, 9);
            learn_lines(slot, line, other, 9, 1);
        }
}

bool draw(Slot &slot, uint8_t *order) {
    while (slot.done < slot.tries) {
        ++slot.done;
        CellSet prefix;
        uint8_t *cells = slot.shuffled; // not reset: a shuffle may start from any order
        for (uint32_t k = 0; k < kPrefix; ++k) {
            uint32_t j = k + slot.fast.below(kCells - k);
            uint8_t cell = cells[j];
            cells[j] = cells[k];
            cells[k] = cell;
            prefix.add_unpredictable(cell);
        }
        bool all = true;
        for (int s = 0; s < slot.sets && all; ++s) all = slot.set[s].meets(prefix);
        if (!all) continue;
        __builtin_memcpy(order, cells, kPrefix);
        return true;
    }
    return false;
}

} // namespace shudu::unbiased
