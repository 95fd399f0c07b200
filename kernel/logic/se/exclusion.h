// Aligned pair and triplet exclusion: combinations of candidates in two or three cells, of which some are impossible
// because a cell that sees all of them would be left without a candidate.
#pragma once

#include "logic/se/position.h"

namespace shudu::se {

class ExclusionSearch {
  public:
    ExclusionSearch(const Position &position, int degree, Hint &hint) : p_(position), degree_(degree), hint_(hint) {}

    // Visits pairs by increasing bit mask, that is by their second cell; the third cell is an excluder of one of them.
    bool find() {
        collect();
        for (int j = 1; j < count_; ++j)
            for (int i = 0; i < j; ++i) {
                const CellSet common = excluders_[i] & excluders_[j];
                if (common.size() < 2) continue;
                cells_[0] = list_[i], cells_[1] = list_[j];
                if (degree_ == 2 ? try_pair(common) : try_tails(i, j, common)) return true;
            }
        return false;
    }

  private:
    void collect() {
        for (int c = 0; c < 81; ++c) {
            excluder_count_[c] = 0;
            if (count_bits(p_.candidates[c]) < 2) continue;
            bool sees_single = false;
            CellSet excluders;
            for (int peer : kGeometry.peers[c]) {
                const int n = count_bits(p_.candidates[peer]);
                if (n == 1) sees_single = true;
                else if (n >= 2 && n <= degree_) {
                    excluders.add(peer);
                    ordered_[c][excluder_count_[c]++] = uint8_t(peer);
                }
            }
            if (sees_single || excluders.empty()) continue;
            excluders_[count_] = excluders;
            index_[c] = uint8_t(count_);
            list_[count_++] = uint8_t(c);
            listed_.add(c);
        }
    }

    bool try_pair(const CellSet &common) {
        uint32_t allowed[3] = {0, 0, 0};
        each_bit(p_.candidates[cells_[0]], [&](int a) {
            each_bit(p_.candidates[cells_[1]], [&](int b) {
                if (a == b && kGeometry.sees[cells_[0]][cells_[1]]) return;
                if (!excluded(common, 1u << a | 1u << b)) allowed[0] |= 1u << a, allowed[1] |= 1u << b;
            });
        });
        return take(allowed);
    }

    bool try_tails(int i, int j, const CellSet &common) {
        CellSet tried;
        tried.add(cells_[0]), tried.add(cells_[1]);
        for (int side = 0; side < 2; ++side) {
            const int cell = list_[side ? j : i];
            for (int k = 0; k < excluder_count_[cell]; ++k) {
                const int tail = ordered_[cell][k];
                if (tried.has(tail) || !listed_.has(tail)) continue;
                tried.add(tail);
                const CellSet all = common & excluders_[index_[tail]];
                cells_[2] = uint8_t(tail);
                if (all.size() >= 2 && try_triplet(all)) return true;
            }
        }
        return false;
    }

    // Most triplets allow every candidate, so the loop ends as soon as that is clear.
    bool try_triplet(const CellSet &common) {
        const auto [x, y, z] = cells_;
        const uint32_t xs = p_.candidates[x], ys = p_.candidates[y], zs = p_.candidates[z];
        const bool xy = kGeometry.sees[x][y], xz = kGeometry.sees[x][z], yz = kGeometry.sees[y][z];
        uint32_t allowed[3] = {0, 0, 0};
        for (uint32_t ra = xs; ra; ra &= ra - 1) {
            const uint32_t a = ra & (0 - ra);
            for (uint32_t rb = xy ? ys & ~a : ys; rb; rb &= rb - 1) {
                const uint32_t b = rb & (0 - rb);
                uint32_t rc = zs & ~(xz ? a : 0) & ~(yz ? b : 0);
                if (allowed[0] & a && allowed[1] & b) rc &= ~allowed[2];
                for (; rc; rc &= rc - 1) {
                    const uint32_t c = rc & (0 - rc);
                    if (!excluded(common, a | b | c)) allowed[0] |= a, allowed[1] |= b, allowed[2] |= c;
                }
            }
            if (allowed[0] == xs && allowed[1] == ys && allowed[2] == zs) return false;
        }
        return take(allowed);
    }

    bool excluded(const CellSet &common, uint32_t digits) const {
        for (uint64_t b = common.low; b; b &= b - 1)
            if (!(p_.candidates[__builtin_ctzll(b)] & ~digits)) return true;
        for (uint64_t b = common.high; b; b &= b - 1)
            if (!(p_.candidates[64 + __builtin_ctzll(b)] & ~digits)) return true;
        return false;
    }

    bool take(const uint32_t *allowed) {
        bool useful = false;
        for (int i = 0; i < degree_; ++i) {
            const uint32_t gone = p_.candidates[cells_[i]] & ~allowed[i];
            hint_.remove(cells_[i], gone);
            useful |= gone != 0;
        }
        if (!useful) return false;
        if (degree_ == 2) hint_.set(6.2, kAlignedPair);
        else hint_.set(7.5, kAlignedTriplet);
        return true;
    }

    const Position &p_;
    const int degree_;
    Hint &hint_;
    int count_ = 0;
    uint8_t cells_[3] = {0, 0, 0};
    uint8_t list_[81], index_[81], excluder_count_[81], ordered_[81][20];
    CellSet excluders_[81], listed_;
};

inline bool find_exclusion(const Position &p, int degree, Hint &hint) {
    return ExclusionSearch(p, degree, hint).find();
}

} // namespace shudu::se
