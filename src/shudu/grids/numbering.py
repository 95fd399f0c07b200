"""Final grids counted and numbered: how many there are, also up to symmetry, and the number of a grid and back."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Final

import numpy as np

from shudu.core.arguments import check_int
from shudu.core.grid import Grid
from shudu.core.text import to_digits
from shudu.kernel.grids import WHOLE, ProgressCounter, class_sizes, count_grids, fixed_grids, rank_many, unrank_many
from shudu.kernel.load import Switch

GRIDS: Final = count_grids()

_POLL: Final = 0.2  # seconds between progress reports, and between checks for Ctrl-C

# Seconds the longest classes took on one core, where all others together take one. They are started first, so that none
# runs alone at the end, and progress is measured by work instead of classes. The result does not depend on them.
_LONG: Final = {61: 90.0, 104: 63.0, 45: 13.5, 253: 9.9, 47: 3.2, 190: 1.9, 50: 1.1, 199: 0.9, 54: 0.5, 192: 0.4}


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


def count_essentially_different(report: Callable[[float], object] | None = None) -> int:
    """Count the final grids up to symmetry, by Burnside's lemma: the mean number of grids a symmetry fixes. Takes minutes.

    Args:
        report: Called now and then with the share of the work that is done; the last value is 1.
    """
    sizes, switch = class_sizes(), Switch()
    work = [_LONG.get(number, 1 / len(sizes)) for number in range(len(sizes))]
    progress = [ProgressCounter() for _ in sizes]
    order = sorted(range(len(sizes)), key=lambda number: -work[number])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = {number: pool.submit(fixed_grids, number, switch, progress[number]) for number in order}
        try:
            pending = set(parts.values())
            while pending:
                pending = wait(pending, _POLL).not_done
                if report:
                    done = sum(each.value / WHOLE * weight for each, weight in zip(progress, work, strict=True))
                    report(done / sum(work))
            total = sum(sizes[number] * part.result() for number, part in parts.items())
        except BaseException:
            switch.stop()
            pool.shutdown(cancel_futures=True)
            raise
    return total // sum(sizes)
