"""Every final grid has a number: how many there are, and the way from a grid to its number and back."""

from __future__ import annotations

from typing import Final

import numpy as np

from shudu.core.arguments import check_int
from shudu.core.grid import Grid
from shudu.core.text import to_digits
from shudu.kernel.grids import count_grids, rank_many, unrank_many

GRIDS: Final = count_grids()


def rank(grid: Grid | str) -> int:
    """The number of a final grid, below GRIDS.

    >>> rank(unrank(10**20)) == 10**20 < GRIDS
    True

    Raises MalformedGrid if it is not a final grid.
    """
    return rank_many(np.frombuffer(to_digits(grid), np.uint8).reshape(1, 81))[0]


def unrank(number: int) -> Grid:
    """The final grid with a number. Raises ShuduError if it is not below GRIDS."""
    return Grid.from_masks(unrank_many([check_int(number, "number")])[0].tobytes(), givens=0)
