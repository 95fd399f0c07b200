"""Making puzzles: digging, the walk to fewer clues, and unbiased minimal puzzles."""

from __future__ import annotations

import ctypes
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.grids import Digits
from shudu.kernel.load import Switch, ThreadWorkspaces, check_status, library

MOST_CLUES_OF_A_WALK: Final = 40
_workspaces = ThreadWorkspaces()


class WalkResults(NamedTuple):
    """The best puzzle of each walk, its number of clues, and the step at which it was found."""

    puzzles: Digits
    clues: NDArray[np.uint8]
    steps: NDArray[np.uint32]


def dig(
    grids: Digits, orbits: Digits, goal: int, seed: int, first: int, switch: Switch
) -> tuple[Digits, NDArray[np.uint8]]:
    """Remove clues from final grids while one solution remains; return the puzzles and their numbers of clues.

    Args:
        grids: Final grids as an (n, 81) array.
        orbits: 81 numbers; cells with equal numbers up to 80 are removed together, others are kept.
        goal: The number of clues to stop at; 0 for minimal puzzles.
        seed: The random seed.
        first: The index of the first grid in the random stream.
        switch: Ends the call.

    Raises:
        KernelStopped: If the switch was used.
    """
    grids, orbits = np.ascontiguousarray(grids, np.uint8), np.ascontiguousarray(orbits, np.uint8)
    puzzles, clues = np.empty_like(grids), np.empty(len(grids), np.uint8)
    check_status(
        library().shudu_dig(
            *(grids.ctypes.data, len(grids), orbits.ctypes.data, goal, seed, first),
            *(puzzles.ctypes.data, clues.ctypes.data, None, _workspaces["dig"], switch.address),
        )
    )
    return puzzles, clues


def walk(puzzles: Digits, goal: int, patience: int, seed: int, first: int, switch: Switch) -> WalkResults:
    """Walk from puzzles with one solution to puzzles with fewer clues, by removing two clues and adding one.

    Args:
        puzzles: Puzzles with one solution and at most 40 clues, as an (n, 81) array.
        goal: The number of clues to stop at.
        patience: The number of steps without progress to stop after.
        seed: The random seed.
        first: The index of the first walk in the random stream.
        switch: Ends the call.

    Raises:
        KernelStopped: If the switch was used.
    """
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    n = len(puzzles)
    best = WalkResults(np.empty_like(puzzles), np.empty(n, np.uint8), np.empty(n, np.uint32))
    check_status(
        library().shudu_lowclue(
            *(puzzles.ctypes.data, n, seed, first, goal, patience),
            *(part.ctypes.data for part in best),
            *(None, _workspaces["lowclue"], switch.address),
        )
    )
    return best


def sample_unbiased(
    grids: Digits, tries: int, seed: int, first: int, switch: Switch
) -> tuple[Digits, NDArray[np.uint64]]:
    """Return minimal puzzles by controlled bias, and for each the number of its grid and of the try, in that order.

    Args:
        grids: Final grids as an (n, 81) array.
        tries: The number of tries per grid.
        seed: The random seed.
        first: The index of the first grid in the random stream.
        switch: Ends the call.

    Raises:
        KernelStopped: If the switch was used.
    """
    grids = np.ascontiguousarray(grids, np.uint8)
    room = 64 + len(grids) * tries // 10_000  # one success in 257,000 tries is expected
    puzzles, numbers = np.empty((room, 81), np.uint8), np.empty((room, 2), np.uint64)
    written = ctypes.c_size_t()
    check_status(
        library().shudu_unbiased(
            *(grids.ctypes.data, len(grids), seed, first, tries, puzzles.ctypes.data, numbers.ctypes.data, room),
            *(ctypes.addressof(written), None, _workspaces["unbiased"], switch.address),
        )
    )
    puzzles, numbers = puzzles[: written.value], numbers[: written.value]
    order = np.lexsort((numbers[:, 1], numbers[:, 0]))
    return puzzles[order], numbers[order]
