"""Aligned pair exclusion: two cells cannot hold digits that leave an almost locked set too few digits.

If one cell holds a digit and sees all places of it in the set, and the other cell does so with another digit, the set
loses two digits and cannot be filled. The same digit in both cells is excluded if they see each other. A candidate all
of whose combinations are excluded is removed.

Roles: `pair` the two cells; `excluded` all combinations with each removed candidate as text, `4r1c2 7r3c1`; `reasons`
for each of these, in the same order, the cells of the almost locked set or the house, as text; `als` the candidates of
all sets used. There are no links: the reason is a list of combinations.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shudu.core.candidate import Candidate
from shudu.core.geometry import PEER_MASKS, cell_name, cells_of, house_name
from shudu.core.grid import Grid
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
    possible = {c for a in one for b in other if not _excluded(hit, a, b, see_each_other) for c in (a, b)}
    return [candidate for candidate in one + other if candidate not in possible]


def _excluded(hit: dict[Candidate, int], one: Candidate, other: Candidate, see_each_other: bool) -> bool:
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
