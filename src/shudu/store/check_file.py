"""Looks for damage in a SQLite file."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from shudu.store.errors import StorageError

_TABLES: Final = ("alembic_version", "players", "puzzles", "games", "moves", "results")
_PROGRESS_STEPS: Final = 10_000  # SQLite instructions between two looks at the clock


def check_file(file: Path, seconds: float | None = None) -> bool:
    """Check that a file is a whole database of shudu.

    Args:
        file: The file.
        seconds: Stop after this time; by default, check everything.

    Returns:
        Whether everything was checked.

    Raises:
        StorageError: If it is damaged, or not a database of shudu.
        OSError: If it does not exist.
    """
    file.stat()
    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        with closing(open_file(file)) as connection:
            if deadline is not None:
                connection.set_progress_handler(lambda: time.monotonic() > deadline, _PROGRESS_STEPS)
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not names.issuperset(_TABLES):
                raise StorageError("store.not-shudu", database=str(file))
            problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if problem != "ok":
                raise StorageError("store.damaged", database=str(file), problem=problem.splitlines()[-1])
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise StorageError("store.damaged", database=str(file), problem="foreign key")
    except sqlite3.Error as error:
        if str(error) == "interrupted":
            return False
        raise StorageError("store.damaged", database=str(file), problem=str(error)) from error
    return True


def open_file(file: Path) -> sqlite3.Connection:
    """Open a SQLite file for reading."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=30)
