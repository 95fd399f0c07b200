"""Puzzles by what they demand of a solver: a level, a technique, or both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from shudu.core.errors import ImpossibleRequest
from shudu.core.grid import Grid
from shudu.core.symmetry import Symmetry
from shudu.core.text import read_line
from shudu.kernel.solve import solve_many
from shudu.logic.rating.rate import rate
from shudu.logic.registry import Technique, technique, techniques
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.difficulty import LEVELS, check_level
from shudu.puzzles.graded import rated_puzzles
from shudu.puzzles.result import Origin, PuzzleBatch

ATTEMPTS: Final = 3000  # puzzles rated before the search is given up


@dataclass(frozen=True, slots=True)
class Demand:
    """A level of the profile `hodoku`, a technique that is needed, or both.

    Attributes:
        level: The level of the puzzle.
        needs: The hardest technique of the puzzle, without which it cannot be solved by logic.
    """

    level: str | None = None
    needs: Technique | None = None

    @classmethod
    def parse(cls, level: str | None, needs: str | None) -> Demand:
        """Return the demand for a level and a technique given by name.

        Raises:
            ShuduError: If there is no such level or technique.
            ImpossibleRequest: If the technique is harder than the level.
        """
        demand = cls(None if level is None else check_level(level), None if needs is None else technique(needs))
        if demand.level and demand.needs and LEVELS.index(demand.needs.level) > LEVELS.index(demand.level):
            raise ImpossibleRequest(
                "puzzles.technique-above-level",
                technique=demand.needs.id,
                technique_level=demand.needs.level,
                level=demand.level,
            )
        return demand

    def matches(self, digits: bytes) -> bool:
        """Return whether a puzzle with one solution meets the demand."""
        rating = rate(Grid(digits))
        if self.level and rating.level != self.level:
            return False
        return self.needs is None or (rating.hardest == self.needs.id and is_needed(self.needs, digits))


def is_needed(known: Technique, digits: bytes) -> bool:
    """Return whether a puzzle cannot be solved by the techniques before a given one.

    >>> is_needed(technique("naked-pair"), read_line("123456789" + "." * 72))
    True
    """
    easier = [other for other in techniques() if other.on and other.order < known.order]
    return not solve_by_logic(Grid(digits), techniques=easier).solved


def first_match(demand: Demand, candidates: Iterator[PuzzleBatch], attempts: int) -> PuzzleBatch:
    """Return the first of some puzzles that meets a demand, as a batch of one.

    Args:
        demand: What the puzzle must need.
        candidates: Batches of puzzles.
        attempts: The most puzzles to rate.

    Raises:
        ImpossibleRequest: If none of that many meets it.
    """
    rows = (batch[index : index + 1] for batch in candidates for index in range(len(batch)))
    for _, row in zip(range(attempts), rows, strict=False):
        if demand.matches(row.puzzles[0].tobytes()):
            return row
    level, needs = demand.level, demand.needs and demand.needs.id
    if needs is None:
        raise ImpossibleRequest("puzzles.none-of-level", attempts=attempts, level=level)
    if level is None:
        raise ImpossibleRequest("puzzles.none-needs", attempts=attempts, technique=needs)
    raise ImpossibleRequest("puzzles.none-of-level-needs", attempts=attempts, level=level, technique=needs)


def stored_candidates(demand: Demand, seed: int) -> Iterator[PuzzleBatch]:
    """Yield random images of the stored puzzles that are filed under a demand, without end.

    An image is rated again by the caller: the order of cells can change which of two equal steps is found first.
    """
    random = Random(seed)
    fitting = [
        stored
        for stored in rated_puzzles()
        if demand.level in (None, stored.level) and (demand.needs is None or demand.needs.id == stored.hardest)
    ]
    while fitting:
        stored = random.choice(fitting)
        digits = Symmetry.random(random).apply(read_line(stored.line))
        row = np.frombuffer(digits, np.uint8).reshape(1, 81)
        origin = Origin("graded", seed, image_of=stored.line, grade=stored.level)
        yield PuzzleBatch(row, solve_many(row, threads=1).solutions, (origin,))
