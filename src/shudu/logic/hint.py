"""Hints: the step a player would find next, revealed in five stages; a mistake comes first.

Every hint is checked against the solution before it is given, whatever the player has marked.

>>> next_hint = hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> next_hint.kind, next_hint.reveal(2).technique, next_hint.reveal(2).cells
('step', 'hidden-single', ())
>>> next_hint.describe(1)
['Look at box 9 (bottom right).']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cell_name, cells_of, house_name, mask_of
from shudu.core.grid import Grid
from shudu.core.sets import Candidate, to_candidate
from shudu.core.step import Step
from shudu.core.text import GridLike
from shudu.logic.coach import find_advice, pattern_mask
from shudu.logic.explain import explain, how_to_spot, step_name
from shudu.logic.mistakes import Mistake, Refutation, check_position, refute
from shudu.logic.notation import conclusions
from shudu.logic.registry import Choice, select_techniques, technique
from shudu.logic.solver import position_of
from shudu.logic.texts import Phrases, add_spaces

HintKind = Literal["step", "mistake", "solved", "no solution", "several solutions", "stuck"]
REGION, TECHNIQUE, PATTERN, EXPLANATION, CONCLUSION = STAGES = range(1, 6)
_MOST_HOUSES: Final = 2  # of a region, unless the pattern itself names three


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The part of a hint that a stage reveals. Fields that are not revealed yet are empty.

    A mistake has two stages: the region at stage 1, the cell from stage 2 on.

    Attributes:
        stage: The stage, 1 to 5.
        region: Stage 1: the houses to look at, where the pattern is.
        technique: Stage 2: the id of the technique.
        cells: Stage 3: the cells of the pattern.
        step: Stage 4: the step with its reasons.
        places: Stage 5: the digits to place.
        removes: Stage 5: the candidates to remove.
        target: Stage 4: the cell that the elimination leads to, if it leads to one soon.
    """

    stage: int
    region: tuple[str, ...] = ()
    technique: str = ""
    cells: tuple[int, ...] = ()
    step: Step | None = None
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next in a position.

    Attributes:
        kind: `step` or `mistake`; or `solved`, `no solution` (the entries cannot be completed), `several solutions`
            (no logical step because there are several), `stuck` (none of the selected techniques applies).
        step: The next step, if the kind is `step`.
        mistake: The mistake to correct, if the kind is `mistake`.
        target: The placement that an elimination leads to, if it leads to one soon.
        steps: How many eliminations lead to the target, this one included.
        refutation: Why a wrong entry cannot be right, if the mistake is one.
    """

    kind: HintKind
    step: Step | None = None
    mistake: Mistake | None = None
    target: Candidate | None = None
    steps: int = 0
    refutation: Refutation | None = None

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
            tuple(cells_of(_pattern(self.step))) if stage >= PATTERN else (),
            self.step if stage >= EXPLANATION else None,
            self.step.places if stage >= CONCLUSION else (),
            self.step.removes if stage >= CONCLUSION else (),
            self.target.cell if self.target is not None and stage >= EXPLANATION else None,
        )

    def describe(self, stage: int, language: str = "en") -> list[str]:
        """Return the part of the hint that a stage reveals, in words.

        Args:
            stage: 1 to 5; each stage reveals more.
            language: `en` or `zh`.

        Returns:
            One line per stage of a step; otherwise a single line.

        Raises:
            ShuduError: If there is no such stage or the language is not supported.
        """
        phrases, revealed = Phrases(language), self.reveal(stage)
        words = phrases.words
        if self.mistake is not None:
            return [_describe_mistake(self, revealed, phrases, language)]
        if self.step is None:
            return [words[self.kind.replace(" ", "_")]]
        lines = [add_spaces(words["look"].format(where=phrases.region(revealed.region)))]
        if revealed.technique:
            spot = how_to_spot(revealed.technique, language)
            lines.append(add_spaces(words["use"].format(name=step_name(self.step, language), spot=spot)))
        if revealed.cells:
            lines.append(words["pattern"].format(cells=phrases.cells(revealed.cells)))
        if revealed.step is not None:
            lines.append(phrases.gap.join(filter(None, [explain(revealed.step, language), self.purpose(language)])))
        if revealed.places or revealed.removes:
            lines.append(words["apply"].format(what=conclusions(self.step)))
        return lines

    def purpose(self, language: str = "en") -> str:
        """Return where an elimination leads, as a sentence; empty if the step places a digit.

        Args:
            language: `en` or `zh`.
        """
        words = Phrases(language).words
        if self.step is None or self.step.places:
            return ""
        if self.target is None:
            return words["purpose_none"]
        own = any(cell == self.target.cell for _, cell in self.step.removes)
        key = "purpose_long" if self.steps > 1 else "purpose_same" if own else "purpose"
        return add_spaces(words[key].format(cell=cell_name(self.target.cell), n=self.steps))


def hint(
    grid: GridLike,
    techniques: Choice | None = None,
    uniqueness: bool | None = None,
    *,
    last: Candidate | str | None = None,
) -> Hint:
    """Return the step a player would find next in a position, or the mistake that has been made.

    Singles come first, in the order in which people see them; then the easiest elimination that leads to a placement.

    Args:
        grid: A puzzle, a position, or the text of one. In a Grid, `givens` separates the givens from the player's
            entries, and removed candidates count as the player's notes: those that are true are used, the first false
            one is reported as a mistake. A cell without candidates counts as not marked yet.
        techniques: The techniques to use, by any name; by default all that are on. Names with a sign change the default:
            `+unique-loop` adds a technique, `-xy-wing` leaves one out.
        uniqueness: Whether to use techniques that rely on the puzzle having exactly one solution; by default only
            if it does.
        last: The entry the player made last, such as `7r3c5`; among equally easy steps, one near it is preferred.

    Raises:
        MalformedGrid: If the text is not a grid.
        ConflictingGivens: If two equal givens share a house.
        ShuduError: If a technique is unknown, or the last entry is not a digit in a cell.
    """
    position = position_of(grid)
    if position.is_solved():
        return Hint("solved")
    check = check_position(position)
    if check.mistake is not None:
        return _mistake_hint(position, check.solution, check.mistake)
    if not check.solutions:
        return Hint("no solution")
    usable = select_techniques(techniques, uniqueness=check.solutions == 1 if uniqueness is None else uniqueness)
    if not check.has_steps and not uniqueness:
        return Hint("several solutions")
    trusted = {each.id for each in usable if each.unique} if check.solutions > 1 else set()
    advice = find_advice(
        check.grid,
        usable,
        lambda step: step.technique in trusted or check.holds(step),
        None if last is None else to_candidate(last),
    )
    if advice is not None:
        return Hint("step", advice.step, target=advice.target, steps=advice.steps)
    return Hint("stuck" if check.solutions == 1 else "several solutions")


def _mistake_hint(grid: Grid, solution: bytes | None, mistake: Mistake) -> Hint:
    why = refute(grid.digits, solution, mistake.cell) if mistake.placed and solution else None
    return Hint("mistake", mistake=mistake, refutation=why)


def region(step: Step) -> tuple[str, ...]:
    """Return the houses to look at: those of the pattern if it names one or two, otherwise where most of its cells are."""
    for role in ("house", "base", "box"):
        houses = tuple(name for name in step.roles.get(role, ()) if isinstance(name, str) and len(name) == 2)
        if 1 <= len(houses) <= 3:
            return houses
    left = _pattern(step) or mask_of([cell for _, cell in step.places + step.removes])
    chosen: list[str] = []
    while left and len(chosen) < _MOST_HOUSES:
        best = max((*range(18, 27), *range(18)), key=lambda house: (HOUSE_MASKS[house] & left).bit_count())
        chosen.append(house_name(best))
        left &= ~HOUSE_MASKS[best]
    return tuple(sorted(chosen))


def _pattern(step: Step) -> int:
    """Return the cells to point at, as a bit set: where a forcing chain starts, since it may run through half the board."""
    if technique(step.technique).family != "forcing":
        return pattern_mask(step)
    starts = (*step.roles.get("assumed-on", ()), *step.roles.get("assumed-off", ()))
    return mask_of([start.cell for start in starts if isinstance(start, Candidate)])


def _describe_mistake(next_hint: Hint, revealed: Disclosure, phrases: Phrases, language: str) -> str:
    mistake = next_hint.mistake
    if mistake is None or not revealed.cells:
        return add_spaces(phrases.words["mistake_region"].format(where=phrases.region(revealed.region)))
    form = phrases.words["mistake_placed" if mistake.placed else "mistake_removed"]
    text = form.format(cell=cell_name(mistake.cell), digit=mistake.digit)
    return add_spaces(text) + (phrases.gap + next_hint.refutation.describe(language) if next_hint.refutation else "")
