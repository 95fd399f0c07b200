"""Backups of a whole database, checks and figures, for operators."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import func, select

from shudu.store.check_file import check_file, open_file
from shudu.store.database import Database, database_url
from shudu.store.errors import StorageError
from shudu.store.tables import games, moves, players, puzzles, results


def back_up_database(address: str | None, target: Path) -> None:
    """Write a copy of a SQLite database that is in use. It appears under its name once it is complete and checked.

    The copy is a snapshot: moves stored meanwhile do not delay it and are not in it.

    Args:
        address: The database, see `database_url`.
        target: The file to write; a file with this name is replaced.

    Raises:
        StorageError: If the database is not a SQLite file, or cannot be read, or the copy is damaged.
        OSError: If the copy cannot be written.
    """
    source = find_sqlite_file(address)
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with closing(open_file(source)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        check_file(part)
        _sync(part)
        part.replace(target)
    except sqlite3.Error as error:
        raise StorageError("store.failed", database=str(source), cause=str(error)) from error
    finally:
        part.unlink(missing_ok=True)


def restore_database(address: str | None, source: Path) -> Path | None:
    """Replace a SQLite database by a backup. The server must be stopped.

    Args:
        address: The database, see `database_url`.
        source: The backup.

    Returns:
        Where the former database is kept; None if there was none.

    Raises:
        StorageError: If the backup is damaged, or the database is in use or not a SQLite file.
        OSError: If a file cannot be read or written.
    """
    target = find_sqlite_file(address)
    check_file(source)
    part = target.with_name(target.name + ".part")
    try:
        shutil.copyfile(source, part)
        check_file(part)
        _sync(part)
        former = _set_aside(target) if target.exists() else None
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return former


async def count_rows(database: Database) -> dict[str, int]:
    """Return the number of rows of the main tables, and on SQLite the size of the file in bytes."""
    tables = (players, puzzles, games, moves, results)
    counts = {table.name: (await database.one(select(func.count()).select_from(table)))[0] for table in tables}
    if database.is_sqlite:
        counts["bytes"] = Path(database.name).stat().st_size
    return counts


def find_sqlite_file(address: str | None) -> Path:
    """Return the file of a SQLite database.

    Raises:
        StorageError: If the database is not a SQLite file.
    """
    url = database_url(address)
    if url.get_backend_name() != "sqlite":
        raise StorageError("store.use-postgresql-tools")
    return Path(str(url.database))


def _set_aside(target: Path) -> Path:
    """Rename a database that no process uses; return its new name."""
    try:
        with closing(sqlite3.connect(target, timeout=0)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
            connection.execute("PRAGMA journal_mode = DELETE")  # moves what is in the -wal file into the database
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StorageError("store.in-use", database=str(target)) from error
    except sqlite3.DatabaseError:  # damaged, which is why it is replaced
        pass
    former = target.with_name(f"{target.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    target.replace(former)
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{target}{suffix}").replace(f"{former}{suffix}")
    return former


def _sync(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
