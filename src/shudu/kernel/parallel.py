"""Solving of many puzzles in chunks, on several threads, with progress reports and Ctrl-C between chunks."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shudu.kernel.load import BAD_INPUT, STOPPED, Switch, ThreadWorkspaces, check_status, library

Progress = Callable[[int], object]

_FAST_LIMIT: Final = 100  # up to this number of solutions no puzzle takes long
_LARGEST_CHUNK: Final = 5120  # puzzles per call, if they are fast; Ctrl-C and progress are handled between calls
_SMALLEST_CHUNK: Final = 32  # keeps all vector lanes busy
_WORTH_A_THREAD: Final = 250e-6  # seconds of work that justify waking a thread
_MOST_THREADS: Final = 1024
_POLL: Final = 0.1  # seconds between two checks for Ctrl-C
_workspaces = ThreadWorkspaces()


class SolveJob:
    """Puzzles and the arrays for their results. Addresses are looked up once: a lookup takes longer than a puzzle.

    Attributes:
        puzzles: The puzzles as an (n, 81) array of digits.
        limit: The number of solutions to count up to.
        counters: Receives the counters of the search, if not None.
        solutions: The first solution of each puzzle, zeros if there is none.
        counts: The number of solutions of each puzzle.
        switch: Ends the job.
    """

    def __init__(
        self, puzzles: NDArray[np.uint8], limit: int, counters: ctypes.Array[ctypes.c_uint64] | None = None
    ) -> None:
        self.puzzles: NDArray[np.uint8] = puzzles
        self.limit: int = limit
        self.counters: ctypes.Array[ctypes.c_uint64] | None = counters
        self.solutions: NDArray[np.uint8] = np.empty_like(puzzles)
        self.counts: NDArray[np.uint64] = np.empty(len(puzzles), np.uint64)
        self.switch: Switch = Switch()
        self._addresses = puzzles.ctypes.data, self.solutions.ctypes.data, self.counts.ctypes.data

    def solve(self, start: int, end: int) -> int:
        """Solve the puzzles from `start` to `end` in this thread, and return how many these are.

        Raises:
            InvalidDigits: If a puzzle contains a value above 9.
        """
        puzzles, solutions, counts = self._addresses
        status = library().shudu_solve(
            puzzles + 81 * start,
            end - start,
            self.limit,
            solutions + 81 * start,
            counts + 8 * start,
            self.counters,
            _workspaces["solve"],
            self.switch.address,
        )
        if status == BAD_INPUT:
            raise InvalidDigits
        if status != STOPPED:
            check_status(status)
        return end - start


class InvalidDigits(Exception):
    """A puzzle contains a value above 9."""


def run_job(job: SolveJob, threads: int | None, progress: Progress | None) -> None:
    """Solve all puzzles of a job.

    Args:
        job: The job.
        threads: The largest number of threads; None for all cores.
        progress: Called with the number of puzzles finished since the last call.
    """
    report = progress or (lambda finished: None)
    most = min(threads or os.cpu_count() or 1, _MOST_THREADS)
    if job.limit > _FAST_LIMIT:
        _share(job, _ChunkSizes(_SMALLEST_CHUNK, _SMALLEST_CHUNK), 0, most, report)
    elif most == 1 or len(job.puzzles) < 4 * _SMALLEST_CHUNK:
        _solve_here(job, report)
    else:
        _share(job, _measure_chunk_sizes(job, report), _SMALLEST_CHUNK, most, report)


def _solve_here(job: SolveJob, progress: Progress, start: int = 0) -> None:
    """Solve puzzles in this thread only."""
    for begin in range(start, len(job.puzzles), _LARGEST_CHUNK):
        progress(job.solve(begin, min(begin + _LARGEST_CHUNK, len(job.puzzles))))


class _ChunkSizes(NamedTuple):
    """The smallest and the largest number of puzzles in a chunk."""

    smallest: int
    largest: int


def _measure_chunk_sizes(job: SolveJob, progress: Progress) -> _ChunkSizes:
    """Solve the first few puzzles to find out how many are worth a thread."""
    begun = perf_counter()
    job.solve(0, _SMALLEST_CHUNK)
    smallest = int(_WORTH_A_THREAD * _SMALLEST_CHUNK / (perf_counter() - begun))
    progress(_SMALLEST_CHUNK)
    return _ChunkSizes(max(_SMALLEST_CHUNK, min(smallest, _LARGEST_CHUNK)), _LARGEST_CHUNK)


def _share(job: SolveJob, sizes: _ChunkSizes, start: int, threads: int, progress: Progress) -> None:
    """Solve the puzzles from `start` on, using only as many threads as they are worth."""
    useful = max(1, min(threads, (len(job.puzzles) - start) // sizes.smallest))
    if useful == 1 and job.limit <= _FAST_LIMIT:
        _solve_here(job, progress, start)
    else:
        _solve_on_threads(job, _split(start, len(job.puzzles), sizes, useful), useful, progress)


def _split(start: int, end: int, sizes: _ChunkSizes, threads: int) -> list[tuple[int, int]]:
    """Return the start and end of each chunk. Chunks get smaller, so that all threads finish at about the same time."""
    chunks = []
    while start < end:
        share = (end - start) // (2 * threads)
        then = min(start + min(sizes.largest, max(sizes.smallest, share)), end)
        chunks.append((start, then))
        start = then
    return chunks


def _solve_on_threads(job: SolveJob, chunks: list[tuple[int, int]], threads: int, progress: Progress) -> None:
    """Let each thread take the next chunk until none is left.

    This thread waits, reports progress and receives Ctrl-C. If no chunk takes long, it also solves chunks.
    """
    takes_part = job.limit <= _FAST_LIMIT
    remaining = iter(chunks)
    finished: list[int] = []
    reported = 0

    def take_chunks(after_each: Callable[[], None]) -> None:
        for start, end in remaining:
            if job.switch.is_stopped:
                return
            finished.append(job.solve(start, end))
            after_each()

    def report() -> None:
        nonlocal reported
        total = sum(finished)
        if total > reported:
            progress(total - reported)
            reported = total

    helpers = min(threads - takes_part, len(chunks))
    futures = [thread_pool().submit(take_chunks, lambda: None) for _ in range(helpers)]
    try:
        if takes_part:
            take_chunks(report)
        for future in futures:
            while not _is_done(future):
                report()
        report()
    except BaseException:
        job.switch.stop()
        wait(futures)
        raise


def _is_done(future: Future[None]) -> bool:
    try:
        future.result(_POLL)
    except TimeoutError:
        return False
    return True


@cache
def thread_pool() -> ThreadPoolExecutor:
    """Return the threads shared by all calls. They are kept, because starting one costs as much as a thousand puzzles.

    A new one is started only if none is idle.
    """
    return ThreadPoolExecutor(_MOST_THREADS, "shudu")


if hasattr(os, "register_at_fork"):  # a forked process inherits the pool, but none of its threads
    os.register_at_fork(after_in_child=thread_pool.cache_clear)
