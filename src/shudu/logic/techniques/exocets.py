"""Junior exocet: two cells of a box whose digits must be repeated in two target cells beside it.

The base is two cells of a line in a box, with three or four digits between them. Take the two other lines of the band (or
stack). A target is a cell of another box of the band, outside the line of the base; the cell beside it, in the other of the
two lines and in the same box, is its companion and has no digit of the base. There is a target in each of the two other boxes.

Consider the three lines across the band that pass through the targets and through the third cell of the base's box and
line. Outside the band, each digit of the base has places in them in at most two lines, so it is there at most twice. A digit
that is true in the base is excluded from the rest of its line and box; across the band it must therefore be in one of the
targets. Two digits are true in the base, so the targets hold exactly these.

Targets lose all other digits, and the base loses digits that no target has.

Roles: `digits` the digits of the base; `base-cells` and `targets` the cells; `companions` the cells beside the targets;
`lines` the three lines across the band.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from shudu.core.geometry import COLUMN_OF, HOUSE_MASKS, ROW_OF, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, DigitSet
from shudu.core.step import Step
from shudu.logic.registry import register


@register("junior-exocet", family="exocets", order=8440, level="extreme", score=480, on=False, case_codes=("2027",))
def find_junior_exocets(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the exocets in bands, then those in stacks."""
    for line, box in product(range(18), range(18, 27)):
        mini = (*cells_of(HOUSE_MASKS[line] & HOUSE_MASKS[box]),)
        for base in combinations(mini, 2):
            digits = grid.cell_masks[base[0]] | grid.cell_masks[base[1]]
            if all(grid.cell_masks[cell] for cell in base) and 3 <= digits.bit_count() <= 4:
                (third,) = set(mini) - set(base)
                yield from _exocets(grid, id, line, box, base, third, digits)


def _exocets(
    grid: Grid, id: str, line: int, box: int, base: tuple[int, ...], third: int, digits: int
) -> Iterator[Step]:
    sides = [
        [pair for pair in _targets(line, other) if _is_target(grid, *pair, digits)]
        for other in range(18, 27)
        if other != box and HOUSE_MASKS[other] & HOUSE_MASKS[line]
    ]
    for (one, beside), (two, beyond) in product(*sides):
        lines = tuple(_line_across(line, cell) for cell in (third, one, two))
        removes = _removes(grid, base, (one, two), digits)
        if removes and all(_fits_twice(grid, box, bit + 1, lines) for bit in cells_of(digits)):
            yield Step(
                id,
                removes=removes,
                roles={
                    "digits": tuple(DigitSet.from_mask(digits)),
                    "base-cells": base,
                    "targets": (one, two),
                    "companions": (beside, beyond),
                    "lines": (*map(house_name, lines),),
                },
            )


def _line_across(line: int, cell: int) -> int:
    """Return the line through a cell that crosses another line."""
    return 9 + COLUMN_OF[cell] if line < 9 else ROW_OF[cell]


def _targets(line: int, box: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of a box outside a line that may be targets, each with its companion beside it."""
    outside = HOUSE_MASKS[box] & ~HOUSE_MASKS[line]
    for cell in cells_of(outside):
        yield cell, (outside & HOUSE_MASKS[_line_across(line, cell)] & ~(1 << cell)).bit_length() - 1


def _is_target(grid: Grid, target: int, companion: int, digits: int) -> bool:
    placed = grid.digits[companion]
    free = not (grid.cell_masks[companion] | (1 << placed - 1 if placed else 0)) & digits
    return free and bool(grid.cell_masks[target] & digits)


def _fits_twice(grid: Grid, box: int, digit: int, lines: tuple[int, ...]) -> bool:
    """Return whether a digit can be in some parallel lines at most twice outside the band of a box that they cross."""
    outside = 0
    for line in lines:
        outside |= HOUSE_MASKS[line]
    parallel, crossing = (range(9, 18), range(9)) if lines[0] >= 9 else (range(9), range(9, 18))
    for house in crossing:
        if HOUSE_MASKS[house] & HOUSE_MASKS[box]:
            outside &= ~HOUSE_MASKS[house]
    filled = sum(1 << cell for cell, value in enumerate(grid.digits) if value == digit)
    places = (grid.digit_masks[digit - 1] | filled) & outside
    return any(
        not places & ~(HOUSE_MASKS[one] | HOUSE_MASKS[other]) for one, other in combinations((*parallel, *crossing), 2)
    )


def _removes(grid: Grid, base: tuple[int, ...], targets: tuple[int, int], digits: int) -> tuple[Candidate, ...]:
    masks = grid.cell_masks
    repeated = (masks[targets[0]] | masks[targets[1]]) & digits
    lost = [(cell, masks[cell] & ~digits) for cell in targets] + [(cell, masks[cell] & ~repeated) for cell in base]
    return tuple(Candidate(bit + 1, cell) for cell, mask in lost for bit in cells_of(mask))
