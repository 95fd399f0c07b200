"""Rating profiles: what a rating system looks for, how it takes a step, and what it reports.

A profile is data plus a policy; finders do not depend on it. Each rating system is a module with one `Profile`, listed
in `PROFILES` of `shudu.logic.rating.rate`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.kernel.parallel import Progress
from shudu.kernel.solve import solve, solve_many
from shudu.logic.registry import Choice

if TYPE_CHECKING:
    from shudu.logic.rating.by_path import RatedRow
    from shudu.logic.rating.rate import AnyRating

T = TypeVar("T")


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


def rate_unique_rows(
    puzzles: NDArray[np.uint8],
    threads: int | None,
    progress: Progress | None,
    rate: Callable[[NDArray[np.uint8]], Iterable[T | ShuduError]],
) -> list[T | ShuduError]:
    """Rate the puzzles that have exactly one solution, all in one call; each of the others yields its error.

    Args:
        puzzles: The puzzles.
        threads: The largest number of threads; None for all cores.
        progress: Called with the number of the others. The call that rates reports the rest.
        rate: Returns the ratings of puzzles with one solution.
    """
    unique = solve_many(puzzles, 2, threads).counts == 1
    if progress and not unique.all():
        progress(int((~unique).sum()))
    rated = iter(rate(np.ascontiguousarray(puzzles[unique])))
    return [next(rated) if one else _explain_unrated(row) for row, one in zip(puzzles, unique, strict=True)]


def _explain_unrated(row: NDArray[np.uint8]) -> ShuduError:
    """Return the error of a puzzle that has no or several solutions."""
    try:
        solve(Puzzle(row.tobytes()))
    except ShuduError as error:
        return error
    raise AssertionError("a puzzle with one solution has no error")
