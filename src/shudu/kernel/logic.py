"""The rating of Sudoku Explainer in the kernel: many puzzles on several threads, each within a time limit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, wait
from threading import Lock
from time import monotonic
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.load import STOPPED, Switch, ThreadWorkspaces, check_status, library
from shudu.kernel.parallel import Progress, thread_pool

# The structure shudu_se_rating of kernel.h.
SE_RATING: Final = np.dtype(
    [("er", "u2"), ("ep", "u2"), ("ed", "u2"), ("hardest", "u1"), ("state", "u1"), ("steps", "u4"), ("reserved", "u4")]
)
UNRATED: Final = 0  # the time limit was reached
RATED: Final = 1
TOO_LARGE: Final = 3  # a chain needs more memory than the kernel has for it

_POLL: Final = 0.05  # seconds between two checks of the time limit and for Ctrl-C
_workspaces = ThreadWorkspaces()


def rate_se(
    puzzles: NDArray[np.uint8], threads: int | None, seconds: float | None, progress: Progress | None = None
) -> NDArray[np.void]:
    """Rate puzzles by Sudoku Explainer 1.2.1.

    Args:
        puzzles: Puzzles with exactly one solution, as a contiguous (n, 81) array of digits.
        threads: The largest number of threads; None for all cores.
        seconds: The time limit per puzzle; None for no limit.
        progress: Called with the number of puzzles finished since the last call.

    Returns:
        An array of `SE_RATING`, with er, ep and ed in tenths. The state is `RATED`, `UNRATED` or `TOO_LARGE`.
    """
    job = _RatingJob(puzzles, seconds)
    job.run(min(threads or os.cpu_count() or 1, len(puzzles)), progress or (lambda finished: None))
    return job.ratings


class _RatingJob:
    """Puzzles, their ratings, and the calls that are running."""

    def __init__(self, puzzles: NDArray[np.uint8], seconds: float | None) -> None:
        self.ratings = np.zeros(len(puzzles), SE_RATING)
        self._puzzles, self._seconds = puzzles, seconds
        self._addresses = puzzles.ctypes.data, self.ratings.ctypes.data
        self._rows: Iterator[int] = iter(range(len(puzzles)))
        self._lock = Lock()
        self._calls: dict[int, tuple[Switch, float]] = {}  # by row: the switch, and when the call began
        self._finished = 0
        self._stopped = False

    def run(self, threads: int, progress: Progress) -> None:
        """Rate all puzzles. This thread enforces the time limit, reports progress and receives Ctrl-C."""
        futures = [thread_pool().submit(self._take_rows) for _ in range(threads)]
        reported = 0
        try:
            running: set[Future[None]] = set(futures)
            while running:
                running = wait(running, _POLL).not_done
                self._stop_late_calls()
                finished = self._finished
                if finished > reported:
                    progress(finished - reported)
                    reported = finished
            for future in futures:
                future.result()
        except BaseException:
            self._stopped = True
            for switch, _ in list(self._calls.values()):
                switch.stop()
            wait(futures)
            raise

    def _take_rows(self) -> None:
        while not self._stopped:
            with self._lock:
                row = next(self._rows, None)
            if row is None:
                return
            self._rate(row)
            with self._lock:
                self._finished += 1

    def _rate(self, row: int) -> None:
        puzzles, ratings = self._addresses
        switch = Switch()
        self._calls[row] = switch, monotonic()
        status = library().shudu_se(
            puzzles + 81 * row, 1, 0, ratings + SE_RATING.itemsize * row, _workspaces["se"], switch.address
        )
        del self._calls[row]
        if status == STOPPED:
            self.ratings[row] = np.zeros((), SE_RATING)
        else:
            check_status(status)

    def _stop_late_calls(self) -> None:
        if self._seconds is None:
            return
        for switch, begun in list(self._calls.values()):
            if monotonic() - begun > self._seconds:
                switch.stop()
