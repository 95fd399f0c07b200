"""Making puzzles: digging, the walk to fewer clues, unbiased minimal puzzles. One call at a time in each thread."""

from __future__ import annotations

import ctypes
from threading import local
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.grids import Digits
from shudu.kernel.load import STOPPED, library, workspace

MOST_CLUES_OF_A_WALK: Final = 40


class Stopped(Exception):
    """The call was told to stop."""


class Switch:
    """Ends calls that are under way."""

    def __init__(self) -> None:
        self._value = ctypes.c_int32(0)
        self.address = ctypes.addressof(self._value)

    def stop(self) -> None:
        """Every call that was given this switch ends soon."""
        self._value.value = 1


class Walked(NamedTuple):
    """The puzzle with the fewest clues of each walk, how many they are, and after how many steps it was found."""

    puzzles: Digits
    clues: NDArray[np.uint8]
    steps: NDArray[np.uint32]


class _Rooms(local):
    """A thread's own workspaces."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[object, int]] = {}

    def __getitem__(self, name: str) -> int:
        if name not in self._made:
            self._made[name] = workspace(getattr(library(), f"shudu_{name}_workspace")())
        return self._made[name][1]


_rooms = _Rooms()


def dig(
    grids: Digits, orbits: Digits, goal: int, seed: int, first: int, switch: Switch
) -> tuple[Digits, NDArray[np.uint8]]:
    """Digs final grids down to `goal` clues, or as far as one solution remains: puzzles and their numbers of clues.

    Cells with the same number in `orbits` go together.
    """
    grids, orbits = np.ascontiguousarray(grids, np.uint8), np.ascontiguousarray(orbits, np.uint8)
    puzzles, clues = np.empty_like(grids), np.empty(len(grids), np.uint8)
    _check(
        library().shudu_dig(
            *(grids.ctypes.data, len(grids), orbits.ctypes.data, goal, seed, first),
            *(puzzles.ctypes.data, clues.ctypes.data, None, _rooms["dig"], switch.address),
        )
    )
    return puzzles, clues


def walk(puzzles: Digits, goal: int, patience: int, seed: int, first: int, switch: Switch) -> Walked:
    """Walks from puzzles with one solution to ones with fewer clues, by taking two clues and giving one."""
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    n = len(puzzles)
    best = Walked(np.empty_like(puzzles), np.empty(n, np.uint8), np.empty(n, np.uint32))
    _check(
        library().shudu_lowclue(
            *(puzzles.ctypes.data, n, seed, first, goal, patience),
            *(part.ctypes.data for part in best),
            *(None, _rooms["lowclue"], switch.address),
        )
    )
    return best


def unbiased(grids: Digits, tries: int, seed: int, first: int, switch: Switch) -> tuple[Digits, NDArray[np.uint64]]:
    """Minimal puzzles by controlled bias, and for each the (number of the grid, number of the try), in that order."""
    grids = np.ascontiguousarray(grids, np.uint8)
    room = 64 + len(grids) * tries // 10_000  # one in 257,000 is expected
    puzzles, numbers = np.empty((room, 81), np.uint8), np.empty((room, 2), np.uint64)
    written = ctypes.c_size_t()
    _check(
        library().shudu_unbiased(
            *(grids.ctypes.data, len(grids), seed, first, tries, puzzles.ctypes.data, numbers.ctypes.data, room),
            *(ctypes.addressof(written), None, _rooms["unbiased"], switch.address),
        )
    )
    puzzles, numbers = puzzles[: written.value], numbers[: written.value]
    order = np.lexsort((numbers[:, 1], numbers[:, 0]))
    return puzzles[order], numbers[order]


def _check(status: int) -> None:
    if status == STOPPED:
        raise Stopped
    if status:
        raise RuntimeError(f"the kernel ended with status {status}: a defect, please report it")
