"""Geometry, sets, puzzles and positions."""

from typing import Any

import numpy as np
import pytest

from shudu.core.errors import ConflictingGivens, ShuduError
from shudu.core.geometry import HOUSES, PEERS, cell_name, house_name, parse_cell
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.sets import Candidate, CellSet, DigitSet
from shudu.core.step import Step
from shudu.core.symmetry import Symmetry

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_geometry() -> None:
    assert len(HOUSES) == 27
    assert all(len(set(house)) == 9 for house in HOUSES)
    assert all(len(peers) == 20 for peers in PEERS)
    assert [cell_name(cell) for cell in (0, 8, 40, 80)] == ["r1c1", "r1c9", "r5c5", "r9c9"]
    assert [house_name(house) for house in (0, 9, 26)] == ["r1", "c1", "b9"]
    assert all(parse_cell(cell_name(cell)) == cell for cell in range(81))


@pytest.mark.parametrize("name", ["", "r0c1", "r1c0", "r10c1", "c1r1", "r1c", "rxc1"])
def test_malformed_cell_names_are_rejected(name: str) -> None:
    with pytest.raises(ShuduError, match="r1c1 to r9c9"):
        parse_cell(name)


def test_placing_a_digit_updates_candidates() -> None:
    grid = Grid(LINE)
    assert grid.candidates(2) == DigitSet([1, 2, 4])
    assert not grid.candidates(0)
    after = grid.place(4, 2)
    assert after.digits[2] == 4
    assert 4 not in after.candidates(3)
    assert grid.digits[2] == 0, "a grid never changes"
    assert after.givens == grid.givens


def test_removed_candidates_stay_removed() -> None:
    grid = Grid(LINE).remove([Candidate(1, 2)])
    assert grid.candidates(2) == DigitSet([2, 4])
    assert grid.place(6, 3).candidates(2) == DigitSet([2, 4])
    step = Step("any", places=(Candidate(4, 2),), removes=(Candidate(2, 5),))
    assert grid.after(step).digits[2] == 4
    assert 2 not in grid.after(step).candidates(5)


def test_positions_puzzles_and_sets_are_immutable() -> None:
    with pytest.raises(AttributeError):
        Grid(LINE).digits = bytes(81)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Puzzle(LINE).digits = bytes(81)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        CellSet([1]).mask = 0  # type: ignore[misc]


def test_a_filled_cell_cannot_be_written() -> None:
    with pytest.raises(ShuduError, match="r1c1 already holds 5"):
        Grid(LINE).place(1, 0)


def test_a_grid_is_solved_if_it_is_full_and_breaks_no_rule() -> None:
    assert Grid(SOLUTION).is_solved()
    assert not Grid("5" * 81).is_solved()
    assert not Grid(SOLUTION[:80] + ".").is_solved()
    assert not Grid(SOLUTION[1] + SOLUTION[0] + SOLUTION[2:]).is_solved()


def test_contradictions_are_detected() -> None:
    assert not Grid(LINE).is_contradictory()
    assert Grid("55" + "." * 79).is_contradictory()
    assert Grid("12345678" + "." * 9 + "9" + "." * 63).is_contradictory(), "r1c9 has no candidate"
    bare = Grid(LINE).remove([Candidate(digit, 2) for digit in range(1, 10)])
    assert bare.is_contradictory()


def test_conflicting_givens_are_listed() -> None:
    with pytest.raises(ConflictingGivens, match="5 at r1c1, r2c2") as caught:
        Puzzle("5" + "." * 9 + "5" + "." * 70)
    assert caught.value.cells == (0, 10)


def test_sets_can_be_printed_and_combined() -> None:
    cells = CellSet("r1c1, r9c9")
    assert str(cells).splitlines()[0] == "# . . . . . . . ."
    assert eval(repr(cells)) == cells
    assert list(cells | [1]) == [0, 1, 80]
    assert cells - CellSet([0]) == CellSet([80])
    assert CellSet() == CellSet() and not CellSet()
    assert {1, 2} & DigitSet([2, 3]) == DigitSet([2])
    with pytest.raises(ValueError, match="0 to 80"):
        CellSet([81])
    with pytest.raises(ValueError, match="1 to 9"):
        DigitSet([0])


@pytest.mark.parametrize("number", [np.int64, np.int8, np.uint8])
def test_numpy_integers_are_cells_and_digits(number: Any) -> None:
    last, nine = number(80), number(9)
    assert CellSet([last]) == CellSet([80]) and repr(CellSet([last])) == "CellSet('r9c9')"
    assert last in CellSet([80]) and last not in CellSet([0]) and nine in DigitSet([9])
    empty = Grid(bytes(81))
    assert empty.place(int(nine), int(last)) == empty.place(nine, last)
    assert not empty.remove([Candidate(nine, last)]).digit_masks[8] >> 80
    assert 9 in empty.candidates(last)


@pytest.mark.parametrize("strange", [1.0, "r1c1", None, 81, -1])
def test_values_that_are_not_cells_are_rejected(strange: Any) -> None:
    assert strange not in CellSet(range(81))
    for call in (lambda: CellSet([strange]), lambda: Grid(bytes(81)).candidates(strange)):
        with pytest.raises(ShuduError, match="is not a cell; cells are numbered 0 to 80"):
            call()


def test_puzzles_are_drawn_in_notebooks() -> None:
    drawing = Puzzle(LINE)._repr_svg_()
    assert drawing.startswith("<svg") and drawing.count('class="given"') == 30


def test_wrong_indices_and_candidates_are_errors_that_say_why() -> None:
    grid = Grid(LINE)
    assert grid[8, 8] == grid[-1, -1] == grid[80]
    for wrong in ((9, 0), 81):
        with pytest.raises(IndexError, match="rows and columns are 0 to 8"):
            grid[wrong]
    for bad in ((0, slice(9)), "r1c1", (0, 0, 0)):
        with pytest.raises(TypeError, match="is not a cell"):
            grid[bad]  # type: ignore[index]
    for digit, cell in ((1.5, 0), (1, 0.5), ("1", 0)):
        with pytest.raises(ShuduError, match="is not a"):
            Candidate(digit, cell)  # type: ignore[arg-type]


def test_candidates_are_removed_by_name() -> None:
    grid = Grid("." * 81)
    some = [Candidate(4, 2), Candidate(7, 40)]
    assert (
        grid.remove("4r1c3 7r5c5") == grid.remove("4r1c3,7r5c5") == grid.remove(some) == grid.remove(["4r1c3", some[1]])
    )
    assert grid.remove(some[0]) == grid.remove("4r1c3")


def test_symmetries_map_whatever_describes_a_grid() -> None:
    line = "1" + "." * 80
    turn = Symmetry.rotate180()
    assert turn.apply(line) == turn.apply(Grid(line)) == turn.apply(Grid(line).digits) == bytes(80) + b"\1"
