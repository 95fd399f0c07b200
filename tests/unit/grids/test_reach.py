"""The exact reach of the method `search`: one grid per first row, of which 303,663 are essentially different."""

from itertools import permutations

import numpy as np
import pytest

from shudu.grids.full_grids import full_grids
from shudu.kernel.grids import canonical_grids
from shudu.search.algorithms.backtracking import SearchBoard


def first_fit(row: tuple[int, ...]) -> bytes:
    """Return the first solution below a first row, trying 1 to 9 in order, written independently of the method."""
    board = SearchBoard(bytes(row) + bytes(72))
    cell = 9
    while cell < 81:
        last = board.erase(cell) if board.digits[cell] else 0
        digit = board.next_fitting(cell, last)
        if digit:
            board.write(cell, digit)
        cell += 1 if digit else -1
    return bytes(board.digits)


def test_the_method_makes_the_first_solution_below_its_first_row() -> None:
    for grid in full_grids(20, "search", seed=4):
        assert first_fit(tuple(grid[:9].tolist())) == grid.tobytes()


@pytest.mark.soak
@pytest.mark.timeout(1200)  # about a minute of computing
def test_search_reaches_303663_essentially_different_grids() -> None:
    grids = np.frombuffer(b"".join(map(first_fit, permutations(range(1, 10)))), np.uint8).reshape(-1, 81)
    assert len(np.unique(grids, axis=0)) == 362_880
    assert len(np.unique(canonical_grids(grids).forms, axis=0)) == 303_663
