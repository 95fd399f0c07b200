"""How hard puzzles are for a person, by the rating system of your choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, overload

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_threads
from shudu.core.errors import ShuduError, quote
from shudu.core.text import GridLike
from shudu.kernel.parallel import Progress
from shudu.kernel.solve import Rows, as_digits, solve
from shudu.logic.rating.by_path import HODOKU, Rating
from shudu.logic.rating.player import PLAYER, PlayerRating
from shudu.logic.rating.profile import Profile
from shudu.logic.rating.se import SE, SeRating
from shudu.logic.registry import Choice
from shudu.logic.solver import position_of

AnyRating = Rating | SeRating | PlayerRating
PROFILES: Final[dict[str, Profile]] = {profile.name: profile for profile in (HODOKU, SE, PLAYER)}
DEFAULT_SECONDS: Final = 60.0  # ten times what the hardest known puzzles take


@overload
def rate(
    puzzle: GridLike,
    profile: Literal["hodoku"] = "hodoku",
    seconds: float | None = DEFAULT_SECONDS,
    *,
    techniques: Choice | None = None,
    uniqueness: bool | None = None,
) -> Rating: ...
@overload
def rate(puzzle: GridLike, profile: Literal["se"], seconds: float | None = DEFAULT_SECONDS) -> SeRating: ...
@overload
def rate(puzzle: GridLike, profile: Literal["player"], seconds: float | None = DEFAULT_SECONDS) -> PlayerRating: ...
@overload
def rate(
    puzzle: GridLike,
    profile: str | Profile,
    seconds: float | None = DEFAULT_SECONDS,
    *,
    techniques: Choice | None = None,
    uniqueness: bool | None = None,
) -> AnyRating: ...
def rate(
    puzzle: GridLike,
    profile: str | Profile = "hodoku",
    seconds: float | None = DEFAULT_SECONDS,
    *,
    techniques: Choice | None = None,
    uniqueness: bool | None = None,
) -> AnyRating:
    """Rate a puzzle with exactly one solution.

    >>> puzzle = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
    >>> rate(puzzle)
    <Rating hodoku: hard, score 1560, hardest xy-wing>
    >>> rate(puzzle, "se").er
    4.2
    >>> rate(puzzle, "player").minutes
    33.6
    >>> rate(puzzle, techniques=["-xy-wing"])
    <Rating hodoku: extreme, score 2360, hardest xy-chain>

    Args:
        puzzle: A puzzle or a position, in any form that `Puzzle` accepts. Sudoku Explainer starts from the digits of a
            position, not from its candidates.
        profile: The rating system: `hodoku` (HoDoKu 2.2.0), `se` (Sudoku Explainer 1.2.1) or `player` (expected minutes
            of an average solver).
        seconds: How long `se` may take; None for no limit. The other profiles need no limit.
        techniques: For `hodoku`: the techniques to use instead of HoDoKu's own choice, by any name. Names with a sign
            change that choice: `+unique-loop` adds a technique, `-xy-wing` leaves one out. What they do not solve counts
            as brute force.
        uniqueness: For `hodoku`: False to leave out techniques that rely on the puzzle having exactly one solution.

    Returns:
        A `Rating` with `.level`, `.score` and `.path`; for `se` an `SeRating` with `.er`, `.ep` and `.ed`; for `player`
        a `PlayerRating` with `.minutes` and `.band`. All have `.hardest` and `.steps`.

    Raises:
        MalformedGrid: If the text is not a grid.
        ConflictingGivens: If two equal givens share a house.
        NoSolution: If the puzzle has no solution.
        ManySolutions: If it has more than one.
        ShuduError: If the profile or a technique is unknown, the techniques of the profile are fixed, the puzzle is already
            solved, or it is not rated in time.
    """
    system = _find_profile(profile).choose(techniques, uniqueness)
    grid = position_of(puzzle)
    solve(grid)
    return system.rate(grid, _check_seconds(seconds))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ratings:
    """The ratings of many puzzles, in columns.

    Like a structured array of NumPy, it is indexed by the name of a column, or by the number of a puzzle, and iterates
    over the puzzles: each is a dict with the values of the columns. `"score" in ratings` asks for a column.

    Attributes:
        profile: The name of the profile.
        columns: An array per column: `level`, `score`, `hardest`, `steps` for `hodoku`; `er`, `ep`, `ed`, `hardest`,
            `steps` for `se`; `minutes`, `band`, `hardest`, `steps` for `player`. Rows without a rating have NaN, an empty
            text or 0.
        problems: Why rows have no rating, by their number from 0.
    """

    profile: str
    columns: dict[str, NDArray[Any]]
    problems: dict[int, ShuduError]

    @overload
    def __getitem__(self, index: str) -> NDArray[Any]: ...
    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Ratings: ...
    def __getitem__(self, index: str | int | slice) -> NDArray[Any] | dict[str, Any] | Ratings:
        """Return a column by its name, or the values of one puzzle or of some."""
        if isinstance(index, str):
            return self.columns[index]
        if isinstance(index, slice):
            rows = enumerate(range(len(self))[index])
            problems = {new: self.problems[old] for new, old in rows if old in self.problems}
            return Ratings(self.profile, {name: column[index] for name, column in self.columns.items()}, problems)
        return {name: column[index].item() for name, column in self.columns.items()}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[row] for row in range(len(self)))

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ratings):
            return NotImplemented
        return (self.profile, list(self.columns), self._reasons()) == (
            other.profile,
            list(other.columns),
            other._reasons(),
        ) and all(_are_equal(column, other.columns[name]) for name, column in self.columns.items())

    def _reasons(self) -> dict[int, str]:
        return {row: str(problem) for row, problem in self.problems.items()}

    def __len__(self) -> int:
        return len(self.columns["hardest"])

    def __repr__(self) -> str:
        return f"<Ratings {self.profile}: {len(self)} puzzles, {len(self.problems)} without a rating>"


def rate_many(
    rows: Rows,
    profile: str | Profile = "hodoku",
    threads: int | None = None,
    seconds: float | None = DEFAULT_SECONDS,
    progress: Progress | None = None,
    *,
    techniques: Choice | None = None,
    uniqueness: bool | None = None,
) -> Ratings:
    """Rate many puzzles.

    >>> ratings = rate_many(["..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"], "se")
    >>> ratings["er"].tolist(), ratings.problems
    ([8.3], {})

    Args:
        rows: The puzzles: a sequence of whatever `solve` accepts, or an array of numbers of shape (n, 81) or (n, 9, 9)
            with 0 for blank.
        profile: The rating system: `hodoku` (HoDoKu 2.2.0), `se` (Sudoku Explainer 1.2.1) or `player` (expected minutes
            of an average solver).
        threads: The largest number of threads; None for all cores. `player` uses one.
        seconds: How long `se` may take per puzzle; None for no limit.
        progress: Called with the number of puzzles finished since the last call.
        techniques: For `hodoku`: the techniques to use, as for `rate`.
        uniqueness: For `hodoku`: False to leave out techniques that rely on the puzzle having exactly one solution.

    Returns:
        The ratings in columns. A puzzle without exactly one solution, or one that is not rated in time, is listed in
        `problems` and does not stop the others.

    Raises:
        MalformedGrid: If a row is not a grid; the message gives its number, from 0.
        ShuduError: If the profile or a technique is unknown, the techniques of the profile are fixed, or the number of
            threads is below 1.
    """
    system = _find_profile(profile).choose(techniques, uniqueness)
    results = system.rate_rows(as_digits(rows, "rate"), check_threads(threads), _check_seconds(seconds), progress)
    problems = {row: result for row, result in enumerate(results) if isinstance(result, ShuduError)}
    columns = {name: _column(name, results) for name in system.columns}
    return Ratings(system.name, columns, problems)


_MISSING: Final = {"level": "", "band": "", "hardest": "", "steps": 0}


def _column(name: str, results: Sequence[object]) -> NDArray[Any]:
    missing = _MISSING.get(name, np.nan)
    return np.array([missing if isinstance(result, ShuduError) else getattr(result, name) for result in results])


def _are_equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    return np.array_equal(one, other, equal_nan=one.dtype.kind == other.dtype.kind == "f")


def _check_seconds(seconds: float | None) -> float | None:
    if seconds is not None and not seconds > 0:
        raise ShuduError("logic.bad-time-limit", seconds=seconds)
    return seconds


def _find_profile(profile: str | Profile) -> Profile:
    if isinstance(profile, Profile):
        return profile
    if not isinstance(profile, str) or profile not in PROFILES:
        raise ShuduError("logic.unknown-profile", profile=quote(profile), profiles=tuple(PROFILES))
    return PROFILES[profile]
