// Fills the tables of relations.h.
#include "forms/relations.h"
#include "base/cells.h"

namespace shudu::canonical {
namespace {

constexpr uint32_t kNotATriple = 255;

void make_arrangements(Tables &t) {
    for (uint32_t n = 0; n < kArrangements; ++n) {
        Arrangement &arrangement = t.arrangement[n];
        write_arrangement(n, arrangement.column);
        for (uint32_t j = 0; j < 9; ++j) arrangement.name[arrangement.column[j]] = uint8_t(j);
    }
}

void number_boxes(Tables &t) {
    uint32_t next0 = 0, next1 = 0;
    for (uint32_t a = 0; a < 9; ++a)
        for (uint32_t b = 0; b < 9; ++b)
            for (uint32_t c = 0; c < 9; ++c) {
                const uint32_t n = box_number(a, b, c);
                const bool different = a != b && a != c && b != c;
                t.box0[n] = uint8_t(different && a / 3 != 0 && b / 3 != 0 && c / 3 != 0 ? next0++ : kNotATriple);
                t.box1[n] = uint8_t(different && a / 3 != 1 && b / 3 != 1 && c / 3 != 1 ? next1++ : kNotATriple);
                t.order[n] = different ? kOrderBeginning[(a > b) + (a > c)][(b > a) + (b > c)] : 0;
            }
}

// The set of columns left for the last box if the first two boxes hold v[0..5]; 0 if that is impossible.
uint32_t columns_left(const uint8_t v[6]) {
    uint32_t left = kAllDigits;
    for (uint32_t j = 0; j < 6; ++j) left &= ~(1u << v[j]);
    return __builtin_popcount(left) == 3 && left < 1u << 6 ? left : 0;
}

inline void unpack_box(uint32_t n, uint8_t v[3]) {
    v[0] = uint8_t(n / 81);
    v[1] = uint8_t(n / 9 % 9);
    v[2] = uint8_t(n % 9);
}

// Calls visit(number, v) for each relation in lexicographic order.
template <class Visit> void each_relation(const Tables &t, Visit visit) {
    uint32_t number = 0;
    uint8_t v[9];
    for (uint32_t x = 0; x < 729; ++x) {
        if (t.box0[x] == kNotATriple) continue;
        unpack_box(x, v);
        for (uint32_t y = 0; y < 729; ++y) {
            if (t.box1[y] == kNotATriple) continue;
            unpack_box(y, v + 3);
            const uint32_t left = columns_left(v);
            if (!left) continue;
            uint8_t last[3];
            for (uint32_t i = 0, set = left; i < 3; ++i, set &= set - 1) last[i] = uint8_t(__builtin_ctz(set));
            for (const auto &order : kOrder) {
                for (uint32_t i = 0; i < 3; ++i) v[6 + i] = last[order[i]];
                visit(number++, v);
            }
        }
    }
}

void number_relations(Tables &t) {
    each_relation(t, [&t](uint32_t number, const uint8_t v[9]) {
        if (number % 6 == 0)
            t.beginning[t.box0[box_number(v[0], v[1], v[2])] * 120u + t.box1[box_number(v[3], v[4], v[5])]] =
                uint16_t(number);
    });
}

// The relation that an arrangement maps to v: column[j] becomes column j, and values move with their columns.
inline uint32_t source_of(const Tables &t, const Arrangement &arrangement, const uint8_t v[9]) {
    uint8_t source[9];
    for (uint32_t j = 0; j < 9; ++j) source[arrangement.column[j]] = arrangement.column[v[j]];
    return relation_number(t, source);
}

// A relation that has no class yet is the smallest of a new class, whose members are all relations that arrangements
// map to it. Each member occurs equally often.
bool rank_relations(Tables &t) {
    constexpr uint8_t kUnknown = kMaxRanks;
    bool room = true;
    t.ranks = 0;
    __builtin_memset(t.two_ranks, kUnknown, kRelations);
    each_relation(t, [&t, &room](uint32_t number, const uint8_t v[9]) {
        if (t.two_ranks[number] != kUnknown || !(room = room && t.ranks < kMaxRanks)) return;
        __builtin_memcpy(t.second_row[t.ranks], v, 9);
        t.members[t.ranks] = 0;
        for (const Arrangement &arrangement : t.arrangement) {
            uint8_t &found = t.two_ranks[source_of(t, arrangement, v)];
            t.members[t.ranks] += found == kUnknown;
            found = uint8_t(t.ranks);
        }
        t.arrangements[t.ranks] = uint16_t(kArrangements / t.members[t.ranks]);
        ++t.ranks;
    });
    return room;
}

void list_arrangements(Tables &t) {
    uint32_t first = 0;
    for (uint32_t number = 0; number < kRelations; ++number) {
        t.listed[number].first = uint16_t(first);
        first += t.arrangements[t.two_ranks[number]];
    }
    for (uint32_t k = 0; k < t.ranks; ++k)
        for (uint32_t n = 0; n < kArrangements; ++n)
            t.best[t.listed[source_of(t, t.arrangement[n], t.second_row[k])].first++] = uint16_t(n);
    for (uint32_t number = 0; number < kRelations; ++number)
        t.listed[number].first -= t.arrangements[t.two_ranks[number]];
}

// Adds the rank of the inverse to two_ranks, which holds the rank alone so far.
void note_inverses(Tables &t) {
    each_relation(t, [&t](uint32_t number, const uint8_t v[9]) {
        uint8_t values[9];
        for (uint32_t j = 0; j < 9; ++j) values[v[j]] = uint8_t(j);
        const uint32_t inverse = relation_number(t, values);
        t.listed[number].inverse_first = t.listed[inverse].first;
        t.two_ranks[number] |= uint8_t((t.two_ranks[inverse] & 15) << 4);
    });
}

} // namespace

bool make_relations(Tables &t) {
    make_arrangements(t);
    number_boxes(t);
    number_relations(t);
    if (!rank_relations(t)) return false;
    list_arrangements(t);
    note_inverses(t);
    return true;
}

} // namespace shudu::canonical
