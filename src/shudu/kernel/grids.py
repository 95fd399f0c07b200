"""Final grids: their exact count, also up to symmetry, rank and unrank, uniform samples, random images, canonical forms.

A canonical form is the smallest of all symmetric images. Two grids are equivalent if their canonical forms are equal.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from operator import index
from typing import Final, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import MalformedGrid, ShuduError
from shudu.core.geometry import DIGITS, HOUSES
from shudu.core.text import write_line
from shudu.kernel.load import SharedTables, Switch, check_status, library, workspace

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


WHOLE: Final = 1 << 32  # the progress of a finished call


class ProgressCounter:
    """The progress of a running call, from 0 to WHOLE, to be read by another thread."""

    def __init__(self) -> None:
        self._value = ctypes.c_uint64(0)
        self.address: int = ctypes.addressof(self._value)

    @property
    def value(self) -> int:
        """The progress now."""
        return self._value.value


def class_sizes() -> list[int]:
    """Return the number of symmetries of the cells in each conjugacy class; class 0 is the identity.

    >>> sizes = class_sizes()
    >>> len(sizes), sum(sizes) == 2 * 6**8
    (275, True)
    """
    number = library().shudu_burnside_classes(None, 0)
    sizes = (ctypes.c_uint64 * number)()
    library().shudu_burnside_classes(sizes, number)
    return list(sizes)


def fixed_grids(number: int, switch: Switch, progress: ProgressCounter | None = None) -> int:
    """Return how many grids, up to renaming digits, a symmetry of a class fixes.

    >>> fixed_grids(0, Switch()) * 362880 == count_grids()
    True

    Args:
        number: The number of the class.
        switch: Ends the call.
        progress: Follows the call; most classes take no time, some a minute.

    Raises:
        KernelStopped: If the switch was used.
    """
    memory, work = workspace(library().shudu_burnside_workspace())
    fixed = ctypes.c_uint64()
    watch = progress.address if progress else None
    status = library().shudu_burnside_fixed(TABLES.address, number, ctypes.byref(fixed), watch, work, switch.address)
    del memory  # the workspace must live as long as the call
    check_status(status)
    return fixed.value


FORM_TABLES: Final = SharedTables("canonical")
_MOST_SYMMETRIES: Final = 648  # the most symmetric grid has this many


class Canonical(NamedTuple):
    """The canonical forms of some grids.

    Attributes:
        forms: The forms as an (n, 81) array.
        automorphisms: The number of symmetries that map each grid to itself.
        transforms: For each grid a symmetry that maps it to its form, as an (n, 28) array.
    """

    forms: Digits
    automorphisms: NDArray[np.uint32]
    transforms: Digits


def canonical_grids(grids: Digits) -> Canonical:
    """Return the canonical forms of final grids.

    Raises:
        MalformedGrid: If one is not a final grid.
    """
    grids, result = np.ascontiguousarray(grids, np.uint8), _allocate(len(grids))
    forms, automorphisms, transforms = (part.ctypes.data for part in result)
    if library().shudu_canonical(FORM_TABLES.address, grids.ctypes.data, len(grids), forms, automorphisms, transforms):
        raise_not_final(grids)
    return result


def canonical_puzzles(puzzles: Digits, solutions: Digits) -> Canonical:
    """Return the canonical forms of puzzles with exactly one solution each.

    Args:
        puzzles: The puzzles as an (n, 81) array.
        solutions: Their solutions as an (n, 81) array.
    """
    puzzles, solutions = np.ascontiguousarray(puzzles, np.uint8), np.ascontiguousarray(solutions, np.uint8)
    result = _allocate(len(puzzles))
    forms, automorphisms, transforms = (part.ctypes.data for part in result)
    if library().shudu_canonical_puzzles(
        *(FORM_TABLES.address, puzzles.ctypes.data, solutions.ctypes.data, len(puzzles)),
        *(forms, automorphisms, transforms),
    ):
        raise_not_final(solutions)
    return result


def all_transforms(grid: bytes) -> Digits:
    """Return every symmetry that maps a final grid to its canonical form, as a (k, 28) array."""
    row = np.frombuffer(grid, np.uint8)
    form, transforms = np.empty(81, np.uint8), np.empty((_MOST_SYMMETRIES, 28), np.uint8)
    written = ctypes.c_size_t()
    if library().shudu_canonical_all(
        *(FORM_TABLES.address, row.ctypes.data, form.ctypes.data, transforms.ctypes.data, _MOST_SYMMETRIES),
        ctypes.byref(written),
    ):
        raise_not_final(row.reshape(1, 81))
    return transforms[: written.value]


def band_classes(grids: Digits) -> NDArray[np.uint16]:
    """Return the classes, up to symmetry, of the three bands and three stacks of final grids, as an (n, 6) array."""
    grids = np.ascontiguousarray(grids, np.uint8)
    classes = np.empty((len(grids), 6), np.uint16)
    if library().shudu_band_classes(FORM_TABLES.address, grids.ctypes.data, len(grids), classes.ctypes.data):
        raise_not_final(grids)
    return classes


def band_class_weights() -> list[int]:
    """Return for each class of bands the number of final grids whose top band is in it.

    >>> weights = band_class_weights()
    >>> len(weights), sum(weights) == count_grids()
    (416, True)
    """
    number = library().shudu_band_class_weights(FORM_TABLES.address, TABLES.address, None, None, 0)
    bands, weights = np.empty((number, 27), np.uint8), np.empty((number, 2), np.uint64)
    library().shudu_band_class_weights(
        FORM_TABLES.address, TABLES.address, bands.ctypes.data, weights.ctypes.data, number
    )
    return [int(low) | int(high) << 64 for low, high in weights.tolist()]


def unavoidable4(grids: Digits) -> NDArray[np.uint32]:
    """Return the number of unavoidable sets of four cells in each final grid."""
    grids = np.ascontiguousarray(grids, np.uint8)
    counts = np.empty(len(grids), np.uint32)
    if library().shudu_unavoidable4(grids.ctypes.data, len(grids), counts.ctypes.data):
        raise_not_final(grids)
    return counts


def _allocate(n: int) -> Canonical:
    return Canonical(np.empty((n, 81), np.uint8), np.empty(n, np.uint32), np.empty((n, 28), np.uint8))
