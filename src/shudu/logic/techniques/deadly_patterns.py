"""Deadly patterns: cells whose digits could be swapped without breaking a rule.

A puzzle with one solution cannot contain one. So at least one of the extra candidates, which keep a pattern from being
deadly, is true. What follows depends only on where these are:

- type 1: all in one cell: it holds none of the pattern's digits
- type 2: all of one digit: candidates that see them all are removed
- type 3: in cells of one house, with digits that form a naked subset with other cells of it: the remaining cells lose
  these digits
- type 4: in two cells of a house that are its only places for a digit of the pattern: they lose the pattern's other
  digits

Roles: `type` the number of the type; `digits` the digits of the pattern; `cells` its cells; `extras` the extra
candidates; `house` the house of types 3 and 4 as text; `subset` the other cells of the subset (type 3); `locked` the
candidates of the digit that the two cells must hold (type 4). Links: the strong link between these (type 4).

The patterns, besides the rectangles of `unique_rectangles.py`:

- Unique loop: six or more cells that may hold the same two digits, two cells in each house the loop passes.
- Extended rectangle: two lines of a band (or stack) and three lines across, with three digits in the six cells. If they
  held only these, each of the two lines would have all three, and the lines could be swapped.
- Bivalue universal grave (BUG): every empty cell has two candidates and every digit two places in each house. `digits`
  are those of the cells with extra candidates, and `cells` are these cells. Roles of BUG + 1: `digits` the extra digit,
  `cell` the only cell with three candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final

from shudu.core.geometry import COLUMNS, HOUSE_MASKS, HOUSES_OF, ROWS, cells_of, common_peers, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Roles, Step
from shudu.logic.engine.step_parts import candidates
from shudu.logic.registry import register
from shudu.logic.techniques.singles import cells_with_candidates


@dataclass(frozen=True, slots=True)
class DeadlyPattern:
    """A deadly pattern.

    Attributes:
        cells: The cells of the pattern.
        own: For each cell with extra candidates, the digits of the pattern.
        extra: For each cell with extra candidates, these.
    """

    cells: int
    own: dict[int, int]
    extra: dict[int, int]

    @property
    def extra_digits(self) -> int:
        """The digits of the extra candidates."""
        union = 0
        for mask in self.extra.values():
            union |= mask
        return union

    @property
    def extra_cells(self) -> int:
        """The cells with extra candidates."""
        return sum(1 << cell for cell in self.extra)


def find_deadly_steps(
    grid: Grid, id: str, pattern: DeadlyPattern, types: tuple[int, ...] = (1, 2, 3, 4)
) -> Iterator[Step]:
    """Yield what follows from a pattern by some of the types."""
    finders = {1: _type_1, 2: _type_2, 3: _type_3, 4: _type_4}
    digits = 0
    for mask in pattern.own.values():
        digits |= mask
    for number in types:
        for removes, more, links in finders[number](grid, pattern):
            roles: Roles = {
                "type": (number,),
                "digits": tuple(bit + 1 for bit in cells_of(digits)),
                "cells": tuple(cells_of(pattern.cells)),
                "extras": tuple(
                    Candidate(bit + 1, cell) for cell, mask in pattern.extra.items() for bit in cells_of(mask)
                ),
            }
            if removes:
                yield Step(id, removes=removes, roles=roles | more, links=links)


Consequence = tuple[tuple[Candidate, ...], Roles, tuple[Link, ...]]  # removed candidates, further roles, links


def _type_1(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) == 1:
        (cell,) = pattern.extra
        yield tuple(Candidate(bit + 1, cell) for bit in cells_of(pattern.own[cell] & grid.cell_masks[cell])), {}, ()


def _type_2(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) > 1 and pattern.extra_digits.bit_count() == 1:
        digit = pattern.extra_digits.bit_length()
        yield candidates(digit, grid.digit_masks[digit - 1] & common_peers(pattern.extra_cells)), {}, ()


def _type_3(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) > 1 and pattern.extra_digits.bit_count() > 1:
        for house in _shared_houses(pattern.extra_cells):
            others = [c for c in cells_of(HOUSE_MASKS[house] & ~pattern.extra_cells) if grid.cell_masks[c]]
            for size in range(pattern.extra_digits.bit_count() - 1, len(others)):
                for subset in combinations(others, size):
                    yield from _subset_consequences(grid, pattern, house, subset)


def _subset_consequences(
    grid: Grid, pattern: DeadlyPattern, house: int, subset: tuple[int, ...]
) -> Iterator[Consequence]:
    union = pattern.extra_digits
    for cell in subset:
        union |= grid.cell_masks[cell]
    if union.bit_count() == len(subset) + 1:
        rest = HOUSE_MASKS[house] & ~pattern.extra_cells & ~sum(1 << cell for cell in subset)
        removes = tuple(c for bit in cells_of(union) for c in candidates(bit + 1, grid.digit_masks[bit] & rest))
        yield removes, {"house": (house_name(house),), "subset": subset}, ()


def _type_4(grid: Grid, pattern: DeadlyPattern) -> Iterator[Consequence]:
    if len(pattern.extra) == 2:
        one, other = pattern.extra
        for house in _shared_houses(pattern.extra_cells):
            for bit in cells_of(pattern.own[one] & pattern.own[other] & ~pattern.extra_digits):
                if grid.digit_masks[bit] & HOUSE_MASKS[house] == pattern.extra_cells:
                    removes = tuple(
                        Candidate(lost + 1, cell)
                        for cell in (one, other)
                        for lost in cells_of(pattern.own[cell] & grid.cell_masks[cell] & ~(1 << bit))
                    )
                    locked = (Candidate(bit + 1, one), Candidate(bit + 1, other))
                    name = house_name(house)
                    yield removes, {"house": (name,), "locked": locked}, (Link(locked[:1], locked[1:], True, name),)


def _shared_houses(cells: int) -> list[int]:
    return [house for house, mask in enumerate(HOUSE_MASKS) if not cells & ~mask]


_LONGEST: Final = 14


@register(
    "unique-loop",
    family="rectangles",
    order=4035,
    level="hard",
    score=110,
    se=4.6,
    on=False,
    unique=True,
    case_codes=("2003",),
)
def find_unique_loops(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the conclusions of all types from each loop."""
    for low in range(9):
        for high in range(low + 1, 9):
            pair = 1 << low | 1 << high
            seen: set[int] = set()
            for loop in _loops(grid, pair, grid.digit_masks[low] & grid.digit_masks[high]):
                if loop not in seen:
                    seen.add(loop)
                    extra = {cell: rest for cell in cells_of(loop) if (rest := grid.cell_masks[cell] & ~pair)}
                    yield from find_deadly_steps(grid, id, DeadlyPattern(loop, dict.fromkeys(extra, pair), extra))


def _loops(grid: Grid, pair: int, cells: int) -> Iterator[int]:
    """Yield the cells of each loop of two digits that starts at a cell without other candidates."""
    for start in cells_of(cells):
        if grid.cell_masks[start] == pair:
            yield from _extend_loop(grid, pair, cells, [start], -1, 0)


def _extend_loop(grid: Grid, pair: int, cells: int, loop: list[int], last_kind: int, extras: int) -> Iterator[int]:
    """Yield the loops with this beginning. Each house is used once, and extra candidates must fit one of the types."""
    for house in HOUSES_OF[loop[-1]]:
        if house // 9 == last_kind:
            continue
        for cell in cells_of(HOUSE_MASKS[house] & cells):
            if cell == loop[0] and len(loop) >= 6 and len(loop) % 2 == 0:
                if _is_deadly(loop):
                    yield sum(1 << c for c in loop)
            elif cell not in loop and len(loop) < _LONGEST:
                extra = grid.cell_masks[cell] & ~pair
                with_extras = sum(grid.cell_masks[c] != pair for c in loop) + bool(extra)
                if (with_extras <= 2 or (extras | extra).bit_count() == 1) and _keeps_houses(loop, cell):
                    yield from _extend_loop(grid, pair, cells, [*loop, cell], house // 9, extras | extra)


def _keeps_houses(loop: list[int], cell: int) -> bool:
    """Return whether no house gets a third cell."""
    return all(sum(HOUSE_MASKS[house] >> c & 1 for c in loop) < 2 for house in HOUSES_OF[cell])


def _is_deadly(loop: list[int]) -> bool:
    """Return whether each house has as many even cells of the loop as odd ones: one of each, or none."""
    even, odd = (sum(1 << cell for cell in loop[side::2]) for side in (0, 1))
    return all((even & mask).bit_count() == (odd & mask).bit_count() for mask in HOUSE_MASKS)


SixCells = tuple[int, int, int, int, int, int]


@register(
    "extended-rectangle",
    family="rectangles",
    order=4036,
    level="hard",
    score=110,
    on=False,
    unique=True,
    case_codes=("2007",),
)
def find_extended_rectangles(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the conclusions of types 1 to 3 from each extended rectangle."""
    for cells in _six_cells(grid):
        union = 0
        for cell in cells:
            union |= grid.cell_masks[cell]
        for trio in _trios(grid, cells, union):
            extra = {cell: rest for cell in cells if (rest := grid.cell_masks[cell] & ~trio)}
            pattern = DeadlyPattern(sum(1 << cell for cell in cells), dict.fromkeys(extra, trio), extra)
            yield from find_deadly_steps(grid, id, pattern, (1, 2, 3))


def _six_cells(grid: Grid) -> Iterator[SixCells]:
    """Yield three pairs of empty cells across two lines of a band or stack."""
    for lines in (ROWS, COLUMNS):
        for band in (0, 3, 6):
            for one, other in combinations(lines[band : band + 3], 2):
                pairs = zip(one, other, strict=True)
                open_pairs = [(a, b) for a, b in pairs if grid.cell_masks[a] and grid.cell_masks[b]]
                for (a, b), (c, d), (e, f) in combinations(open_pairs, 3):
                    yield a, b, c, d, e, f


def _trios(grid: Grid, cells: SixCells, union: int) -> Iterator[int]:
    """Yield the digits that the cells could hold alone: each has two of them, and few enough cells have others."""
    for trio in combinations(cells_of(union), 3):
        mask = sum(1 << bit for bit in trio)
        with_extras = [cell for cell in cells if grid.cell_masks[cell] & ~mask]
        extras = 0
        for cell in with_extras:
            extras |= grid.cell_masks[cell] & ~mask
        fits = all((grid.cell_masks[cell] & mask).bit_count() > 1 for cell in cells)
        if fits and with_extras and (len(with_extras) <= 2 or extras.bit_count() == 1):
            yield mask


_MOST_CELLS: Final = 6
_bug_type = partial(register, family="bug", level="hard", on=False, unique=True)


@register("bug-1", family="bug", order=2900, level="hard", score=100, code="0610", se=5.6, unique=True)
def find_bug_plus_one(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the digit with three places in each house of the only cell that has three candidates."""
    cell = _only_cell_with_three(grid)
    if cell is None:
        return
    for bit in cells_of(grid.cell_masks[cell]):
        if _not_twice(grid) == {(house, bit) for house in HOUSES_OF[cell]}:
            others = cells_of(grid.cell_masks[cell] & ~(1 << bit))
            roles: Roles = {"digits": (bit + 1,), "cell": (cell,)}
            yield Step(id, removes=tuple(Candidate(other + 1, cell) for other in others), roles=roles)


@_bug_type("bug-type-2", order=2901, score=110, se=5.7, case_codes=("2004",), number=2)
@_bug_type("bug-type-3", order=2902, score=120, se=5.8, case_codes=("2005",), number=3)
@_bug_type("bug-type-4", order=2903, score=120, se=5.7, case_codes=("2006",), number=4)
def find_bug_types(grid: Grid, id: str, number: int) -> Iterator[Step]:
    """Yield what follows from the extra candidates of a grave."""
    masks = grid.cell_masks
    crowded = [cell for cell, mask in enumerate(masks) if mask.bit_count() > 2]
    if 1 < len(crowded) <= _MOST_CELLS and all(mask.bit_count() != 1 for mask in masks):
        for grave in _graves(grid, crowded, list(grid.digit_masks)):
            own = {cell: sum(1 << bit for bit, places in enumerate(grave) if places >> cell & 1) for cell in crowded}
            extra = {cell: masks[cell] & ~own[cell] for cell in crowded}
            pattern = DeadlyPattern(sum(1 << cell for cell in crowded), own, extra)
            yield from find_deadly_steps(grid, id, pattern, (number,))


def _only_cell_with_three(grid: Grid) -> int | None:
    more = cells_with_candidates(grid) & ~grid.with_candidates(2)
    if more.bit_count() != 1:
        return None
    cell = more.bit_length() - 1
    return cell if grid.cell_masks[cell].bit_count() == 3 else None


def _not_twice(grid: Grid) -> set[tuple[int, int]]:
    """Return the houses and digits (from 0) with more or fewer than the two places of a grave."""
    counts = {
        (house, bit): (places & mask).bit_count()
        for house, mask in enumerate(HOUSE_MASKS)
        for bit, places in enumerate(grid.digit_masks)
    }
    return {key for key, count in counts.items() if count not in (0, 2)}


def _graves(grid: Grid, crowded: list[int], digit_masks: list[int]) -> Iterator[list[int]]:
    """Yield the graves that remain if each cell with more than two candidates keeps two of them, as places by digit."""
    if not crowded:
        if all((places & house).bit_count() in (0, 2) for places in digit_masks for house in HOUSE_MASKS):
            yield digit_masks
        return
    cell, *others = crowded
    for pair in combinations(cells_of(grid.cell_masks[cell]), 2):
        reduced = [places & ~(1 << cell) if bit not in pair else places for bit, places in enumerate(digit_masks)]
        if _can_be_grave(reduced, others):
            yield from _graves(grid, others, reduced)


def _can_be_grave(digit_masks: list[int], crowded: list[int]) -> bool:
    """Return whether no house has one place of a digit, or more than two outside the cells still to be reduced."""
    open_cells = sum(1 << cell for cell in crowded)
    return all(
        (places & house).bit_count() != 1 and (places & house & ~open_cells).bit_count() <= 2
        for places in digit_masks
        for house in HOUSE_MASKS
    )
