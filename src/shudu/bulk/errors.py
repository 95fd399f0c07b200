"""What ends a bulk job, each in one sentence that says what to do."""

from __future__ import annotations

from typing import Final

from shudu.core.errors import ShuduError

_EXTRAS: Final = {"pyarrow": "bulk", "fsspec": "bulk", "duckdb": "bulk", "dask": "cluster", "distributed": "cluster"}


class BulkError(ShuduError):
    """A bulk job that cannot start, or cannot go on."""


class BadRow(BulkError):
    """A row that is not a puzzle, where every row had to be one."""


class Lost(BulkError):
    """The workers or the scheduler are gone; what was finished is kept."""


class Stopped(Exception):
    """The job was told to stop in the middle of a part."""


class MissingPackage(BulkError, ImportError):
    """A package that only bulk jobs need is not installed."""


def missing(error: ModuleNotFoundError) -> MissingPackage | None:
    """What to install for a module that was not found; None if it is not one of ours.

    >>> print(missing(ModuleNotFoundError(name="pyarrow.parquet")))
    bulk jobs need pyarrow, which is not installed; install it with: pip install 'shudu[bulk]'
    """
    package = (error.name or "").partition(".")[0]
    if package not in _EXTRAS:
        return None
    extra = _EXTRAS[package]
    what = "bulk jobs" if extra == "bulk" else "jobs on a cluster"
    return MissingPackage(
        f"{what} need {package}, which is not installed; install it with: pip install 'shudu[{extra}]'"
    )
