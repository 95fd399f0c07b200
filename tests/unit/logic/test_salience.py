"""Salience: how easily a placement is seen after the last one."""

from shudu.core.grid import Grid
from shudu.logic.salience import Ease, proximity, visible_singles

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_nearby_cells_and_equal_digits_stand_out_more() -> None:
    last = (0, 5)
    assert proximity(last, (1, 6)) > proximity(last, (8, 6)) > proximity(last, (80, 6))
    assert proximity(last, (80, 5)) > proximity(last, (80, 6))


def test_every_single_is_visible_by_its_easiest_house() -> None:
    digits = Grid(EASY).digits
    singles = visible_singles(digits)
    last_cell = visible_singles(bytes([*range(1, 9), 0]) + bytes(72))
    assert last_cell[8, 9] is Ease.LAST_CELL
    assert singles[40, 5] is Ease.NAKED
    assert all(not digits[cell] for cell, _ in singles)


def test_no_single_is_visible_in_an_empty_grid() -> None:
    assert not visible_singles(bytes(81))
