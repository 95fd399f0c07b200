"""Machine learning: checking of answers, rewards, environments, data sets, and leaks between them.

>>> from shudu import ml
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> ml.verify(puzzle, "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
True

The environments need gymnasium (`pip install 'shudu[ml]'`) and are imported when they are first used.
"""

from typing import TYPE_CHECKING

from shudu.core.errors import MissingExtra
from shudu.ml.datasets import LeakReport as LeakReport
from shudu.ml.datasets import export_npy as export_npy
from shudu.ml.datasets import find_leaks as find_leaks
from shudu.ml.datasets import make_task as make_task
from shudu.ml.datasets import reward as reward
from shudu.ml.datasets import split as split
from shudu.ml.datasets import verify as verify

if TYPE_CHECKING:
    from shudu.ml.environments import SudokuEnv as SudokuEnv
    from shudu.ml.environments import SudokuVectorEnv as SudokuVectorEnv

__all__ = [
    "LeakReport",
    "SudokuEnv",
    "SudokuVectorEnv",
    "export_npy",
    "find_leaks",
    "make_task",
    "reward",
    "split",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in ("SudokuEnv", "SudokuVectorEnv"):
        raise AttributeError(f"module 'shudu.ml' has no attribute {name!r}")
    try:
        from shudu.ml import environments
    except ModuleNotFoundError as error:
        raise MissingExtra("ml.no-gymnasium") from error
    return getattr(environments, name)


def __dir__() -> list[str]:
    return sorted(__all__)
