"""Rating profiles: what a rating system looks for, how it takes a step, and what it reports.

A profile is data plus a policy; finders know nothing of it. Each rating system is a module with one `Profile`, listed
in `PROFILES` of `shudu.logic.rating.rate`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.kernel.parallel import Progress
from shudu.kernel.solve import solve

if TYPE_CHECKING:
    from shudu.logic.rating.by_path import Rating
    from shudu.logic.rating.se import SeRating


class Profile(ABC):
    """A rating system.

    Attributes:
        name: Its name in `shudu.rate`, such as `hodoku`.
        system: The program and version it reproduces.
        columns: The attributes of its ratings that fit into a table, in their order.
    """

    name: str
    system: str
    columns: ClassVar[tuple[str, ...]]

    @abstractmethod
    def rate(self, grid: Grid, seconds: float | None = None) -> Rating | SeRating:
        """Rate a puzzle that has exactly one solution.

        Args:
            grid: The puzzle.
            seconds: The time limit, if the profile has one.

        Raises:
            ShuduError: If the puzzle is already solved, or is not rated within the time limit.
        """

    def rate_rows(
        self,
        puzzles: NDArray[np.uint8],
        threads: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Sequence[Rating | SeRating | ShuduError]:
        """Rate puzzles, given as an (n, 81) array of digits. A puzzle that cannot be rated yields its error.

        Args:
            puzzles: The puzzles.
            threads: The largest number of threads; ignored by profiles that rate in Python.
            seconds: The time limit per puzzle, if the profile has one.
            progress: Called with the number of puzzles finished since the last call.
        """
        results: list[Rating | SeRating | ShuduError] = []
        for row in puzzles:
            try:
                grid = Grid(row.tobytes())
                solve(grid)
                results.append(self.rate(grid, seconds))
            except ShuduError as error:
                results.append(error)
            if progress:
                progress(1)
        return results

    def __repr__(self) -> str:
        return f"<Profile {self.name}: {self.system}>"
