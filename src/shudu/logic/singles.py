"""Singles: a cell with one candidate left, or a digit with one place left in a house.

Roles: `cell` the cell to fill, `house` the house that proves it (none for a naked single), `blockers` the cells whose
digits take the other digits from the cell (naked) or the other cells from the digit (hidden).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, PEER_MASKS, PEERS, cells_of, house_name
from shudu.core.grid import Grid
from shudu.core.step import Roles, Step
from shudu.logic.technique import technique

EASIEST_HOUSES: Final = tuple(chain(range(18, 27), range(18)))  # people look at boxes before lines


@technique(
    "full-house", family="singles", order=100, level="easy", score=4, code="0000", se=1.0, aliases=("last digit",)
)
def full_houses(grid: Grid, id: str) -> Iterator[Step]:
    """The last empty cell of a house."""
    open_cells = uncertain(grid)
    for candidate in naked(grid):
        house = last_of(open_cells, candidate.cell)
        if house is not None:
            yield full_house(candidate, house)


@technique(
    "naked-single", family="singles", order=200, level="easy", score=4, code="0003", se=2.3, aliases=("sole candidate",)
)
def naked_singles(grid: Grid, id: str) -> Iterator[Step]:
    """A cell with one candidate left."""
    for candidate in naked(grid):
        yield naked_single(grid, candidate)


@technique(
    "hidden-single",
    family="singles",
    order=300,
    level="easy",
    score=14,
    code="0002",
    se=1.2,
    aliases=("unique candidate",),
)
def hidden_singles(grid: Grid, id: str) -> Iterator[Step]:
    """A digit with one place left in a house."""
    seen: set[Candidate] = set()
    for house in EASIEST_HOUSES:
        for digit, board in enumerate(grid.digit_masks, 1):
            place = board & HOUSE_MASKS[house]
            if place and not place & place - 1:
                candidate = Candidate(digit, place.bit_length() - 1)
                if candidate not in seen:
                    seen.add(candidate)
                    yield hidden_single(grid, candidate, house)


def naked(grid: Grid) -> Iterator[Candidate]:
    """The candidates that are alone in their cell, cell by cell."""
    for cell in cells_of(grid.with_candidates(1)):
        yield Candidate(grid.cell_masks[cell].bit_length(), cell)


def uncertain(grid: Grid) -> int:
    """The mask of the cells with candidates."""
    mask = 0
    for board in grid.digit_masks:
        mask |= board
    return mask


def last_of(open_cells: int, cell: int) -> int | None:
    """The house of which a cell is the last open one, or None."""
    alone = 1 << cell
    for house in HOUSES_OF[cell]:
        if open_cells & HOUSE_MASKS[house] == alone:
            return house
    return None


def house_of_hidden(grid: Grid, candidate: Candidate) -> int | None:
    """The house in which a candidate is the only place of its digit, boxes first, or None."""
    row, column, box = HOUSES_OF[candidate.cell]
    board, alone = grid.digit_masks[candidate.digit - 1], 1 << candidate.cell
    return next((house for house in (box, row, column) if board & HOUSE_MASKS[house] == alone), None)


def full_house(candidate: Candidate, house: int) -> Step:
    """The step for the last cell of a house."""
    roles: Roles = {"cell": (candidate.cell,), "house": (house_name(house),)}
    return Step("full-house", places=(candidate,), roles=roles)


def naked_single(grid: Grid, candidate: Candidate) -> Step:
    """The step for the only candidate of a cell."""
    digits = grid.digits
    first = {digits[peer]: peer for peer in reversed(PEERS[candidate.cell]) if digits[peer]}
    return Step(
        "naked-single", places=(candidate,), roles={"cell": (candidate.cell,), "blockers": (*sorted(first.values()),)}
    )


def hidden_single(grid: Grid, candidate: Candidate, house: int) -> Step:
    """The step for the only place of a digit in a house."""
    others = HOUSE_MASKS[house] & ~(1 << candidate.cell)
    free = others & uncertain(grid)
    roles: Roles = {
        "cell": (candidate.cell,),
        "house": (house_name(house),),
        "blockers": _blockers(grid, free, candidate.digit),
    }
    return Step("hidden-single", places=(candidate,), roles=roles)


def _blockers(grid: Grid, free: int, digit: int) -> tuple[int, ...]:
    """Cells that hold a digit and together see the free cells, the most telling ones first."""
    placed = [cell for cell, held in enumerate(grid.digits) if held == digit and PEER_MASKS[cell] & free]
    chosen = []
    for cell in sorted(placed, key=lambda cell: -(PEER_MASKS[cell] & free).bit_count()):
        if PEER_MASKS[cell] & free:
            chosen.append(cell)
            free &= ~PEER_MASKS[cell]
    return tuple(chosen)
