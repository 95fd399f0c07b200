"""Workers on this machine: threads where the kernel works, processes where Python does."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final

from shudu.bulk.control import Control
from shudu.bulk.errors import Lost
from shudu.bulk.job import Job
from shudu.bulk.tasks import Result, Take, Task, perform

Tell = Callable[[int], None]
_ALIVE: Final = 0.1  # seconds between two looks at Ctrl-C
_DEATHS: Final = 5  # of workers without one task finished between them


class Threads:
    """A number of threads."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def work(self, job: Job, take: Take, tell: Tell) -> Iterator[tuple[Task, Result]]:
        """Does the tasks and passes on what each told, in the order they finish."""
        control = Control(tell)
        pool = ThreadPoolExecutor(self.workers, "shudu-bulk")
        try:
            yield from _windowed(take, lambda task: pool.submit(perform, job, task, control), self.workers + 1)
        finally:
            control.stop()
            pool.shutdown(wait=True, cancel_futures=True)


class Processes:
    """A number of processes; one that is killed is replaced, and its task done again."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def work(self, job: Job, take: Take, tell: Tell) -> Iterator[tuple[Task, Result]]:
        """Does the tasks and passes on what each told, in the order they finish."""
        again: list[Task] = []
        deaths = 0
        pool: ProcessPoolExecutor

        def next_one() -> Task | None:
            return again.pop(0) if again else take()

        def submit(task: Task) -> Future[Result]:
            return pool.submit(perform, job, task)

        while True:
            pool = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=_behave)
            under_way: dict[Future[Result], Task] = {}
            try:
                for task, result in _windowed(next_one, submit, 2 * self.workers, under_way):
                    deaths = 0
                    tell(task.weight)
                    yield task, result
                pool.shutdown()
                return
            except BrokenProcessPool:
                deaths += 1
                if deaths > _DEATHS:
                    raise Lost(f"{deaths} workers died one after the other; is there enough memory?") from None
                again[:0] = under_way.values()
                pool.shutdown(wait=False, cancel_futures=True)
            except BaseException:
                _end(pool)
                raise


def _windowed(
    take: Take,
    submit: Callable[[Task], Future[Result]],
    most: int,
    waiting: dict[Future[Result], Task] | None = None,
) -> Iterator[tuple[Task, Result]]:
    """Keeps so many tasks under way. What is `waiting` is known to the caller, who may have to do it again."""
    waiting = {} if waiting is None else waiting
    while True:
        while len(waiting) < most and (task := take()) is not None:
            try:
                waiting[submit(task)] = task
            except BrokenExecutor:
                waiting[Future()] = task  # it was taken and is not done
                raise
        if not waiting:
            return
        for future in wait(waiting, _ALIVE, FIRST_COMPLETED).done:
            result = future.result()
            yield waiting.pop(future), result


def _behave() -> None:
    """A worker leaves Ctrl-C to its parent, and ends when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    """Ends workers in the middle of what they do; half a part is invisible."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    for process in processes:
        process.join()
