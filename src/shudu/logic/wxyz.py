"""WXYZ-wing: four cells with four digits, of which all but one can stand in one of the cells only.

The pivot sees the three pincers. A digit is restricted if all its cells in the wing see each other: it is in the wing
once at most. If only one digit, z, is not restricted, it must be in the wing: what sees all its cells is removed.

Roles: `digits` the four digits, the eliminated one last; `pivot` and `pincers` the cells; `restricted` the candidates
of the restricted digits, `common` those of the last digit. Links: weak between the pivot's restricted digits and
those of the pincers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS, cells_of, common_peers, mask_of
from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
from shudu.logic.technique import technique
from shudu.logic.words import candidates, weak


@technique("wxyz-wing", family="wings", order=3410, level="hard", score=200, se=5.5, on=False, aliases=("2001",))
def find_wxyz_wings(grid: Grid, id: str) -> Iterator[Step]:
    """A pivot and three cells that it sees."""
    masks = grid.cell_masks
    for pivot, digits in enumerate(masks):
        if digits and digits.bit_count() <= 4:
            near = [
                cell for cell in cells_of(PEER_MASKS[pivot]) if masks[cell] and (masks[cell] | digits).bit_count() <= 4
            ]
            for pincers in combinations(near, 3):
                if _union(grid, (pivot, *pincers)).bit_count() == 4:
                    yield from _wing(grid, id, pivot, pincers)


def _wing(grid: Grid, id: str, pivot: int, pincers: tuple[int, ...]) -> Iterator[Step]:
    cells = (pivot, *pincers)
    wing = mask_of(cells)
    if _first_of_its_pivots(cells) and not any(not wing & ~house for house in HOUSE_MASKS):
        digits = [bit + 1 for bit in cells_of(_union(grid, cells))]
        loose = [digit for digit in digits if not _restricted(grid.digit_masks[digit - 1] & wing)]
        if len(loose) == 1:
            (z,) = loose
            own = grid.digit_masks[z - 1] & wing
            if removed := grid.digit_masks[z - 1] & common_peers(own):
                tied = [digit for digit in digits if digit != z]
                roles: Roles = {"digits": (*tied, z), "pivot": (pivot,), "pincers": pincers}
                roles["restricted"] = tuple(c for d in tied for c in candidates(d, grid.digit_masks[d - 1] & wing))
                roles["common"] = candidates(z, own)
                links = tuple(
                    weak(Candidate(d, pivot), Candidate(d, cell))
                    for d in tied
                    for cell in pincers
                    if grid.digit_masks[d - 1] >> pivot & grid.digit_masks[d - 1] >> cell & 1
                )
                yield Step(id, removes=candidates(z, removed), roles=roles, links=links)


def _union(grid: Grid, cells: tuple[int, ...]) -> int:
    union = 0
    for cell in cells:
        union |= grid.cell_masks[cell]
    return union


def _restricted(cells: int) -> bool:
    """Whether all cells see each other."""
    return all(not cells & ~PEER_MASKS[cell] & ~(1 << cell) for cell in cells_of(cells))


def _first_of_its_pivots(cells: tuple[int, ...]) -> bool:
    """Whether no lower cell of the wing sees the other three as well: so each wing is found once."""
    wing = mask_of(cells)
    return all(cell > cells[0] or wing & ~PEER_MASKS[cell] & ~(1 << cell) for cell in cells[1:])
