"""The numbering of final grids: how many there are, the number of a grid, and the grid of a number."""

from __future__ import annotations

from typing import Final

import numpy as np

from shudu.core.arguments import check_int
from shudu.core.grid import Grid
from shudu.core.text import to_digits
from shudu.kernel.grids import count_grids, rank_many, unrank_many

GRIDS: Final = count_grids()


def rank(grid: Grid | str) -> int:
    """Return the number of a final grid, from 0 to GRIDS - 1.

    >>> rank(unrank(10**20)) == 10**20 < GRIDS
    True

    Args:
        grid: A final grid, as a Grid or as a line of 81 digits.

    Raises:
        MalformedGrid: If it is not a final grid.
    """
    return rank_many(np.frombuffer(to_digits(grid), np.uint8).reshape(1, 81))[0]


def unrank(number: int) -> Grid:
    """Return the final grid with a number.

    Args:
        number: A whole number from 0 to GRIDS - 1.

    Raises:
        ShuduError: If the number is out of range.
    """
    return Grid.from_masks(unrank_many([check_int(number, "number")])[0].tobytes(), givens=0)
