"""Sue de Coq: two or three cells in the intersection of a line and a box, locked by cells of the line and of the box.

The cells of the intersection have at least two candidates more than cells. Some cells of the line and some of the box
have none of these candidates in common, and the three groups together have as many candidates as cells. Then each
candidate of the intersection is locked to the line or to the box.

Roles: `crossing`, `line-cells`, `box-cells` the three groups of cells; `digits` the digits of the intersection,
`line-digits` and `box-digits` those of the other groups; `house` the line and the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shudu.core.geometry import HOUSE_MASKS, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, DigitSet
from shudu.core.step import Roles, Step
from shudu.logic.registry import register
from shudu.logic.techniques.singles import cells_with_candidates

Group = tuple[int, int, int]  # cells, their number, and their candidates; a plain tuple because there are thousands


@register("sue-de-coq", family="sue de coq", order=5300, level="unfair", score=250, code="1101")
def find_sue_de_coq(grid: Grid, id: str) -> Iterator[Step]:
    """Yield intersections that cells of their line and cells of their box lock."""
    empty = cells_with_candidates(grid)
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
    """Yield two or three cells with at least two candidates more than cells; each pair before its triples."""
    cells = tuple(cells_of(crossing))
    for some in sorted([*combinations(cells, 2), *combinations(cells, 3)]):
        digits = 0
        for cell in some:
            digits |= grid.cell_masks[cell]
        if digits.bit_count() >= len(some) + 2:
            yield mask_of(some), len(some), digits


def _groups(grid: Grid, choice: int) -> list[Group]:
    """Return choices of cells with at most three candidates more than cells; each before those that extend it."""
    groups: list[Group] = []
    for cell in reversed(tuple(cells_of(choice))):
        mark, mask = 1 << cell, grid.cell_masks[cell]
        groups = [
            (mark, 1, mask),
            *((cells | mark, size + 1, digits | mask) for cells, size, digits in groups),
            *groups,
        ]
    return [group for group in groups if group[2].bit_count() <= group[1] + 3]


def _fitting(groups: list[Group], middle: Group) -> list[Group]:
    """Return the groups outside the intersection with some of its digits, not all, and fewer others than cells."""
    used, _, crossing = middle
    return [
        (cells, size, digits)
        for cells, size, digits in groups
        if not cells & used and crossing & ~digits and crossing & digits and size > (digits & ~crossing).bit_count()
    ]


def _partners(middle: Group, in_line: list[Group], in_box: list[Group]) -> Iterator[tuple[Group, Group]]:
    """Yield a group of the line and one of the box that share no digit of the intersection and lock it."""
    _, size, crossing = middle
    need = crossing.bit_count() - size
    for one in in_line:
        more, taken = need - _surplus(one, crossing), one[2] & crossing
        for other in in_box:
            if not (other[2] & taken or other[0] & one[0]) and _surplus(other, crossing) == more:
                yield one, other


def _surplus(group: Group, crossing: int) -> int:
    """Return by how many its cells outnumber the candidates of a group that are not in the intersection."""
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
