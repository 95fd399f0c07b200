// The exact count of final grids, and its terms.
#include "grids/count.h"
#include "grids/number.h"
#include "kernel.h"

namespace shudu {

using namespace grids;

uint32_t completions_over_72(const void *tables, const uint8_t *band) {
    const Tables &t = *static_cast<const Tables *>(tables);
    const uint16_t *relative = t.relative[partition_of_box(t, band)];
    const FrameEntry entry = t.frame[relative[partition_of_box(t, band + 3)]][relative[partition_of_box(t, band + 6)]];
    return t.frame_class[entry.frame_class].completions;
}

uint64_t count_over_renamings(const void *tables) {
    static_assert(kChoices % kRenamings == 0);
    return static_cast<const Tables *>(tables)->total * (kChoices / kRenamings);
}

} // namespace shudu

using namespace shudu;

void shudu_grids_count(const void *tables, uint64_t count[2]) {
    const Wide number = compose(static_cast<const Tables *>(tables)->total, 0);
    count[0] = number.low;
    count[1] = number.high;
}

size_t shudu_grids_classes(const void *tables, uint64_t *classes, size_t room) {
    const Tables &t = *static_cast<const Tables *>(tables);
    for (size_t c = 0; c < t.classes && c < room; ++c) {
        const FrameClass &model = t.frame_class[c];
        classes[3 * c] = model.members;
        classes[3 * c + 1] = 6u * model.fillings;
        classes[3 * c + 2] = uint64_t(72) * model.completions;
    }
    return t.classes;
}
