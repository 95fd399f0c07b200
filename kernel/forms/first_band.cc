// Any image of a grid begins with two lines of one band: 36 ordered pairs, ranked by 18 lookups. The candidates are the
// pairs of the best rank with the arrangements that minimise their relations; then their third rows are compared.
#include "forms/first_band.h"

namespace shudu::canonical {
namespace {

// The relations of the line pairs 0, 2, ... 34 (the others are their inverses), and the best rank of all.
struct Ranked {
    uint16_t relation[18];
    uint8_t two_ranks[18];
    uint32_t best;
};

// Ranks the 18 pairs of rows or of columns. Step, the distance between the cells of a line, is known at compile time.
template <uint32_t Step> inline void rank_side(const Tables &t, const Lines &lines, Ranked &ranked) {
    constexpr uint32_t kSide = Step == 1 ? 0 : 9;
    for (uint32_t line = kSide; line < kSide + 9; line += 3)
        for (uint32_t i = 0; i < 6; i += 2) {
            const uint8_t *at = lines.at[line + kPairs[i].first], *digit = lines.first(line + kPairs[i].second);
            const uint32_t number = relation_number_by(t, [at, digit](uint32_t j) { return at[digit[j * Step]]; });
            const uint32_t two_ranks = t.two_ranks[number], rank = two_ranks & 15, inverse_rank = two_ranks >> 4;
            ranked.relation[line + i / 2] = uint16_t(number);
            ranked.two_ranks[line + i / 2] = uint8_t(two_ranks);
            ranked.best = rank < ranked.best ? rank : ranked.best;
            ranked.best = inverse_rank < ranked.best ? inverse_rank : ranked.best;
        }
}

// Keeps the candidates whose third row is smallest in one box; v[p] is the relation of the first and third line of pair
// p. The comparison is unpredictable, so this loop has no branches.
uint32_t keep_smallest(const Tables &t, const uint8_t (*v)[9], uint32_t box, Candidate *candidates, uint32_t n) {
    uint8_t order[kMaxCandidates];
    uint32_t smallest = kOrders;
    for (uint32_t i = 0; i < n; ++i) {
        order[i] = uint8_t(third_row_box(t, t.arrangement[candidates[i].arrangement], v[candidates[i].pair], box));
        smallest = order[i] < smallest ? order[i] : smallest;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; ++i) {
        candidates[kept] = candidates[i];
        kept += order[i] == smallest;
    }
    return kept;
}

} // namespace

uint32_t best_bands(const Tables &t, const Lines &lines, Candidate *candidates) {
    Ranked ranked;
    ranked.best = kMaxRanks;
    rank_side<1>(t, lines, ranked);
    rank_side<9>(t, lines, ranked);

    uint8_t pairs[36];
    uint32_t found = 0;
    for (uint32_t p = 0; p < 36; ++p) {
        pairs[found] = uint8_t(p);
        found += (ranked.two_ranks[p / 2] >> p % 2 * 4 & 15) == ranked.best;
    }

    uint8_t v[36][9];
    uint32_t n = 0;
    for (uint32_t i = 0; i < found; ++i) {
        const uint8_t p = pairs[i];
        const Pair pair = lines_of(p);
        relate(lines, pair.first, pair.third, v[p]);
        const Listed listed = t.listed[ranked.relation[p / 2]];
        const uint16_t *arrangement = t.best + (p % 2 ? listed.inverse_first : listed.first);
        for (uint32_t k = 0; k < t.arrangements[ranked.best]; ++k) candidates[n++] = {p, arrangement[k]};
    }
    for (uint32_t box = 0; box < 3 && n > 1; ++box) n = keep_smallest(t, v, box, candidates, n);
    return n;
}

} // namespace shudu::canonical
