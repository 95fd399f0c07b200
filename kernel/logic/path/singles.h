// The naked and hidden singles of a position, in the order in which they appeared.
//
// A player who has just placed a digit looks around it for what it forces next, so the oldest single comes first. A
// single stays true until its cell is filled, so entries never become wrong. The twin is SinglesQueue of
// src/shudu/logic/solver.py.
#pragma once

#include "kernel.h"
#include "logic/path/board.h"

namespace shudu::path {

struct Queue {
    uint16_t *entries;
    uint16_t &head, &end;
    uint16_t room;

    void push(int digit, int cell) {
        if (end < room) entries[end++] = uint16_t(81 * digit + cell);
    }
};

class Singles {
  public:
    Singles(Board &board, shudu_path &path)
        : board_(board), naked_{path.naked, path.naked_head, path.naked_end, sizeof path.naked / 2},
          hidden_{path.hidden, path.hidden_head, path.hidden_end, sizeof path.hidden / 2} {}

    void place(int digit, int cell) {
        const CellSet removed = board_.places[digit] & kPeers.of[cell];
        const uint32_t others = board_.candidates[cell] & ~(1u << digit);
        board_.digits[cell] = uint8_t(digit + 1);
        each_bit(board_.candidates[cell], [&](int d) { board_.places[d].remove(cell); });
        board_.candidates[cell] = 0;
        removed.each([&](int c) { board_.candidates[c] &= uint16_t(~(1u << digit)); });
        board_.places[digit] = board_.places[digit].without(removed);
        queue_new(digit, removed, board_.places[digit] | CellSet::of(cell));
        each_bit(others, [&](int d) { queue_last_places(board_.places[d], d, cell); });
    }

    void remove(int digit, int cell) {
        board_.remove(digit, cell);
        queue_new(digit, CellSet::of(cell), board_.places[digit]);
    }

    bool full_house(Found &found) {
        drop_filled(naked_);
        CellSet open;
        for (int d = 0; naked_.head < naked_.end && d < 9; ++d) open |= board_.places[d];
        for (int i = naked_.head; i < naked_.end; ++i) {
            const int cell = naked_.entries[i] % 81;
            if (board_.digits[cell]) continue;
            for (const int house : kHouses.of[cell])
                if ((open & kHouses.cells[house]) == CellSet::of(cell)) return take(naked_.entries[i], found);
        }
        return false;
    }

    bool naked_single(Found &found) {
        drop_filled(naked_);
        return naked_.head < naked_.end && take(naked_.entries[naked_.head], found);
    }

    bool hidden_single(Found &found) {
        drop_filled(hidden_);
        for (int i = hidden_.head; i < hidden_.end; ++i) {
            const int digit = hidden_.entries[i] / 81, cell = hidden_.entries[i] % 81;
            if (board_.digits[cell]) continue;
            for (const int house : kHouses.of[cell])
                if (board_.in_house(digit, house) == CellSet::of(cell)) return take(hidden_.entries[i], found);
        }
        return false;
    }

  private:
    static bool take(int candidate, Found &found) {
        found.place(candidate / 81, candidate % 81);
        return true;
    }

    void drop_filled(Queue &queue) {
        while (queue.head < queue.end && board_.digits[queue.entries[queue.head] % 81]) ++queue.head;
    }

    // Queues the singles that appear when a digit leaves some cells one by one until `left` remain.
    void queue_new(int digit, CellSet removed, const CellSet &left) {
        const CellSet all = removed;
        all.each([&](int c) {
            removed.remove(c);
            queue_last_places(left | removed, digit, c);
        });
        all.each([&](int c) {
            if (is_one_bit(board_.candidates[c])) naked_.push(lowest(board_.candidates[c]), c);
        });
    }

    // Queues the places of a digit that are the last of a house of the cell `lost`.
    void queue_last_places(const CellSet &cells, int digit, int lost) {
        for (const int house : kHouses.of[lost]) {
            const CellSet here = cells & kHouses.cells[house];
            if (here.is_one()) hidden_.push(digit, here.first());
        }
    }

    Board &board_;
    Queue naked_, hidden_;
};

} // namespace shudu::path
