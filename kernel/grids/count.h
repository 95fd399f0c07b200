// Counts of final grids, for other parts of the kernel.
#pragma once

#include <stdint.h>

namespace shudu {

// The number of ways to complete a band of 27 digits to a final grid, divided by 72 (the orders of the other rows and
// the exchange of the other bands). `tables` as for shudu_unrank; the band must have no conflicts.
uint32_t completions_over_72(const void *tables, const uint8_t *band);

// The exact count divided by 9!: final grids up to renaming digits.
uint64_t count_over_renamings(const void *tables);

} // namespace shudu
