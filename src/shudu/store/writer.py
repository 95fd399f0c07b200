"""Group commit: all waiting changes are written in one transaction, and each is acknowledged once it is on disk.

A transaction with a hundred moves costs about as much as one with a single move, so committing together lets many
people play on one file. A change that fails does not affect the others of its group.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar

from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from shudu.store.errors import STORAGE_FAILURES, describe_conflict, describe_failure
from shudu.store.tables import moves

if TYPE_CHECKING:
    from shudu.store.database import Runner

T = TypeVar("T")
Work = Callable[[Connection], Any]
_LARGEST_GROUP: Final = 500  # changes in one transaction


class MoveRow(TypedDict):
    """A row of the table `moves`."""

    game_id: str
    seq: int
    at: int
    move: str


class _Change:
    """A waiting change: moves to append, or any other work."""

    def __init__(self, rows: Sequence[MoveRow], work: Work | None) -> None:
        self.rows = rows
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class GroupWriter:
    """Carries out changes in groups."""

    def __init__(self, runner: Runner, database: str) -> None:
        """Create a writer; it works after `start`.

        Args:
            runner: Runs the transactions.
            database: How error messages refer to the database.
        """
        self._runner = runner
        self._database = database
        self._queue: asyncio.Queue[_Change | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """The number of changes waiting to be written."""
        return self._queue.qsize()

    def start(self) -> None:
        """Start the background task."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write all waiting changes, then stop."""
        if self._task:
            self._queue.put_nowait(None)
            await self._task
            self._task = None

    async def append(self, rows: Sequence[MoveRow]) -> None:
        """Append moves.

        Raises:
            WriteConflict: If a game already has a move with one of these numbers.
            StorageError: If the database cannot be used.
        """
        await self._submit(_Change(rows, None))

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Carry out any other change and return its result.

        Raises:
            WriteConflict: If the change breaks a unique key, or its owner was deleted.
            StorageError: If the database cannot be used.
        """
        return await self._submit(_Change((), work))  # type: ignore[no-any-return]

    async def _submit(self, change: _Change) -> Any:
        self._queue.put_nowait(change)
        return await change.done

    async def _run(self) -> None:
        running = True
        while running and (change := await self._queue.get()) is not None:
            group = [change]
            while running and len(group) < _LARGEST_GROUP and not self._queue.empty():
                following = self._queue.get_nowait()
                running = following is not None
                if following is not None:
                    group.append(following)
            await self._write(group)

    async def _write(self, group: list[_Change]) -> None:
        try:
            outcomes = await self._runner.change(lambda connection: _run_together(connection, group))
        except IntegrityError as error:
            if len(group) == 1:
                self._settle(group[0], describe_conflict(error))
                return
            for change in group:  # one by one, so that only the conflicting change fails
                await self._write([change])
        except Exception as error:
            for change in group:
                self._settle(change, error)
        else:
            for change, outcome in zip(group, outcomes, strict=True):
                self._settle(change, outcome)

    def _settle(self, change: _Change, outcome: Any) -> None:
        if change.done.done():  # the request was cancelled
            return
        if isinstance(outcome, STORAGE_FAILURES):
            change.done.set_exception(describe_failure(outcome, self._database))
        elif isinstance(outcome, Exception):
            change.done.set_exception(outcome)
        else:
            change.done.set_result(outcome)


def _run_together(connection: Connection, group: list[_Change]) -> list[Any]:
    rows = [row for change in group for row in change.rows]
    if rows:  # every process inserts in the same order, which rules out deadlocks
        connection.execute(insert(moves), sorted(rows, key=lambda row: (row["game_id"], row["seq"])))
    return [_run_guarded(connection, each.work, alone=len(group) == 1) if each.work else None for each in group]


def _run_guarded(connection: Connection, work: Work, *, alone: bool) -> Any:
    """Return the result of the work, or its exception after rolling back what it did."""
    if alone:
        return work(connection)
    try:
        with connection.begin_nested():
            return work(connection)
    except IntegrityError as error:
        return describe_conflict(error)
    except DBAPIError:
        raise
    except Exception as error:
        return error
