"""Transactions: work that reads, and group commit of changes.

Work is a plain function of a connection. On SQLite it runs as a whole in a thread, since an asynchronous driver would
switch threads twice for every statement. On PostgreSQL the same function runs on the event loop, and other tasks run
while it waits for the server.

All waiting changes are written in one transaction, and each is acknowledged once it is on disk. A transaction with
a hundred moves costs about as much as one with a single move, so committing together lets many people play on one file.
A change that fails does not affect the others of its group.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypedDict, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from shudu.store.errors import STORAGE_FAILURES, describe_conflict, describe_failure
from shudu.store.tables import moves

T = TypeVar("T")
Work = Callable[[Connection], T]
_READERS: Final = 4
_LARGEST_GROUP: Final = 500  # changes in one transaction
_DEADLOCK: Final = "40P01"  # PostgreSQL's code
_MOST_ATTEMPTS: Final = 4  # at a change that meets changes of other servers


class Runner(Protocol):
    """Runs work, each in a transaction of its own."""

    async def read(self, work: Work[T]) -> T:
        """Return the result of work that only reads."""

    async def change(self, work: Work[T]) -> T:
        """Return the result of work once its changes are on disk."""

    async def close(self) -> None:
        """Close the connections."""


class SqliteRunner:
    """Runs work on SQLite: one thread writes, a few read."""

    def __init__(self, url: URL) -> None:
        self._writer = _create_sqlite_engine(url, 1, "BEGIN IMMEDIATE")
        self._reader = _create_sqlite_engine(url, _READERS, "BEGIN")
        self._file = Path(str(url.database))
        self._opened: os.stat_result | None = None  # the file that the writer has opened
        self._writing = ThreadPoolExecutor(1, "shudu-writer")
        self._reading = ThreadPoolExecutor(_READERS, "shudu-reader")

    async def read(self, work: Work[T]) -> T:
        """Return the result of work that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, _run_within, self._reader, work)

    async def change(self, work: Work[T]) -> T:
        """Return the result of work once its changes are on disk."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, self._change, work)

    def _change(self, work: Work[T]) -> T:
        with self._writer.begin() as connection:
            self._check_in_place()
            return work(connection)

    def _check_in_place(self) -> None:
        """Check that the file still has its name; changes to a file without one would be lost."""
        status = self._file.stat()
        self._opened = self._opened or status
        if not os.path.samestat(status, self._opened):
            raise FileNotFoundError(f"no such file any more: {self._file}")

    async def close(self) -> None:
        """Close the file."""
        for threads in (self._writing, self._reading):
            await asyncio.to_thread(threads.shutdown)
        self._writer.dispose()
        self._reader.dispose()


class PostgresRunner:
    """Runs work on a PostgreSQL server."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, pool_size=8, max_overflow=0, pool_pre_ping=True)

    async def read(self, work: Work[T]) -> T:
        """Return the result of work that only reads."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def change(self, work: Work[T]) -> T:
        """Return the result of work once the server has committed it."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()


def _run_within(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _create_sqlite_engine(url: URL, size: int, begin: str) -> Engine:
    engine = create_engine(url, pool_size=size, max_overflow=0, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare_connection)

    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", begin_transaction)
    return engine


def _prepare_connection(connection: Any, record: object) -> None:
    connection.isolation_level = None  # only our own BEGIN starts a transaction, not the driver
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class MoveRow(TypedDict):
    """A row of the table `moves`."""

    game_id: str
    seq: int
    at: int
    move: str


class _Change:
    """A waiting change: moves to append, or any other work."""

    def __init__(self, rows: Sequence[MoveRow], work: Work[Any] | None) -> None:
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

    async def _write(self, group: list[_Change], attempt: int = 1) -> None:
        try:
            outcomes = await self._runner.change(lambda connection: _run_together(connection, group))
        except IntegrityError as error:
            if len(group) == 1:
                self._settle(group[0], describe_conflict(error))
                return
            for change in group:  # one by one, so that only the conflicting change fails
                await self._write([change])
        except Exception as error:
            if _is_deadlock(error) and attempt < _MOST_ATTEMPTS:
                for change in group:  # one by one: a change alone holds few locks while it waits for others
                    await self._write([change], attempt + 1)
                return
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


def _is_deadlock(error: Exception) -> bool:
    """Return whether PostgreSQL has ended a transaction because it and that of another server waited for each other."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == _DEADLOCK


def _run_together(connection: Connection, group: list[_Change]) -> list[Any]:
    rows = [row for change in group for row in change.rows]
    if rows:  # every process inserts in the same order, which rules out deadlocks
        connection.execute(insert(moves), sorted(rows, key=lambda row: (row["game_id"], row["seq"])))
    return [_run_guarded(connection, each.work, alone=len(group) == 1) if each.work else None for each in group]


def _run_guarded(connection: Connection, work: Work[Any], *, alone: bool) -> Any:
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
