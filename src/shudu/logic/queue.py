"""Singles in the order in which they come up.

A person who has just written a digit looks around it for what it now forces. A queue holds the naked and the hidden
singles of a position, oldest first: the path of a puzzle then depends on its history, not on the numbering of its
cells, and is the path that HoDoKu takes. What enters stays true, so an entry ends only when its cell is filled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, PEER_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic import singles

_MASKS_OF: Final = tuple(tuple(HOUSE_MASKS[house] for house in houses) for houses in HOUSES_OF)


class SinglesQueue:
    """The naked and hidden singles of a position, oldest first."""

    def __init__(self, grid: Grid) -> None:
        """The singles of a position: as they come up when its digits are written cell by cell."""
        self.naked: deque[Candidate] = deque()
        self.hidden: deque[Candidate] = deque()
        position = Grid(bytes(81))
        for cell, digit in enumerate(grid.digits):
            if digit:
                position = self._place(position, Candidate(digit, cell))
        missing = [
            Candidate(d, c)
            for d in range(1, 10)
            for c in cells_of(position.digit_masks[d - 1] & ~grid.digit_masks[d - 1])
        ]
        self._remove(position, missing)

    def first(self, id: str, grid: Grid) -> Step | None:
        """The oldest single of a kind: full-house, naked-single or hidden-single."""
        return next(_KINDS[id](self, grid), None)

    def follow(self, grid: Grid, step: Step) -> Grid:
        """The position after a step; what comes up by it joins the queue."""
        grid = self._remove(grid, step.removes)
        for candidate in step.places:
            grid = self._place(grid, candidate)
        return grid

    def _full_houses(self, grid: Grid) -> Iterator[Step]:
        waiting = _waiting(self.naked, grid)
        open_cells = singles.uncertain(grid) if waiting else 0
        for candidate in waiting:
            house = singles.last_of(open_cells, candidate.cell)
            if house is not None:
                yield singles.full_house(candidate, house)

    def _naked_singles(self, grid: Grid) -> Iterator[Step]:
        for candidate in _waiting(self.naked, grid):
            yield singles.naked_single(grid, candidate)

    def _hidden_singles(self, grid: Grid) -> Iterator[Step]:
        for candidate in _waiting(self.hidden, grid):
            house = singles.house_of_hidden(grid, candidate)
            if house is not None:
                yield singles.hidden_single(grid, candidate, house)

    def _place(self, grid: Grid, candidate: Candidate) -> Grid:
        digit, cell = candidate
        after = grid.place(digit, cell)
        here, before = 1 << cell, grid.digit_masks
        self._notice(after, digit, before[digit - 1] & PEER_MASKS[cell], after.digit_masks[digit - 1] | here)
        for other, board in enumerate(after.digit_masks, 1):
            if before[other - 1] & here and other != digit:
                self.hidden.extend(_left_alone(board, other, cell))
        return after

    def _remove(self, grid: Grid, candidates: Iterable[Candidate]) -> Grid:
        for candidate in candidates:
            digit, cell = candidate
            grid = grid.remove((candidate,))
            self._notice(grid, digit, 1 << cell, grid.digit_masks[digit - 1])
        return grid

    def _notice(self, after: Grid, digit: int, gone: int, board: int) -> None:
        """Queues what came up when a digit left the cells `gone` one after the other, until `board` was left."""
        single = after.with_candidates(1) & gone
        while gone:
            low = gone & -gone
            gone ^= low
            if alone := _left_alone(board | gone, digit, low.bit_length() - 1):
                self.hidden.extend(alone)
        for cell in cells_of(single):
            self.naked.append(Candidate(next(d for d, b in enumerate(after.digit_masks, 1) if b >> cell & 1), cell))


def _left_alone(board: int, digit: int, cell: int) -> list[Candidate]:
    """The places of a digit that are alone in a house of the cell that lost it."""
    row, column, box = _MASKS_OF[cell]
    places = board & row, board & column, board & box
    return [Candidate(digit, place.bit_length() - 1) for place in places if place and not place & place - 1]


def _waiting(queue: deque[Candidate], grid: Grid) -> list[Candidate]:
    """The entries whose cells are empty; those in front that are not leave the queue."""
    while queue and grid.digits[queue[0].cell]:
        queue.popleft()
    return [candidate for candidate in queue if not grid.digits[candidate.cell]]


_KINDS: Final = {
    "full-house": SinglesQueue._full_houses,
    "naked-single": SinglesQueue._naked_singles,
    "hidden-single": SinglesQueue._hidden_singles,
}
