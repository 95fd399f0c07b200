"""Impossible patterns: cells that cannot be filled with the pattern's digits alone, so a guardian is true.

The guardians are the candidates that keep the pattern from being impossible: at least one of them is true. If there is one,
it is placed; otherwise every candidate that conflicts with all of them is removed. These patterns do not rely on the
puzzle having one solution.

- Guardians (broken wing): a ring of five or seven cells for one digit, each linked to the next by a house with no other
  cell of the ring. If these houses had no other places for the digit, every second cell would hold it, which fails for an
  odd number of cells.
- Bivalue oddagon: an odd ring of cells that see the next one and may all hold the same two digits. Without other
  candidates the two digits would alternate.
- Tridagon (Thor's hammer): three digits in twelve cells, three in each of four boxes that form a rectangle, one in every
  row and column of the box. In three of the boxes the cells run the same way, in the fourth the other way. The twelve
  cells cannot hold three digits alone.

Roles: `digits` the digits of the pattern; `cells` its cells, in the order of the ring; `houses` the houses of a ring of one
digit, the boxes of a tridagon; `extras` the guardians.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Final, NamedTuple

from shudu.core.geometry import ALL_CELLS, HOUSE_MASKS, HOUSES_OF, PEER_MASKS, cells_of, common_peers, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Roles, Step
from shudu.logic.engine.step_parts import candidates
from shudu.logic.registry import register

_ONE_DIGIT_RINGS: Final = (5, 7)
_TWO_DIGIT_RINGS: Final = (5, 7, 9)
_MOST_GUARDED: Final = 3  # cells of a tridagon with guardians


@register(
    "guardians", family="impossible patterns", order=5320, level="unfair", score=260, on=False, case_codes=("2024",)
)
def find_guardians(grid: Grid, id: str) -> Iterator[Step]:
    """Yield odd rings of one digit, short ones first."""
    for digit, places in enumerate(grid.digit_masks, 1):
        seen: set[int] = set()
        for ring in (ring for length in _ONE_DIGIT_RINGS for ring in _find_rings(places, length)):
            if ring.guards and ring.guards not in seen:
                seen.add(ring.guards)
                roles: Roles = {
                    "digits": (digit,),
                    "cells": ring.cells,
                    "houses": (*map(house_name, ring.houses),),
                }
                yield from _conclude(grid, id, candidates(digit, ring.guards), roles)


class _Ring(NamedTuple):
    """A ring, or a part of one, of a digit: its cells, the house of each link, and the other places in these houses."""

    cells: tuple[int, ...]
    houses: tuple[int, ...]
    guards: int

    def extend(self, cell: int, house: int, places: int) -> _Ring:
        """Return the ring with one more link; a closing link leads back to the first cell."""
        cells = self.cells if cell == self.cells[0] else (*self.cells, cell)
        ends = 1 << self.cells[-1] | 1 << cell
        return _Ring(cells, (*self.houses, house), self.guards | places & HOUSE_MASKS[house] & ~ends)


def _find_rings(places: int, length: int) -> Iterator[_Ring]:
    """Yield the rings of a length whose guards may lead to something, each once from its first cell."""
    for first in cells_of(places):
        yield from _extend_ring(_Ring((first,), (), 0), places, length)


def _extend_ring(ring: _Ring, places: int, length: int) -> Iterator[_Ring]:
    first, last = ring.cells[0], ring.cells[-1]
    inside = sum(1 << cell for cell in ring.cells)
    used = 0
    for house in ring.houses:
        used |= HOUSE_MASKS[house]
    for house in HOUSES_OF[last]:
        if house in ring.houses:
            continue
        if len(ring.cells) == length:
            if HOUSE_MASKS[house] & inside == 1 << first | 1 << last and ring.cells[1] < last:
                closed = ring.extend(first, house, places)
                if _may_conclude(closed.guards, places):
                    yield closed
        elif HOUSE_MASKS[house] & inside == 1 << last:
            beyond = HOUSE_MASKS[house] & places & ~used & -(2 << first)  # the first cell is the smallest
            for cell in cells_of(beyond):
                longer = ring.extend(cell, house, places)
                if _may_conclude(longer.guards, places):
                    yield from _extend_ring(longer, places, length)


def _may_conclude(guards: int, places: int) -> bool:
    return guards.bit_count() < 2 or bool(common_peers(guards) & places)


@register(
    "bivalue-oddagon",
    family="impossible patterns",
    order=5325,
    level="unfair",
    score=260,
    on=False,
    case_codes=("2025",),
)
def find_bivalue_oddagons(grid: Grid, id: str) -> Iterator[Step]:
    """Yield odd rings of cells that may hold the same two digits, short ones first."""
    for one, other in combinations(range(9), 2):
        cells = grid.digit_masks[one] & grid.digit_masks[other]
        pair = 1 << one | 1 << other
        seen: set[tuple[Candidate, ...]] = set()
        for ring in (ring for length in _TWO_DIGIT_RINGS for ring in _find_loops(grid, cells, pair, length)):
            extras = _extras(grid, sorted(ring), pair)
            if extras and extras not in seen:
                seen.add(extras)
                yield from _conclude(grid, id, extras, {"digits": (one + 1, other + 1), "cells": ring})


def _find_loops(grid: Grid, cells: int, pair: int, length: int) -> Iterator[tuple[int, ...]]:
    """Yield the loops of cells, each of which sees the next, from their smallest cell."""
    conflicts = {c: _conflicts(grid, _extras(grid, [c], pair)) for c in cells_of(cells)}
    for first in cells_of(cells):
        later = cells & -(2 << first)
        yield from _extend_loop((first,), conflicts[first], conflicts, later, length)


def _extend_loop(
    loop: tuple[int, ...], left: int, conflicts: dict[int, int], later: int, length: int
) -> Iterator[tuple[int, ...]]:
    """`left` has the candidates that conflict with all guardians so far; without any the loop is given up."""
    if len(loop) == length:
        if PEER_MASKS[loop[-1]] >> loop[0] & 1 and loop[1] < loop[-1]:
            yield loop
        return
    for cell in cells_of(PEER_MASKS[loop[-1]] & later):
        if rest := left & conflicts[cell]:
            yield from _extend_loop((*loop, cell), rest, conflicts, later & ~(1 << cell), length)


@register(
    "tridagon", family="impossible patterns", order=5385, level="unfair", score=260, on=False, case_codes=("2026",)
)
def find_tridagons(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the tridagons with guardians in at most three cells."""
    rectangles = [
        tuple(18 + 3 * band + stack for band in bands for stack in stacks)
        for bands, stacks in product(combinations(range(3), 2), repeat=2)
    ]
    for digits in combinations(range(9), 3):
        three = sum(1 << bit for bit in digits)
        diagonals = {box: list(_diagonals(grid, box, three)) for box in range(18, 27)}
        for boxes in rectangles:
            for chosen in product(*(diagonals[box] for box in boxes)):
                if sum(odd for _, odd, _ in chosen) % 2 and sum(extra for _, _, extra in chosen) <= _MOST_GUARDED:
                    cells = tuple(cell for diagonal, _, _ in chosen for cell in diagonal)
                    roles: Roles = {
                        "digits": tuple(bit + 1 for bit in digits),
                        "cells": cells,
                        "houses": (*map(house_name, boxes),),
                    }
                    yield from _conclude(grid, id, _extras(grid, cells, three), roles)


def _diagonals(grid: Grid, box: int, three: int) -> Iterator[tuple[tuple[int, ...], bool, int]]:
    """Yield three empty cells of a box on a diagonal, whether it runs the odd way, and how many of them have extras.

    Each cell may hold at least two of the digits.
    """
    cells = (*cells_of(HOUSE_MASKS[box]),)
    for columns in permutations(range(3)):
        diagonal = tuple(cells[3 * row + column] for row, column in enumerate(columns))
        masks = [grid.cell_masks[cell] for cell in diagonal]
        extra = sum(bool(mask & ~three) for mask in masks)
        if extra <= _MOST_GUARDED and all((mask & three).bit_count() >= 2 for mask in masks):
            inversions = sum(a > b for a, b in combinations(columns, 2))
            yield diagonal, bool(inversions % 2), extra


def _extras(grid: Grid, cells: list[int] | tuple[int, ...], digits: int) -> tuple[Candidate, ...]:
    """Return the candidates of some cells besides those of some digits."""
    return tuple(Candidate(bit + 1, cell) for cell in cells for bit in cells_of(grid.cell_masks[cell] & ~digits))


def _conflicts(grid: Grid, extras: tuple[Candidate, ...]) -> int:
    """Return the candidates that conflict with all extras, digit by digit in one mask; every candidate if there are none."""
    common = (1 << 729) - 1
    for digit, cell in extras:
        mine = PEER_MASKS[cell] << 81 * (digit - 1)
        for other in range(9):
            if other != digit - 1:
                mine |= 1 << 81 * other + cell
        common &= mine
    for bit, places in enumerate(grid.digit_masks):
        common &= ~((ALL_CELLS & ~places) << 81 * bit)
    return common


def _conclude(grid: Grid, id: str, extras: tuple[Candidate, ...], roles: Roles) -> Iterator[Step]:
    """Yield what follows from at least one of the guardians being true."""
    if len(extras) == 1:
        yield Step(id, places=extras, roles=roles | {"extras": extras})
    elif removes := _conflicts(grid, extras):
        gone = tuple(Candidate(number // 81 + 1, number % 81) for number in cells_of(removes))
        yield Step(id, removes=gone, roles=roles | {"extras": extras})
