"""Final grids by number: the exact count, rank and unrank, uniform samples; and random images under symmetry."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from operator import index
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import MalformedGrid, ShuduError
from shudu.core.text import write_line
from shudu.kernel.load import Shared, library

Digits = NDArray[np.uint8]
_WORD: Final = (1 << 64) - 1
_CHUNK: Final = 100_000  # grids a call; Ctrl-C is heard between two

TABLES: Final = Shared("shudu_grids_workspace", "shudu_grids_tables")


@cache
def count_grids() -> int:
    """How many final grids there are, worked out from the tables.

    >>> count_grids()
    6670903752021072936960
    """
    count = (ctypes.c_uint64 * 2)()
    library().shudu_grids_count(TABLES.address, count)
    return count[0] | count[1] << 64


def unrank_many(ranks: Sequence[int]) -> Digits:
    """The grids with these numbers, as an (n, 81) array. Raises ShuduError for a number out of range."""
    ranks = [index(rank) for rank in ranks]
    for rank in ranks:
        if not 0 <= rank < count_grids():
            raise ShuduError(f"{rank} is not the number of a grid; they are 0 to {count_grids() - 1}")
    words = np.array([(rank & _WORD, rank >> 64) for rank in ranks], np.uint64).reshape(-1, 2)
    grids = np.empty((len(words), 81), np.uint8)
    _checked(library().shudu_unrank(TABLES.address, words.ctypes.data, len(words), grids.ctypes.data))
    return grids


def rank_words(grids: Digits) -> NDArray[np.uint64]:
    """The numbers of final grids as (n, 2) words, low word first. Raises MalformedGrid if one is not a final grid."""
    grids = np.ascontiguousarray(grids, np.uint8)
    words = np.empty((len(grids), 2), np.uint64)
    if library().shudu_rank(TABLES.address, grids.ctypes.data, len(grids), words.ctypes.data):
        refuse(grids)
    return words


def rank_many(grids: Digits) -> list[int]:
    """The numbers of final grids. Raises MalformedGrid if one is not a final grid."""
    return [int(low) | int(high) << 64 for low, high in rank_words(grids).tolist()]


def sample_grids(seed: int, first: int, n: int) -> Digits:
    """Exactly uniform grids: samples `first`, `first + 1`, … of a seed.

    >>> bool((sample_grids(7, 3, 2)[0] == sample_grids(7, 0, 4)[3]).all())
    True
    """
    grids = np.empty((n, 81), np.uint8)
    for start in range(0, n, _CHUNK):
        part = grids[start : start + _CHUNK]
        _checked(library().shudu_sample_grids(TABLES.address, seed, first + start, len(part), part.ctypes.data, None))
    return grids


def isomorphs(puzzles: Digits, seed: int, first: int) -> Digits:
    """A random image of each puzzle or grid, uniform over all symmetries. Image i is drawn by number `first + i` of the seed.

    >>> grids = sample_grids(1, 0, 2)
    >>> bool((isomorphs(grids, 5, 0)[1:] == isomorphs(grids[1:], 5, 1)).all())
    True
    """
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    images = np.empty_like(puzzles)
    _checked(library().shudu_isomorphs(puzzles.ctypes.data, len(puzzles), seed, first, images.ctypes.data, None))
    return images


def refuse(grids: Digits) -> None:
    """Raises MalformedGrid that shows the first grid which is not final, and says which it is if there are several."""
    wanted = list(range(1, 10))
    for number, grid in enumerate(grids.tolist()):
        rows = [grid[9 * r : 9 * r + 9] for r in range(9)]
        columns = [grid[c::9] for c in range(9)]
        boxes = [[grid[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3] for i in range(9)] for b in range(9)]
        if any(sorted(house) != wanted for house in (*rows, *columns, *boxes)):
            line = write_line(bytes(grid)) if max(grid) <= 9 else str(grid)
            where = f"row {number}: " if len(grids) > 1 else ""
            raise MalformedGrid(f"{where}{line} is not a final grid; in one, every house holds 1 to 9 once")


def _checked(status: int) -> None:
    if status:
        raise RuntimeError(f"the kernel ended with status {status}: a defect, please report it")
