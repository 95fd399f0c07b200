// Unavoidable sets of four cells: two digits crosswise in two lines of one band, which can be exchanged.
#include "base/input.h"
#include "forms/lines.h"
#include "kernel.h"

using namespace shudu;
using namespace shudu::canonical;

// These sets are the two-cycles of the relation of the lines; each is counted from both ends.
int32_t shudu_unavoidable4(const uint8_t *grids, size_t n, uint32_t *counts) {
    for (size_t i = 0; i < n; ++i) {
        if (!is_final_grid(grids + 81 * i)) return SHUDU_BAD_INPUT;
        const Lines lines(grids + 81 * i);
        uint32_t ends = 0;
        for (uint32_t band = 0; band < 6; ++band)
            for (uint32_t p = 0; p < 6; p += 2) {
                uint8_t v[9];
                relate(lines, 3 * band + kPairs[p].first, 3 * band + kPairs[p].second, v);
                for (uint32_t j = 0; j < 9; ++j) ends += v[v[j]] == j;
            }
        counts[i] = ends / 2;
    }
    return SHUDU_OK;
}
