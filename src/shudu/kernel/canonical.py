"""Canonical forms: the smallest of all symmetric images; equal exactly for what is the same up to symmetry."""

from __future__ import annotations

import ctypes
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.grids import TABLES as GRID_TABLES
from shudu.kernel.grids import Digits, refuse
from shudu.kernel.load import Shared, library

TABLES: Final = Shared("shudu_canonical_workspace", "shudu_canonical_tables")
_MOST_SYMMETRIES: Final = 648  # of the most symmetric grid


class Canonical(NamedTuple):
    """Canonical forms (n, 81), how many symmetries keep each, and one (n, 28) that leads to the form."""

    forms: Digits
    automorphisms: NDArray[np.uint32]
    transforms: Digits


def canonical_grids(grids: Digits) -> Canonical:
    """The canonical forms of final grids. Raises MalformedGrid if one is not a final grid."""
    grids, result = np.ascontiguousarray(grids, np.uint8), _room(len(grids))
    forms, automorphisms, transforms = (part.ctypes.data for part in result)
    if library().shudu_canonical(TABLES.address, grids.ctypes.data, len(grids), forms, automorphisms, transforms):
        refuse(grids)
    return result


def canonical_puzzles(puzzles: Digits, solutions: Digits) -> Canonical:
    """The canonical forms of puzzles that have exactly one solution each, given beside them."""
    puzzles, solutions = np.ascontiguousarray(puzzles, np.uint8), np.ascontiguousarray(solutions, np.uint8)
    result = _room(len(puzzles))
    forms, automorphisms, transforms = (part.ctypes.data for part in result)
    if library().shudu_canonical_puzzles(
        *(TABLES.address, puzzles.ctypes.data, solutions.ctypes.data, len(puzzles)),
        *(forms, automorphisms, transforms),
    ):
        refuse(solutions)
    return result


def all_transforms(grid: bytes) -> Digits:
    """Every symmetry (k, 28) that leads from a final grid to its canonical form."""
    row = np.frombuffer(grid, np.uint8)
    form, transforms = np.empty(81, np.uint8), np.empty((_MOST_SYMMETRIES, 28), np.uint8)
    written = ctypes.c_size_t()
    if library().shudu_canonical_all(
        *(TABLES.address, row.ctypes.data, form.ctypes.data, transforms.ctypes.data, _MOST_SYMMETRIES),
        ctypes.byref(written),
    ):
        refuse(row.reshape(1, 81))
    return transforms[: written.value]


def band_classes(grids: Digits) -> NDArray[np.uint16]:
    """The classes (n, 6) of the three bands and the three stacks of final grids, up to symmetry."""
    grids = np.ascontiguousarray(grids, np.uint8)
    classes = np.empty((len(grids), 6), np.uint16)
    if library().shudu_band_classes(TABLES.address, grids.ctypes.data, len(grids), classes.ctypes.data):
        refuse(grids)
    return classes


def band_class_weights() -> list[int]:
    """For each class of bands the number of final grids whose top band is in it.

    >>> from shudu.kernel.grids import count_grids
    >>> weights = band_class_weights()
    >>> len(weights), sum(weights) == count_grids()
    (416, True)
    """
    many = library().shudu_band_class_weights(TABLES.address, GRID_TABLES.address, None, None, 0)
    bands, weights = np.empty((many, 27), np.uint8), np.empty((many, 2), np.uint64)
    library().shudu_band_class_weights(
        TABLES.address, GRID_TABLES.address, bands.ctypes.data, weights.ctypes.data, many
    )
    return [int(low) | int(high) << 64 for low, high in weights.tolist()]


def unavoidable4(grids: Digits) -> NDArray[np.uint32]:
    """How many unavoidable sets of four cells each final grid has."""
    grids = np.ascontiguousarray(grids, np.uint8)
    counts = np.empty(len(grids), np.uint32)
    if library().shudu_unavoidable4(grids.ctypes.data, len(grids), counts.ctypes.data):
        refuse(grids)
    return counts


def _room(n: int) -> Canonical:
    return Canonical(np.empty((n, 81), np.uint8), np.empty(n, np.uint32), np.empty((n, 28), np.uint8))
