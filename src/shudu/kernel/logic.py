"""Human techniques in the kernel: the path of a plan of searches, and the rating of Sudoku Explainer.

In paths a candidate is a number, `81 * (digit - 1) + cell`. Ratings run on several threads, each puzzle within a time
limit.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.load import STOPPED, Switch, ThreadWorkspaces, check_status, library
from shudu.kernel.parallel import Progress, thread_pool

MOST_SEARCHES: Final = 128
MOST_KINDS: Final = 4
# The structure shudu_path of kernel.h.
PATH: Final = np.dtype(
    [
        ("places", "u8", (9, 2)),
        ("givens", "u8", (2,)),
        ("digits", "u1", (81,)),
        ("state", "u1"),
        ("search", "u1"),
        ("reserved", "u1"),
        ("steps", "u2"),
        ("counts", "u2", (MOST_SEARCHES, MOST_KINDS)),
        ("first_kind", "u1", (MOST_SEARCHES,)),
        ("queues", "u2", (4 + 128 + 384,)),
    ],
    align=True,
)
ENDED: Final = 0
FILLED: Final = 1
ASKS: Final = 2

# The searches of the kernel, in the order of its enum Search, by the ids of the techniques they find, one per kind. The
# first is for searches of the caller.
SEARCHES: Final = (
    (),
    *((id,) for id in ("full-house", "naked-single", "hidden-single", "locked-pair", "locked-triple", "pointing")),
    *((id,) for id in ("claiming", "naked-pair", "naked-triple", "naked-quad", "hidden-pair", "hidden-triple")),
    *((id,) for id in ("hidden-quad", "x-wing", "swordfish", "jellyfish", "remote-pair", "bug-1", "skyscraper")),
    *((id,) for id in ("two-string-kite", "turbot-fish", "empty-rectangle", "w-wing", "xy-wing", "xyz-wing")),
    *((f"uniqueness-{number}",) for number in range(1, 7)),
    *((id,) for id in ("hidden-rectangle", "avoidable-rectangle-1", "avoidable-rectangle-2")),
    *((f"{fins}-{fish}",) for fish in ("x-wing", "swordfish", "jellyfish") for fins in ("finned", "sashimi")),
    ("sue-de-coq",),
    ("simple-colours-wrap", "simple-colours-trap"),
    ("multi-colours-2", "multi-colours-1"),
    ("x-chain",),
    ("xy-chain",),
    ("aic", "discontinuous-nice-loop", "continuous-nice-loop"),
    ("grouped-aic", "grouped-discontinuous-nice-loop", "grouped-continuous-nice-loop"),
    ("als-xz",),
    ("als-xy-wing",),
    ("als-chain",),
)
FRANKEN_FISH: Final = len(SEARCHES)  # a search of the caller that the kernel skips where no fish is possible

_PATH_ROOM: Final = 8192  # words that suffice for the steps of any path
_workspaces = ThreadWorkspaces()


class CompactStep(NamedTuple):
    """A step as the kernel reports it.

    Attributes:
        search: The number of the search in the plan.
        kind: Which of the techniques of the search it is.
        places: The candidates placed.
        removes: The candidates removed, in the order in which they are.
    """

    search: int
    kind: int
    places: tuple[int, ...]
    removes: tuple[int, ...]


def start_paths(digits: NDArray[np.uint8]) -> NDArray[np.void]:
    """Return the paths that start from puzzles, as an array of `PATH`.

    Args:
        digits: The puzzles, as a contiguous (n, 81) array.
    """
    paths = np.zeros(len(digits), PATH)
    check_status(library().shudu_path_start(digits.ctypes.data, len(digits), paths.ctypes.data, _workspaces["path"]))
    return paths


def follow_paths(paths: NDArray[np.void], plan: bytes, switch: Switch | None = None) -> None:
    """Follow paths as far as a plan leads, without recording the steps.

    Args:
        paths: The paths, changed in place.
        plan: Two bytes for each search: its number and its kinds.
        switch: Ends the call.
    """
    _follow(paths, plan, None, switch)


def follow_path(path: NDArray[np.void], plan: bytes) -> list[CompactStep]:
    """Follow a path, an array of one, as far as a plan leads, and return its steps."""
    words = (ctypes.c_uint16 * _PATH_ROOM)()
    written = _follow(path, plan, words, None)
    return list(_read_steps(words[:written]))


def _follow(
    paths: NDArray[np.void], plan: bytes, words: ctypes.Array[ctypes.c_uint16] | None, switch: Switch | None
) -> int:
    written = ctypes.c_size_t(0)
    status = library().shudu_path_follow(
        paths.ctypes.data,
        len(paths),
        plan,
        len(plan) // 2,
        words,
        _PATH_ROOM if words else 0,
        ctypes.byref(written),
        _workspaces["path"],
        switch.address if switch else None,
    )
    check_status(status)
    return written.value


def _read_steps(words: Sequence[int]) -> Iterator[CompactStep]:
    at = 0
    while at < len(words):
        search, kind, placed, removed = words[at : at + 4]
        middle = at + 4 + placed
        end = middle + removed
        yield CompactStep(search, kind, tuple(words[at + 4 : middle]), tuple(words[middle:end]))
        at = end


def apply_step(path: NDArray[np.void], places: Sequence[int], removes: Sequence[int]) -> None:
    """Apply a step that the caller found to a path, an array of one."""
    removed, placed = (ctypes.c_uint16 * len(removes))(*removes), (ctypes.c_uint16 * len(places))(*places)
    check_status(
        library().shudu_path_apply(path.ctypes.data, removed, len(removes), placed, len(places), _workspaces["path"])
    )
    path["search"] = 0


# The structure shudu_se_rating of kernel.h.
SE_RATING: Final = np.dtype(
    [("er", "u2"), ("ep", "u2"), ("ed", "u2"), ("hardest", "u1"), ("state", "u1"), ("steps", "u4"), ("reserved", "u4")]
)
UNRATED: Final = 0  # the time limit was reached
RATED: Final = 1
TOO_LARGE: Final = 3  # a chain needs more memory than the kernel has for it

_POLL: Final = 0.05  # seconds between two checks of the time limit and for Ctrl-C
_se_workspaces = ThreadWorkspaces()


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
            puzzles + 81 * row, 1, 0, ratings + SE_RATING.itemsize * row, _se_workspaces["se"], switch.address
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
