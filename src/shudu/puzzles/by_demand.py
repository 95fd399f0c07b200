"""Puzzles by what they demand of a solver: a level, a technique, or both.

A puzzle *needs* a technique if the techniques before it in HoDoKu's order do not solve it, and do once it is added. It
has a *level* if that is both HoDoKu's level of the whole path and the level of the hardest technique on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ImpossibleRequest
from shudu.core.symmetry import Symmetry
from shudu.core.text import read_line
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.kernel.load import Switch
from shudu.kernel.logic import ENDED, FILLED
from shudu.kernel.solve import solve_many
from shudu.logic.path import Plan, follow_plans, tally
from shudu.logic.rating.by_path import HODOKU, PathProfile
from shudu.logic.registry import Choice, Technique, technique
from shudu.puzzles.attempts import Source
from shudu.puzzles.difficulty import LEVELS, check_level
from shudu.puzzles.result import Origin, PuzzleBatch
from shudu.puzzles.stored import needed_puzzles, rated_puzzles

_SEEDS: Final = 1 << 64
# Techniques that no puzzle needs, with those before them that conclude the same. For fish without fins it is enough to look
# at the most places their digit can have: fewer places leave the same conclusions. A test does so for every fish.
NEVER_NEEDED: Final = {"franken-x-wing": ("pointing", "claiming")}
# Techniques that none of the puzzles tried so far needs. Chains come before these fish: of 10,966 random patterns of a digit
# with a Franken Swordfish and 17,883 with a finned Franken X-Wing, none keeps its fish until they have done their part.
NONE_KNOWN: Final = ("franken-swordfish", "finned-franken-x-wing")
TRIED: Final = 160_000  # minimal puzzles; see `rebuild_lists`


@dataclass(frozen=True, slots=True)
class Demand:
    """A level of the profile `hodoku`, a technique that is needed, or both.

    Attributes:
        level: The level of the puzzle.
        needs: The technique that the puzzle needs; it needs none that is harder.
        profile: The rating system: HoDoKu's, perhaps with another choice of techniques.
    """

    level: str | None = None
    needs: Technique | None = None
    profile: PathProfile = HODOKU

    @classmethod
    def parse(
        cls,
        level: str | None,
        needs: str | None,
        techniques: Choice | None = None,
        uniqueness: bool | None = None,
    ) -> Demand:
        """Return the demand for a level and a technique given by name.

        Raises:
            ShuduError: If there is no such level or technique.
            ImpossibleRequest: If the technique is not one of those to use, or of another level.
        """
        profile = HODOKU.choose(techniques, uniqueness)
        demand = cls(None if level is None else check_level(level), technique(needs) if needs else None, profile)
        if (target := demand.needs) is not None:
            if not profile.uses(target) or target.family == "brute force":
                raise ImpossibleRequest("puzzles.technique-off", technique=target.id)
            instead = NEVER_NEEDED.get(target.id, ())
            if instead and all(profile.uses(technique(id)) for id in instead):
                raise ImpossibleRequest("puzzles.never-needed", technique=target.id, instead=instead)
            if demand.level not in (None, target.level):
                raise ImpossibleRequest(
                    "puzzles.technique-of-other-level",
                    technique=target.id,
                    technique_level=target.level,
                    level=demand.level,
                )
        return demand

    def select(self, puzzles: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which of some puzzles with one solution meet the demand."""
        fits = np.ones(len(puzzles), np.bool_)
        if self.needs is not None:
            fits = _need(puzzles, self.needs, self.profile)
        if self.level is not None:
            fits[fits] = _have_level(puzzles[fits], self.level, self.profile)
        return fits

    def matches(self, digits: bytes) -> bool:
        """Return whether a puzzle with one solution meets the demand."""
        return bool(self.select(np.frombuffer(digits, np.uint8).reshape(1, 81))[0])


def _need(puzzles: NDArray[np.uint8], technique: Technique, profile: PathProfile) -> NDArray[np.bool_]:
    """Return which puzzles need a technique, and none of a higher level.

    A technique that comes last in a plan is used only where all others have come to an end.
    """
    plan = _plan(profile, lambda other: other.order < technique.order or other.id == technique.id)
    ends = follow_plans(puzzles, plan, threads=1)
    used, counts = tally(plan, ends)
    harder = [LEVELS.index(other.level) > LEVELS.index(technique.level) for other in used]
    is_used = counts[:, [other.id for other in used].index(technique.id)] > 0
    fits: NDArray[np.bool_] = (ends["state"] == FILLED) & is_used & ~(counts[:, harder] > 0).any(axis=1)
    return fits


def _have_level(puzzles: NDArray[np.uint8], level: str, profile: PathProfile) -> NDArray[np.bool_]:
    """Return which puzzles have a level. The path is followed only until a harder technique is needed."""
    if level == LEVELS[-1]:
        easier = _plan(profile, lambda each: LEVELS.index(each.level) < LEVELS.index(level))
        ended: NDArray[np.bool_] = follow_plans(puzzles, easier, threads=1)["state"] == ENDED
        return ended
    last = max((each.order for each in profile.list_techniques() if each.level == level), default=0)
    plan = _plan(profile, lambda each: each.order <= last)
    ends = follow_plans(puzzles, plan, threads=1)
    used, counts = tally(plan, ends)
    levels = np.array([LEVELS.index(each.level) for each in used])
    hardest = np.where(counts > 0, levels, -1).max(axis=1)
    scores = counts @ np.array([profile.weigh(each) for each in used])
    fits: NDArray[np.bool_] = (ends["state"] == FILLED) & (hardest == LEVELS.index(level))
    fits &= scores <= profile.ceilings[level]
    return fits


def _plan(profile: PathProfile, keeps: Callable[[Technique], bool]) -> Plan:
    """Return the part of a profile's plan with some techniques."""
    return _cached_plan(profile, frozenset(each.id for each in profile.list_techniques() if keeps(each)))


@lru_cache(maxsize=256)
def _cached_plan(profile: PathProfile, ids: frozenset[str]) -> Plan:
    return profile.plan(lambda each: each.id in ids)


def is_needed(technique: Technique, digits: bytes) -> bool:
    """Return whether a puzzle cannot be solved by the techniques before a given one.

    >>> is_needed(technique("naked-pair"), read_line("123456789" + "." * 72))
    True
    """
    row = np.frombuffer(digits, np.uint8).reshape(1, 81)
    plan = _plan(HODOKU, lambda other: other.order < technique.order)
    return bool(follow_plans(row, plan, threads=1)["state"][0] != FILLED)


def select_source(source: Source, demand: Demand) -> Source:
    """Return a source of the puzzles of another one that meet a demand."""

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        batch = source.attempt(first, n, switch)
        return batch.select(demand.select(batch.puzzles))

    return Source(attempt, 16, 512)


def stored_matches(demand: Demand, seed: int, attempts: int) -> Iterator[PuzzleBatch]:
    """Yield random images of the stored puzzles that are filed under a demand, one per batch, without end.

    Puzzle i depends on the random seed `seed + i` alone. An image is checked again, because the order of cells can change
    which of two equal steps is found first.

    Args:
        demand: What the puzzles must need.
        seed: Random seed.
        attempts: Images to check for a puzzle before giving up.

    Raises:
        ImpossibleRequest: If there are no such puzzles.
    """
    lines = _stored_lines(demand)
    grade = demand.level or (demand.needs.level if demand.needs else None)
    for own_seed in ((seed + number) % _SEEDS for number in count()):
        random = Random(own_seed)
        for _ in range(attempts if lines else 0):
            line = random.choice(lines)
            digits = Symmetry.random(random).apply(read_line(line))
            row = np.frombuffer(digits, np.uint8).reshape(1, 81)
            if demand.matches(digits):
                origin = Origin("graded", own_seed, image_of=line, grade=grade)
                yield PuzzleBatch(row, solve_many(row, threads=1).solutions, (origin,))
                break
        else:
            raise no_match(demand, attempts)


def no_match(demand: Demand, attempts: int) -> ImpossibleRequest:
    """Return the error for a demand that no puzzle met."""
    if demand.needs is not None:
        return ImpossibleRequest("puzzles.none-needs", attempts=attempts, technique=demand.needs.id)
    return ImpossibleRequest("puzzles.none-of-level", attempts=attempts, level=demand.level)


def _stored_lines(demand: Demand) -> list[str]:
    if demand.needs is None:
        return [each.line for each in rated_puzzles() if each.level == demand.level]
    graded = (each.line for each in graded_puzzles() if each.hardest == demand.needs.id)
    return [*needed_puzzles().get(demand.needs.id, ()), *graded]
