"""Bulk jobs: millions of puzzles from tables and files, on all cores of a machine or of a cluster.

>>> from shudu import bulk
>>> import pyarrow as pa
>>> table = pa.table({"puzzle": ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]})
>>> bulk.solve(table)["solutions"].to_pylist()
[1]

Needs pyarrow and fsspec (`pip install 'shudu[bulk]'`). Names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shudu.bulk.api import canonical as canonical
    from shudu.bulk.api import dedupe as dedupe
    from shudu.bulk.api import rate as rate
    from shudu.bulk.api import solve as solve
    from shudu.bulk.api import stats as stats
    from shudu.bulk.errors import BadRow as BadRow
    from shudu.bulk.errors import BulkError as BulkError
    from shudu.bulk.errors import MissingPackage as MissingPackage
    from shudu.bulk.generation_api import generate as generate
    from shudu.bulk.runner import Report as Report
    from shudu.bulk.runner import Watch as Watch

_NAMES_OF_MODULE: Final = {
    "shudu.bulk.api": ("canonical", "dedupe", "rate", "solve", "stats"),
    "shudu.bulk.generation_api": ("generate",),
    "shudu.bulk.errors": ("BadRow", "BulkError", "MissingPackage"),
    "shudu.bulk.runner": ("Report", "Watch"),
}
_MODULE_OF_NAME: Final = {name: module for module, names in _NAMES_OF_MODULE.items() for name in names}

__all__ = [
    "BadRow",
    "BulkError",
    "MissingPackage",
    "Report",
    "Watch",
    "canonical",
    "dedupe",
    "generate",
    "rate",
    "solve",
    "stats",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF_NAME:
        raise AttributeError(f"module 'shudu.bulk' has no attribute {name!r}")
    from shudu.bulk.errors import missing_package

    try:
        value = getattr(import_module(_MODULE_OF_NAME[name]), name)
    except ModuleNotFoundError as error:
        raise missing_package(error) or error from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
