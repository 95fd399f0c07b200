"""Workers of a Dask cluster: the same tasks, done where the workers are; they write their parts themselves."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any, Final
from uuid import uuid4

import distributed
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from shudu.bulk.errors import BulkError, Lost
from shudu.bulk.job import Job
from shudu.bulk.local import Tell
from shudu.bulk.tasks import Result, Take, Task, perform

_distributed: Any = distributed  # much of it has no types
_PATIENCE: Final = 20  # seconds to wait for the scheduler, and then for a first worker
_ALIVE: Final = 0.5  # seconds between two looks whether the scheduler is there
_DEATHS: Final = 5  # of workers over one and the same task
_AHEAD: Final = 3  # tasks under way for each thread


def hush() -> None:
    """Keeps Dask's own log off the terminal: what matters is told in our words."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, address: str, note: Callable[[str], None] = lambda text: None) -> None:
        """Finds the scheduler and its workers."""
        self._address, self._note = address, note
        try:
            self._client: Any = _distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise BulkError(
                f"no Dask scheduler at {address} ({error}); start one with: dask scheduler, and workers with: "
                f"dask worker {address}"
            ) from error
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            self.close()
            raise BulkError(
                f"the scheduler at {address} has no workers; start some with: dask worker {address}"
            ) from None
        note(f"{self.threads} threads of {self.count} workers; dashboard: {self._client.dashboard_link}")

    @property
    def threads(self) -> int:
        """How many tasks the workers can do at once."""
        return sum(self._client.nthreads().values())

    @property
    def count(self) -> int:
        """How many workers there are."""
        return len(self._client.nthreads())

    def close(self) -> None:
        """Leaves the cluster."""
        self._client.close(timeout=2)

    def work(self, job: Job, take: Take, tell: Tell) -> Iterator[tuple[Task, Result]]:
        """Does the tasks and passes on what each told, in the order they finish."""
        under_way: dict[str, tuple[Any, Task]] = {}
        deaths: Counter[str] = Counter()
        finished: SimpleQueue[str] = SimpleQueue()
        name = uuid4().hex[:8]

        def submit(task: Task) -> None:
            key = f"shudu-{name}-{task.key}-{deaths[task.key]}"
            future = self._client.submit(perform, job, task, key=key, pure=False, retries=2)
            under_way[key] = future, task
            future.add_done_callback(lambda done: finished.put(done.key))

        def refill() -> None:
            while len(under_way) < _AHEAD * max(1, self.threads) and (task := take()) is not None:
                submit(task)

        try:
            refill()
            while under_way:
                future, task = under_way.pop(self._next(finished))
                result = self._result(future, task, deaths)
                if result is None:
                    submit(task)
                    continue
                tell(task.weight)
                yield task, result
                refill()
        except CommClosedError as error:
            raise self._lost() from error
        finally:
            if under_way and self._client.status == "running":
                self._client.cancel([future for future, _ in under_way.values()], force=True)

    def _next(self, finished: SimpleQueue[str]) -> str:
        """The key of a task that is over, well or not. Raises Lost if nobody is there to tell."""
        while True:
            try:
                return finished.get(timeout=_ALIVE)
            except Empty:
                if self._client.status != "running":
                    raise self._lost() from None

    def _result(self, future: Any, task: Task, deaths: Counter[str]) -> Result | None:
        """What a task told; None if it is to be done again.

        What a worker told is lost with it, and its task is done again by itself; whoever asks for it meanwhile waits.
        """
        if future.status == "lost":
            return None
        try:
            result: Result = future.result(timeout=_PATIENCE)
        except KilledWorker as error:
            deaths[task.key] += 1
            if deaths[task.key] > _DEATHS:
                raise Lost(f"workers die over {task.key} again and again: {error}") from error
            return None
        except TimeoutError as error:
            if future.status != "finished":  # lost while it was asked for
                return None
            raise self._lost() from error
        except _distributed.client.FutureCancelledError as error:
            raise self._lost() from error
        return result

    def _lost(self) -> Lost:
        return Lost(
            f"the scheduler at {self._address} is gone; what is done is kept, and the same command goes on from there"
        )
