"""Paths: the steps from a position as far as logic goes, found by the kernel.

The kernel follows a plan and reports what each step concludes. Searches that it lacks are run here. The roles and links of
a step are found by the finder of its technique, when they are needed. The readable specification of the walk is
`follow_by_finders` in `shudu.logic.solver`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.grid import DigitMasks, Grid, filled_mask
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.kernel.load import Switch
from shudu.kernel.logic import (
    ASKS,
    FRANKEN_FISH,
    SEARCHES,
    CompactStep,
    apply_step,
    follow_path,
    follow_paths,
    start_paths,
)
from shudu.kernel.parallel import Progress
from shudu.logic.registry import Technique, TechniqueSearch, plan_searches, technique
from shudu.logic.techniques import singles

_WORD: Final = (1 << 64) - 1
_CHUNK: Final = 64  # puzzles per call; Ctrl-C and progress are handled between calls
_SWITCHES: Final = {"crossed", "every_pair"}  # options, on by default, that the kernel takes instead of kinds
_SEARCH_OF: Final = {id: (number, kind) for number, ids in enumerate(SEARCHES) for kind, id in enumerate(ids)}


class Path:
    """The steps from a position as far as logic goes.

    Attributes:
        start: The position before the first step.
        end: The position after the last step.
        techniques: The id of the technique of each step.

    Args:
        start: The position before the first step.
        steps: The steps in order.
        end: The position after the last step.
        techniques: The ids of the techniques, if they are known before the steps.
        explain: Returns the steps when they are needed, instead of `steps`.
    """

    __slots__ = ("_explain", "_steps", "end", "start", "techniques")

    def __init__(
        self,
        start: Grid,
        steps: Iterable[Step],
        end: Grid,
        *,
        techniques: Iterable[str] | None = None,
        explain: Callable[[], tuple[Step, ...]] | None = None,
    ) -> None:
        self.start: Grid = start
        self.end: Grid = end
        self._steps = None if explain else tuple(steps)
        self._explain = explain
        self.techniques: tuple[str, ...] = tuple(techniques or (step.technique for step in self._steps or ()))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in order."""
        if self._steps is None:
            self._steps = self._explain() if self._explain else ()
        return self._steps

    @property
    def solved(self) -> bool:
        """Whether the path reaches the solution."""
        return self.end.is_solved()

    @property
    def counts(self) -> Counter[str]:
        """How often each technique is used, by its id."""
        return Counter(self.techniques)

    @property
    def turning_points(self) -> tuple[int, ...]:
        """The indexes of the steps that decide the solution: the hardest of each run of steps between two singles.

        >>> from shudu.logic.solver import solve_by_logic
        >>> path = solve_by_logic("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9")
        >>> [path.techniques[index] for index in path.turning_points]
        ['xy-wing']
        """
        runs: list[list[int]] = [[]]
        for index, id in enumerate(self.techniques):
            if technique(id).family == "singles":
                runs.append([])
            else:
                runs[-1].append(index)
        return tuple(max(run, key=lambda index: technique(self.techniques[index]).score) for run in runs if run)

    def grids(self) -> Iterator[Grid]:
        """Yield the position before each step, and the final one."""
        grid = self.start
        yield grid
        for step in self.steps:
            grid = grid.after(step)
            yield grid

    def to_dict(self) -> dict[str, Any]:
        """Return the path as plain values, ready for JSON: the lines of `start` and `end`, `solved` and the `steps`."""
        steps = [step.to_dict() for step in self.steps]
        return {"start": self.start.line, "end": self.end.line, "solved": self.solved, "steps": steps}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Path):
            return NotImplemented
        return (self.start, self.end, self.steps) == (other.start, other.end, other.steps)

    def __hash__(self) -> int:
        return hash((self.start, self.techniques))

    def __reduce__(self) -> tuple[object, ...]:
        return Path, (self.start, self.steps, self.end)

    def __repr__(self) -> str:
        return f"<Path of {len(self.techniques)} steps, {'solved' if self.solved else 'not solved'}>"


@dataclass(frozen=True, slots=True)
class Plan:
    """Searches in the order in which to try them.

    Attributes:
        searches: The searches.
        code: The same for the kernel.
        ids: For each search the ids of its techniques, in the order of their kinds.
    """

    searches: tuple[TechniqueSearch, ...]
    code: bytes
    ids: tuple[tuple[str, ...], ...]


def make_plan(techniques: Iterable[Technique], order: Callable[[Technique], float] | None = None) -> Plan:
    """Return the plan for some techniques.

    Args:
        techniques: The techniques to use.
        order: The position of a technique in the order; HoDoKu's by default.
    """
    searches = tuple(plan_searches(techniques, order))
    codes = [_encode(search) for search in searches]
    ids = (
        SEARCHES[number] if 0 < number < len(SEARCHES) else tuple(each.id for each in search.techniques)
        for search, (number, _) in zip(searches, codes, strict=True)
    )
    return Plan(searches, bytes(byte for code in codes for byte in code), tuple(ids))


def _encode(search: TechniqueSearch) -> tuple[int, int]:
    """Return the number and the kinds of a search of the kernel; (0, 0) if the kernel has no such search."""
    first = search.techniques[0]
    for switch in _SWITCHES & first.options.keys():
        if first.configure({switch: True}) == technique(first.id):
            return _SEARCH_OF[first.id][0], int(first.options[switch])
    if first.options != technique(first.id).options or first.finder is not technique(first.id).finder:
        return 0, 0
    if "franken-" in first.id:
        return FRANKEN_FISH, 0
    numbers = {_SEARCH_OF.get(each.id, (0, 0))[0] for each in search.techniques}
    if len(numbers) > 1 or numbers == {0}:
        return 0, 0
    return numbers.pop(), sum(1 << _SEARCH_OF[each.id][1] for each in search.techniques)


def follow_plan(grid: Grid, plan: Plan, possible: DigitMasks | None = None) -> Path:
    """Return the path from a position: apply the first step of the first search that has one, and repeat.

    Args:
        grid: The position.
        plan: The searches.
        possible: The candidates that occur in a solution, if the position has several and no search relies on
            there being one. The slow searches are left out where they cannot find anything.
    """
    state = _start(grid)
    steps = list(_walk(state, plan, possible))
    techniques = (step.technique if isinstance(step, Step) else plan.ids[step.search][step.kind] for step in steps)
    return Path(grid, (), _position(state), techniques=techniques, explain=lambda: tuple(_explain(grid, plan, steps)))


def follow_to_placement(grid: Grid, plan: Plan) -> list[Step]:
    """Return the steps of the path from a position up to the first that places a digit; none if no step does.

    Args:
        grid: The position.
        plan: The searches.
    """
    path: list[CompactStep | Step] = []
    for step in _walk(_start(grid), plan):
        path.append(step)
        if step.places:
            return list(_explain(grid, plan, path))
    return []


def _walk(state: NDArray[np.void], plan: Plan, possible: DigitMasks | None = None) -> Iterator[CompactStep | Step]:
    """Yield the steps of a path, applying them to its state."""
    yield from follow_path(state, plan.code)
    while state["state"][0] == ASKS and not (possible and is_settled(_position(state), possible)):
        if step := _answer(state, plan):
            yield step
        yield from follow_path(state, plan.code)


def is_settled(grid: Grid, possible: DigitMasks) -> bool:
    """Return whether logic concludes nothing in a position: every candidate is possible, and no cell has only one.

    Args:
        grid: The position.
        possible: The candidates that occur in a solution of this position or of an earlier one.
    """
    empty = grid.empty.mask
    left = tuple(cells & empty for cells in possible)
    return grid.digit_masks == left and not grid.with_candidates(1)


def follow_each(grid: Grid, plans: Iterable[Plan]) -> Iterator[Grid]:
    """Yield the position in which each of some plans ends, all from the same position.

    Args:
        grid: The position.
        plans: The plans, with searches of the kernel only.
    """
    start = _start(grid)
    for plan in plans:
        state = start.copy()
        follow_paths(state, plan.code)
        yield _position(state)


def follow_plans(
    puzzles: NDArray[np.uint8], plan: Plan, threads: int | None = None, progress: Progress | None = None
) -> NDArray[np.void]:
    """Return the ends of the paths of many puzzles, with the number of steps of each technique.

    Args:
        puzzles: The puzzles, as an (n, 81) array.
        plan: The searches.
        threads: The largest number of threads; None for all cores.
        progress: Called with the number of puzzles finished since the last call.

    Returns:
        An array of `shudu.kernel.logic.PATH`. Its `counts` are by search of the plan and kind, as in `plan.ids`.
    """
    chunks = [np.ascontiguousarray(puzzles[first : first + _CHUNK]) for first in range(0, len(puzzles), _CHUNK)]
    report = progress or (lambda finished: None)
    switch = Switch()
    ends = [start_paths(np.empty((0, 81), np.uint8))]
    workers = min(threads or os.cpu_count() or 1, len(chunks))
    with ThreadPoolExecutor(workers, "shudu-path") if workers > 1 else nullcontext() as pool:
        try:
            follow = partial(_follow_chunk, plan, switch)
            for part in pool.map(follow, chunks) if pool else map(follow, chunks):
                ends.append(part)
                report(len(part))
        except BaseException:
            switch.stop()
            raise
    return np.concatenate(ends)


def tally(plan: Plan, ends: NDArray[np.void]) -> tuple[list[Technique], NDArray[np.uint16]]:
    """Return the techniques of a plan, and how often each is used on some paths, a row per path."""
    places = [(search, kind) for search, ids in enumerate(plan.ids) for kind in range(len(ids))]
    used = [technique(plan.ids[search][kind]) for search, kind in places]
    counts: NDArray[np.uint16] = ends["counts"][:, [search for search, _ in places], [kind for _, kind in places]]
    return used, counts


def _follow_chunk(plan: Plan, switch: Switch, puzzles: NDArray[np.uint8]) -> NDArray[np.void]:
    states = start_paths(puzzles)
    follow_paths(states, plan.code, switch)
    for row in np.flatnonzero(states["state"] == ASKS).tolist():
        state = states[row : row + 1]
        while state["state"][0] == ASKS:
            _answer(state, plan)
            follow_paths(state, plan.code, switch)
    return states


def _start(grid: Grid) -> NDArray[np.void]:
    state = start_paths(np.frombuffer(grid.digits, np.uint8).reshape(1, 81))
    if _position(state).digit_masks != grid.digit_masks or grid.givens.mask != filled_mask(grid.digits):
        now = _position(state).digit_masks
        missing = [
            81 * digit + cell
            for digit, (mine, other) in enumerate(zip(now, grid.digit_masks, strict=True))
            for cell in range(81)
            if (mine & ~other) >> cell & 1
        ]
        apply_step(state, (), missing)
        state["places"] = [[[mask & _WORD, mask >> 64] for mask in grid.digit_masks]]
        state["givens"] = [[grid.givens.mask & _WORD, grid.givens.mask >> 64]]
    return state


def _position(state: NDArray[np.void]) -> Grid:
    """Return the position of a path, an array of one."""
    low, high = state["givens"][0].tolist()
    masks = tuple(low | high << 64 for low, high in state["places"][0].tolist())
    return Grid.from_masks(state["digits"][0].tobytes(), low | high << 64, masks)


def _answer(state: NDArray[np.void], plan: Plan) -> Step | None:
    """Run the search that a path asks for; apply its step and return it, or let the path go on with the next search."""
    number = int(state["search"][0])
    step = next(plan.searches[number].find(_position(state)), None)
    if step is None:
        state["search"] = number + 1
        return None
    kind = plan.ids[number].index(step.technique)
    state["counts"][0, number, kind] += 1
    if not state["first_kind"][0, number]:
        state["first_kind"][0, number] = kind + 1
    state["steps"] += 1
    apply_step(state, _to_numbers(step.places), _to_numbers(step.removes))
    return step


def _to_numbers(candidates: tuple[Candidate, ...]) -> list[int]:
    return [81 * digit - 81 + cell for digit, cell in candidates]


def _to_candidates(numbers: tuple[int, ...]) -> tuple[Candidate, ...]:
    return tuple(Candidate(number // 81 + 1, number % 81) for number in numbers)


def _explain(grid: Grid, plan: Plan, steps: Iterable[CompactStep | Step]) -> Iterator[Step]:
    """Yield the steps with roles and links: each is the one of its finder that concludes the same."""
    for step in steps:
        whole = step if isinstance(step, Step) else _whole_step(grid, plan, step)
        yield whole
        grid = grid.after(whole)


def _whole_step(grid: Grid, plan: Plan, step: CompactStep) -> Step:
    id, places, removes = plan.ids[step.search][step.kind], _to_candidates(step.places), _to_candidates(step.removes)
    if make := _SINGLES.get(id):
        return make(grid, places[0])
    return next(
        whole
        for whole in plan.searches[step.search].find(grid)
        if whole.technique == id and whole.places == places and whole.removes == removes
    )


def _full_house(grid: Grid, candidate: Candidate) -> Step:
    house = singles.house_filled_by(singles.cells_with_candidates(grid), candidate.cell)
    assert house is not None
    return singles.full_house_step(candidate, house)


def _hidden_single(grid: Grid, candidate: Candidate) -> Step:
    house = singles.house_of_hidden_single(grid, candidate)
    assert house is not None
    return singles.hidden_single_step(grid, candidate, house)


_SINGLES: Final[dict[str, Callable[[Grid, Candidate], Step]]] = {
    "full-house": _full_house,
    "naked-single": singles.naked_single_step,
    "hidden-single": _hidden_single,
}
