// Enumeration: the solutions of one puzzle in the order of the search, in batches.
//
// One lane does the work. The workspace holds the whole state, so a call stops when its buffer is full and the next
// call continues.
#include "base/input.h"
#include "kernel.h"
#include "solve/search.h"

using namespace shudu;

size_t shudu_enumerate_workspace(void) { return sizeof(Search); }

int32_t shudu_enumerate_begin(const uint8_t *puzzle, void *workspace) {
    if (!digits_only(puzzle, kCells)) return SHUDU_BAD_INPUT;
    Search &search = *static_cast<Search *>(workspace);
    search.reset();
    search.start(only(0), &puzzle);
    return SHUDU_OK;
}

int32_t shudu_enumerate_next(void *workspace, uint8_t *solutions, size_t room, size_t *written,
                             const volatile int32_t *stop) {
    Search &search = *static_cast<Search *>(workspace);
    *written = 0;
    while (search.busy && *written < room) {
        if (stop && *stop) return SHUDU_STOPPED;
        Events e = search.advance();
        if (e.solved) search.write(0, solutions + kCells * (*written)++);
        if (e.dead | e.solved) search.drop(search.retreat(e.dead | e.solved));
        if (e.stuck) search.guess(e.stuck);
        if (search.exhausted) return SHUDU_EXHAUSTED;
    }
    return SHUDU_OK;
}
