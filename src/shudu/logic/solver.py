"""Solving as a person does: always the easiest step there is.

>>> path = solve_by_logic("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9")
>>> path.solved, path.steps[0].technique
(True, 'pointing')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shudu.core.errors import NoSolution
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.step import Step
from shudu.kernel.solve import count
from shudu.logic import families as families
from shudu.logic.queue import SinglesQueue
from shudu.logic.technique import Search, Technique, lookup, registered, searches


@dataclass(frozen=True, slots=True)
class Path:
    """The way from a position as far as logic goes."""

    start: Grid
    steps: tuple[Step, ...]
    end: Grid

    @property
    def solved(self) -> bool:
        """Whether the path reaches the solution."""
        return self.end.is_solved()

    @property
    def counts(self) -> Counter[str]:
        """How often each technique was used."""
        return Counter(step.technique for step in self.steps)

    def grids(self) -> Iterator[Grid]:
        """The position before each step, and the last one."""
        grid = self.start
        yield grid
        for step in self.steps:
            grid = grid.after(step)
            yield grid


def solve_by_logic(
    puzzle: Puzzle | Grid | str, techniques: Iterable[str | Technique] | None = None, uniqueness: bool | None = None
) -> Path:
    """The path through a puzzle or from a position, easiest step first.

    `techniques` are ids, aliases or codes, by default all that are on. Techniques that rely on the puzzle having one
    solution are used if it has, or as `uniqueness` says. With several solutions the path ends where logic ends.

    Raises MalformedGrid, ConflictingGivens, or NoSolution.
    """
    grid = position(puzzle)
    return walk(grid, searches(allowed(grid, techniques, uniqueness)))


def walk(grid: Grid, plan: list[Search]) -> Path:
    """The path from a position: the easiest step of a plan, and so on until the grid is full or nothing is found."""
    queue, here = SinglesQueue(grid), grid
    steps: list[Step] = []
    while 0 in here.digits and (step := _easiest(here, plan, queue)) is not None:
        here = queue.follow(here, step)
        steps.append(step)
    return Path(grid, tuple(steps), here)


def position(source: Puzzle | Grid | str) -> Grid:
    """The position that is meant. Raises MalformedGrid or ConflictingGivens."""
    if isinstance(source, Grid):
        return source
    if not isinstance(source, Puzzle | str):
        raise TypeError(f"a position is a Puzzle, a Grid or text of 81 characters, not {type(source).__name__}")
    return (Puzzle(source) if isinstance(source, str) else source).grid


def allowed(grid: Grid, techniques: Iterable[str | Technique] | None, uniqueness: bool | None) -> list[Technique]:
    """The techniques that may be used in a position, easiest first. Raises NoSolution if it has none."""
    chosen = chosen_techniques(techniques)
    solutions = count(Grid(grid.digits), limit=2)
    if not solutions:
        raise NoSolution(f"{grid.line} has no solution")
    if uniqueness if uniqueness is not None else solutions == 1:
        return chosen
    return [known for known in chosen if not known.unique]


def chosen_techniques(techniques: Iterable[str | Technique] | None) -> list[Technique]:
    """Techniques by name in search order; by default all that are on. Raises ShuduError for an unknown name."""
    if techniques is None:
        return [known for known in registered() if known.on]
    if isinstance(techniques, str) or not isinstance(techniques, Iterable):
        raise TypeError(f"techniques is {techniques!r}; it must be a list of names")
    return sorted((t if isinstance(t, Technique) else lookup(t) for t in techniques), key=lambda known: known.order)


def _easiest(grid: Grid, plan: list[Search], queue: SinglesQueue) -> Step | None:
    for search in plan:
        step = queue.first(search.techniques[0].id, grid) if search.singles else next(search.find(grid), None)
        if step is not None:
            return step
    return None
