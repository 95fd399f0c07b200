"""The player's order: which step a person would look for next, and where it leads.

The solver and the ratings take steps in HoDoKu's order (see `solver.py`). A person looks for other things first: the last
empty cell of a house, then a digit with one place in a box, then in a line, then a cell with one digit left. Among equals
what is near the last entry stands out (`salience.py`). Only then come eliminations, and only those that lead to a
placement: any other is only a detour. So a hint never gives a single that is harder than the easiest one there is, nor an
elimination that is harder than the easiest one that helps; an easier one that leads nowhere is skipped.

>>> from shudu.logic.registry import select_techniques
>>> grid = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> advice = find_advice(grid, select_techniques(None))
>>> advice.step.technique, advice.step.roles["house"]
('hidden-single', ('b9',))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from shudu.core.geometry import ALL_CELLS, HOUSE_MASKS, HOUSES_OF, cells_of, mask_of, parse_cell, parse_house
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Step
from shudu.logic.engine.step_parts import cells_of_roles
from shudu.logic.path import Plan, follow_to_placement, make_plan
from shudu.logic.registry import COSTLY_ORDER, Technique, TechniqueSearch, plan_searches, technique
from shudu.logic.salience import Ease, cells_with_one_candidate, proximity, visible_singles
from shudu.logic.techniques import singles

# What people look for first once no single is left; everything else follows in HoDoKu's order.
_EASY_TECHNIQUES: Final = (
    "pointing", "claiming", "locked-pair", "naked-pair", "hidden-pair", "locked-triple", "naked-triple", "hidden-triple",
    "bug-1", "x-wing", "skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle", "uniqueness-1", "remote-pair",
    "xy-wing", "w-wing", "xyz-wing", "naked-quad", "swordfish", "hidden-quad",
)  # fmt: skip
_RANKS: Final = {id: rank for rank, id in enumerate(("full-house", "hidden-single", "naked-single", *_EASY_TECHNIQUES))}
_MOST_AT_ONCE: Final = 40  # steps of one technique to compare
_NOT_FORESEEN_ORDER: Final = 8850  # dynamic and nested chains take too long to look ahead with
_MOST_CHECKED: Final = 3  # steps of a chain after which to look for a shorter way; further on there is seldom one
# Families whose steps may rely on any candidate being gone.
_GLOBAL_FAMILIES: Final = {
    *("forcing", "templates", "bug", "brute force"),
    *("fireworks", "impossible patterns", "exocets", "sk loops"),
}
_GLOBAL_TECHNIQUES: Final = ("kraken", "aligned-", "direct-", "almost-locked-")  # how their ids begin

Check = Callable[[Step], bool]


class Advice(NamedTuple):
    """The step to take next.

    Attributes:
        step: The step.
        target: The placement that an elimination leads to; None if the step places a digit, or if no placement is near.
        steps: How many eliminations lead to the target, this one included.
    """

    step: Step
    target: Candidate | None = None
    steps: int = 0


def find_advice(
    grid: Grid, techniques: Iterable[Technique], check: Check = lambda step: True, last: Candidate | None = None
) -> Advice | None:
    """Return the step that a player would find next, or None if no technique applies.

    Args:
        grid: The position; its candidates must be a subset of those the rules allow.
        techniques: The techniques to use, in any order.
        check: Returns whether a step is true; others are skipped.
        last: The entry that the player made last.
    """
    selected = list(techniques)
    coach = _Coach({each.id for each in selected if each.id in _SINGLE_FINDERS}, check, last)
    if single := coach.find_single(grid):
        return Advice(single)
    foreseen = make_plan((each for each in selected if each.order < _NOT_FORESEEN_ORDER), player_order)
    return coach.find_elimination(grid, plan_searches(selected, player_order), foreseen)


def player_order(technique: Technique) -> float:
    """Return the position of a technique in the player's order."""
    return _RANKS.get(technique.id, technique.order)


def ease_of_single(step: Step) -> Ease:
    """Return how a single is forced, from its technique and its house."""
    if step.technique == "full-house":
        return Ease.LAST_CELL
    if step.technique == "naked-single":
        return Ease.NAKED
    return Ease.BOX if str(step.roles["house"][0]).startswith("b") else Ease.LINE


class _Coach:
    """The search for one hint."""

    def __init__(self, single_ids: set[str], check: Check, last: Candidate | None) -> None:
        self.single_ids, self.check, self.last = single_ids, check, last

    def find_single(self, grid: Grid) -> Step | None:
        """Return the single that is easiest to see: by kind, then visible without notes, then nearest."""
        if not _has_single(grid):
            return None
        visible = visible_singles(grid.digits)
        empty = grid.empty.mask

        def order(step: Step) -> tuple[float, ...]:
            (digit, cell), ease = step.places[0], ease_of_single(step)
            seen = visible.get((cell, digit), Ease.BEYOND_SINGLES) <= ease
            crowd = min((empty & HOUSE_MASKS[house]).bit_count() for house in _houses_of_single(step))
            return ease, not seen, -self._proximity(step), crowd, cell

        return min(filter(self.check, self._singles(grid)), key=order, default=None)

    def find_elimination(self, grid: Grid, searches: Iterable[TechniqueSearch], plan: Plan) -> Advice | None:
        """Return the first of the eliminations that lead to a placement; if none do, the easiest one.

        Args:
            grid: The position, without singles.
            searches: What to find the first step with.
            plan: What to look ahead with.
        """
        steps = self._easiest_steps(grid, searches)
        if advice := self._find_direct(grid, steps):
            return advice
        path = follow_to_placement(grid, plan)
        if path and all(map(self.check, path)):
            return self._promise(grid, _needed_steps(path), plan)
        return Advice(steps[0]) if steps else None

    def _find_direct(self, grid: Grid, steps: list[Step]) -> Advice | None:
        """Return the first of some steps that leads to a placement at once."""
        for step in steps:
            if step.places:
                return Advice(step)
            if single := self.find_single(grid.after(step)):
                return Advice(step, single.places[0], 1)
        return None

    def _promise(self, grid: Grid, chain: list[Step], plan: Plan) -> Advice:
        """Return the first step of a chain, with the placement that hints reach by following it.

        That is the end of the chain, unless on the way an easy step leads to another placement at once.
        """
        *eliminations, final = chain
        if not eliminations:
            return Advice(final)
        for number, step in enumerate(eliminations[:-1][:_MOST_CHECKED], 2):
            grid = grid.after(step)
            if direct := self._find_direct(grid, self._easiest_steps(grid, plan.searches)):
                return Advice(chain[0], direct.target or direct.step.places[0], number)
        return Advice(chain[0], final.places[0], len(eliminations))

    def _easiest_steps(self, grid: Grid, searches: Iterable[TechniqueSearch]) -> list[Step]:
        """Return the true steps of the easiest technique that has any, those near the last entry first."""
        for search in searches:
            most = 1 if search.techniques[0].order >= COSTLY_ORDER else _MOST_AT_ONCE
            if steps := list(islice(filter(self.check, search.find(grid)), most)):
                return sorted(steps, key=lambda step: -self._proximity(step))
        return []

    def _singles(self, grid: Grid) -> Iterator[Step]:
        for id, find in _SINGLE_FINDERS.items():
            if id in self.single_ids:
                yield from find(grid, id)

    def _proximity(self, step: Step) -> float:
        """Return how near the conclusion of a step is to the last entry; 0 if there is none."""
        if self.last is None:
            return 0
        last = self.last.cell, self.last.digit
        return max(proximity(last, (cell, digit)) for digit, cell in step.places + step.removes)


_SINGLE_FINDERS: Final = {
    "full-house": singles.find_full_houses,
    "hidden-single": singles.find_hidden_singles,
    "naked-single": singles.find_naked_singles,
}


def _has_single(grid: Grid) -> bool:
    masks = grid.digit_masks
    return bool(cells_with_one_candidate(masks)) or any(
        (place := places & house) and not place & place - 1 for places in masks for house in HOUSE_MASKS
    )


def _houses_of_single(step: Step) -> tuple[int, ...]:
    if "house" not in step.roles:
        return HOUSES_OF[step.places[0].cell]
    return (parse_house(str(step.roles["house"][0])),)


def _needed_steps(steps: list[Step]) -> list[Step]:
    """Return the steps on which the last one depends, and the last one."""
    *before, final = steps
    needed, premises = [final], _premises(final)
    for step in reversed(before):
        if any(premises[digit - 1] >> cell & 1 for digit, cell in step.removes):
            needed.append(step)
            premises = [a | b for a, b in zip(premises, _premises(step), strict=True)]
    return needed[::-1]


def _premises(step: Step) -> list[int]:
    """Return for each digit the cells where a step may rely on the digit being gone. It errs on the large side."""
    id, family, masks = step.technique, technique(step.technique).family, [0] * 9
    if family in _GLOBAL_FAMILIES or id.startswith(_GLOBAL_TECHNIQUES):
        return [ALL_CELLS] * 9
    if step.links and family != "als":
        for link in step.links:
            _add_link(masks, link)
        return masks
    hidden = id.startswith("hidden-") and family in ("singles", "subsets")
    if not hidden and family != "fish":
        cells = pattern_mask(step)
        masks = [mask | cells for mask in masks]
    if hidden or family not in ("singles", "subsets"):
        houses = [v for role in ("house", "base", "box") for v in step.roles.get(role, ()) if isinstance(v, str)]
        digits = {v for v in step.roles.get("digits", ()) if isinstance(v, int)} | {d for d, _ in step.places}
        for digit in digits:
            for house in houses:
                masks[digit - 1] |= HOUSE_MASKS[parse_house(house)]
    return masks


def _add_link(masks: list[int], link: Link) -> None:
    """Add the candidates whose absence a strong link relies on."""
    if not link.strong:
        return
    for name in link.proof.split(","):
        if len(name) == 2:
            for digit in {digit for digit, _ in link.start + link.end}:
                masks[digit - 1] |= HOUSE_MASKS[parse_house(name)]
        else:
            for n in range(9):
                masks[n] |= 1 << parse_cell(name)


def pattern_mask(step: Step) -> int:
    """Return the cells of the pattern, from all roles and links of a step, as a bit set."""
    mask = cells_of_roles(step)
    for link in step.links:
        mask |= mask_of([cell for _, cell in link.start + link.end])
    return mask


def pattern_cells(step: Step) -> tuple[int, ...]:
    """Return the cells of the pattern of a step, in order."""
    return tuple(cells_of(pattern_mask(step)))
