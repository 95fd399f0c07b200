"""Group commit: all changes that wait are written in one transaction, and each is acknowledged once it is on the disk.

One transaction costs about as much with a hundred moves as with one, so waiting together is what lets many players play
on one file. A change that fails does not harm the others of its group.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypedDict, TypeVar

from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shudu.store.errors import STORAGE_FAILURES, Taken, storage_error
from shudu.store.tables import moves

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[Any]]
_MOST: Final = 500  # changes in one transaction


class MoveRow(TypedDict):
    """A row of the table of moves."""

    game_id: str
    seq: int
    at: int
    move: str


class _Job:
    """A change that waits: rows of moves, or any other work."""

    def __init__(self, rows: Sequence[MoveRow], work: Work | None) -> None:
        self.rows = rows
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Writer:
    """Carries out changes, many at a time, on a connection of its own."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self._engine = engine
        self._name = name
        self._queue: asyncio.Queue[_Job | None] = asyncio.Queue()
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
        """Adds moves. Raises Taken if one of their numbers is used in its game, StorageError in words."""
        await self._submit(_Job(rows, None))

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Carries out any other change and returns what it returns. Raises Taken on a duplicate, StorageError."""
        return await self._submit(_Job((), work))  # type: ignore[no-any-return]

    async def _submit(self, job: _Job) -> Any:
        self._queue.put_nowait(job)
        return await job.done

    async def _run(self) -> None:
        while (job := await self._queue.get()) is not None:
            jobs, goes_on = [job], True
            while goes_on and len(jobs) < _MOST and not self._queue.empty():
                following = self._queue.get_nowait()
                goes_on = following is not None
                if following is not None:
                    jobs.append(following)
            await self._write(jobs)
            if not goes_on:
                return

    async def _write(self, jobs: list[_Job]) -> None:
        try:
            outcomes = await self._together(jobs)
        except IntegrityError:
            for job in jobs:  # find the one that is to blame; the others are written
                await self._alone(job)
        except STORAGE_FAILURES as error:
            await self._forget_connection(error)
            self._fail(jobs, error)
        except Exception as error:
            self._fail(jobs, error)
        else:
            for job, outcome in zip(jobs, outcomes, strict=True):
                _settle(job, outcome)

    async def _together(self, jobs: list[_Job]) -> list[Any]:
        async with self._engine.begin() as connection:
            rows = [row for job in jobs for row in job.rows]
            if rows:  # in one order in every process, so that no two wait for each other
                await connection.execute(insert(moves), sorted(rows, key=lambda row: (row["game_id"], row["seq"])))
            return [await self._guarded(connection, job.work, len(jobs)) if job.work else None for job in jobs]

    async def _guarded(self, connection: AsyncConnection, work: Work, others: int) -> Any:
        """What the work returns, or the exception it ends with; then nothing of it is left in the transaction."""
        if others == 1:
            return await work(connection)
        try:
            async with connection.begin_nested():
                return await work(connection)
        except DBAPIError as error:
            if error.connection_invalidated or not isinstance(error, IntegrityError):
                raise
            return Taken(str(error.orig))
        except Exception as error:
            return error

    async def _alone(self, job: _Job) -> None:
        try:
            (outcome,) = await self._together([job])
        except IntegrityError as error:
            _settle(job, Taken(str(error.orig)))
        except STORAGE_FAILURES as error:
            self._fail([job], error)
        except Exception as error:
            _settle(job, error)
        else:
            _settle(job, outcome)

    def _fail(self, jobs: list[_Job], error: Exception) -> None:
        told = storage_error(error, self._name) if isinstance(error, STORAGE_FAILURES) else error
        for job in jobs:
            _settle(job, told)

    async def _forget_connection(self, error: Exception) -> None:
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            with suppress(*STORAGE_FAILURES):
                await self._engine.dispose()


def _settle(job: _Job, outcome: Any) -> None:
    if job.done.done():  # the request that asked was given up
        return
    if isinstance(outcome, Exception):
        job.done.set_exception(outcome)
    else:
        job.done.set_result(outcome)
