"""Errors of bulk jobs. This module needs none of the optional packages."""

from __future__ import annotations

from typing import Final

from shudu.core.errors import MissingExtra, ShuduError
from shudu.locale.catalogue import Message

_EXTRA_OF_PACKAGE: Final = {
    "pyarrow": "bulk",
    "fsspec": "bulk",
    "duckdb": "bulk",
    "dask": "cluster",
    "distributed": "cluster",
}


class BulkError(ShuduError):
    """A bulk job cannot start or continue."""


class BadRow(BulkError):
    """A row is not a puzzle, and the job is strict."""


class WorkersLost(BulkError):
    """The workers or the scheduler died. Finished parts are kept."""


class TaskStopped(Exception):
    """The job ended while this task was running."""


class MissingPackage(BulkError, MissingExtra, ImportError):
    """A package that only bulk jobs need is not installed."""


def missing_package(error: ModuleNotFoundError) -> MissingPackage | None:
    """Return an error that names what to install for a missing module, or None if bulk jobs do not need the module.

    >>> print(missing_package(ModuleNotFoundError(name="pyarrow.parquet")))
    bulk jobs need pyarrow, which is not installed; run: pip install 'shudu[bulk]'
    """
    package = (error.name or "").partition(".")[0]
    if package not in _EXTRA_OF_PACKAGE:
        return None
    extra = _EXTRA_OF_PACKAGE[package]
    return MissingPackage(
        "bulk.missing-package", feature=Message(f"bulk.features.{extra}", {}), package=package, extra=extra
    )
