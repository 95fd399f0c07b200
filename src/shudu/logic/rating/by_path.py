"""Ratings from a path: solve by logic, add up what each step counts, and take the level of the hardest one.

>>> HODOKU.level("hard", 1200), HODOKU.level("hard", 1700)
('hard', 'unfair')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.text import write_line
from shudu.kernel.parallel import Progress
from shudu.locale.catalogue import text
from shudu.logic.path import Path, Plan, follow_plan, follow_plans, make_plan, tally
from shudu.logic.rating.profile import Profile, rate_unique_rows
from shudu.logic.registry import Choice, Technique, select_techniques, technique, techniques
from shudu.logic.texts import add_spaces, level_name, texts


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
    def band(self) -> str:
        """The same as `level`."""
        return self.level

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.path.techniques)

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


@dataclass(frozen=True, slots=True, eq=False)
class RatedRow:
    """The rating of one of many puzzles, without its path; the attributes are those of `Rating`."""

    level: str
    score: float
    hardest: str
    steps: int
    uses: NDArray[np.uint16]  # how often each technique of the profile's plan is used
    profile: PathProfile

    @property
    def band(self) -> str:
        """The same as `level`."""
        return self.level

    @property
    def counts(self) -> Counter[str]:
        """How often each technique is used, by its id."""
        names = [id for ids in self.profile.plan().ids for id in ids]
        return Counter({names[number]: int(self.uses[number]) for number in np.flatnonzero(self.uses)})

    def describe(self, language: str = "en") -> list[str]:
        """Return the reasons in words, one sentence each; see `Rating.describe`."""
        reasons = _reasons(self.profile, self.counts, technique(self.hardest), self.level, self.score)
        return [_describe_reason(reason, language) for reason in reasons]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PathProfile(Profile):
    """A rating system that follows one path, easiest technique first.

    Attributes:
        name: Its name in `shudu.rate`, such as `hodoku`.
        system: The program and version it reproduces.
        uses: Whether it uses a technique.
        options: Options of techniques, by id, where the system finds fewer steps than there are.
        order: The position of a technique in its search order.
        weigh: What a step counts; the score of a path is the sum.
        grade: The level of a technique.
        ceilings: The levels from easiest to hardest, each with the highest score a path may have at that level.
    """

    name: str
    system: str
    uses: Callable[[Technique], bool]
    options: dict[str, dict[str, Any]]
    order: Callable[[Technique], float]
    weigh: Callable[[Technique], float]
    grade: Callable[[Technique], str]
    ceilings: dict[str, float]
    columns: ClassVar[tuple[str, ...]] = ("level", "score", "hardest", "steps")
    threaded: ClassVar[bool] = True

    def list_techniques(self) -> list[Technique]:
        """Return the techniques of the profile, with its options."""
        return [each.configure(self.options.get(each.id, {})) for each in techniques() if self.uses(each)]

    def choose(self, techniques: Choice | None, uniqueness: bool | None) -> PathProfile:
        """Return this profile with another choice of techniques; see `Profile.choose`.

        Brute force stays the last resort of a profile that uses it, so that every puzzle has a rating.
        """
        if techniques is None and uniqueness is not False:
            return self
        chosen = select_techniques(techniques, defaults=self.list_techniques(), uniqueness=uniqueness is not False)
        return _restrict(self, frozenset(each.id for each in chosen))

    def plan(self, keeps: Callable[[Technique], bool] | None = None) -> Plan:
        """Return the searches of the profile in its order, all or those for some techniques."""
        if keeps is None:
            return _plan(self)
        return make_plan((each for each in self.list_techniques() if keeps(each)), self.order)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels from easiest to hardest."""
        return tuple(self.ceilings)

    @property
    def bands(self) -> tuple[str, ...]:  # type: ignore[override]
        """The levels."""
        return self.levels

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
        path = follow_plan(grid, self.plan())
        used = {technique(name): times for name, times in path.counts.items()}
        hardest = max(used, key=lambda each: _difficulty(self, each), default=None)
        if hardest is None:
            raise ShuduError("logic.already-solved", grid=grid.line)
        score = sum(times * self.weigh(each) for each, times in used.items())
        level = self.level(self.grade(hardest), score)
        return Rating(
            self.name, level, score, hardest.id, path, tuple(_reasons(self, path.counts, hardest, level, score))
        )

    def rate_rows(
        self,
        puzzles: NDArray[np.uint8],
        threads: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Sequence[RatedRow | ShuduError]:
        """Rate puzzles on several threads; see `Profile.rate_rows`. There is no time limit."""
        return rate_unique_rows(puzzles, threads, progress, lambda rows: self._rate_unique(rows, threads, progress))

    def _rate_unique(
        self, puzzles: NDArray[np.uint8], threads: int | None, progress: Progress | None
    ) -> Iterator[RatedRow | ShuduError]:
        plan = self.plan()
        ends = follow_plans(puzzles, plan, threads, progress)
        used, uses = tally(plan, ends)
        places = [search for search, ids in enumerate(plan.ids) for _ in ids]
        order = sorted(range(len(used)), key=lambda number: _difficulty(self, used[number]))
        counts = uses[:, order]
        scores = counts @ np.array([self.weigh(used[number]) for number in order])
        hardest = len(order) - 1 - (counts[:, ::-1] > 0).argmax(axis=1)
        rows = zip(
            puzzles, uses, scores.tolist(), hardest.tolist(), ends["first_kind"], ends["steps"].tolist(), strict=True
        )
        for row, use, score, last, first_kinds, steps in rows:
            if not steps:
                yield ShuduError("logic.already-solved", grid=write_line(row.tobytes()))
                continue
            search = places[order[last]]  # of its techniques, which are equally hard, the first one on the path counts
            hardest = technique(plan.ids[search][int(first_kinds[search]) - 1])
            yield RatedRow(self.level(self.grade(hardest), score), score, hardest.id, steps, use, self)

    def __repr__(self) -> str:
        return f"<Profile {self.name}: {self.system}>"


@lru_cache(maxsize=64)
def _restrict(profile: PathProfile, ids: frozenset[str]) -> PathProfile:
    def uses(technique: Technique) -> bool:
        return technique.id in ids or (technique.family == "brute force" and profile.uses(technique))

    return replace(profile, uses=uses)


@lru_cache(maxsize=64)  # planning takes longer than rating an easy puzzle
def _plan(profile: PathProfile) -> Plan:
    return make_plan(profile.list_techniques(), profile.order)


def _difficulty(profile: PathProfile, technique: Technique) -> tuple[int, int, float]:
    return profile.levels.index(profile.grade(technique)), technique.score, profile.order(technique)


def _reasons(
    profile: PathProfile, counts: Counter[str], hardest: Technique, level: str, score: float
) -> Iterator[RatingReason]:
    yield RatingReason("hardest", hardest.id, counts[hardest.id], profile.grade(hardest))
    heaviest = max(counts, key=lambda name: (counts[name] * technique(name).score, technique(name).order, name))
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


_RECTANGLES: Final = (*(f"uniqueness-{number}" for number in range(1, 7)), "hidden-rectangle")
# HoDoKu 2.2.0: the score is the sum of fixed scores per step, the level that of the hardest step.
HODOKU: Final = PathProfile(
    name="hodoku",
    system="HoDoKu 2.2.0",
    uses=lambda each: each.on and bool(each.code or each.family == "brute force"),
    options={"skyscraper": {"crossed": False}, **{id: {"every_pair": False} for id in _RECTANGLES}},
    order=lambda each: each.order,
    weigh=lambda each: each.score,
    grade=lambda each: each.level,
    ceilings={"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800, "extreme": inf},
)
