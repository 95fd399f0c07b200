// Solves the puzzles on standard input, for (emulated) machines without Python.
//
// Each line of standard input is a puzzle. Writes to standard output first the solutions, 81 bytes each, then the
// numbers of solutions up to the limit (the first argument), 8 bytes each.
#include "kernel.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

int main(int argc, char **argv) {
    uint64_t limit = argc > 1 ? strtoull(argv[1], nullptr, 10) : 2;
    size_t room = 1 << 20, n = 0;
    uint8_t *puzzles = static_cast<uint8_t *>(malloc(room * 81));
    char line[256];
    while (n < room && fgets(line, sizeof line, stdin)) {
        if (strlen(line) < 81) continue;
        for (int i = 0; i < 81; ++i) puzzles[81 * n + i] = line[i] >= '1' && line[i] <= '9' ? line[i] - '0' : 0;
        ++n;
    }
    uint8_t *solutions = static_cast<uint8_t *>(malloc(n * 81 + 1));
    uint64_t *counts = static_cast<uint64_t *>(malloc(n * 8 + 1));
    uintptr_t room_for_work = reinterpret_cast<uintptr_t>(malloc(shudu_solve_workspace() + 63));
    void *workspace = reinterpret_cast<void *>((room_for_work + 63) & ~uintptr_t{63});
    int32_t status = shudu_solve(puzzles, n, limit, solutions, counts, nullptr, workspace, nullptr);
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    fwrite(solutions, 81, n, stdout);
    fwrite(counts, 8, n, stdout);
    return status;
}
