"""When the database cannot do what is asked: in words a person can act on."""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError


class StorageError(RuntimeError):
    """The database cannot be used now. Nothing that was acknowledged is lost."""


class WriteConflict(ValueError):
    """Something else has this place already: a name, or a move's number in its game."""


class OwnerDeleted(WriteConflict):
    """What a change belongs to, such as its player, was deleted meanwhile."""


def clash(error: IntegrityError) -> WriteConflict:
    """What a refused change clashes with.

    >>> clash(IntegrityError("", None, Exception("FOREIGN KEY constraint failed")))
    OwnerDeleted('FOREIGN KEY constraint failed')
    """
    told = str(error.orig)
    return OwnerDeleted(told) if "foreign key" in told.lower() else WriteConflict(told)


_WORDS: Final = (
    ("disk is full", "there is no room left on the disk; make room, and play goes on"),
    ("no space left", "there is no room left on the disk; make room, and play goes on"),
    ("disk i/o error", "the disk cannot be read or written; check that there is room and that it works"),
    ("database is locked", "another program keeps the database locked; end that program"),
    ("file is not a database", "the file is not a database; name another with --database or restore a backup"),
    ("malformed", "the database file is damaged; restore a backup or name another file with --database"),
    ("unable to open", "the file cannot be opened; check that its folder exists and can be written"),
    ("readonly", "the database cannot be written; check the rights of the file and its folder"),
    (
        "can't locate revision",
        "it was made by a newer version of shudu; use that version, or name another with --database",
    ),
    ("pg_hba", "the database server refuses the user or this machine"),
    ('role "', "the database server refuses the user or password"),
    ("connect", "the database server does not answer; check the address and that it runs"),
    ("password", "the database server refuses the user or password"),
    ("does not exist", "the database does not exist on that server; create it first"),
)


def storage_error(error: Exception, where: str) -> StorageError:
    """The error in words.

    >>> print(storage_error(OSError("database or disk is full"), "shudu.db"))
    database shudu.db: there is no room left on the disk; make room, and play goes on
    """
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    told = str(cause).lower()
    for sign, words in _WORDS:
        if sign in told:
            return StorageError(f"database {where}: {words}")
    return StorageError(f"database {where}: {type(cause).__name__}: {str(cause)[:200]}")


STORAGE_FAILURES: Final = (SQLAlchemyError, OSError)
