"""Hints: mistakes first, then the easiest step, revealed in five stages."""

import pytest

from shudu.core.candidate import Candidate
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.kernel.solve import solve
from shudu.logic.hint import Hint, Mistake, hint, pattern, region

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
SOLUTION = solve(LINE).digits


def test_each_stage_reveals_more() -> None:
    given = hint(LINE)
    stages = [given.reveal(stage) for stage in range(1, 6)]
    assert given.kind == "step"
    assert [bool(one.region) for one in stages] == [True] * 5
    assert [bool(one.technique) for one in stages] == [False, True, True, True, True]
    assert [bool(one.cells) for one in stages] == [False, False, True, True, True]
    assert [one.step is not None for one in stages] == [False, False, False, True, True]
    assert [bool(one.places or one.removes) for one in stages] == [False, False, False, False, True]
    assert [len(given.describe(stage, "zh")) for stage in range(1, 6)] == [1, 2, 3, 4, 5]
    for stage in (0, 6):
        with pytest.raises(ValueError, match="1 to 5"):
            given.reveal(stage)


def test_hints_are_values() -> None:
    given = hint(LINE)
    assert given.step is not None
    assert {given, hint(LINE)} == {given}
    names = {"Hint": Hint, "Step": Step, "Candidate": Candidate}
    assert eval(repr(given), names) == given


def test_hints_lead_to_the_solution() -> None:
    grid = Grid(LINE)
    while not grid.is_solved():
        step = hint(grid).step
        assert step is not None
        grid = grid.after(step)
    assert grid.digits == SOLUTION


def test_wrong_entry_comes_first() -> None:
    grid = Grid(LINE)
    cell = next(cell for cell in range(81) if not grid.digits[cell])
    wrong = next(digit for digit in grid.candidates(cell) if digit != SOLUTION[cell])
    given = hint(grid.place(wrong, cell))
    assert given.kind == "mistake"
    assert given.mistake == Mistake(cell, wrong, placed=True)
    assert (given.reveal(1).cells, given.reveal(2).cells) == ((), (cell,))


def test_removed_correct_candidate_comes_first() -> None:
    grid = Grid(LINE)
    cell = next(cell for cell in range(81) if not grid.digits[cell])
    given = hint(grid.remove([Candidate(SOLUTION[cell], cell)]))
    assert given.mistake == Mistake(cell, SOLUTION[cell], placed=False)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (solve(LINE).line, "solved"),
        ("11" + "." * 79, "no solution"),
        ("5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8", "no solution"),
        ("." * 81, "several solutions"),
    ],
)
def test_positions_without_a_step(line: str, kind: str) -> None:
    given = hint(Grid(line))
    assert given.kind == kind
    assert given.step is None
    assert given.reveal(5).region == ()


def test_entry_that_excludes_all_of_several_solutions() -> None:
    grid = Grid("1" + "." * 80)
    for digit, cell in ((2, 9), (3, 18), (4, 27), (5, 36), (6, 45), (7, 54), (8, 63)):
        grid = grid.place(digit, cell)
    assert hint(grid.place(9, 73)).kind == "no solution"


def test_stuck_with_few_techniques() -> None:
    assert hint("." * 80 + "1", techniques=["full-house"]).kind == "several solutions"
    assert hint(LINE, techniques=["x-wing"]).kind == "stuck"


def test_region_and_pattern_of_a_step() -> None:
    step = Step("x-wing", removes=(Candidate(1, 0), Candidate(1, 80)), roles={"digits": (1,), "cells": (3, 4)})
    assert region(step) == ("b1", "b9")
    assert pattern(step) == (3, 4)
