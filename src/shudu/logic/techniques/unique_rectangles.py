"""Unique rectangles: four cells in two rows, two columns and two boxes cannot hold two digits crosswise.

If they did, the two digits could be swapped and the puzzle would have two solutions. So at least one of the four cells
holds another digit, an extra one. Types 1 to 6 and the hidden rectangle use this in different ways. A digit that logic
has removed from a cell does no harm (`missing` allows it); a digit that a filled peer excludes does. Four cells can be
a rectangle of several pairs of digits; without `every_pair` only the first pair counts, as in HoDoKu.

Roles: `digits` the two digits; `floor` the cells without other candidates; `roof` the cells with extra ones; `extras`
the extra candidates; `subset` the cells that form a subset with the roof (type 3); `house` the house of the subset, or
the houses where a digit has places in the rectangle only (types 4, 6 and hidden).

Avoidable rectangles are unique rectangles with cells that are already filled: two digits crosswise in a rectangle
without givens could be swapped, so its last cells do not complete it. Roles: `digits` the two digits; `filled` the
filled cells, `open` the empty ones; `extras` the candidates of which one is true (type 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations
from typing import Final

from shudu.core.geometry import (
    BOX_OF,
    BOXES,
    CELLS,
    COLUMN_OF,
    HOUSE_MASKS,
    HOUSES,
    PEER_MASKS,
    ROW_OF,
    cells_of,
    common_peers,
    house_name,
    mask_of,
)
from shudu.core.grid import Grid, masks_by_rules
from shudu.core.sets import Candidate
from shudu.core.step import Roles, Step
from shudu.logic.engine.step_parts import candidates
from shudu.logic.registry import register

_uniqueness = partial(
    register, family="rectangles", level="hard", score=100, unique=True, missing=True, every_pair=True
)


@_uniqueness("uniqueness-1", order=3500, code="0600", se=4.5)
def find_type_1(grid: Grid, id: str, missing: bool, every_pair: bool) -> Iterator[Step]:
    """Yield rectangles with extra candidates in one cell: it holds one of them."""
    for rectangle in rectangles(grid, missing, every_pair):
        if len(rectangle.floor) == 3:
            (cell,) = rectangle.roof
            present = grid.cell_masks[cell] & rectangle.pair
            yield from _step(grid, id, rectangle, [Candidate(bit + 1, cell) for bit in cells_of(present)])


@_uniqueness("uniqueness-2", order=3600, code="0601", se=4.5, aligned=True)
@_uniqueness("uniqueness-5", order=3900, code="0604", aligned=False)
def find_types_2_and_5(grid: Grid, id: str, missing: bool, every_pair: bool, aligned: bool) -> Iterator[Step]:
    """Yield rectangles with one extra digit in two cells of a line (type 2), or in two opposite or three (type 5)."""
    for rectangle in rectangles(grid, missing, every_pair):
        extras = rectangle.extras(grid)
        fits = aligned == (len(rectangle.roof) == 2 and not rectangle.is_diagonal())
        if fits and len(rectangle.floor) in (1, 2) and extras.bit_count() == 1:
            digit = extras.bit_length()
            targets = grid.digit_masks[digit - 1] & common_peers(mask_of(rectangle.roof)) & ~rectangle.mask
            yield from _step(grid, id, rectangle, candidates(digit, targets))


@_uniqueness("uniqueness-3", order=3700, code="0602", se=4.6)
def find_type_3(grid: Grid, id: str, missing: bool, every_pair: bool) -> Iterator[Step]:
    """Yield rectangles whose extra candidates in two cells count as one cell of a naked subset."""
    for rectangle in rectangles(grid, missing, every_pair):
        if len(rectangle.floor) == 2:
            for house in rectangle.roof_houses():
                yield from _subset_steps(grid, id, rectangle, house)


@_uniqueness("uniqueness-4", order=3800, code="0603", se=4.5)
def find_type_4(grid: Grid, id: str, missing: bool, every_pair: bool) -> Iterator[Step]:
    """Yield rectangles with one of the digits locked in the roof: the other is not there."""
    for rectangle in rectangles(grid, missing, every_pair):
        if len(rectangle.floor) == 2 and not rectangle.is_diagonal():
            for needed, other in ((rectangle.low, rectangle.high), (rectangle.high, rectangle.low)):
                houses = [house for house in rectangle.roof_houses() if _only_in(grid, needed, house, rectangle.mask)]
                if houses:
                    removes = candidates(other, grid.digit_masks[other - 1] & mask_of(rectangle.roof))
                    yield from _step(grid, id, rectangle, removes, house=houses)


@_uniqueness("uniqueness-6", order=4000, code="0605")
def find_type_6(grid: Grid, id: str, missing: bool, every_pair: bool) -> Iterator[Step]:
    """Yield rectangles with a diagonal roof, all of whose lines need a digit in the rectangle: not in the roof."""
    for rectangle in rectangles(grid, missing, every_pair):
        if len(rectangle.floor) == 2 and rectangle.is_diagonal():
            lines = rectangle.lines()
            for digit in (rectangle.low, rectangle.high):
                if all(_only_in(grid, digit, line, rectangle.mask) for line in lines):
                    removes = candidates(digit, grid.digit_masks[digit - 1] & mask_of(rectangle.roof))
                    yield from _step(grid, id, rectangle, removes, house=lines)


@_uniqueness("hidden-rectangle", order=4010, code="0606")
def find_hidden_rectangles(grid: Grid, id: str, missing: bool, every_pair: bool) -> Iterator[Step]:
    """Yield corners opposite the floor whose two lines need a digit in the rectangle: they do not hold the other."""
    for rectangle in rectangles(grid, missing, every_pair):
        if len(rectangle.floor) == 1 or (len(rectangle.floor) == 2 and rectangle.is_diagonal()):
            for corner in rectangle.floor:
                yield from _hidden_steps(grid, id, rectangle, corner)


def _hidden_steps(grid: Grid, id: str, rectangle: Rectangle, corner: int) -> Iterator[Step]:
    opposite = next(c for c in rectangle.cells if ROW_OF[c] != ROW_OF[corner] and COLUMN_OF[c] != COLUMN_OF[corner])
    lines = [ROW_OF[opposite], 9 + COLUMN_OF[opposite]]
    for needed, other in ((rectangle.low, rectangle.high), (rectangle.high, rectangle.low)):
        if all(_only_in(grid, needed, line, rectangle.mask) for line in lines):
            removes = candidates(other, grid.digit_masks[other - 1] & 1 << opposite)
            yield from _step(grid, id, rectangle, removes, house=lines)


def _subset_steps(grid: Grid, id: str, rectangle: Rectangle, house: int) -> Iterator[Step]:
    """Yield the naked subsets that the extras of the roof form with cells of a house, smaller before larger ones."""
    masks = grid.cell_masks
    free = [c for c in HOUSES[house] if masks[c] and not masks[c] & rectangle.pair and c not in rectangle.cells]
    sizes = range(1, len(free) + 1)
    for subset in sorted(chain.from_iterable(combinations(free, size) for size in sizes)):
        digits = rectangle.extras(grid)
        for cell in subset:
            digits |= grid.cell_masks[cell]
        used = (*rectangle.roof, *subset)
        if digits.bit_count() == len(subset) + 1 and not (house >= 18 and _are_aligned(used)):
            removes = list(dict.fromkeys(_candidates_around(grid, house, used, digits)))
            yield from _step(grid, id, rectangle, removes, subset=subset, house=[house])


def _candidates_around(grid: Grid, house: int, used: tuple[int, ...], digits: int) -> Iterator[Candidate]:
    """Yield the digits in the other cells of a house, and of the box if all the used cells lie in one."""
    boxes = {18 + BOX_OF[cell] for cell in used}
    for around in (house, *(boxes if len(boxes) == 1 else ())):
        for cell in HOUSES[around]:
            if cell not in used:
                yield from (Candidate(bit + 1, cell) for bit in cells_of(grid.cell_masks[cell] & digits))


def _are_aligned(cells: tuple[int, ...]) -> bool:
    return len({ROW_OF[cell] for cell in cells}) == 1 or len({COLUMN_OF[cell] for cell in cells}) == 1


def _only_in(grid: Grid, digit: int, house: int, cells: int) -> bool:
    """Return whether all places of a digit in a house are among some cells."""
    return not grid.digit_masks[digit - 1] & HOUSE_MASKS[house] & ~cells


def _step(
    grid: Grid,
    id: str,
    rectangle: Rectangle,
    removes: list[Candidate] | tuple[Candidate, ...],
    house: list[int] | None = None,
    subset: tuple[int, ...] = (),
) -> Iterator[Step]:
    if not removes:
        return
    extras = [
        Candidate(b + 1, cell) for cell in rectangle.roof for b in cells_of(grid.cell_masks[cell] & ~rectangle.pair)
    ]
    roles: Roles = {
        "digits": (rectangle.low, rectangle.high),
        "floor": rectangle.floor,
        "roof": rectangle.roof,
        "extras": tuple(extras),
    }
    if house:
        roles["house"] = tuple(map(house_name, house))
    if subset:
        roles["subset"] = subset
    yield Step(id, removes=tuple(removes), roles=roles)


_avoidable = partial(register, family="rectangles", level="hard", score=100, unique=True)


@_avoidable("avoidable-rectangle-1", order=4020, code="0607")
def find_avoidable_type_1(grid: Grid, id: str) -> Iterator[Step]:
    """Yield rectangles with three filled corners: the fourth does not complete it."""
    for cells in _avoidable_rectangles(grid):
        start, second, third, fourth = cells
        a, b = grid.digits[start], grid.digits[second]
        for last, filled, missing, other in ((fourth, third, a, b), (third, fourth, b, a)):
            if grid.digits[filled] == other and _is_pair_with(grid, last, missing):
                roles: Roles = {"digits": (a, b), "filled": (start, second, filled), "open": (last,)}
                yield Step(id, removes=(Candidate(missing, last),), roles=roles)


@_avoidable("avoidable-rectangle-2", order=4030, code="0608")
def find_avoidable_type_2(grid: Grid, id: str) -> Iterator[Step]:
    """Yield rectangles with two filled corners whose other two have the same extra candidate: one of them holds it."""
    for start, second, third, fourth in _avoidable_rectangles(grid):
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


def _avoidable_rectangles(grid: Grid) -> Iterator[Corners]:
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


Corners = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Four cells that may hold two digits, divided into those without other candidates (floor) and the rest (roof)."""

    cells: Corners
    low: int
    high: int
    floor: tuple[int, ...]
    roof: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The four cells."""
        return mask_of(self.cells)

    @property
    def pair(self) -> int:
        """The two digits as a mask."""
        return 1 << self.low - 1 | 1 << self.high - 1

    def extras(self, grid: Grid) -> int:
        """Return the other candidates of the roof."""
        mask = 0
        for cell in self.roof:
            mask |= grid.cell_masks[cell]
        return mask & ~self.pair

    def roof_houses(self) -> tuple[int, ...]:
        """Return the houses that contain the whole roof."""
        roof = mask_of(self.roof)
        return tuple(house for house, mask in enumerate(HOUSE_MASKS) if not roof & ~mask)

    def lines(self) -> list[int]:
        """Return its two rows and two columns."""
        return sorted({ROW_OF[cell] for cell in self.cells} | {9 + COLUMN_OF[cell] for cell in self.cells})

    def is_diagonal(self) -> bool:
        """Return whether the roof is two opposite corners."""
        return len(self.roof) == 2 and all(house >= 18 for house in self.roof_houses())


def rectangles(grid: Grid, missing: bool, every_pair: bool) -> Iterator[Rectangle]:
    """Yield every rectangle with a cell of two candidates that all four cells may hold.

    If `missing`, it is enough that the rules allow the digits in a cell, even if logic has removed them. Unless
    `every_pair`, four cells are a rectangle of the first pair of digits only.
    """
    possible = masks_by_rules(grid.digits) if missing else grid.digit_masks
    seen: set[tuple[int, int]] = set()
    for start in cells_of(grid.with_candidates(2)):
        mask = grid.cell_masks[start]
        low, high = (mask & -mask).bit_length(), mask.bit_length()
        for cells in corners(start, possible[low - 1] & possible[high - 1]):
            key = (mask_of(cells), mask if every_pair else 0)
            if key not in seen:
                seen.add(key)
                floor = tuple(cell for cell in cells if not grid.cell_masks[cell] & ~mask)
                yield Rectangle(cells, low, high, floor, tuple(cell for cell in cells if cell not in floor))


def corners(start: int, fits: int) -> Iterator[Corners]:
    """Yield the rectangles from a cell whose other corners are among `fits`; the second corner is in its box."""
    return (cells for cells, others in _FROM[start] if not others & ~fits)


def _rectangles_from(start: int) -> Iterator[Corners]:
    for second in BOXES[BOX_OF[start]]:
        in_row, in_column = ROW_OF[second] == ROW_OF[start], COLUMN_OF[second] == COLUMN_OF[start]
        if in_row != in_column:
            here, there = ((9 + COLUMN_OF[cell] if in_row else ROW_OF[cell]) for cell in (start, second))
            for third, fourth in zip(HOUSES[here], HOUSES[there], strict=True):
                if BOX_OF[third] != BOX_OF[start]:
                    yield start, second, third, fourth


_FROM: Final = tuple(tuple((cells, mask_of(cells[1:])) for cells in _rectangles_from(start)) for start in CELLS)
