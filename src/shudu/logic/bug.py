"""Bivalue universal grave: a position where every empty cell has two candidates and every digit two places per house.

It would have two solutions, or none. If one extra candidate keeps a position from that, it is true.

Roles: `digits` the extra digit, `cell` the only cell with three candidates.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
from shudu.logic.technique import technique


@technique(
    "bug-1",
    family="bug",
    order=2900,
    level="hard",
    score=100,
    code="0610",
    se=5.6,
    unique=True,
    aliases=("bug+1", "bivalue universal grave + 1"),
)
def bug_plus_one(grid: Grid, id: str) -> Iterator[Step]:
    """One cell with three candidates, all others with two: the digit that its houses have thrice stands there."""
    cell = _only_cell_with_three(grid)
    if cell is None:
        return
    for bit in cells_of(grid.cell_masks[cell]):
        if _thrice(grid) == {(house, bit) for house in HOUSES_OF[cell]}:
            others = cells_of(grid.cell_masks[cell] & ~(1 << bit))
            roles: Roles = {"digits": (bit + 1,), "cell": (cell,)}
            yield Step(id, removes=tuple(Candidate(other + 1, cell) for other in others), roles=roles)


def _only_cell_with_three(grid: Grid) -> int | None:
    empty = 0
    for board in grid.digit_masks:
        empty |= board
    more = empty & ~grid.with_candidates(2)
    if more.bit_count() != 1:
        return None
    cell = more.bit_length() - 1
    return cell if grid.cell_masks[cell].bit_count() == 3 else None


def _thrice(grid: Grid) -> set[tuple[int, int]]:
    """The houses and digits (from 0) that have more, or fewer, than the two places of a grave."""
    counts = {
        (house, bit): (board & mask).bit_count()
        for house, mask in enumerate(HOUSE_MASKS)
        for bit, board in enumerate(grid.digit_masks)
    }
    return {key for key, count in counts.items() if count not in (0, 2)}
