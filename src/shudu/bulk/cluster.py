"""Workers of a Dask cluster: the same tasks, done where the workers are; they write their parts themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import distributed
from distributed.scheduler import KilledWorker

from shudu.bulk.errors import BulkError, Lost
from shudu.bulk.job import Job
from shudu.bulk.local import Tell
from shudu.bulk.tasks import Result, Take, Task, perform

_distributed: Any = distributed  # much of it has no types
_PATIENCE: Final = 20  # seconds to wait for the scheduler, and then for a first worker
_DEATHS: Final = 5  # of workers over one and the same task
_AHEAD: Final = 3  # tasks under way for each thread


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
        under_way: dict[Any, Task] = {}
        deaths: dict[str, int] = {}
        finishing = _distributed.as_completed()

        def submit(task: Task) -> None:
            key = f"shudu-{task.key}-{deaths.get(task.key, 0)}-{id(finishing)}"
            future = self._client.submit(perform, job, task, key=key, pure=False, retries=2)
            under_way[future.key] = task
            finishing.add(future)

        def refill() -> None:
            while len(under_way) < _AHEAD * max(1, self.threads) and (task := take()) is not None:
                submit(task)

        try:
            refill()
            while under_way:
                future = next(finishing)
                task = under_way.pop(future.key)
                result = self._result(future, task, deaths)
                if result is None:
                    submit(task)
                    continue
                tell(task.weight)
                yield task, result
                refill()
        except (OSError, TimeoutError, StopIteration) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise self._lost() from error
        finally:
            self._cancel(under_way)

    def _result(self, future: Any, task: Task, deaths: dict[str, int]) -> Result | None:
        """What a task told; None if it is to be done again."""
        if future.status in ("cancelled", "lost"):
            raise self._lost()
        try:
            result: Result = future.result(timeout=_PATIENCE)
        except KilledWorker as error:
            deaths[task.key] = deaths.get(task.key, 0) + 1
            if deaths[task.key] > _DEATHS:
                raise Lost(f"workers die over {task.key}: {error}") from error
            return None
        return result

    def _lost(self) -> Lost:
        return Lost(f"the scheduler at {self._address} is gone")

    def _cancel(self, under_way: dict[Any, Task]) -> None:
        if under_way and self._client.status == "running":
            self._client.cancel([_distributed.Future(key, self._client) for key in under_way], force=True)
