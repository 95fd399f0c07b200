"""Aligned exclusion: two or three cells cannot hold digits that leave other cells too few.

Pair: if one cell holds a digit and sees all places of it in an almost locked set, and the other cell does so with another
digit, the set loses two digits and cannot be filled. The same digit in both cells is excluded if they see each other. A
candidate all of whose combinations are excluded is removed.

Triplet: three cells that all see a cell with two or three candidates. A combination is excluded if it repeats a digit in
cells that see each other, or takes all candidates of a cell, as in Sudoku Explainer.

Roles: `pair` or `triplet` the cells; `excluded` all combinations with each removed candidate as text, `4r1c2 7r3c1`;
`reasons` for each of these, in the same order, the cells that lose their digits or the house, as text; `als` the
candidates of all these cells. There are no links: the reason is a list of combinations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from shudu.core.geometry import PEER_MASKS, cell_name, cells_of, house_name, mask_of, parse_cell
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Roles, Step
from shudu.logic.engine.als import DIGITS_OF, Als, almost_locked_sets
from shudu.logic.engine.step_parts import shared_house
from shudu.logic.registry import register


@register(
    "aligned-pair-exclusion",
    family="als",
    order=5390,
    level="unfair",
    score=250,
    se=6.2,
    on=False,
    case_codes=("2008",),
)
def find_pair_exclusions(grid: Grid, id: str) -> Iterator[Step]:
    """Yield pairs of cells with candidates that occur in no possible combination."""
    sets = almost_locked_sets(grid.digit_masks)
    hit = _sets_hit_by(sets)
    cells = [cell for cell, mask in enumerate(grid.cell_masks) if mask]
    for pair in combinations(cells, 2):
        if removed := _impossible_candidates(grid, hit, pair):
            yield _step(grid, id, sets, hit, pair, removed)


def _sets_hit_by(sets: list[Als]) -> dict[Candidate, int]:
    """Return, for each candidate, the sets that lose its digit if it is true."""
    hit: dict[Candidate, int] = {}
    for i, als in enumerate(sets):
        for d in DIGITS_OF[als.digits]:
            for cell in cells_of(als.seen[d]):
                hit[Candidate(d + 1, cell)] = hit.get(Candidate(d + 1, cell), 0) | 1 << i
    return hit


def _impossible_candidates(grid: Grid, hit: dict[Candidate, int], pair: tuple[int, int]) -> list[Candidate]:
    one, other = ([Candidate(d, cell) for d in grid.candidates(cell)] for cell in pair)
    see_each_other = bool(PEER_MASKS[pair[0]] >> pair[1] & 1)
    possible = {c for a in one for b in other if not _is_excluded(hit, a, b, see_each_other) for c in (a, b)}
    return [candidate for candidate in one + other if candidate not in possible]


def _is_excluded(hit: dict[Candidate, int], one: Candidate, other: Candidate, see_each_other: bool) -> bool:
    if one.digit == other.digit:
        return see_each_other
    return bool(hit.get(one, 0) & hit.get(other, 0))


def _step(
    grid: Grid, id: str, sets: list[Als], hit: dict[Candidate, int], pair: tuple[int, int], removed: list[Candidate]
) -> Step:
    excluded, reasons = [], []
    used: dict[Candidate, None] = {}
    for candidate in removed:
        beyond = pair[1] if candidate.cell == pair[0] else pair[0]
        for other in (Candidate(d, beyond) for d in grid.candidates(beyond)):
            excluded.append(f"{candidate} {other}")
            if candidate.digit == other.digit:
                reasons.append(house_name(shared_house(*pair)))
            else:
                als = sets[next(cells_of(hit[candidate] & hit[other]))]
                reasons.append(",".join(map(cell_name, cells_of(als.cells))))
                used |= dict.fromkeys(als.candidates())
    roles: Roles = {"pair": pair, "excluded": tuple(excluded), "reasons": tuple(reasons), "als": tuple(used)}
    return Step(id, removes=tuple(removed), roles=roles)


@register(
    "aligned-triplet-exclusion",
    family="als",
    order=5395,
    level="unfair",
    score=300,
    se=7.5,
    on=False,
    case_codes=("2028",),
)
def find_triplet_exclusions(grid: Grid, id: str) -> Iterator[Step]:
    """Yield three cells with candidates that occur in no possible combination."""
    masks = grid.cell_masks
    empty = mask_of([cell for cell, mask in enumerate(masks) if mask.bit_count() > 1])
    excluders = mask_of([cell for cell, mask in enumerate(masks) if 2 <= mask.bit_count() <= 3])
    seen: set[tuple[int, ...]] = set()
    for excluder in cells_of(excluders):
        for cells in combinations(cells_of(PEER_MASKS[excluder] & empty), 3):
            if cells not in seen:
                seen.add(cells)
                rules = _triplet_rules(masks, cells, excluders)
                if removed := _impossible_in_triplet(grid, cells, rules):
                    yield _triplet_step(grid, id, cells, removed, rules)


# The houses of two of the cells, by their indexes; and for each cell that loses its digits, these and the cells it sees.
_Rules = tuple[dict[tuple[int, int], str], list[tuple[str, int, tuple[int, ...]]]]


def _triplet_rules(masks: Sequence[int], cells: tuple[int, ...], excluders: int) -> _Rules:
    """Return what can exclude a combination of three cells."""
    pairs = [(i, j) for i, j in ((0, 1), (0, 2), (1, 2)) if PEER_MASKS[cells[i]] >> cells[j] & 1]
    houses = {(i, j): house_name(shared_house(cells[i], cells[j])) for i, j in pairs}
    around = excluders & (PEER_MASKS[cells[0]] | PEER_MASKS[cells[1]]) & ~mask_of(cells)
    losers = []
    for cell in cells_of(around):
        sees = tuple(i for i, other in enumerate(cells) if PEER_MASKS[cell] >> other & 1)
        if len(sees) >= masks[cell].bit_count():
            losers.append((cell_name(cell), masks[cell], sees))
    return houses, losers


def _impossible_in_triplet(grid: Grid, cells: tuple[int, ...], rules: _Rules) -> tuple[Candidate, ...]:
    """Return the candidates of three cells that occur in no possible combination."""
    unseen = {Candidate(d, cell) for cell in cells for d in grid.candidates(cell)}
    for combination in _combinations_of(grid, cells):
        if not unseen.isdisjoint(combination) and not _reason(combination, rules):
            unseen.difference_update(combination)
            if not unseen:
                break
    return tuple(sorted(unseen, key=lambda candidate: (candidate.cell, candidate.digit)))


def _combinations_of(grid: Grid, cells: tuple[int, ...]) -> Iterator[tuple[Candidate, ...]]:
    return product(*([Candidate(d, cell) for d in grid.candidates(cell)] for cell in cells))


def _reason(combination: tuple[Candidate, ...], rules: _Rules) -> str:
    """Return the house or the cell that excludes a combination; empty if it is possible."""
    houses, losers = rules
    for (i, j), house in houses.items():
        if combination[i].digit == combination[j].digit:
            return house
    for cell, mask, sees in losers:
        for i in sees:
            mask &= ~(1 << combination[i].digit - 1)
        if not mask:
            return cell
    return ""


def _triplet_step(
    grid: Grid,
    id: str,
    cells: tuple[int, ...],
    removed: tuple[Candidate, ...],
    rules: _Rules,
) -> Step:
    excluded = {c: _reason(c, rules) for c in _combinations_of(grid, cells) if any(each in removed for each in c)}
    used = dict.fromkeys(reason for reason in excluded.values() if len(reason) == 4)
    roles: Roles = {
        "triplet": cells,
        "excluded": tuple(" ".join(map(str, combination)) for combination in excluded),
        "reasons": tuple(excluded.values()),
        "als": tuple(Candidate(d, cell) for cell in map(parse_cell, used) for d in grid.candidates(cell)),
    }
    return Step(id, removes=removed, roles=roles)
