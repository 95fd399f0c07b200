"""Hints: mistakes first, then the easiest step, revealed in five stages."""

import pytest

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSES_OF, house_name
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Step
from shudu.kernel.solve import solve
from shudu.logic.coach import pattern_cells
from shudu.logic.examples import example
from shudu.logic.hint import Hint, hint, region
from shudu.logic.mistakes import Mistake

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
    names = {"Hint": Hint, "Step": Step, "Candidate": Candidate, "Link": Link}
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


def test_single_of_a_position_with_several_solutions() -> None:
    """Every candidate is possible, but r1c1 has only one."""
    given = hint(".9832561434681759225194678386317924591543287642765813917259436863.281.5758.763.21")
    assert given.step is not None
    assert given.step.places == (Candidate(7, 0),)


def test_entry_that_excludes_all_of_several_solutions() -> None:
    grid = Grid("1" + "." * 80)
    for digit, cell in ((2, 9), (3, 18), (4, 27), (5, 36), (6, 45), (7, 54), (8, 63)):
        grid = grid.place(digit, cell)
    assert hint(grid.place(9, 73)).kind == "no solution"


def test_stuck_with_few_techniques() -> None:
    assert hint("." * 80 + "1", techniques=["full-house"]).kind == "several solutions"
    assert hint(LINE, techniques=["x-wing"]).kind == "stuck"


def test_region_and_pattern_of_a_step() -> None:
    """The region is where the pattern is, not where candidates are removed."""
    step = Step("x-wing", removes=(Candidate(1, 0), Candidate(1, 80)), roles={"digits": (1,), "cells": (3, 4)})
    assert region(step) == ("b2",)
    assert pattern_cells(step) == (3, 4)
    fish = Step(
        "x-wing", removes=(Candidate(1, 0),), roles={"digits": (1,), "base": ("r2", "r5"), "cover": ("c1", "c4")}
    )
    assert region(fish) == ("r2", "r5")
    wing = Step("xy-wing", removes=(Candidate(1, 80),), roles={"pivot": (60,), "pincers": (20, 61)})
    assert region(wing) == ("b1", "b9")


def test_stale_marks_never_produce_a_step() -> None:
    """The marks of the puzzle before its first entries still list digits that the entries rule out."""
    puzzle = Grid(LINE)
    step = hint(puzzle, techniques=["naked-single", "hidden-single", "xy-wing", "pointing"]).step
    assert step is not None
    digits = bytearray(puzzle.digits)
    for cell in [cell for cell in range(81) if not digits[cell]][:20]:
        digits[cell] = SOLUTION[cell]
    stale = Grid.from_masks(bytes(digits), puzzle.givens.mask, puzzle.digit_masks)
    assert hint(stale).step == hint(Grid(bytes(digits), givens=puzzle.givens)).step


def test_a_cell_without_marks_is_open() -> None:
    grid = Grid(LINE)
    unmarked = Grid.from_masks(grid.digits, grid.givens.mask, (0,) * 9)
    assert hint(unmarked) == hint(grid)


def test_an_elimination_names_the_cell_it_leads_to() -> None:
    given = hint(LINE)
    assert given.step is not None and given.target is not None
    assert given.target.digit == SOLUTION[given.target.cell]
    assert "clear" in given.purpose() and "r4c6" in given.purpose()
    assert given.purpose() in given.describe(4)[-1]
    assert given.purpose("zh").endswith("。")
    assert (given.reveal(3).target, given.reveal(4).target) == (None, given.target.cell)


def test_an_elimination_that_leads_to_no_digit_says_so() -> None:
    given = hint(LINE, ["pointing"])
    assert given.step is not None and given.step.removes and given.target is None
    assert given.describe(4)[-1].endswith("No digit is within reach yet; this is the easiest step there is.")
    assert given.describe(4, "zh")[-1].endswith("暂时还推不出数字，这是目前最容易的一步。")


def test_a_wrong_entry_is_explained() -> None:
    grid = Grid(LINE)
    for cell, digit, why in (
        (1, 1, "1 is already in column 2 (r8c2)."),
        (6, 8, "If r1c7 were 8, box 9 would have no place for 8."),
        (
            18,
            8,
            "If r3c1 were 8: r3c1=8 → r1c2=3 (only digit left) → r7c1=4 (only digit left). Then r9c2 would have no digit left.",
        ),
        (1, 8, "r1c2 cannot be 8, but it takes a long argument to see why."),
    ):
        given = hint(grid.place(digit, cell))
        assert given.refutation is not None
        assert given.refutation.describe() == why
        assert given.describe(2) == [f"r{cell // 9 + 1}c{cell % 9 + 1} is not {digit}. {why}"]
        assert "mistake" in given.describe(1)[0]


def test_entries_near_the_last_one_come_first() -> None:
    """With several hidden singles in boxes, the one near the last entry is chosen."""
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    near_top = hint(line, last="4r1c3").step
    near_bottom = hint(line, last=Candidate(6, 79)).step
    assert near_top is not None and near_bottom is not None
    assert near_top.places[0].cell < 27
    assert near_bottom.places[0].cell >= 54


def test_unknown_techniques_are_rejected_in_every_position() -> None:
    with pytest.raises(ShuduError, match="is not a technique"):
        hint("." * 81, ["nonsense"])


def test_a_forcing_chain_is_pointed_at_where_it_starts() -> None:
    _, step = example("forcing-chain-contradiction")
    (start,) = [*step.roles.get("assumed-on", ()), *step.roles.get("assumed-off", ())]
    assert isinstance(start, Candidate)
    assert Hint("step", step).reveal(3).cells == (start.cell,)
    assert region(step) == (house_name(HOUSES_OF[start.cell][2]),)
