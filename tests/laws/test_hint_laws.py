"""Laws of hints: true whatever the player marked, in the player's order, pointing at the pattern, leading somewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from shudu.core.geometry import HOUSES, cells_of, nine, parse_house
from shudu.core.grid import Grid, filled_mask, masks_by_rules
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.logic.coach import ease_of_single, pattern_mask
from shudu.logic.hint import Hint, hint, region
from shudu.logic.mistakes import check_position
from shudu.logic.registry import technique
from shudu.logic.solver import solve_by_logic

SINGLES = ("full-house", "hidden-single", "naked-single")


class Position(NamedTuple):
    """A position in the middle of a game."""

    puzzle: Grid
    digits: bytes
    removed: tuple[Candidate, ...]
    solution: bytes
    last: Candidate | None


@pytest.fixture(scope="module", params=[3, pytest.param(1, marks=pytest.mark.soak)])
def positions(root: Path, request: pytest.FixtureRequest) -> list[Position]:
    """Return positions of all levels, from every third puzzle or from all; most of them have no single left."""
    random = Random(23)
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()[1 :: request.param]
    found = []
    for line in lines:
        path = solve_by_logic(line.split("\t")[0])
        eliminations = [number for number, step in enumerate(path.steps) if step.removes]
        for number in {random.randrange(len(path.steps)), random.choice(eliminations or [0])}:
            taken = path.steps[:number]
            entries = [candidate for step in taken for candidate in step.places]
            digits = bytearray(path.start.digits)
            for digit, cell in entries:
                digits[cell] = digit
            removed = tuple(candidate for step in taken for candidate in step.removes)
            last = entries[-1] if entries else None
            found.append(Position(path.start, bytes(digits), removed, path.end.digits, last))
    return found


def complete_marks(position: Position, random: Random) -> Grid:
    return Grid(position.digits, givens=position.puzzle.givens, removed=position.removed)


def no_marks(position: Position, random: Random) -> Grid:
    return Grid.from_masks(position.digits, position.puzzle.givens.mask, (0, 0, 0, 0, 0, 0, 0, 0, 0))


def stale_marks(position: Position, random: Random) -> Grid:
    """Return the position with the marks of its start, never cleaned."""
    marks = nine(cells & ~filled_mask(position.digits) for cells in masks_by_rules(position.puzzle.digits))
    return Grid.from_masks(position.digits, position.puzzle.givens.mask, marks)


def partial_marks(position: Position, random: Random) -> Grid:
    """Return the position with some cells not marked, and some true removals besides those of the path."""
    grid = complete_marks(position, random)
    gone = [c for c in all_candidates(grid) if c.digit != position.solution[c.cell] and random.random() < 0.1]
    bare = [c for c in all_candidates(grid) if c.cell % 4 == random.randrange(4)]
    return grid.remove([*gone, *bare] if random.random() < 0.5 else gone)


def all_candidates(grid: Grid) -> list[Candidate]:
    return [Candidate(digit, cell) for digit, cells in enumerate(grid.digit_masks, 1) for cell in cells_of(cells)]


def is_true(step: Step, solution: bytes) -> bool:
    return all(solution[cell] == digit for digit, cell in step.places) and all(
        solution[cell] != digit for digit, cell in step.removes
    )


@pytest.mark.parametrize("mark", [complete_marks, no_marks, stale_marks, partial_marks])
def test_hints_are_true_and_easy_whatever_is_marked(
    positions: list[Position], mark: Callable[[Position, Random], Grid]
) -> None:
    random = Random(5)
    for position in positions:
        grid = mark(position, random)
        given = hint(grid, last=position.last)
        if given.kind == "mistake":
            assert given.mistake is not None and not given.mistake.placed
            assert grid.digit_masks[given.mistake.digit - 1] >> given.mistake.cell & 1 == 0
            assert given.mistake.digit == position.solution[given.mistake.cell]
            assert mark is partial_marks
        else:
            assert given.step is not None
            assert is_true(given.step, position.solution)
            check_order(given, check_position(grid).grid)
            check_region(given.step)
            if given.target is not None:
                assert position.solution[given.target.cell] == given.target.digit


def check_order(given: Hint, grid: Grid) -> None:
    """Check that no easier single is there, and that an elimination is offered only where no single is."""
    assert given.step is not None
    eases = [ease_of_single(step) for id in SINGLES for step in technique(id).find(grid)]
    if eases:
        assert given.step.technique in SINGLES
        assert ease_of_single(given.step) == min(eases)
    else:
        assert given.step.technique not in SINGLES


def check_region(step: Step) -> None:
    houses = [HOUSES[parse_house(name)] for name in region(step)]
    for house in houses:
        assert any(pattern_mask(step) >> cell & 1 for cell in house)


def test_wrong_marks_are_reported_first(positions: list[Position]) -> None:
    random = Random(9)
    for position in positions[::3]:
        grid = complete_marks(position, random)
        cells = [cell for cell in range(81) if len(grid.candidates(cell)) > 1]
        if not cells:
            continue
        cell = random.choice(cells)
        given = hint(grid.remove([Candidate(position.solution[cell], cell)]))
        assert given.mistake is not None
        assert (given.mistake.cell, given.mistake.digit) == (cell, position.solution[cell])


def test_wrong_entries_are_reported_first_and_refuted(positions: list[Position]) -> None:
    random = Random(17)
    for position in positions:
        grid = complete_marks(position, random)
        cell = random.choice([cell for cell in range(81) if not grid.digits[cell]])
        wrong = random.choice([digit for digit in range(1, 10) if digit != position.solution[cell]])
        given = hint(grid.place(wrong, cell))
        assert given.mistake is not None and given.refutation is not None
        assert (given.mistake.cell, given.mistake.digit, given.mistake.placed) == (cell, wrong, True)
        if given.refutation.clash is not None:
            assert grid.digits[given.refutation.clash] == wrong


def test_an_elimination_that_names_its_target_leads_there(positions: list[Position]) -> None:
    """Where the hint promises that one step clears the way for a cell, the cell is a single right after it."""
    promises = 0
    for position in positions:
        given = hint(Grid(position.digits, givens=position.puzzle.givens, removed=position.removed))
        if given.step is not None and given.target is not None and given.steps == 1:
            after = Grid(position.digits, givens=position.puzzle.givens, removed=position.removed).after(given.step)
            assert any(given.target in step.places for id in SINGLES for step in technique(id).find(after))
            promises += 1
    assert promises > 3


def test_following_hints_leads_to_the_promised_placement(positions: list[Position]) -> None:
    """Every elimination is the first of as many as the hint says, after which the placement it names is a single."""
    promises = 0
    for position in positions:
        grid = complete_marks(position, Random(0))
        given = hint(grid)
        if given.step is None or given.step.places:
            continue
        target, promised = given.target, given.steps
        for _ in range(promised):
            assert given.step is not None and not given.step.places
            grid = grid.after(given.step)
            given = hint(grid)
        assert given.step is not None and given.step.places
        reached = [*given.step.places, *(c for id in SINGLES for step in technique(id).find(grid) for c in step.places)]
        assert target in reached
        promises += promised > 1
    assert promises > 3
