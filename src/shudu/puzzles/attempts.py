"""Numbered attempts on several threads. The results come in order and do not depend on the number of threads."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotDone
from dataclasses import dataclass
from typing import Final

from shudu.kernel.load import Switch
from shudu.puzzles.result import PuzzleBatch

# Makes attempts first, first + 1, …, first + n - 1 and returns the puzzles of those that succeed, in order.
Attempt = Callable[[int, int, Switch], PuzzleBatch]

_POLL: Final = 0.1  # seconds between checks for Ctrl-C


@dataclass(frozen=True, slots=True)
class Source:
    """A way to make puzzles by numbered attempts.

    Attributes:
        attempt: Makes a range of attempts.
        first_call: Attempts in the first call: few, so that the first puzzle comes soon.
        largest_call: Attempts in a call once they have grown.
    """

    attempt: Attempt
    first_call: int
    largest_call: int


def run_attempts(source: Source, threads: int | None) -> Iterator[tuple[int, PuzzleBatch]]:
    """Yield the results of attempts 0, 1, 2, … without end, as pairs (number of attempts, puzzles).

    Args:
        source: How the puzzles are made.
        threads: Number of threads; None for one per core.
    """
    workers = threads or os.cpu_count() or 1
    switch = Switch()
    ranges = _ranges(source)
    if workers == 1:
        for first, n in ranges:
            yield n, source.attempt(first, n, switch)
    pool = ThreadPoolExecutor(workers, "shudu-generate")
    pending: deque[tuple[int, Future[PuzzleBatch]]] = deque()
    try:
        while True:
            while len(pending) < 2 * workers:
                first, n = next(ranges)
                pending.append((n, pool.submit(source.attempt, first, n, switch)))
            n, future = pending.popleft()
            yield n, _wait(future)
    finally:
        switch.stop()
        pool.shutdown(wait=True, cancel_futures=True)


def _ranges(source: Source) -> Iterator[tuple[int, int]]:
    first, n = 0, source.first_call
    while True:
        yield first, n
        first, n = first + n, min(2 * n, source.largest_call)


def _wait(future: Future[PuzzleBatch]) -> PuzzleBatch:
    """Return the result of a future; waiting in short turns lets Ctrl-C through on every platform."""
    while True:
        try:
            return future.result(_POLL)
        except NotDone:
            if future.done():
                raise
