"""Opens a database, SQLite in a file or PostgreSQL by address, looks for damage and upgrades its tables."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Select, func, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError

from shudu.core.errors import quote
from shudu.store.errors import STORAGE_FAILURES, StorageError, describe_failure
from shudu.store.tables import CLOCK, games, sessions
from shudu.store.transactions import GroupWriter, PostgresRunner, Runner, SqliteRunner, Work

T = TypeVar("T")
MigrationCommand = Callable[[Config, str], None]
MIGRATIONS: Final = Path(__file__).parent / "migrations"
_TOUCH: Final = text("UPDATE alembic_version SET version_num = version_num")  # a write that changes nothing
_MIGRATION_LOCK: Final = 8_153_042  # arbitrary, but the same in all processes
_TABLES: Final = ("alembic_version", "players", "puzzles", "games", "moves", "results")  # of every version
_CHECK_SECONDS: Final = 2.0  # for looking for damage when a SQLite file is opened
_PROGRESS_STEPS: Final = 10_000  # SQLite instructions between two looks at the clock
_LARGEST_STEP: Final = 86_400_000  # milliseconds; a time further in the future than this is not believed
_DRIVERS: Final = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


class Database:
    """An open database. Reads go through `read`, `all` and `one`; every change goes through the writer."""

    def __init__(self, url: URL) -> None:
        """Prepare the connections without using them; call `open` instead."""
        self.url = url
        self._runner: Runner = SqliteRunner(url) if self.is_sqlite else PostgresRunner(url)
        self.writer: GroupWriter = GroupWriter(self._runner, self.name)
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
        return describe_url(self.url)

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
    return StorageError("store.bad-option", database=describe_url(url), cause=str(error).splitlines()[0])


def describe_url(url: URL) -> str:
    """Return how messages refer to a database: its file, or its address without the password."""
    return str(url.database) if _is_sqlite(url) else url.render_as_string(hide_password=True)


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _has_tables(connection: Connection) -> bool:
    return inspect(connection).has_table("results")


def _find_latest_time(connection: Connection) -> int:
    """Return the latest time that play has left in the database; see `Clock`. Times from backups are not trusted."""
    own = ~games.c.restored
    queries = (
        select(func.max(games.c.started)).where(own),
        select(func.max(games.c.finished)).where(own),
        select(func.max(sessions.c.seen)),
    )
    latest = (connection.execute(query).scalar_one() or 0 for query in queries)
    return min(max(latest), int(1000 * time.time()) + _LARGEST_STEP)


def migrate(connection: Connection, revision: str = "head", step: MigrationCommand = command.upgrade) -> None:
    """Upgrade, or with `step=command.downgrade` downgrade, the tables to a revision."""
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    step(config, revision)


def check_file(file: Path, seconds: float | None = None, name: str = "") -> bool:
    """Check that a file is a whole database of shudu.

    Args:
        file: The file.
        seconds: Stop after this time; by default, check everything.
        name: How messages refer to the file; by default by its path.

    Returns:
        Whether everything was checked.

    Raises:
        StorageError: If it is damaged, or not a database of shudu.
        OSError: If it does not exist.
    """
    file.stat()
    name = name or str(file)
    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        with closing(open_file(file)) as connection:
            if deadline is not None:
                connection.set_progress_handler(lambda: time.monotonic() > deadline, _PROGRESS_STEPS)
            found = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
            has_code = any(kind in ("trigger", "view") for kind, _ in found)  # the server would run it
            if has_code or not {table for _, table in found}.issuperset(_TABLES):
                raise StorageError("store.not-shudu", database=name)
            problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if problem != "ok":
                raise StorageError("store.damaged", database=name, problem=problem.splitlines()[-1])
    except sqlite3.Error as error:
        if str(error) == "interrupted":
            return False
        raise StorageError("store.damaged", database=name, problem=str(error)) from error
    return True


def open_file(file: Path) -> sqlite3.Connection:
    """Open a SQLite file for reading."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=30)
