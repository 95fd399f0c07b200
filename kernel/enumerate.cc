#include "kernel.h"
#include "search.h"

size_t shudu_enumerate_workspace(void) { return sizeof(shudu::Search); }

int32_t shudu_enumerate_begin(const uint8_t *puzzle, void *workspace) {
    for (int i = 0; i < 81; ++i)
        if (puzzle[i] > 9) return SHUDU_BAD_INPUT;
    shudu::Search &search = *static_cast<shudu::Search *>(workspace);
    search.reset();
    search.put(0, puzzle);
    search.start(1);
    return SHUDU_OK;
}

int32_t shudu_enumerate_next(void *workspace, uint8_t *solutions, size_t room, size_t *written,
                             const volatile int32_t *stop) {
    shudu::Search &search = *static_cast<shudu::Search *>(workspace);
    *written = 0;
    while (search.busy && *written < room) {
        if (stop && *stop) return SHUDU_STOPPED;
        shudu::Events e = search.advance();
        if (e.solved) search.solution(0, solutions + 81 * (*written)++);
        if (e.dead | e.solved) search.idle(search.retreat(e.dead | e.solved));
        if (e.stuck) search.guess(e.stuck);
        if (search.exhausted) return SHUDU_EXHAUSTED;
    }
    return SHUDU_OK;
}
