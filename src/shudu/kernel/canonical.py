"""Canonical forms: the smallest of all symmetric images. Two grids are equivalent if their canonical forms are equal."""

from __future__ import annotations

import ctypes
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.grids import TABLES as GRID_TABLES
from shudu.kernel.grids import Digits, raise_not_final
from shudu.kernel.load import SharedTables, library

TABLES: Final = SharedTables("canonical")
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
    if library().shudu_canonical(TABLES.address, grids.ctypes.data, len(grids), forms, automorphisms, transforms):
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
        *(TABLES.address, puzzles.ctypes.data, solutions.ctypes.data, len(puzzles)),
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
        *(TABLES.address, row.ctypes.data, form.ctypes.data, transforms.ctypes.data, _MOST_SYMMETRIES),
        ctypes.byref(written),
    ):
        raise_not_final(row.reshape(1, 81))
    return transforms[: written.value]


def band_classes(grids: Digits) -> NDArray[np.uint16]:
    """Return the classes, up to symmetry, of the three bands and three stacks of final grids, as an (n, 6) array."""
    grids = np.ascontiguousarray(grids, np.uint8)
    classes = np.empty((len(grids), 6), np.uint16)
    if library().shudu_band_classes(TABLES.address, grids.ctypes.data, len(grids), classes.ctypes.data):
        raise_not_final(grids)
    return classes


def band_class_weights() -> list[int]:
    """Return for each class of bands the number of final grids whose top band is in it.

    >>> from shudu.kernel.grids import count_grids
    >>> weights = band_class_weights()
    >>> len(weights), sum(weights) == count_grids()
    (416, True)
    """
    number = library().shudu_band_class_weights(TABLES.address, GRID_TABLES.address, None, None, 0)
    bands, weights = np.empty((number, 27), np.uint8), np.empty((number, 2), np.uint64)
    library().shudu_band_class_weights(
        TABLES.address, GRID_TABLES.address, bands.ctypes.data, weights.ctypes.data, number
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
