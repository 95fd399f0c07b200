"""Hints: the easiest next step from a position, revealed in five stages; a mistake comes first.

>>> given = hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> given.kind, given.reveal(2).technique, given.reveal(2).cells
('step', 'naked-single', ())
>>> given.describe(2)
['Look at box 5.', 'Technique: Naked Single.']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from shudu.core.candidate import Candidate
from shudu.core.errors import ConflictingGivens, ManySolutions, NoSolution, ShuduError
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cell_name, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.core.text import GridLike
from shudu.kernel.solve import count, solve
from shudu.logic.explain import explain
from shudu.logic.notation import conclusions
from shudu.logic.phrases import Phrases
from shudu.logic.registry import Technique, plan_searches
from shudu.logic.solver import position_of, select_techniques
from shudu.logic.texts import technique_name

HintKind = Literal["step", "mistake", "solved", "no solution", "several solutions", "stuck"]
REGION, TECHNIQUE, PATTERN, EXPLANATION, CONCLUSION = STAGES = range(1, 6)
_ROLES_OUTSIDE_PATTERN: Final = {"digits", "blockers"}  # digits, and cells that only explain


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong entry, or a correct candidate that the player has removed.

    Attributes:
        cell: The cell of the mistake.
        digit: The wrong entry, or the candidate removed by mistake.
        placed: Whether it is a wrong entry.
    """

    cell: int
    digit: int
    placed: bool


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The part of a hint that a stage reveals. Fields that are not revealed yet are empty.

    A mistake has two stages: the region at stage 1, the cell from stage 2 on.

    Attributes:
        stage: The stage, 1 to 5.
        region: Stage 1: the houses to look at.
        technique: Stage 2: the id of the technique.
        cells: Stage 3: the cells of the pattern.
        step: Stage 4: the step with its reasons.
        places: Stage 5: the digits to place.
        removes: Stage 5: the candidates to remove.
    """

    stage: int
    region: tuple[str, ...] = ()
    technique: str = ""
    cells: tuple[int, ...] = ()
    step: Step | None = None
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next in a position.

    Attributes:
        kind: `step` or `mistake`; or `solved`, `no solution` (the entries cannot be completed), `several solutions`
            (no logical step because there are several), `stuck` (none of the selected techniques applies).
        step: The easiest next step, if the kind is `step`.
        mistake: The mistake to correct, if the kind is `mistake`.
    """

    kind: HintKind
    step: Step | None = None
    mistake: Mistake | None = None

    def reveal(self, stage: int) -> Disclosure:
        """Return the part of the hint that a stage reveals.

        Args:
            stage: 1 to 5; each stage reveals more.

        Raises:
            ShuduError: If there is no such stage.
        """
        if stage not in STAGES:
            raise ShuduError("logic.hint-stage", stage=stage)
        if self.mistake is not None:
            cell = self.mistake.cell
            return Disclosure(stage, (house_name(HOUSES_OF[cell][2]),), cells=(cell,) if stage >= TECHNIQUE else ())
        if self.step is None:
            return Disclosure(stage)
        return Disclosure(
            stage,
            region(self.step),
            self.step.technique if stage >= TECHNIQUE else "",
            pattern(self.step) if stage >= PATTERN else (),
            self.step if stage >= EXPLANATION else None,
            self.step.places if stage >= CONCLUSION else (),
            self.step.removes if stage >= CONCLUSION else (),
        )

    def describe(self, stage: int, language: str = "en") -> list[str]:
        """Return the part of the hint that a stage reveals, in words.

        Args:
            stage: 1 to 5; each stage reveals more.
            language: `en` or `zh`.

        Returns:
            One sentence per line.

        Raises:
            ShuduError: If there is no such stage or the language is not supported.
        """
        phrases, revealed = Phrases(language), self.reveal(stage)
        words = phrases.words
        if self.mistake is not None:
            return [_describe_mistake(self.mistake, revealed, phrases)]
        if self.step is None:
            return [words[self.kind.replace(" ", "_")]]
        lines = [words["look"].format(where=phrases.places(revealed.region))]
        if revealed.technique:
            lines.append(words["use"].format(name=technique_name(revealed.technique, language)))
        if revealed.cells:
            lines.append(words["pattern"].format(cells=phrases.cells(revealed.cells)))
        if revealed.step is not None:
            lines.append(explain(revealed.step, language))
        if revealed.places or revealed.removes:
            lines.append(words["apply"].format(what=conclusions(self.step)))
        return lines


def hint(grid: GridLike, techniques: Iterable[str | Technique] | None = None, uniqueness: bool | None = None) -> Hint:
    """Return the easiest next step from a position, or the mistake that has been made.

    Args:
        grid: A puzzle, a position, or the text of one. In a Grid, `givens` separates the givens from the player's
            entries, and removed candidates count as the player's notes.
        techniques: The techniques to use, by any name; by default all that are on.
        uniqueness: Whether to use techniques that rely on the puzzle having exactly one solution; by default only if
            it has.

    Raises:
        MalformedGrid: If the text is not a grid.
        ConflictingGivens: If two equal givens share a house.
        ShuduError: If a technique is unknown.
    """
    position = position_of(grid)
    if position.is_solved():
        return Hint("solved")
    solutions, mistake = _check_position(position)
    if mistake is not None:
        return Hint("mistake", mistake=mistake)
    if not solutions:
        return Hint("no solution")
    usable = select_techniques(techniques)
    if not (uniqueness if uniqueness is not None else solutions == 1):
        usable = [known for known in usable if not known.unique]
    steps = (step for search in plan_searches(usable) for step in search.find(position))
    if step := next(steps, None):
        return Hint("step", step)
    return Hint("stuck" if solutions == 1 else "several solutions")


def region(step: Step) -> tuple[str, ...]:
    """Return the houses to look at: the fewest that hold the conclusions, boxes first, at most two."""
    left = mask_of([cell for _, cell in step.places + step.removes])
    houses: list[str] = []
    while left and len(houses) < 2:
        best = max((*range(18, 27), *range(18)), key=lambda house: (HOUSE_MASKS[house] & left).bit_count())
        houses.append(house_name(best))
        left &= ~HOUSE_MASKS[best]
    return tuple(houses)


def pattern(step: Step) -> tuple[int, ...]:
    """Return the cells of the pattern, from all roles and links of a step."""
    mask = 0
    for role, values in step.roles.items():
        if role not in _ROLES_OUTSIDE_PATTERN and not role.endswith("-digits"):
            mask |= mask_of([v.cell if isinstance(v, Candidate) else v for v in values if not isinstance(v, str)])
    for link in step.links:
        mask |= mask_of([cell for _, cell in link.start + link.end])
    return tuple(cells_of(mask))


def _check_position(grid: Grid) -> tuple[int, Mistake | None]:
    """Return the number of solutions left, up to 2, and a mistake if the givens have one solution and it is missed."""
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


def _describe_mistake(mistake: Mistake, revealed: Disclosure, phrases: Phrases) -> str:
    if not revealed.cells:
        return phrases.words["mistake_region"].format(where=phrases.places(revealed.region))
    form = phrases.words["mistake_placed" if mistake.placed else "mistake_removed"]
    return form.format(cell=cell_name(mistake.cell), digit=mistake.digit)
