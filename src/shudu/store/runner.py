"""How work reaches a database: SQLite in threads, PostgreSQL asynchronously. The work itself is the same.

Work is a plain function of a connection. For SQLite it runs whole in a thread: an asynchronous driver would cross to
its thread and back for every statement. For PostgreSQL the same function
runs on the event loop and lets others go on while it waits for the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")
Work = Callable[[Connection], T]
_READERS = 4


class Runner(Protocol):
    """Runs work that only reads, and work that changes something, each in one transaction."""

    async def read(self, work: Work[T]) -> T:
        """What the work returns."""

    async def change(self, work: Work[T]) -> T:
        """What the work returns, once it is on the disk."""

    async def close(self) -> None:
        """Lets the database go."""


class SqliteRunner:
    """One thread that writes, a few that read."""

    def __init__(self, url: URL) -> None:
        self._writer = _sqlite_engine(url, 1, "BEGIN IMMEDIATE")
        self._reader = _sqlite_engine(url, _READERS, "BEGIN")
        self._writing = ThreadPoolExecutor(1, "shudu-writer")
        self._reading = ThreadPoolExecutor(_READERS, "shudu-reader")

    async def read(self, work: Work[T]) -> T:
        """What the work returns."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, _within, self._reader, work)

    async def change(self, work: Work[T]) -> T:
        """What the work returns, once it is on the disk."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, _within, self._writer, work)

    async def close(self) -> None:
        """Lets the file go."""
        for threads in (self._writing, self._reading):
            await asyncio.to_thread(threads.shutdown)
        self._writer.dispose()
        self._reader.dispose()


class PostgresRunner:
    """Connections to a server."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, pool_size=8, max_overflow=0, pool_pre_ping=True)

    async def read(self, work: Work[T]) -> T:
        """What the work returns."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def change(self, work: Work[T]) -> T:
        """What the work returns, once the server has written it."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Ends the connections."""
        await self._engine.dispose()


def _within(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _sqlite_engine(url: URL, size: int, begin: str) -> Engine:
    engine = create_engine(url, pool_size=size, max_overflow=0, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare)

    def begin_as_told(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", begin_as_told)
    return engine


def _prepare(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
