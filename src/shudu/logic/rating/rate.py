"""How hard a puzzle is for a person, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.kernel.solve import solve
from shudu.logic.rating.hodoku import HODOKU
from shudu.logic.rating.profile import Profile
from shudu.logic.solver import Path, position, walk
from shudu.logic.technique import Search, Technique, lookup

PROFILES: Final = {profile.name: profile for profile in (HODOKU,)}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for a rating, as data.

    - `hardest`: the hardest technique, how often it is needed, and the level it stands for
    - `weight`: the technique that adds most to the score, how often, and how much it adds
    - `raised`: the score is above the ceiling of the level of the hardest step
    - `guess`: logic ends, brute force goes on
    """

    kind: str
    technique: str = ""
    times: int = 0
    level: str = ""
    score: float = 0


@dataclass(frozen=True, slots=True)
class Rating:
    """What a profile says about a puzzle."""

    profile: str
    level: str
    score: float
    hardest: str
    path: Path
    reasons: tuple[Reason, ...]

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.path.steps)

    @property
    def counts(self) -> Counter[str]:
        """How often each technique was used."""
        return self.path.counts


def rate(puzzle: Puzzle | Grid | str, profile: str | Profile = "hodoku") -> Rating:
    """The rating of a puzzle with one solution.

    >>> rating = rate("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9")
    >>> rating.level, rating.hardest
    ('hard', 'xy-wing')

    Raises MalformedGrid, ConflictingGivens, NoSolution, ManySolutions, or ShuduError for a profile that is not known.
    """
    chosen = _profile(profile)
    grid = position(puzzle)
    solve(grid)
    path = walk(grid, _plan(chosen))
    known = {name: lookup(name) for name in path.counts}
    score = chosen.total(chosen.weigh(known[step.technique], step) for step in path.steps)
    hardest = max(known.values(), key=lambda technique: _difficulty(chosen, technique), default=None)
    if hardest is None:
        raise ShuduError(f"{grid.line} is solved; a puzzle to rate has empty cells")
    level = chosen.level(chosen.grade(hardest), score)
    return Rating(chosen.name, level, score, hardest.id, path, tuple(_reasons(chosen, path, hardest, level, score)))


def _profile(profile: str | Profile) -> Profile:
    if isinstance(profile, Profile):
        return profile
    if profile not in PROFILES:
        raise ShuduError(f"{profile!r} is not a profile; there is {', '.join(PROFILES)}")
    return PROFILES[profile]


@cache
def _plan(profile: Profile) -> list[Search]:
    """What a profile looks for, put together once."""
    return profile.plan()


def _difficulty(profile: Profile, technique: Technique) -> tuple[int, int, float]:
    return profile.levels.index(profile.grade(technique)), technique.score, profile.order(technique)


def _reasons(profile: Profile, path: Path, hardest: Technique, level: str, score: float) -> Iterator[Reason]:
    counts = path.counts
    yield Reason("hardest", hardest.id, counts[hardest.id], profile.grade(hardest))
    heaviest = max(counts, key=lambda name: counts[name] * lookup(name).score)
    yield Reason("weight", heaviest, counts[heaviest], score=counts[heaviest] * lookup(heaviest).score)
    if level != profile.grade(hardest):
        yield Reason("raised", level=level, score=score)
    if any(lookup(name).family == "brute force" for name in counts):
        yield Reason("guess", level=level)
