"""Workers of a Dask cluster: the same tasks, run where the workers are. Workers write their parts themselves."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, ClassVar, Final

import distributed
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from shudu.bulk.errors import BulkError, WorkersLost
from shudu.bulk.job import Job
from shudu.bulk.tasks import JobTask, TaskControl, TaskRecord, run_task
from shudu.bulk.workers import WorkerPool
from shudu.locale.catalogue import Message

_distributed: Any = distributed  # most of it has no types
_PATIENCE: Final = 20  # seconds to wait for the scheduler, for a first worker, and for a result
_REFRESH: Final = 1.0  # seconds between two questions for the number of threads
_TASKS_PER_THREAD: Final = 3
_RETRIES: Final = 2  # by Dask itself, before it reports that a worker died


class _ResultLost(Exception):
    """The worker that held the result of a task died before it was fetched."""


def silence_logs() -> None:
    """Keep the log of Dask off the terminal. Errors that matter are raised."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class DaskPool(WorkerPool):
    """The workers of a Dask scheduler."""

    worker_died: ClassVar[tuple[type[BaseException], ...]] = (KilledWorker, _ResultLost)

    def __init__(self, address: str, note: Callable[[Message], None] = lambda message: None) -> None:
        """Connect to a scheduler and wait for its first worker.

        Args:
            address: The address of the scheduler, such as tcp://10.0.0.1:8786.
            note: Receives the number of workers and the address of the dashboard.

        Raises:
            BulkError: If there is no scheduler, or it has no workers.
        """
        self._address = address
        self._futures: dict[Future[TaskRecord], Any] = {}  # Dask forgets a task when its last future is dropped
        try:
            self._client: Any = _distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise BulkError("bulk.no-scheduler", address=address, reason=str(error)) from error
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            self.close()
            raise BulkError("bulk.no-workers", address=address) from None
        self._refreshed = 0.0
        self._threads = 0
        threads = tuple(self._client.nthreads().values())
        fields = {"threads": sum(threads), "workers": len(threads), "dashboard": self._client.dashboard_link}
        note(Message("bulk.notes.cluster", fields))

    @property
    def capacity(self) -> int:
        """A few tasks per thread, so that none waits for one."""
        if time.monotonic() > self._refreshed + _REFRESH:
            with self._connection():
                self._threads = sum(self._client.nthreads().values())
            self._refreshed = time.monotonic()
        return _TASKS_PER_THREAD * max(1, self._threads)

    def submit(self, job: Job, task: JobTask, control: TaskControl) -> Future[TaskRecord]:
        """Start a task."""
        future: Future[TaskRecord] = Future()
        with self._connection():
            remote = self._client.submit(run_task, job, task, pure=False, retries=_RETRIES)
        self._futures[future] = remote
        remote.add_done_callback(lambda done: self._fetch(done, future))
        return future

    def check(self) -> None:
        """Check that the scheduler is there.

        Raises:
            WorkersLost: If it is gone.
        """
        if self._client.status != "running":
            raise self._scheduler_lost()

    def abort(self) -> None:
        """Cancel the running tasks."""
        if self._futures and self._client.status == "running":
            self._client.cancel(list(self._futures.values()), force=True)

    def close(self) -> None:
        """Disconnect."""
        self._client.close(timeout=2)

    def _fetch(self, remote: Any, future: Future[TaskRecord]) -> None:
        """Fetch the outcome of a task that is over. Runs in a thread of Dask's client."""
        try:
            if remote.status == "lost":
                raise _ResultLost
            future.set_result(remote.result(timeout=_PATIENCE))
        except TimeoutError:
            lost = _ResultLost() if remote.status != "finished" else self._scheduler_lost()
            future.set_exception(lost)
        except (CommClosedError, _distributed.client.FutureCancelledError):
            future.set_exception(self._scheduler_lost())
        except BaseException as error:
            future.set_exception(error)
        finally:
            self._futures.pop(future, None)

    @contextmanager
    def _connection(self) -> Iterator[None]:
        try:
            yield
        except CommClosedError as error:
            raise self._scheduler_lost() from error

    def _scheduler_lost(self) -> WorkersLost:
        return WorkersLost("bulk.scheduler-lost", address=self._address)
