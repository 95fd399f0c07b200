"""Ratings from a path: solve by logic, add up what each step counts, and take the level of the hardest one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.locale.catalogue import text
from shudu.logic.phrases import add_spaces
from shudu.logic.rating.profile import Profile
from shudu.logic.registry import Technique, TechniqueSearch, plan_searches, technique, techniques
from shudu.logic.solver import Path, follow_plan
from shudu.logic.texts import level_name, texts


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

        >>> from shudu.logic.rating.rate import rate
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PathProfile(Profile):
    """A rating system that follows one path, easiest technique first.

    Attributes:
        name: Its name in `shudu.rate`, such as `hodoku`.
        system: The program and version it reproduces.
        uses: Whether it uses a technique.
        options: Options of techniques, by id, where the system finds fewer steps than there are.
        order: The position of a technique in its search order.
        weigh: What a step counts.
        total: Combines the weights of a path into its score.
        grade: The level of a technique.
        ceilings: The levels from easiest to hardest, each with the highest score a path may have at that level.
    """

    name: str
    system: str
    uses: Callable[[Technique], bool]
    options: dict[str, dict[str, Any]]
    order: Callable[[Technique], float]
    weigh: Callable[[Technique, Step], float]
    total: Callable[[Iterable[float]], float]
    grade: Callable[[Technique], str]
    ceilings: dict[str, float]
    columns: ClassVar[tuple[str, ...]] = ("level", "score", "hardest", "steps")

    def plan(self) -> list[TechniqueSearch]:
        """Return the searches of the profile in its order."""
        used = [known.configure(self.options.get(known.id, {})) for known in techniques() if self.uses(known)]
        return plan_searches(used, self.order)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels from easiest to hardest."""
        return tuple(self.ceilings)

    def level(self, hardest: str, score: float) -> str:
        """Return the level of a path: that of its hardest step, raised while the score exceeds the ceiling."""
        reached = self.levels.index(hardest)
        while score > self.ceilings[self.levels[reached]]:
            reached += 1
        return self.levels[reached]

    def rate(self, grid: Grid, seconds: float | None = None) -> Rating:
        """Rate a puzzle that has exactly one solution. There is no time limit: a path takes milliseconds.

        Raises:
            ShuduError: If the puzzle is already solved.
        """
        path = follow_plan(grid, _plan(self))
        used = {name: technique(name) for name in path.counts}
        score = self.total(self.weigh(used[step.technique], step) for step in path.steps)
        hardest = max(used.values(), key=lambda known: _difficulty(self, known), default=None)
        if hardest is None:
            raise ShuduError("logic.already-solved", grid=grid.line)
        level = self.level(self.grade(hardest), score)
        return Rating(self.name, level, score, hardest.id, path, tuple(_reasons(self, path, hardest, level, score)))

    def __repr__(self) -> str:
        return f"<Profile {self.name}: {self.system}>"


@cache  # planning takes longer than rating an easy puzzle
def _plan(profile: PathProfile) -> list[TechniqueSearch]:
    return profile.plan()


def _difficulty(profile: PathProfile, technique: Technique) -> tuple[int, int, float]:
    return profile.levels.index(profile.grade(technique)), technique.score, profile.order(technique)


def _reasons(profile: PathProfile, path: Path, hardest: Technique, level: str, score: float) -> Iterator[RatingReason]:
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
