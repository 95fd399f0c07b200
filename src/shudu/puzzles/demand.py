"""Whether a puzzle is what was wished for: of a level, or in need of a technique and of nothing harder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.grid import Grid
from shudu.logic.rating.rate import rate
from shudu.logic.registry import Technique, technique, techniques
from shudu.logic.solver import solve_by_logic

LEVELS: Final = ("easy", "medium", "hard", "unfair", "extreme")


@dataclass(frozen=True, slots=True)
class Wish:
    """A level of the hodoku profile, a technique, or both."""

    level: str | None = None
    needs: Technique | None = None

    @classmethod
    def parse(cls, level: str | None, needs: str | None) -> Wish:
        """From what a person writes. Raises ShuduError for a level or a technique that is not there."""
        if level is not None and not isinstance(level, str):
            raise TypeError(f"a level is asked for by its name, not by {type(level).__name__}")
        if level is not None and level.lower() not in LEVELS:
            raise ShuduError(f"{quote(level)} is not a level; levels are {', '.join(LEVELS)}")
        wish = cls(level.lower() if level else None, technique(needs) if needs is not None else None)
        if wish.level and wish.needs and LEVELS.index(wish.needs.level) > LEVELS.index(wish.level):
            raise ImpossibleRequest(
                f"{wish.needs.id} is {wish.needs.level}: a puzzle that needs it is not {wish.level}"
            )
        return wish

    def __str__(self) -> str:
        parts = [f"of level {self.level}"] * bool(self.level)
        return " and ".join([*parts, f"that needs {self.needs.id} and nothing harder"] if self.needs else parts)

    def holds(self, digits: bytes) -> bool:
        """Whether a puzzle with one solution is as wished."""
        rating = rate(Grid(digits))
        if self.level and rating.level != self.level:
            return False
        return self.needs is None or (rating.hardest == self.needs.id and is_needed(self.needs, digits))


def is_needed(known: Technique, digits: bytes) -> bool:
    """Whether a puzzle cannot be solved by what comes before a technique.

    >>> from shudu.core.text import read_line
    >>> is_needed(technique("naked-pair"), read_line("123456789" + "." * 72))
    True
    """
    easier = [other for other in techniques() if other.on and other.order < known.order]
    return not solve_by_logic(Grid(digits), techniques=easier).solved
