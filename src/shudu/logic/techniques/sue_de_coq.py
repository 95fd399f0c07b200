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

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.sets import DigitSet
from shudu.core.step import Roles, Step
from shudu.logic.registry import register

Group = tuple[int, int, int]  # some cells, their number, and their candidates; a plain tuple, for there are thousands


@register(
    "sue-de-coq",
    family="sue de coq",
    order=5300,
    level="unfair",
    score=250,
    code="1101",
)
def sue_de_coq(grid: Grid, id: str) -> Iterator[Step]:
    """A crossing, cells of its line and cells of its box with as many candidates as cells."""
    empty = 0
    for board in grid.digit_masks:
        empty |= board
    groups = [_groups(grid, house & empty) for house in HOUSE_MASKS]
    for line in range(18):
        for box in range(18, 27):
            crossing = HOUSE_MASKS[line] & HOUSE_MASKS[box] & empty
            for middle in _middles(grid, crossing):
                for one, other in _partners(middle, _fitting(groups[line], middle), _fitting(groups[box], middle)):
                    removes = tuple(_removes(grid, line, box, middle, one, other))
                    if removes:
                        yield _step(id, line, box, (middle, one, other), removes)


def _middles(grid: Grid, crossing: int) -> Iterator[Group]:
    """Two or three cells with at least two candidates more than cells; a pair before the triple it begins."""
    cells = tuple(cells_of(crossing))
    for chosen in sorted([*combinations(cells, 2), *combinations(cells, 3)]):
        digits = 0
        for cell in chosen:
            digits |= grid.cell_masks[cell]
        if digits.bit_count() >= len(chosen) + 2:
            yield mask_of(chosen), len(chosen), digits


def _groups(grid: Grid, cells: int) -> list[Group]:
    """Choices of cells with at most three candidates more than cells; each before those that extend it."""
    found: list[Group] = []
    for cell in reversed(tuple(cells_of(cells))):
        mark, mask = 1 << cell, grid.cell_masks[cell]
        found = [(mark, 1, mask), *((group | mark, size + 1, digits | mask) for group, size, digits in found), *found]
    return [group for group in found if group[2].bit_count() <= group[1] + 3]


def _fitting(groups: list[Group], middle: Group) -> list[Group]:
    """The groups beside the crossing with some of its digits, not all, and fewer others than cells."""
    used, _, wanted = middle
    return [
        (cells, size, digits)
        for cells, size, digits in groups
        if not cells & used and wanted & ~digits and wanted & digits and size > (digits & ~wanted).bit_count()
    ]


def _partners(middle: Group, in_line: list[Group], in_box: list[Group]) -> Iterator[tuple[Group, Group]]:
    """A group of the line and one of the box that share no digit of the crossing and lock it between them."""
    _, size, crossing = middle
    need = crossing.bit_count() - size
    for one in in_line:
        more, taken = need - _surplus(one, crossing), one[2] & crossing
        for other in in_box:
            if not (other[2] & taken or other[0] & one[0]) and _surplus(other, crossing) == more:
                yield one, other


def _surplus(group: Group, crossing: int) -> int:
    """How many cells a group has more than candidates that are not in the crossing."""
    _, size, digits = group
    return size - (digits & ~crossing).bit_count()


def _removes(grid: Grid, line: int, box: int, middle: Group, one: Group, other: Group) -> Iterator[Candidate]:
    crossing, _, middle_digits = middle
    shared = one[2] & other[2] & ~middle_digits
    for house, (own_cells, _, own), (_, _, theirs) in ((box, other, one), (line, one, other)):
        gone = (middle_digits | own) & ~theirs | shared
        for cell in cells_of(HOUSE_MASKS[house] & ~(crossing | own_cells)):
            yield from (Candidate(bit + 1, cell) for bit in cells_of(grid.cell_masks[cell] & gone))


def _step(id: str, line: int, box: int, groups: tuple[Group, Group, Group], removes: tuple[Candidate, ...]) -> Step:
    roles: Roles = {"house": (house_name(line), house_name(box))}
    names = (("crossing", "digits"), ("line-cells", "line-digits"), ("box-cells", "box-digits"))
    for (cells_role, digits_role), (cells, _, digits) in zip(names, groups, strict=True):
        roles[cells_role] = tuple(cells_of(cells))
        roles[digits_role] = tuple(DigitSet.from_mask(digits))
    return Step(id, removes=tuple(dict.fromkeys(removes)), roles=roles)
