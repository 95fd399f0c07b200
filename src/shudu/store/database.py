"""Opening a database: SQLite in a file, or PostgreSQL by address. The tables are brought up to date on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from shudu.store.errors import STORAGE_FAILURES, StorageError, storage_error
from shudu.store.writer import Writer

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_MIGRATION_LOCK: Final = 8_153_042  # any number, the same in all our processes


class Database:
    """An open database. Reads go through `read`; every change goes through the writer."""

    def __init__(self, url: URL, reader: AsyncEngine, writer_engine: AsyncEngine) -> None:
        self.url = url
        self.reader = reader
        self.writer = Writer(writer_engine, self.name)
        self._writer_engine = writer_engine

    @classmethod
    async def open(cls, address: str | None = None) -> Database:
        """Opens it and brings its tables up to date. Raises StorageError in words."""
        url = database_url(address)
        database = cls(url, _engine(url, 4, "BEGIN"), _engine(url, 1, "BEGIN IMMEDIATE"))
        try:
            async with database._writer_engine.begin() as connection:
                await _migrate(connection)
        except STORAGE_FAILURES as error:
            await database.close()
            raise storage_error(error, database.name) from error
        database.writer.start()
        return database

    @property
    def name(self) -> str:
        """How it is called in messages: the file, or the server's address without the password."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file."""
        return self.url.get_backend_name() == "sqlite"

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading. Raises StorageError in words."""
        try:
            async with self.reader.connect() as connection:
                yield connection
        except STORAGE_FAILURES as error:
            raise storage_error(error, self.name) from error

    async def close(self) -> None:
        """Writes what is waiting, then closes."""
        await self.writer.stop()
        await self._writer_engine.dispose()
        await self.reader.dispose()


def database_url(address: str | None) -> URL:
    """The address of a database: a file's path, a URL, or nothing for the file in the user's data folder.

    >>> database_url("games.db").drivername, database_url("postgresql://u@h/d").drivername
    ('sqlite+aiosqlite', 'postgresql+asyncpg')
    """
    if address is None:
        folder = user_data_path("shudu", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        address = str(folder / "shudu.db")
    if "://" not in address:
        return URL.create("sqlite+aiosqlite", database=str(Path(address).expanduser().resolve()))
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise StorageError(f"{address!r} is not the address of a database: {error}") from error
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    backend = url.get_backend_name()
    if backend not in drivers:
        raise StorageError(f"{backend!r} is not supported; use a file for SQLite or postgresql+asyncpg://…")
    return url.set(drivername=drivers[backend])


def _engine(url: URL, size: int, begin: str) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=2 * size, max_overflow=0, pool_pre_ping=True)
    engine = create_async_engine(url, pool_size=size, max_overflow=0, connect_args={"timeout": 5})
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)

    def begin_as_told(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "begin", begin_as_told)
    return engine


def _prepare_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def _migrate(connection: AsyncConnection) -> None:
    if connection.dialect.name == "postgresql":  # several workers start at once
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
