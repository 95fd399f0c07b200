"""Solving the way a person does: always with the easiest step available.

>>> path = solve_by_logic("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9")
>>> path.solved, path.steps[0].technique
(True, 'pointing')
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from shudu.core.errors import NoSolution
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, PEER_MASKS, cells_of
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.core.text import GridLike
from shudu.kernel.solve import count, possible_candidates
from shudu.logic.path import Path, follow_plan, make_plan
from shudu.logic.registry import Choice, Technique, TechniqueSearch, plan_searches, select_techniques
from shudu.logic.techniques import singles

_MASKS_OF: Final = tuple(tuple(HOUSE_MASKS[house] for house in houses) for houses in HOUSES_OF)


def solve_by_logic(puzzle: GridLike, techniques: Choice | None = None, uniqueness: bool | None = None) -> Path:
    """Solve a puzzle with human techniques, always taking the easiest step.

    Args:
        puzzle: A puzzle or a position, in any form that `Puzzle` accepts.
        techniques: The techniques to use, by any name; by default all that are on. Names with a sign change the default:
            `+unique-loop` adds a technique, `-xy-wing` leaves one out.
        uniqueness: Whether to use techniques that rely on the puzzle having exactly one solution; by default only
            if it does.

    Returns:
        The path, which ends where none of the techniques applies.

    Raises:
        MalformedGrid: If the text is not a grid.
        ConflictingGivens: If two equal givens share a house.
        NoSolution: If the puzzle has no solution.
        ShuduError: If a technique is unknown.
    """
    grid = position_of(puzzle)
    usable, several = _usable_techniques(grid, techniques, uniqueness)
    sound = several and not any(each.unique for each in usable)
    return follow_plan(grid, make_plan(usable), possible_candidates(grid.digits) if sound else None)


def steps(grid: GridLike, techniques: Choice | None = None, uniqueness: bool | None = None) -> Iterator[Step]:
    """Yield all steps that are available in a position, lazily, the easiest techniques first.

    >>> position = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [f"{step.technique} {step.places[0]}" for step in steps(position, ["naked single"])]
    ['naked-single 5r5c5', 'naked-single 7r7c6', 'naked-single 4r7c9', 'naked-single 3r8c8']

    Args:
        grid: A puzzle or a position, in any form that `Puzzle` accepts.
        techniques: The techniques to use, by any name; by default all that are on. Names with a sign change the default:
            `+unique-loop` adds a technique, `-xy-wing` leaves one out. Chains take seconds to list.
        uniqueness: Whether to use techniques that rely on the puzzle having exactly one solution; by default only
            if it does.

    Raises:
        MalformedGrid: If the position is not a grid.
        ConflictingGivens: If two equal givens share a house.
        NoSolution: If the puzzle has no solution.
        ShuduError: If a technique is unknown.
    """
    position = position_of(grid)
    searches = plan_searches(_usable_techniques(position, techniques, uniqueness)[0])
    return _unique(step for search in searches for step in search.find(position))


def _unique(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps without repetitions."""
    seen: set[Step] = set()
    for step in steps:
        if step not in seen:
            seen.add(step)
            yield step


def follow_by_finders(grid: Grid, plan: Iterable[TechniqueSearch]) -> Path:
    """Return the same path as `follow_plan`, found without the kernel: its readable specification."""
    searches = list(plan)
    queue, here = SinglesQueue(grid), grid
    steps: list[Step] = []
    while 0 in here.digits and (step := _easiest_step(here, searches, queue)) is not None:
        here = queue.apply(here, step)
        steps.append(step)
    return Path(grid, steps, here)


def position_of(source: GridLike) -> Grid:
    """Return the position of a grid, or of anything that `Puzzle` accepts.

    Raises:
        MalformedGrid: If the source is not a grid.
        ConflictingGivens: If two equal givens share a house.
        TypeError: If the source is something else.
    """
    if isinstance(source, Grid):
        return source
    return (source if isinstance(source, Puzzle) else Puzzle(source)).grid


def _usable_techniques(grid: Grid, techniques: Choice | None, uniqueness: bool | None) -> tuple[list[Technique], bool]:
    """Return the techniques to use, and whether the position has several solutions."""
    solutions = count(Grid(grid.digits), limit=2)
    if not solutions:
        raise NoSolution("logic.no-solution", grid=grid.line)
    usable = select_techniques(techniques, uniqueness=solutions == 1 if uniqueness is None else uniqueness)
    return usable, solutions > 1


def _easiest_step(grid: Grid, plan: list[TechniqueSearch], queue: SinglesQueue) -> Step | None:
    for search in plan:
        id = search.techniques[0].id
        step = queue.first(id, grid) if id in _STEPS_BY_TECHNIQUE else next(search.find(grid), None)
        if step is not None:
            return step
    return None


class SinglesQueue:
    """The naked and hidden singles of a position, in the order in which they appeared.

    A player who has just placed a digit looks around it for what it forces next. Taking the oldest single first makes
    the path depend on the history of the position instead of the numbering of its cells, and reproduces HoDoKu's
    path. A single stays true until its cell is filled, so entries never become wrong.
    """

    def __init__(self, grid: Grid) -> None:
        """Queue the singles of a position as they appear when its digits are placed cell by cell."""
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
        """Return the oldest single of a technique: full-house, naked-single or hidden-single."""
        return next(_STEPS_BY_TECHNIQUE[id](self, grid), None)

    def apply(self, grid: Grid, step: Step) -> Grid:
        """Return the position after a step, and queue the singles that appear."""
        grid = self._remove(grid, step.removes)
        for candidate in step.places:
            grid = self._place(grid, candidate)
        return grid

    def _full_houses(self, grid: Grid) -> Iterator[Step]:
        waiting = _drop_filled(self.naked, grid)
        empty = singles.cells_with_candidates(grid) if waiting else 0
        for candidate in waiting:
            house = singles.house_filled_by(empty, candidate.cell)
            if house is not None:
                yield singles.full_house_step(candidate, house)

    def _naked_singles(self, grid: Grid) -> Iterator[Step]:
        for candidate in _drop_filled(self.naked, grid):
            yield singles.naked_single_step(grid, candidate)

    def _hidden_singles(self, grid: Grid) -> Iterator[Step]:
        for candidate in _drop_filled(self.hidden, grid):
            house = singles.house_of_hidden_single(grid, candidate)
            if house is not None:
                yield singles.hidden_single_step(grid, candidate, house)

    def _place(self, grid: Grid, candidate: Candidate) -> Grid:
        digit, cell = candidate
        after = grid.place(digit, cell)
        here, before = 1 << cell, grid.digit_masks
        self._queue_new(after, digit, before[digit - 1] & PEER_MASKS[cell], after.digit_masks[digit - 1] | here)
        for other, cells in enumerate(after.digit_masks, 1):
            if before[other - 1] & here and other != digit:
                self.hidden.extend(_last_places(cells, other, cell))
        return after

    def _remove(self, grid: Grid, candidates: Iterable[Candidate]) -> Grid:
        for candidate in candidates:
            digit, cell = candidate
            grid = grid.remove((candidate,))
            self._queue_new(grid, digit, 1 << cell, grid.digit_masks[digit - 1])
        return grid

    def _queue_new(self, after: Grid, digit: int, removed: int, left: int) -> None:
        """Queue the singles that appear when a digit leaves the cells `removed` one by one until `left` remain."""
        single = after.with_candidates(1) & removed
        while removed:
            low = removed & -removed
            removed ^= low
            if last := _last_places(left | removed, digit, low.bit_length() - 1):
                self.hidden.extend(last)
        for cell in cells_of(single):
            self.naked.append(Candidate(next(d for d, b in enumerate(after.digit_masks, 1) if b >> cell & 1), cell))


def _last_places(cells: int, digit: int, lost: int) -> list[Candidate]:
    """Return the places of a digit that are the last of a house of the cell `lost`."""
    row, column, box = _MASKS_OF[lost]
    places = cells & row, cells & column, cells & box
    return [Candidate(digit, place.bit_length() - 1) for place in places if place and not place & place - 1]


def _drop_filled(queue: deque[Candidate], grid: Grid) -> list[Candidate]:
    """Return the entries whose cells are still empty, and drop the others from the front of the queue."""
    while queue and grid.digits[queue[0].cell]:
        queue.popleft()
    return [candidate for candidate in queue if not grid.digits[candidate.cell]]


_STEPS_BY_TECHNIQUE: Final = {
    "full-house": SinglesQueue._full_houses,
    "naked-single": SinglesQueue._naked_singles,
    "hidden-single": SinglesQueue._hidden_singles,
}
