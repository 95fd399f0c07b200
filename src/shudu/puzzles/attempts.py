"""Work on numbered attempts, over threads, with the results in order: the same for every number of threads."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Waiting
from typing import Final

from shudu.kernel.dig import Switch
from shudu.puzzles.result import PuzzleBatch

# What becomes of attempts first, first + 1, …: the puzzles of those that succeed, in order.
Source = Callable[[int, int, Switch], PuzzleBatch]

_ALIVE: Final = 0.1  # seconds between two looks at Ctrl-C


def stream(source: Source, least: int, most: int, threads: int | None) -> Iterator[tuple[int, PuzzleBatch]]:
    """The results of all attempts from 0 on, as (attempts, puzzles); without end.

    Calls begin with `least` attempts, so that the first puzzle comes soon, and grow to `most`.
    """
    workers = threads or os.cpu_count() or 1
    switch = Switch()
    sizes = _sizes(least, most)
    if workers == 1:
        for first, n in sizes:
            yield n, source(first, n, switch)
    pool = ThreadPoolExecutor(workers, "shudu-generate")
    waiting: deque[tuple[int, Future[PuzzleBatch]]] = deque()
    try:
        while True:
            while len(waiting) < 2 * workers:
                first, n = next(sizes)
                waiting.append((n, pool.submit(source, first, n, switch)))
            n, future = waiting.popleft()
            yield n, _result(future)
    finally:
        switch.stop()
        pool.shutdown(wait=True, cancel_futures=True)


def _sizes(least: int, most: int) -> Iterator[tuple[int, int]]:
    first, n = 0, least
    while True:
        yield first, n
        first, n = first + n, min(2 * n, most)


def _result(future: Future[PuzzleBatch]) -> PuzzleBatch:
    while True:
        try:
            return future.result(_ALIVE)
        except Waiting:
            if future.done():
                raise
