"""Fireworks: digits that a row and a column can hold only near their crossing, or in one wing each.

Let a row and a column cross in a box. If a digit has at most one place of the row outside the box, and at most one of the
column, it must be in one of these two wings or in the crossing cell: without the wings the row and the column both have
it in the box, and the box has it once.

- Triple: three digits with the same crossing and wings fill the three cells.
- Quadruple: two digits with one crossing and two with the opposite one, sharing the wings, fill the four cells. Each
  crossing holds one of its own two digits.

Roles: `digits` all digits; `crossing` the crossing cell, `wings` the two other cells; for a quadruple also `opposite` the
other crossing, `crossing-digits` and `opposite-digits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from shudu.core.geometry import BOX_OF, HOUSE_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, DigitSet
from shudu.core.step import Step
from shudu.logic.registry import register


@register("triple-firework", family="fireworks", order=5310, level="unfair", score=250, on=False, case_codes=("2022",))
def find_triple_fireworks(grid: Grid, id: str) -> Iterator[Step]:
    """Yield three digits that fill a crossing and its two wings."""
    for crossing, wings in _crossings(grid):
        digits = _find_fireworks(grid, crossing, wings)
        for three in combinations(cells_of(digits), 3):
            allowed = sum(1 << bit for bit in three)
            if removes := _removes(grid, dict.fromkeys((crossing, *wings), allowed)):
                yield Step(
                    id,
                    removes=removes,
                    roles={"digits": tuple(DigitSet.from_mask(allowed)), "crossing": (crossing,), "wings": wings},
                )


@register(
    "quadruple-firework", family="fireworks", order=5315, level="unfair", score=280, on=False, case_codes=("2023",)
)
def find_quadruple_fireworks(grid: Grid, id: str) -> Iterator[Step]:
    """Yield four digits that fill two opposite crossings and the wings they share."""
    for crossing, wings in _crossings(grid):
        opposite = wings[1] // 9 * 9 + wings[0] % 9
        if crossing > opposite or not grid.cell_masks[opposite]:
            continue
        here, there = _find_fireworks(grid, crossing, wings), _find_fireworks(grid, opposite, (wings[1], wings[0]))
        for one, other in product(combinations(cells_of(here), 2), combinations(cells_of(there), 2)):
            own, far = sum(1 << bit for bit in one), sum(1 << bit for bit in other)
            if own & far:
                continue
            allowed = {crossing: own, opposite: far, wings[0]: own | far, wings[1]: own | far}
            if removes := _removes(grid, allowed):
                yield Step(
                    id,
                    removes=removes,
                    roles={
                        "digits": tuple(DigitSet.from_mask(own | far)),
                        "crossing": (crossing,),
                        "opposite": (opposite,),
                        "wings": wings,
                        "crossing-digits": tuple(DigitSet.from_mask(own)),
                        "opposite-digits": tuple(DigitSet.from_mask(far)),
                    },
                )


def _crossings(grid: Grid) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield a crossing cell and two wings, in its row and in its column, outside its box; all three are empty."""
    masks = grid.cell_masks
    for cell in range(81):
        if masks[cell]:
            box = HOUSE_MASKS[18 + BOX_OF[cell]]
            row, column = HOUSE_MASKS[cell // 9] & ~box, HOUSE_MASKS[9 + cell % 9] & ~box
            for wings in product(cells_of(row), cells_of(column)):
                if masks[wings[0]] and masks[wings[1]]:
                    yield cell, wings


def _find_fireworks(grid: Grid, crossing: int, wings: tuple[int, int]) -> int:
    """Return the digits that must be in a crossing or its wings. The first wing is in the row, the second in the column."""
    box = HOUSE_MASKS[18 + BOX_OF[crossing]]
    outside = (HOUSE_MASKS[crossing // 9] | HOUSE_MASKS[9 + crossing % 9]) & ~box
    outside &= ~(1 << wings[0] | 1 << wings[1])
    lines = (HOUSE_MASKS[crossing // 9], HOUSE_MASKS[9 + crossing % 9])
    return sum(
        1 << bit
        for bit, places in enumerate(grid.digit_masks)
        if not places & outside and all(places & line for line in lines)
    )


def _removes(grid: Grid, allowed: dict[int, int]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(bit + 1, cell)
        for cell, digits in sorted(allowed.items())
        for bit in cells_of(grid.cell_masks[cell] & ~digits)
    )
