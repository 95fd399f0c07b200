"""Avoidable rectangles: unique rectangles with cells that are already filled.

Two digits crosswise in a rectangle without givens could be swapped. So its last cells do not complete it.

Roles: `digits` the two digits; `filled` the filled cells, `open` the empty ones; `extras` the candidates of which one
is true (type 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from shudu.core.candidate import Candidate
from shudu.core.geometry import PEER_MASKS, cells_of, mask_of
from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
from shudu.logic.engine.rectangles import Corners, corners
from shudu.logic.engine.step_parts import candidates
from shudu.logic.registry import register

_avoidable = partial(register, family="rectangles", level="hard", score=100, unique=True)


@_avoidable("avoidable-rectangle-1", order=4020, code="0607")
def find_type_1(grid: Grid, id: str) -> Iterator[Step]:
    """Yield rectangles with three filled corners: the fourth does not complete it."""
    for cells in _rectangles(grid):
        start, second, third, fourth = cells
        a, b = grid.digits[start], grid.digits[second]
        for last, filled, missing, other in ((fourth, third, a, b), (third, fourth, b, a)):
            if grid.digits[filled] == other and _is_pair_with(grid, last, missing):
                roles: Roles = {"digits": (a, b), "filled": (start, second, filled), "open": (last,)}
                yield Step(id, removes=(Candidate(missing, last),), roles=roles)


@_avoidable("avoidable-rectangle-2", order=4030, code="0608")
def find_type_2(grid: Grid, id: str) -> Iterator[Step]:
    """Yield rectangles with two filled corners whose other two have the same extra candidate: one of them holds it."""
    for start, second, third, fourth in _rectangles(grid):
        a, b = grid.digits[start], grid.digits[second]
        if _is_pair_with(grid, third, b) and _is_pair_with(grid, fourth, a):
            extra = grid.cell_masks[third] & ~(1 << b - 1)
            if extra == grid.cell_masks[fourth] & ~(1 << a - 1):
                digit = extra.bit_length()
                if targets := grid.digit_masks[digit - 1] & PEER_MASKS[third] & PEER_MASKS[fourth]:
                    extras = (Candidate(digit, third), Candidate(digit, fourth))
                    roles: Roles = {
                        "digits": (a, b),
                        "filled": (start, second),
                        "open": (third, fourth),
                        "extras": extras,
                    }
                    yield Step(id, removes=candidates(digit, targets), roles=roles)


def _rectangles(grid: Grid) -> Iterator[Corners]:
    """Yield rectangles without givens whose first two corners are filled and whose others may complete it; each once."""
    placed = mask_of([cell for cell, digit in enumerate(grid.digits) if digit]) & ~grid.givens.mask
    seen: set[int] = set()
    for start in cells_of(placed):
        for cells in corners(start, placed | grid.with_candidates(2)):
            if placed >> cells[1] & 1 and _can_be_completed(grid, cells) and mask_of(cells) not in seen:
                seen.add(mask_of(cells))
                yield cells


def _can_be_completed(grid: Grid, cells: Corners) -> bool:
    """Return whether the far corners can complete the rectangle and at least one of them is empty."""
    start, second, third, fourth = cells
    a, b = grid.digits[start], grid.digits[second]
    open_third, open_fourth = _is_pair_with(grid, third, b), _is_pair_with(grid, fourth, a)
    return (open_third and (open_fourth or grid.digits[fourth] == a)) or (open_fourth and grid.digits[third] == b)


def _is_pair_with(grid: Grid, cell: int, digit: int) -> bool:
    mask = grid.cell_masks[cell]
    return mask.bit_count() == 2 and bool(mask >> digit - 1 & 1)
