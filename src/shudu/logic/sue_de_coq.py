"""Sue de Coq: two or three cells where a line crosses a box, locked by cells of the line and cells of the box.

The crossing has n cells and at least n + 2 candidates. Some cells of the line and some of the box share no candidate of
the crossing, and the three groups together have as many candidates as cells. Then each candidate of the crossing is
locked to the line or to the box.

Roles: `crossing`, `line-cells`, `box-cells` the three groups of cells; `digits` the digits of the crossing,
`line-digits` and `box-digits` those of the other groups; `house` the line and the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.sets import DigitSet
from shudu.core.step import Roles, Step
from shudu.logic.technique import technique


class Group(NamedTuple):
    """Some cells, their number, and their candidates."""

    cells: int
    size: int
    digits: int


@technique(
    "sue-de-coq",
    family="sue de coq",
    order=5300,
    level="unfair",
    score=250,
    code="1101",
    aliases=("two-sector disjoint subsets",),
)
def sue_de_coq(grid: Grid, id: str) -> Iterator[Step]:
    """A crossing, cells of its line and cells of its box with as many candidates as cells."""
    empty = 0
    for board in grid.boards:
        empty |= board
    for line in range(18):
        for box in range(18, 27):
            crossing = HOUSE_MASKS[line] & HOUSE_MASKS[box] & empty
            if crossing.bit_count() >= 2:
                yield from _at(grid, id, line, box, crossing, empty)


def _at(grid: Grid, id: str, line: int, box: int, crossing: int, empty: int) -> Iterator[Step]:
    in_line = _groups(grid, HOUSE_MASKS[line] & empty & ~crossing)
    in_box = _groups(grid, HOUSE_MASKS[box] & empty & ~crossing)
    for middle in _middles(grid, crossing):
        spare = crossing & ~middle.cells  # a third cell of the crossing may belong to the line or to the box
        line_groups = _groups(grid, HOUSE_MASKS[line] & empty & ~middle.cells) if spare else in_line
        box_groups = _groups(grid, HOUSE_MASKS[box] & empty & ~middle.cells) if spare else in_box
        for one, other in _partners(middle, line_groups, box_groups):
            removes = tuple(_removes(grid, line, box, middle, one, other))
            if removes:
                yield _step(id, line, box, (middle, one, other), removes)


def _middles(grid: Grid, crossing: int) -> Iterator[Group]:
    """Two or three cells with at least two candidates more than cells; a pair before the triple it begins."""
    cells = tuple(cells_of(crossing))
    for chosen in sorted([*combinations(cells, 2), *combinations(cells, 3)]):
        group = _group(grid, chosen)
        if group.digits.bit_count() >= group.size + 2:
            yield group


def _groups(grid: Grid, cells: int) -> list[Group]:
    """Every choice of some of the cells, each before those that extend it."""
    found: list[Group] = []
    for cell in reversed(tuple(cells_of(cells))):
        mask = grid.cell_masks[cell]
        extended = [Group(group.cells | 1 << cell, group.size + 1, group.digits | mask) for group in found]
        found = [Group(1 << cell, 1, mask), *extended, *found]
    return found


def _partners(middle: Group, in_line: list[Group], in_box: list[Group]) -> Iterator[tuple[Group, Group]]:
    need = middle.digits.bit_count() - middle.size
    boxes = [(group, surplus) for group in in_box if (surplus := _surplus(group, middle.digits)) > 0]
    if boxes:
        for one in in_line:
            more = need - _surplus(one, middle.digits)
            if 0 < more < need and one.digits & middle.digits:
                for other, surplus in boxes:
                    apart = not (other.cells & one.cells or other.digits & one.digits & middle.digits)
                    if surplus == more and apart and other.digits & middle.digits:
                        yield one, other


def _surplus(group: Group, digits: int) -> int:
    """How many cells a group has more than candidates that are not among the digits."""
    return group.size - (group.digits & ~digits).bit_count()


def _removes(grid: Grid, line: int, box: int, middle: Group, one: Group, other: Group) -> Iterator[Candidate]:
    shared = one.digits & other.digits & ~middle.digits
    for house, own, theirs in ((box, other, one), (line, one, other)):
        digits = (middle.digits | own.digits) & ~theirs.digits | shared
        for cell in cells_of(HOUSE_MASKS[house] & ~(middle.cells | own.cells)):
            yield from (Candidate(bit + 1, cell) for bit in cells_of(grid.cell_masks[cell] & digits))


def _group(grid: Grid, cells: tuple[int, ...]) -> Group:
    digits = 0
    for cell in cells:
        digits |= grid.cell_masks[cell]
    return Group(mask_of(cells), len(cells), digits)


def _step(id: str, line: int, box: int, groups: tuple[Group, Group, Group], removes: tuple[Candidate, ...]) -> Step:
    roles: Roles = {"house": (house_name(line), house_name(box))}
    names = (("crossing", "digits"), ("line-cells", "line-digits"), ("box-cells", "box-digits"))
    for (cells, digits), group in zip(names, groups, strict=True):
        roles[cells] = tuple(cells_of(group.cells))
        roles[digits] = tuple(DigitSet.of_mask(group.digits))
    return Step(id, removes=tuple(dict.fromkeys(removes)), roles=roles)
