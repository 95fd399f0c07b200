"""Singles: a cell with one candidate left, or a digit with one place left in a house.

Roles: `cell` the cell to fill; `house` the house that proves it (none for a naked single); `blockers` the digits that
exclude the other digits from the cell (naked) or exclude the digit from the other cells (hidden), with their cells;
`eliminated` the cells of the house from which the digit was removed otherwise (hidden, if there are any).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap
from typing import Final

from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, PEER_MASKS, PEERS, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Roles, Step
from shudu.logic.registry import register

BOXES_FIRST: Final = (*range(18, 27), *range(18))  # people look at boxes before lines


@register("full-house", family="singles", order=100, level="easy", score=4, code="0000", se=1.0)
def find_full_houses(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the last empty cell of each house."""
    empty = cells_with_candidates(grid)
    for candidate in _sole_candidates(grid):
        house = house_filled_by(empty, candidate.cell)
        if house is not None:
            yield full_house_step(candidate, house)


@register("naked-single", family="singles", order=200, level="easy", score=4, code="0003", se=2.3)
def find_naked_singles(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the cells with one candidate left."""
    for candidate in _sole_candidates(grid):
        yield naked_single_step(grid, candidate)


@register("hidden-single", family="singles", order=300, level="easy", score=14, code="0002", se=1.2)
def find_hidden_singles(grid: Grid, id: str) -> Iterator[Step]:
    """Yield the digits with one place left in a house."""
    seen: set[Candidate] = set()
    for house in BOXES_FIRST:
        for digit, places in enumerate(grid.digit_masks, 1):
            place = places & HOUSE_MASKS[house]
            if place and not place & place - 1:
                candidate = Candidate(digit, place.bit_length() - 1)
                if candidate not in seen:
                    seen.add(candidate)
                    yield hidden_single_step(grid, candidate, house)


def _sole_candidates(grid: Grid) -> Iterator[Candidate]:
    """Yield the candidates that are alone in their cell."""
    for cell in cells_of(grid.with_candidates(1)):
        yield Candidate(grid.cell_masks[cell].bit_length(), cell)


def cells_with_candidates(grid: Grid) -> int:
    """Return the cells that have candidates."""
    cells = 0
    for places in grid.digit_masks:
        cells |= places
    return cells


def house_filled_by(empty: int, cell: int) -> int | None:
    """Return the house of which a cell is the last empty one, or None."""
    alone = 1 << cell
    for house in HOUSES_OF[cell]:
        if empty & HOUSE_MASKS[house] == alone:
            return house
    return None


def house_of_hidden_single(grid: Grid, candidate: Candidate) -> int | None:
    """Return the house in which a candidate is the only place of its digit, boxes first, or None."""
    row, column, box = HOUSES_OF[candidate.cell]
    places, alone = grid.digit_masks[candidate.digit - 1], 1 << candidate.cell
    return next((house for house in (box, row, column) if places & HOUSE_MASKS[house] == alone), None)


def full_house_step(candidate: Candidate, house: int) -> Step:
    """Return the step for the last cell of a house."""
    roles: Roles = {"cell": (candidate.cell,), "house": (house_name(house),)}
    return Step("full-house", places=(candidate,), roles=roles)


def naked_single_step(grid: Grid, candidate: Candidate) -> Step:
    """Return the step for the only candidate of a cell."""
    digits = grid.digits
    first = {digits[peer]: peer for peer in reversed(PEERS[candidate.cell]) if digits[peer]}
    return Step(
        "naked-single",
        places=(candidate,),
        roles={"cell": (candidate.cell,), "blockers": tuple(starmap(Candidate, sorted(first.items())))},
    )


def hidden_single_step(grid: Grid, candidate: Candidate, house: int) -> Step:
    """Return the step for the only place of a digit in a house."""
    free = HOUSE_MASKS[house] & ~(1 << candidate.cell) & cells_with_candidates(grid)
    blockers, left = _blockers(grid, free, candidate.digit)
    roles: Roles = {"cell": (candidate.cell,), "house": (house_name(house),), "blockers": blockers}
    if left:
        roles["eliminated"] = (*cells_of(left),)
    return Step("hidden-single", places=(candidate,), roles=roles)


def _blockers(grid: Grid, free: int, digit: int) -> tuple[tuple[Candidate, ...], int]:
    """Return cells that hold a digit and together see free cells, those that see most first, and the cells none sees."""
    placed = [cell for cell, held in enumerate(grid.digits) if held == digit and PEER_MASKS[cell] & free]
    blockers = []
    for cell in sorted(placed, key=lambda cell: -(PEER_MASKS[cell] & free).bit_count()):
        if PEER_MASKS[cell] & free:
            blockers.append(Candidate(digit, cell))
            free &= ~PEER_MASKS[cell]
    return tuple(blockers), free
