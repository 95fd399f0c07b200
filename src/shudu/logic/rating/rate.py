"""How hard a puzzle is for a person, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from shudu.core.errors import ShuduError, quote
from shudu.core.text import GridLike
from shudu.kernel.solve import solve
from shudu.locale.catalogue import text
from shudu.logic.phrases import add_spaces
from shudu.logic.rating.hodoku import HODOKU
from shudu.logic.rating.profile import Profile
from shudu.logic.registry import Technique, TechniqueSearch, technique
from shudu.logic.solver import Path, follow_plan, position_of
from shudu.logic.texts import level_name, texts

PROFILES: Final = {profile.name: profile for profile in (HODOKU,)}


@dataclass(frozen=True, slots=True)
class RatingReason:
    """One reason for a rating.

    Attributes:
        kind: `hardest` (the hardest technique and its level), `weight` (the technique that adds most to the score),
            `raised` (the score exceeds the ceiling of the hardest step's level) or `guess` (brute force is needed).
        technique: The id of the technique, for `hardest` and `weight`.
        times: How often the technique is used.
        level: The level of the technique, or the level that is reached.
        score: The score that the technique adds, or that is reached.
    """

    kind: str
    technique: str = ""
    times: int = 0
    level: str = ""
    score: float = 0


@dataclass(frozen=True, slots=True, repr=False)
class Rating:
    """The rating of a puzzle.

    Attributes:
        profile: The name of the profile.
        level: The level, such as `hard`.
        score: The score.
        hardest: The id of the hardest technique.
        path: The path on which the rating is based.
        reasons: Why the puzzle has this level and score.
    """

    profile: str
    level: str
    score: float
    hardest: str
    path: Path
    reasons: tuple[RatingReason, ...]

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.path.steps)

    @property
    def counts(self) -> Counter[str]:
        """How often each technique is used, by its id."""
        return self.path.counts

    def describe(self, language: str = "en") -> list[str]:
        """Return the reasons in words, one sentence each.

        >>> rating = rate("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9")
        >>> rating.describe()[0]
        'The hardest technique is XY-Wing, used 5 times (level: hard).'

        Args:
            language: `en` or `zh`.

        Raises:
            ShuduError: If the language is not supported.
        """
        return [_describe_reason(reason, language) for reason in self.reasons]

    def __repr__(self) -> str:
        return f"<Rating {self.profile}: {self.level}, score {self.score:g}, hardest {self.hardest}>"


def rate(puzzle: GridLike, profile: str | Profile = "hodoku") -> Rating:
    """Rate a puzzle with exactly one solution.

    >>> rate("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9")
    <Rating hodoku: hard, score 1560, hardest xy-wing>

    Args:
        puzzle: A puzzle or a position, in any form that `Puzzle` accepts.
        profile: The rating system, by name.

    Raises:
        MalformedGrid: If the text is not a grid.
        ConflictingGivens: If two equal givens share a house.
        NoSolution: If the puzzle has no solution.
        ManySolutions: If it has more than one.
        ShuduError: If the profile is unknown or the puzzle is already solved.
    """
    system = _find_profile(profile)
    grid = position_of(puzzle)
    solve(grid)
    path = follow_plan(grid, _plan(system))
    used = {name: technique(name) for name in path.counts}
    score = system.total(system.weigh(used[step.technique], step) for step in path.steps)
    hardest = max(used.values(), key=lambda known: _difficulty(system, known), default=None)
    if hardest is None:
        raise ShuduError("logic.already-solved", grid=grid.line)
    level = system.level(system.grade(hardest), score)
    return Rating(system.name, level, score, hardest.id, path, tuple(_reasons(system, path, hardest, level, score)))


def _find_profile(profile: str | Profile) -> Profile:
    if isinstance(profile, Profile):
        return profile
    if profile not in PROFILES:
        raise ShuduError("logic.unknown-profile", profile=quote(profile), profiles=tuple(PROFILES))
    return PROFILES[profile]


@cache  # planning takes longer than rating an easy puzzle
def _plan(profile: Profile) -> list[TechniqueSearch]:
    return profile.plan()


def _difficulty(profile: Profile, technique: Technique) -> tuple[int, int, float]:
    return profile.levels.index(profile.grade(technique)), technique.score, profile.order(technique)


def _reasons(profile: Profile, path: Path, hardest: Technique, level: str, score: float) -> Iterator[RatingReason]:
    counts = path.counts
    yield RatingReason("hardest", hardest.id, counts[hardest.id], profile.grade(hardest))
    heaviest = max(counts, key=lambda name: counts[name] * technique(name).score)
    yield RatingReason("weight", heaviest, counts[heaviest], score=counts[heaviest] * technique(heaviest).score)
    if level != profile.grade(hardest):
        yield RatingReason("raised", level=level, score=score)
    if any(technique(name).family == "brute force" for name in counts):
        yield RatingReason("guess", level=level)


def _describe_reason(reason: RatingReason, language: str) -> str:
    sentence = text(
        f"logic.reasons.{reason.kind}",
        language,
        n=reason.times,
        technique=texts(language).names.get(reason.technique, ""),
        level=level_name(reason.level, language) if reason.level else "",
        score=f"{reason.score:g}",
    )
    return add_spaces(sentence)
