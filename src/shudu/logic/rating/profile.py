"""Rating profiles: what a rating system looks for, how it takes a step, and what it reports.

A profile is data plus a policy; finders do not depend on it. Each rating system is a module with one `Profile`, listed
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
from shudu.core.puzzle import Puzzle
from shudu.kernel.parallel import Progress
from shudu.kernel.solve import solve
from shudu.logic.registry import Choice

if TYPE_CHECKING:
    from shudu.logic.rating.by_path import RatedRow
    from shudu.logic.rating.rate import AnyRating


class Profile(ABC):
    """A rating system.

    Attributes:
        name: Its name in `shudu.rate`, such as `hodoku`.
        system: The program and version it reproduces.
        columns: The attributes of its ratings that fit into a table, in their order.
        bands: The bands into which its ratings fall, easiest first; empty if there is no fixed list.
        threaded: Whether `rate_rows` uses several threads; otherwise it rates in Python, and processes are faster.
    """

    name: str
    system: str
    columns: ClassVar[tuple[str, ...]]
    bands: tuple[str, ...] = ()
    threaded: ClassVar[bool] = False

    def choose(self, techniques: Choice | None, uniqueness: bool | None) -> Profile:
        """Return this profile with another choice of techniques.

        Args:
            techniques: The choice, as for `shudu.logic.registry.select_techniques`; None for the techniques of the system.
            uniqueness: False to leave out techniques that rely on the puzzle having exactly one solution.

        Raises:
            ShuduError: If the techniques of the profile are fixed, or a name is unknown.
        """
        if techniques is None and uniqueness is None:
            return self
        raise ShuduError("logic.fixed-techniques", profile=self.name)

    @abstractmethod
    def rate(self, grid: Grid, seconds: float | None = None) -> AnyRating:
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
    ) -> Sequence[AnyRating | RatedRow | ShuduError]:
        """Rate puzzles, given as an (n, 81) array of digits. A puzzle that cannot be rated yields its error.

        The results have the attributes that `columns` lists.

        Args:
            puzzles: The puzzles.
            threads: The largest number of threads; ignored by profiles that rate in Python.
            seconds: The time limit per puzzle, if the profile has one.
            progress: Called with the number of puzzles finished since the last call.
        """
        results: list[AnyRating | RatedRow | ShuduError] = []
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


def explain_unrated(row: NDArray[np.uint8]) -> ShuduError:
    """Return the error of a puzzle that has no or several solutions."""
    try:
        solve(Puzzle(row.tobytes()))
    except ShuduError as error:
        return error
    raise AssertionError("a puzzle with one solution has no error")
