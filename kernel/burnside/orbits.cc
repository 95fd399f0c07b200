// Orbits of cells, cycles of digits.
#include "burnside/orbits.h"

namespace shudu::burnside {

void find_orbits(const uint8_t image[81], Orbits &orbits) {
    bool known[81] = {false};
    orbits.count = 0;
    for (uint32_t start = 0; start < 81; ++start) {
        if (known[start]) continue;
        const uint32_t orbit = orbits.count++;
        uint32_t cell = start, offset = 0;
        do {
            known[cell] = true;
            orbits.of[cell] = uint8_t(orbit);
            orbits.offset[cell] = uint8_t(offset++);
            cell = image[cell];
        } while (cell != start);
        orbits.first[orbit] = uint8_t(start);
        orbits.length[orbit] = uint8_t(offset);
    }
}

bool next_renaming(Renaming &renaming) {
    uint32_t last = renaming.cycles, left = 0;
    while (last > 0 && renaming.length[last - 1] == 1) {
        --last;
        ++left;
    }
    if (last == 0) return false;
    const uint32_t part = --renaming.length[last - 1];
    for (++left; left > 0; left -= renaming.length[last++]) renaming.length[last] = uint8_t(left < part ? left : part);
    renaming.cycles = last;
    return true;
}

void write_digits(const Renaming &renaming, Digits &digits) {
    for (uint32_t i = 0, start = 0; i < renaming.cycles; start += renaming.length[i++])
        for (uint32_t j = 0; j < renaming.length[i]; ++j) {
            const uint32_t d = start + j;
            digits.length[d] = renaming.length[i];
            digits.cycle[d] = uint16_t(((1u << renaming.length[i]) - 1) << start);
            for (uint32_t k = 0; k < 81; ++k) digits.power[d][k] = uint8_t(start + (j + k) % renaming.length[i]);
        }
}

} // namespace shudu::burnside
