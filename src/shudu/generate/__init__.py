"""Generation: final grids 终盘 by seven methods, puzzles 初盘 by digging, by search and from seeds, and proof of quality.

>>> import shudu
>>> len(shudu.generate(clues=30, seed=1).givens)
30

`shudu.generate` is the name of this package and of the function: calling the package calls the function.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shudu.generate.made import MadePuzzle


class _Generate(ModuleType):
    """A package that can be called."""

    def __call__(self, *arguments: Any, **options: Any) -> MadePuzzle:
        from shudu.target.puzzles import generate  # the whole function: levels and techniques need what is above this

        return generate(*arguments, **options)


sys.modules[__name__].__class__ = _Generate
