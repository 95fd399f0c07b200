"""Opens a database, SQLite in a file or PostgreSQL by address, and upgrades its tables.

Work is a plain function of a connection. On SQLite it runs as a whole in a thread, since an asynchronous driver would
switch threads twice for every statement. On PostgreSQL the same function runs on the event loop, and other tasks run
while it waits for the server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Engine, Select, create_engine, event, func, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from shudu.core.errors import quote
from shudu.store.check_file import check_file
from shudu.store.errors import STORAGE_FAILURES, StorageError, describe_failure
from shudu.store.tables import CLOCK, games, results, sessions
from shudu.store.writer import GroupWriter

T = TypeVar("T")
Work = Callable[[Connection], T]
MigrationCommand = Callable[[Config, str], None]
MIGRATIONS: Final = Path(__file__).parent / "migrations"
_TOUCH: Final = text("UPDATE alembic_version SET version_num = version_num")  # a write that changes nothing
_MIGRATION_LOCK: Final = 8_153_042  # arbitrary, but the same in all processes
_READERS: Final = 4
_CHECK_SECONDS: Final = 2.0  # for looking for damage when a SQLite file is opened
_LARGEST_STEP: Final = 86_400_000  # milliseconds; a time further in the future than this is not believed
_DRIVERS: Final = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


class Database:
    """An open database. Reads go through `read`, `all` and `one`; every change goes through the writer."""

    def __init__(self, url: URL) -> None:
        """Prepare the connections without using them; call `open` instead."""
        self.url = url
        self._runner: Runner = SqliteRunner(url) if self.is_sqlite else PostgresRunner(url)
        self.writer = GroupWriter(self._runner, self.name)
        self._long = asyncio.Semaphore(1)

    @classmethod
    async def open(cls, address: str | None = None) -> Database:
        """Open a database and upgrade its tables to the present version.

        Args:
            address: A path or URL, see `database_url`.

        Raises:
            StorageError: If it cannot be used, or was created by a newer version.
        """
        database = await _connect(database_url(address))
        try:
            if database.is_sqlite and await database._runner.read(_has_tables):
                await asyncio.to_thread(check_file, Path(database.name), _CHECK_SECONDS)
            await database._runner.change(migrate)
            CLOCK.start_after(await database._runner.read(_find_latest_time))
        except StorageError:
            await database.close()
            raise
        except (*STORAGE_FAILURES, CommandError) as error:
            await database.close()
            raise describe_failure(error, database.name) from error
        database.writer.start()
        return database

    @property
    def name(self) -> str:
        """How messages refer to the database: its file, or its address without the password."""
        return _name(self.url)

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a SQLite file."""
        return _is_sqlite(self.url)

    async def read(self, work: Work[T]) -> T:
        """Return the result of work that only reads.

        Raises:
            StorageError: If the database cannot be used.
        """
        try:
            return await self._runner.read(work)
        except STORAGE_FAILURES as error:
            raise describe_failure(error, self.name) from error

    async def read_long(self, work: Work[T]) -> T:
        """Return the result of work that reads many rows, one such work at a time, so that players need not wait."""
        async with self._long:
            return await self.read(work)

    async def all(self, query: Select[Any]) -> Sequence[Any]:
        """Return the rows of a query."""
        return await self.read(lambda connection: connection.execute(query).all())

    async def one(self, query: Select[Any]) -> Any:
        """Return the row of a query that has at most one."""
        return await self.read(lambda connection: connection.execute(query).one_or_none())

    async def check(self) -> None:
        """Read and write as play does, without changing anything.

        Raises:
            StorageError: If the database cannot be used.
        """
        await self.writer.run(lambda connection: connection.execute(_TOUCH).rowcount)

    async def close(self) -> None:
        """Write all waiting changes, then close the connections."""
        await self.writer.stop()
        await self._runner.close()


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
        self._writing = ThreadPoolExecutor(1, "shudu-writer")
        self._reading = ThreadPoolExecutor(_READERS, "shudu-reader")

    async def read(self, work: Work[T]) -> T:
        """Return the result of work that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, _run_within, self._reader, work)

    async def change(self, work: Work[T]) -> T:
        """Return the result of work once its changes are on disk."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, _run_within, self._writer, work)

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


def database_url(address: str | None) -> URL:
    """Return the URL of a database.

    Args:
        address: A file's path, a URL, or None for the file in the user's data folder.

    Raises:
        StorageError: If the address is malformed, of an unsupported kind, or names no file.

    >>> database_url("games.db").drivername, database_url("postgresql://u@h/d").drivername
    ('sqlite+pysqlite', 'postgresql+asyncpg')
    """
    if address is None:
        folder = user_data_path("shudu", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        address = str(folder / "shudu.db")
    try:
        if "://" not in address:
            return URL.create("sqlite+pysqlite", database=str(Path(address).expanduser().resolve()))
        url = make_url(address)
    except (ArgumentError, ValueError, RuntimeError) as error:
        raise StorageError("store.bad-address", address=quote(address), cause=str(error)) from error
    backend = url.get_backend_name()
    if backend not in _DRIVERS:
        raise StorageError("store.unsupported", backend=quote(backend))
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise StorageError("store.in-memory", address=quote(address))
    return url.set(drivername=_DRIVERS[backend])


async def _connect(url: URL) -> Database:
    """Return the database once it has answered; only then are wrong options in its address noticed."""
    try:
        database = Database(url)
    except ImportError as error:
        raise StorageError("store.no-driver") from error
    except (ArgumentError, TypeError, ValueError) as error:
        raise _describe_bad_option(url, error) from error
    try:
        await database.read(lambda connection: None)
    except StorageError:
        await database.close()
        raise
    except (TypeError, ValueError) as error:
        await database.close()
        raise _describe_bad_option(url, error) from error
    return database


def _describe_bad_option(url: URL, error: Exception) -> StorageError:
    return StorageError("store.bad-option", database=_name(url), cause=str(error).splitlines()[0])


def _name(url: URL) -> str:
    return str(url.database) if _is_sqlite(url) else url.render_as_string(hide_password=True)


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _has_tables(connection: Connection) -> bool:
    return inspect(connection).has_table("results")


def _find_latest_time(connection: Connection) -> int:
    """Return the latest time that play has left in the database; see `Clock`."""
    columns = (games.c.started, games.c.finished, results.c.finished, sessions.c.seen)
    latest = (connection.execute(select(func.max(column))).scalar_one() or 0 for column in columns)
    return min(max(latest), int(1000 * time.time()) + _LARGEST_STEP)


def migrate(connection: Connection, revision: str = "head", step: MigrationCommand = command.upgrade) -> None:
    """Upgrade, or with `step=command.downgrade` downgrade, the tables to a revision."""
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    step(config, revision)
