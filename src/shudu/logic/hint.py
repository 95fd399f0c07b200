"""Hints: the easiest next step from any position, told little by little; a mistake first.

>>> given = hint(Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
>>> given.kind, given.disclosed(2).technique, given.disclosed(2).cells
('step', 'naked-single', ())
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from shudu.core.candidate import Candidate
from shudu.core.errors import ConflictingGivens, ManySolutions, NoSolution, ShuduError
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.step import Step
from shudu.kernel.solve import count, solve
from shudu.logic.solver import chosen_techniques, position
from shudu.logic.technique import Technique, searches

Kind = Literal["step", "mistake", "solved", "no solution", "several solutions", "stuck"]
REGION, TECHNIQUE, PATTERN, EXPLANATION, APPLICATION = LEVELS = range(1, 6)
_OUTSIDE_PATTERN: Final = {"digits", "blockers"}  # roles that hold digits, or cells that only explain


@dataclass(frozen=True, slots=True)
class Mistake:
    """An entry that is not the solution's (`placed`), or a cell where the player has crossed out the right digit."""

    cell: int
    digit: int
    placed: bool


@dataclass(frozen=True, slots=True)
class Disclosure:
    """As much of a hint as a level tells. What it does not tell yet is empty.

    Levels: 1 `region` the houses to look at, 2 `technique`, 3 `cells` of the pattern, 4 `step` with its reasons, 5
    `places` and `removes`. A mistake is told in two stages: the region at level 1, the cell from level 2 on.
    """

    level: int
    region: tuple[str, ...] = ()
    technique: str = ""
    cells: tuple[int, ...] = ()
    step: Step | None = None
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next.

    `kind` is `step` or `mistake`; or `solved`, `no solution` (the digits as they stand cannot be completed), `several
    solutions` (no logic leads on because there are several), `stuck` (none of the chosen techniques leads on).
    """

    kind: Kind
    step: Step | None = None
    mistake: Mistake | None = None

    def disclosed(self, level: int) -> Disclosure:
        """As much of the hint as a level from 1 to 5 tells. Raises ShuduError for other levels."""
        if level not in LEVELS:
            raise ShuduError(f"level is {level!r}; it must be 1 to 5")
        if self.mistake is not None:
            cell = self.mistake.cell
            return Disclosure(level, (house_name(HOUSES_OF[cell][2]),), cells=(cell,) if level >= TECHNIQUE else ())
        if self.step is None:
            return Disclosure(level)
        return Disclosure(
            level,
            region(self.step),
            self.step.technique if level >= TECHNIQUE else "",
            pattern(self.step) if level >= PATTERN else (),
            self.step if level >= EXPLANATION else None,
            self.step.places if level >= APPLICATION else (),
            self.step.removes if level >= APPLICATION else (),
        )


def hint(
    source: Puzzle | Grid | str, techniques: Iterable[str | Technique] | None = None, uniqueness: bool | None = None
) -> Hint:
    """The easiest next step from a position, or the mistake that has been made.

    `techniques` are ids, aliases or codes, by default all that are on; `uniqueness` whether those may be used that rely
    on the puzzle having one solution, by default if it has.

    Raises MalformedGrid or ConflictingGivens for a source that is no position.
    """
    grid = position(source)
    if grid.is_solved():
        return Hint("solved")
    solutions, mistake = _judged(grid)
    if mistake is not None:
        return Hint("mistake", mistake=mistake)
    if not solutions:
        return Hint("no solution")
    usable = chosen_techniques(techniques)
    if not (uniqueness if uniqueness is not None else solutions == 1):
        usable = [known for known in usable if not known.unique]
    step = next(_steps(grid, usable), None)
    if step is not None:
        return Hint("step", step)
    return Hint("stuck" if solutions == 1 else "several solutions")


def region(step: Step) -> tuple[str, ...]:
    """The houses to look at: the fewest that hold the conclusions, boxes first; at most two."""
    left = mask_of([cell for _, cell in step.places + step.removes])
    found: list[str] = []
    while left and len(found) < 2:
        best = max((*range(18, 27), *range(18)), key=lambda house: (HOUSE_MASKS[house] & left).bit_count())
        found.append(house_name(best))
        left &= ~HOUSE_MASKS[best]
    return tuple(found)


def pattern(step: Step) -> tuple[int, ...]:
    """The cells of the pattern, from all roles and links of a step."""
    mask = 0
    for role, values in step.roles.items():
        if role not in _OUTSIDE_PATTERN and not role.endswith("-digits"):
            mask |= mask_of([v.cell if isinstance(v, Candidate) else v for v in values if not isinstance(v, str)])
    for link in step.links:
        mask |= mask_of([cell for _, cell in link.start + link.end])
    return tuple(cells_of(mask))


def _steps(grid: Grid, techniques: list[Technique]) -> Iterator[Step]:
    for search in searches(techniques):
        yield from search.find(grid)


def _judged(grid: Grid) -> tuple[int, Mistake | None]:
    """How many solutions are left, up to 2; and a mistake if the puzzle has one solution and the position leaves it."""
    givens = grid.givens.mask
    puzzle = bytes(digit if givens >> cell & 1 else 0 for cell, digit in enumerate(grid.digits))
    try:
        solution = solve(Grid(puzzle)).digits
    except (NoSolution, ConflictingGivens):
        return 0, None
    except ManySolutions:
        return count(Grid(grid.digits), limit=2), None
    return 1, next(_mistakes(grid, solution), None)


def _mistakes(grid: Grid, solution: bytes) -> Iterator[Mistake]:
    for cell, digit in enumerate(grid.digits):
        if digit and digit != solution[cell]:
            yield Mistake(cell, digit, placed=True)
    for cell, digit in enumerate(grid.digits):
        if not digit and not grid.digit_masks[solution[cell] - 1] >> cell & 1:
            yield Mistake(cell, solution[cell], placed=False)
