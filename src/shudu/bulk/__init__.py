"""Bulk jobs: millions of puzzles from tables and files, on all cores of a machine or of a cluster.

>>> from shudu import bulk
>>> import pyarrow as pa
>>> table = pa.table({"puzzle": ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]})
>>> bulk.solve(table)["solutions"].to_pylist()
[1]

Needs pyarrow and fsspec (`pip install 'shudu[bulk]'`); without them a sentence says so. Names are loaded when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shudu.bulk.calls import canonical as canonical
    from shudu.bulk.calls import dedupe as dedupe
    from shudu.bulk.calls import generate as generate
    from shudu.bulk.calls import rate as rate
    from shudu.bulk.calls import solve as solve
    from shudu.bulk.calls import stats as stats
    from shudu.bulk.errors import BadRow as BadRow
    from shudu.bulk.errors import BulkError as BulkError
    from shudu.bulk.errors import MissingPackage as MissingPackage
    from shudu.bulk.run import Report as Report
    from shudu.bulk.run import Watch as Watch

_HOMES: Final = {
    "shudu.bulk.calls": ("canonical", "dedupe", "generate", "rate", "solve", "stats"),
    "shudu.bulk.errors": ("BadRow", "BulkError", "MissingPackage"),
    "shudu.bulk.run": ("Report", "Watch"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}

__all__ = list(_HOME_OF)  # computed: one list of names is enough


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'shudu.bulk' has no attribute {name!r}")
    from shudu.bulk.errors import missing

    try:
        value = getattr(import_module(_HOME_OF[name]), name)
    except ModuleNotFoundError as error:
        raise missing(error) or error from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
