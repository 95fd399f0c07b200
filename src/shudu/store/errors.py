"""Errors of the database, with messages a person can act on."""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from shudu.core.errors import ShuduError
from shudu.locale.catalogue import Message

STORAGE_FAILURES: Final = (SQLAlchemyError, OSError)  # what drivers raise; `describe_failure` makes it a StorageError


class StorageError(ShuduError):
    """The database cannot be used now. Everything that was acknowledged is stored."""


class WriteConflict(Exception):
    """A change would break a unique key: the name is in use, or the game has a move with this number."""


class OwnerDeleted(WriteConflict):
    """The player or puzzle that a change belongs to has been deleted."""


def describe_conflict(error: IntegrityError) -> WriteConflict:
    """Return the conflict that made the database reject a change.

    >>> describe_conflict(IntegrityError("", None, Exception("FOREIGN KEY constraint failed")))
    OwnerDeleted('FOREIGN KEY constraint failed')
    """
    message = str(error.orig)
    return OwnerDeleted(message) if "foreign key" in message.lower() else WriteConflict(message)


_CAUSES: Final = (  # what a driver's message contains, and the text in `store.causes`; the first match counts
    ("disk is full", "disk-full"),
    ("no space left", "disk-full"),
    ("disk i/o error", "disk-error"),
    ("database is locked", "locked"),
    ("file is not a database", "no-database"),
    ("malformed", "damaged"),
    ("unable to open", "cannot-open"),
    ("no such file", "moved"),
    ("readonly", "read-only"),
    ("can't locate revision", "newer-version"),
    ("pg_hba", "user-rejected"),
    ('role "', "user-rejected"),
    ("connect", "no-answer"),
    ("password", "user-rejected"),
    ("does not exist", "missing-database"),
)


def describe_failure(error: Exception, database: str) -> StorageError:
    """Return the StorageError for a driver's exception.

    Args:
        error: What the driver raised.
        database: How messages refer to the database.

    >>> print(describe_failure(OSError("database or disk is full"), "shudu.db"))
    database shudu.db: the disk is full; play continues once you free some space
    """
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    message = str(cause)
    name = next((name for part, name in _CAUSES if part in message.lower()), None)
    if name is not None:
        return StorageError("store.failed", database=database, cause=Message(f"store.causes.{name}", {}))
    return StorageError("store.failed", database=database, cause=f"{type(cause).__name__}: {message[:200]}")
