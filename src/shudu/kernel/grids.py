"""Final grids by number: the exact count, rank and unrank, uniform samples, and random images under symmetry."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from operator import index
from typing import Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import MalformedGrid, ShuduError
from shudu.core.geometry import DIGITS, HOUSES
from shudu.core.text import write_line
from shudu.kernel.load import SharedTables, check_status, library

Digits = NDArray[np.uint8]
_WORD: Final = (1 << 64) - 1
_CHUNK: Final = 100_000  # grids per call; Ctrl-C is handled between calls

TABLES: Final = SharedTables("grids")


@cache
def count_grids() -> int:
    """Return the number of final grids, computed from the tables.

    >>> count_grids()
    6670903752021072936960
    """
    count = (ctypes.c_uint64 * 2)()
    library().shudu_grids_count(TABLES.address, count)
    return count[0] | count[1] << 64


def unrank_many(ranks: Sequence[int]) -> Digits:
    """Return the grids with some numbers, as an (n, 81) array.

    Raises:
        ShuduError: If a number is out of range.
    """
    ranks = [index(rank) for rank in ranks]
    for rank in ranks:
        if not 0 <= rank < count_grids():
            raise ShuduError("kernel.rank-range", rank=rank, last=count_grids() - 1)
    words = np.array([(rank & _WORD, rank >> 64) for rank in ranks], np.uint64).reshape(-1, 2)
    grids = np.empty((len(words), 81), np.uint8)
    check_status(library().shudu_unrank(TABLES.address, words.ctypes.data, len(words), grids.ctypes.data))
    return grids


def rank_words(grids: Digits) -> NDArray[np.uint64]:
    """Return the numbers of final grids as an (n, 2) array of words, low word first.

    Raises:
        MalformedGrid: If one is not a final grid.
    """
    grids = np.ascontiguousarray(grids, np.uint8)
    words = np.empty((len(grids), 2), np.uint64)
    if library().shudu_rank(TABLES.address, grids.ctypes.data, len(grids), words.ctypes.data):
        raise_not_final(grids)
    return words


def rank_many(grids: Digits) -> list[int]:
    """Return the numbers of final grids.

    Raises:
        MalformedGrid: If one is not a final grid.
    """
    return [int(low) | int(high) << 64 for low, high in rank_words(grids).tolist()]


def sample_grids(seed: int, first: int, n: int) -> Digits:
    """Return uniformly distributed grids: samples `first`, `first + 1`, … of a seed.

    >>> bool((sample_grids(7, 3, 2)[0] == sample_grids(7, 0, 4)[3]).all())
    True
    """
    grids = np.empty((n, 81), np.uint8)
    for start in range(0, n, _CHUNK):
        part = grids[start : start + _CHUNK]
        check_status(
            library().shudu_sample_grids(TABLES.address, seed, first + start, len(part), part.ctypes.data, None)
        )
    return grids


def isomorphs(puzzles: Digits, seed: int, first: int) -> Digits:
    """Return a random image of each puzzle or grid, uniform over all symmetries; image i has index `first + i` of the seed.

    >>> grids = sample_grids(1, 0, 2)
    >>> bool((isomorphs(grids, 5, 0)[1:] == isomorphs(grids[1:], 5, 1)).all())
    True
    """
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    images = np.empty_like(puzzles)
    check_status(library().shudu_isomorphs(puzzles.ctypes.data, len(puzzles), seed, first, images.ctypes.data, None))
    return images


def raise_not_final(grids: Digits) -> NoReturn:
    """Raise MalformedGrid for the first of some grids that is not final."""
    row = next(row for row, grid in enumerate(grids) if not _is_final(grid.tolist()))
    digits = grids[row].tolist()
    line = write_line(bytes(digits)) if max(digits) <= 9 else str(digits)
    if len(grids) == 1:
        raise MalformedGrid("kernel.not-final", grid=line)
    raise MalformedGrid("kernel.not-final-row", row=row, grid=line)


def _is_final(digits: list[int]) -> bool:
    return all({digits[cell] for cell in house} == set(DIGITS) for house in HOUSES)
