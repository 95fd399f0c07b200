"""Workers on this machine, and the loop that keeps workers of any kind busy."""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from types import TracebackType
from typing import ClassVar, Final

import numpy as np

from shudu.bulk.errors import BulkError, WorkersLost, missing_package
from shudu.bulk.io.input_files import InputFile
from shudu.bulk.job import Job
from shudu.bulk.tasks import JobTask, TaskControl, TaskRecord, run_task
from shudu.core.arguments import check_threads
from shudu.kernel.solve import solve_many
from shudu.locale.catalogue import Message

NextTask = Callable[[], JobTask | None]  # returns None if there is no task, or none for now
_POLL: Final = 0.1  # seconds between two checks for Ctrl-C and lost workers
_MAX_DEATHS: Final = 5  # of workers while they run one and the same task


class WorkerPool(ABC):
    """Workers of one kind. As a context manager it releases them at the end."""

    worker_died: ClassVar[tuple[type[BaseException], ...]] = ()  # exceptions of tasks whose worker died
    reports_progress: ClassVar[bool] = False  # whether tasks report rows while they run

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many tasks to submit at once."""

    @abstractmethod
    def submit(self, job: Job, task: JobTask, control: TaskControl) -> Future[TaskRecord]:
        """Start a task."""

    def check(self) -> None:  # noqa: B027 (workers on this machine are always there)
        """Check that the workers are still there.

        Raises:
            WorkersLost: If they are gone.
        """

    @abstractmethod
    def abort(self) -> None:
        """Stop the running tasks. Their parts stay invisible. The pool cannot be used afterwards."""

    @abstractmethod
    def close(self) -> None:
        """Release the workers."""

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def run_tasks(
    pool: WorkerPool, job: Job, next_task: NextTask, advance: Callable[[int], None] = lambda rows: None
) -> Iterator[TaskRecord]:
    """Run tasks until there are no more, and yield their records in the order in which they finish.

    A task whose worker dies is run again.

    Args:
        pool: The workers.
        job: The job.
        next_task: Returns the next task.
        advance: Receives the numbers of rows that are done.

    Raises:
        WorkersLost: If workers die again and again, or none are left.
    """
    running: dict[Future[TaskRecord], JobTask] = {}
    again: deque[JobTask] = deque()
    deaths: Counter[str] = Counter()
    control = TaskControl(advance)
    try:
        while True:
            while len(running) < pool.capacity and (task := again.popleft() if again else next_task()) is not None:
                running[pool.submit(job, task, control)] = task
            if not running:
                return
            done = wait(running, _POLL, FIRST_COMPLETED).done
            pool.check()
            for future in [future for future in running if future in done]:  # in the order of the rows
                task = running.pop(future)
                try:
                    record = future.result()
                except pool.worker_died as error:
                    deaths[task.key] += 1
                    if deaths[task.key] > _MAX_DEATHS:
                        raise WorkersLost("bulk.workers-die", n=deaths[task.key], task=task.key) from error
                    again.append(task)
                    continue
                if not pool.reports_progress:
                    advance(task.weight)
                yield record
    except BaseException:
        control.stop()
        pool.abort()
        raise


def local_pool(workers: int | None, *, python: bool) -> WorkerPool:
    """Return workers on this machine.

    Args:
        workers: How many; None for one per core.
        python: Whether the work is done in Python, which needs processes. The kernel runs in threads.
    """
    count = workers or os.cpu_count() or 1
    return ProcessPool(count) if python else ThreadPool(count)


def open_pool(
    job: Job, files: Sequence[InputFile], workers: int | None, scheduler: str | None, note: Callable[[Message], None]
) -> WorkerPool:
    """Return the workers of a job: those of a Dask scheduler, or workers on this machine.

    Other processes do not see what is in `memory://`, so that such a job takes threads.

    Args:
        job: The job.
        files: Its input.
        workers: How many workers on this machine; None for one per core.
        scheduler: The address of a scheduler; None for this machine.
        note: Receives the number of workers of the cluster.

    Raises:
        MissingPackage: If a scheduler is given and Dask is not installed.
        BulkError: If there is no scheduler, or it has no workers, or a file is in `memory://`, which they do not see.
        ShuduError: If the number of workers is below 1.
    """
    workers = check_threads(workers, "workers")
    private = next((each for each in (job.out, *(file.path for file in files)) if each.startswith("memory://")), None)
    if scheduler is None:
        solve_many(np.zeros((1, 81), np.uint8), limit=1)  # load the kernel once, before threads need it
        return local_pool(workers, python=job.runs_in_python and private is None)
    if private is not None:
        raise BulkError("bulk.not-shared", address=private)
    try:
        from shudu.bulk.cluster import DaskPool
    except ModuleNotFoundError as error:
        raise missing_package(error) or error from error
    return DaskPool(scheduler, note)


class ThreadPool(WorkerPool):
    """Threads, for work that is done by the kernel."""

    reports_progress = True

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor = ThreadPoolExecutor(workers, "shudu-bulk")

    @property
    def capacity(self) -> int:
        """One more than there are threads, so that none waits for a task."""
        return self._workers + 1

    def submit(self, job: Job, task: JobTask, control: TaskControl) -> Future[TaskRecord]:
        """Start a task."""
        return self._executor.submit(run_task, job, task, control)

    def abort(self) -> None:
        """Wait until the running tasks have noticed at their next batch that they are stopped."""
        self.close()

    def close(self) -> None:
        """Wait for the threads."""
        self._executor.shutdown(wait=True, cancel_futures=True)


class ProcessPool(WorkerPool):
    """Processes, for work that is done in Python. If one is killed, all are replaced."""

    worker_died: ClassVar[tuple[type[BaseException], ...]] = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, get_context("spawn"), initializer=_set_up_worker)

    @property
    def capacity(self) -> int:
        """Two tasks per process, so that none waits for one."""
        return 2 * self._workers

    def submit(self, job: Job, task: JobTask, control: TaskControl) -> Future[TaskRecord]:
        """Start a task, in new processes if the old ones are broken."""
        try:
            return self._executor.submit(run_task, job, task)
        except BrokenProcessPool:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = self._start()
            return self._executor.submit(run_task, job, task)

    def abort(self) -> None:
        """Kill the processes."""
        processes = list((self._executor._processes or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        for process in processes:
            process.join()

    def close(self) -> None:
        """Wait for the processes."""
        self._executor.shutdown()


def _set_up_worker() -> None:
    """Leave Ctrl-C to the parent process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
