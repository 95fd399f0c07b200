"""Opening a database: SQLite in a file, or PostgreSQL by address. The tables are brought up to date on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Engine, Select, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from shudu.store.errors import STORAGE_FAILURES, StorageError, storage_error
from shudu.store.writer import GroupWriter

T = TypeVar("T")
Work = Callable[[Connection], T]
Step = Callable[[Config, str], None]
MIGRATIONS: Final = Path(__file__).parent / "migrations"
_TOUCH: Final = text("UPDATE alembic_version SET version_num = version_num")  # written, though it stays the same
_MIGRATION_LOCK: Final = 8_153_042  # any number, the same in all our processes


_READERS: Final = 4


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


class Database:
    """An open database. Reads go through `read`; every change goes through the writer."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self._runner: Runner = SqliteRunner(url) if self.is_sqlite else PostgresRunner(url)
        self.writer = GroupWriter(self._runner, self.name)
        self._long = asyncio.Semaphore(1)

    @classmethod
    async def open(cls, address: str | None = None) -> Database:
        """Opens it and brings its tables up to date. Raises StorageError in words."""
        database = await _connected(database_url(address))
        try:
            await database._runner.change(migrate)
        except (*STORAGE_FAILURES, CommandError) as error:
            await database.close()
            raise storage_error(error, database.name) from error
        database.writer.start()
        return database

    @property
    def name(self) -> str:
        """How it is called in messages."""
        return _name(self.url)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file."""
        return _is_sqlite(self.url)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What some work that only reads returns. Raises StorageError in words."""
        try:
            return await self._runner.read(work)
        except STORAGE_FAILURES as error:
            raise storage_error(error, self.name) from error

    async def read_long(self, work: Callable[[Connection], T]) -> T:
        """The same for work that looks through much: one at a time, so that those who play find the database free."""
        async with self._long:
            return await self.read(work)

    async def all(self, query: Select[Any]) -> Sequence[Any]:
        """The rows of a query."""
        return await self.read(lambda connection: connection.execute(query).all())

    async def one(self, query: Select[Any]) -> Any:
        """The row of a query that has one or none."""
        return await self.read(lambda connection: connection.execute(query).one_or_none())

    async def check(self) -> None:
        """Reads and writes as play does, and leaves all as it is. Raises StorageError in words."""
        await self.writer.run(lambda connection: connection.execute(_TOUCH).rowcount)

    async def close(self) -> None:
        """Writes what is waiting, then closes."""
        await self.writer.stop()
        await self._runner.close()


def database_url(address: str | None) -> URL:
    """The address of a database: a file's path, a URL, or nothing for the file in the user's data folder.

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
        raise StorageError(f"{address!r} is not the address of a database: {error}") from error
    drivers = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    backend = url.get_backend_name()
    if backend not in drivers:
        raise StorageError(f"{backend!r} is not supported; use a file for SQLite or postgresql+asyncpg://…")
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise StorageError(f"{address!r} names no file; what is kept in memory alone would be lost")
    return url.set(drivername=drivers[backend])


async def _connected(url: URL) -> Database:
    """The database, once it has answered; what an address asks for beyond it is only known then to be impossible."""
    try:
        database = Database(url)
    except ImportError as error:
        raise StorageError("PostgreSQL needs asyncpg; install it with: pip install 'shudu[postgres]'") from error
    except (ArgumentError, TypeError, ValueError) as error:
        raise _unusable(url, error) from error
    try:
        await database.read(lambda connection: None)
    except StorageError:
        await database.close()
        raise
    except (TypeError, ValueError) as error:
        await database.close()
        raise _unusable(url, error) from error
    return database


def _unusable(url: URL, error: Exception) -> StorageError:
    why = str(error).splitlines()[0]
    return StorageError(f"database {_name(url)}: this address cannot be used: {why}")


def _name(url: URL) -> str:
    """The file, or the server's address without the password."""
    return str(url.database) if _is_sqlite(url) else url.render_as_string(hide_password=True)


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def migrate(connection: Connection, revision: str = "head", step: Step = command.upgrade) -> None:
    """Brings the tables to a revision."""
    if connection.dialect.name == "postgresql":  # several workers start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    step(config, revision)
