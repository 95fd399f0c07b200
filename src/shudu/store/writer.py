"""Group commit: all changes that wait are written in one transaction, and each is acknowledged once it is on the disk.

One transaction costs about as much with a hundred moves as with one, so waiting together is what lets many players play
on one file. A change that fails does not harm the others of its group.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar

from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from shudu.store.errors import STORAGE_FAILURES, clash, storage_error
from shudu.store.tables import moves

if TYPE_CHECKING:
    from shudu.store.database import Runner

T = TypeVar("T")
Work = Callable[[Connection], Any]
_MOST: Final = 500  # changes in one transaction


class MoveRow(TypedDict):
    """A row of the table of moves."""

    game_id: str
    seq: int
    at: int
    move: str


class _Change:
    """A change that waits: rows of moves, or any other work."""

    def __init__(self, rows: Sequence[MoveRow], work: Work | None) -> None:
        self.rows = rows
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class GroupWriter:
    """Carries out changes, many at a time."""

    def __init__(self, runner: Runner, name: str) -> None:
        self._runner = runner
        self._name = name
        self._queue: asyncio.Queue[_Change | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to work."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Writes what is waiting, then ends."""
        if self._task:
            self._queue.put_nowait(None)
            await self._task
            self._task = None

    async def append(self, rows: Sequence[MoveRow]) -> None:
        """Adds moves. Raises WriteConflict if one of their numbers is used in its game, StorageError in words."""
        await self._submit(_Change(rows, None))

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Carries out any other change and returns what it returns. Raises WriteConflict on a duplicate, StorageError."""
        return await self._submit(_Change((), work))  # type: ignore[no-any-return]

    async def _submit(self, job: _Change) -> Any:
        self._queue.put_nowait(job)
        return await job.done

    async def _run(self) -> None:
        goes_on = True
        while goes_on and (job := await self._queue.get()) is not None:
            jobs = [job]
            while goes_on and len(jobs) < _MOST and not self._queue.empty():
                following = self._queue.get_nowait()
                goes_on = following is not None
                if following is not None:
                    jobs.append(following)
            await self._write(jobs)

    async def _write(self, jobs: list[_Change]) -> None:
        try:
            outcomes = await self._runner.change(lambda connection: _together(connection, jobs))
        except IntegrityError as error:
            if len(jobs) == 1:
                self._settle(jobs[0], clash(error))
                return
            for job in jobs:  # find the one that is to blame; the others are written
                await self._write([job])
        except Exception as error:
            for job in jobs:
                self._settle(job, error)
        else:
            for job, outcome in zip(jobs, outcomes, strict=True):
                self._settle(job, outcome)

    def _settle(self, job: _Change, outcome: Any) -> None:
        if job.done.done():  # the request that asked was given up
            return
        if isinstance(outcome, STORAGE_FAILURES):
            job.done.set_exception(storage_error(outcome, self._name))
        elif isinstance(outcome, Exception):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)


def _together(connection: Connection, jobs: list[_Change]) -> list[Any]:
    rows = [row for job in jobs for row in job.rows]
    if rows:  # in one order in every process, so that no two wait for each other
        connection.execute(insert(moves), sorted(rows, key=lambda row: (row["game_id"], row["seq"])))
    return [_guarded(connection, job.work, alone=len(jobs) == 1) if job.work else None for job in jobs]


def _guarded(connection: Connection, work: Work, *, alone: bool) -> Any:
    """What the work returns, or the exception it ends with; then nothing of it is left in the transaction."""
    if alone:
        return work(connection)
    try:
        with connection.begin_nested():
            return work(connection)
    except IntegrityError as error:
        return clash(error)
    except DBAPIError:
        raise
    except Exception as error:
        return error
