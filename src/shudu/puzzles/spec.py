"""The specification of a puzzle: every option of the generator, with its default and its checks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from shudu.core.arguments import check_int
from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.sets import CellSet
from shudu.grids.full_grids import find_method
from shudu.puzzles import METHODS
from shudu.puzzles.clues import check_clues, check_pattern, orbits_of, read_pattern
from shudu.puzzles.difficulty import check_difficulty

STORED_CLUES: Final = 18  # up to here puzzles are images of stored ones
SEARCHED_CLUES: Final = 21  # up to here digging alone takes too long
TYPICAL_CLUES: Final = 24  # left on average when digging goes on as long as it can
_MOST_MINIMAL: Final = 40  # clues of the largest minimal puzzles known
_FULL_HOUSE_CLUES: Final = 66  # with so many clues most puzzles need full houses only


@dataclass(frozen=True, slots=True)
class PuzzleSpec:
    """What a generated puzzle must be like. An option left at its default makes no demand.

    >>> PuzzleSpec(clues=30, symmetry="rotate180").method
    'dig'

    Attributes:
        clues: Number of clues, 17 to 80. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 45 clues), `medium` (28 to 37) or `hard` (22 to 27).
        level: Level of the hardest technique, by HoDoKu's profile: `easy`, `medium`, `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle cannot be solved without, and than which it needs none harder: an id such as
            `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues, one of `shudu.puzzles.SYMMETRIES`.
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, one of `shudu.grids.METHOD_IDS`.
        method: `dig`, or `graded` for a random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success, or puzzles rated for `level` and `needs`, before giving up. None for
            300,000 attempts or 3,000 puzzles.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If no puzzle is like that.
    """

    clues: int | None = None
    difficulty: str | None = None
    level: str | None = None
    needs: str | None = None
    minimal: bool = False
    symmetry: str = "none"
    pattern: str | CellSet | None = None
    grid: str = "uniform"
    method: str = "dig"
    unbiased: bool = False
    attempts: int | None = None

    def __post_init__(self) -> None:
        self._normalize()
        if self.method not in METHODS:
            raise ShuduError("puzzles.unknown-method", method=quote(self.method), methods=METHODS)
        find_method(self.grid)
        orbits_of(self.symmetry)
        if self.clues is not None:
            if self.difficulty is not None:
                raise ShuduError("puzzles.clues-and-difficulty", clues=self.clues, difficulty=quote(self.difficulty))
            check_clues(self.clues, self.symmetry)
        if self.difficulty is not None:
            check_difficulty(self.difficulty)
        if self.cells is not None:
            check_pattern(self.cells)
        self._check_together()

    @property
    def cells(self) -> CellSet | None:
        """The cells of the pattern."""
        return None if self.pattern is None else read_pattern(self.pattern)

    @property
    def is_by_demand(self) -> bool:
        """Whether the puzzle is asked for by level or technique."""
        return self.level is not None or self.needs is not None

    @property
    def is_by_difficulty(self) -> bool:
        """Whether the puzzle is dug to a clue count drawn from a band."""
        return self.difficulty is not None and self.method == "dig"

    @property
    def is_stored(self) -> bool:
        """Whether the puzzle is an image of a stored puzzle with 17 or 18 clues."""
        return self.symmetry == "none" and self.clues is not None and self.clues <= STORED_CLUES

    @property
    def is_searched(self) -> bool:
        """Whether the puzzle has so few clues that digging alone would take too long."""
        return self.symmetry == "none" and self.clues is not None and STORED_CLUES < self.clues <= SEARCHED_CLUES

    def completed(self) -> PuzzleSpec:
        """Return the specification with a choice made for a clue count that is left open.

        Without any demand the difficulty is medium. For a level or technique the puzzle is minimal, because minimal
        puzzles demand most, or has many clues if it shall need full houses only.
        """
        sets_clues = self.clues is not None or self.difficulty is not None or self.pattern is not None
        if sets_clues or self.minimal or self.unbiased or self.method != "dig":
            return self
        if not self.is_by_demand:
            return replace(self, difficulty="medium")
        return replace(self, clues=_FULL_HOUSE_CLUES) if self.needs == "full-house" else replace(self, minimal=True)

    def _normalize(self) -> None:
        """Replace texts by what they stand for, so that equal specifications compare equal."""
        if self.pattern is not None:
            object.__setattr__(self, "pattern", read_pattern(self.pattern))
        if self.attempts is not None:
            object.__setattr__(self, "attempts", check_int(self.attempts, "attempts", 1))
        if self.is_by_demand:
            from shudu.puzzles.by_demand import Demand  # loads the techniques

            demand = Demand.parse(self.level, self.needs)
            object.__setattr__(self, "level", demand.level)
            object.__setattr__(self, "needs", demand.needs and demand.needs.id)

    def _check_together(self) -> None:
        if self.method == "graded":
            self._refuse_with_graded()
        if self.unbiased and (options := self._options_except("level", "needs")):
            raise ShuduError("puzzles.not-with-unbiased", options=options)
        if self.pattern is not None and (options := self._options_except("level", "needs", "pattern", "grid")):
            raise ShuduError("puzzles.not-with-pattern", options=options)
        if self.is_stored and (options := self._options_except("level", "needs", "clues", "minimal")):
            raise ShuduError("puzzles.not-with-stored", options=options, clues=self.clues)
        if self.minimal and self.clues is not None and self.clues > _MOST_MINIMAL:
            raise ImpossibleRequest("puzzles.too-many-minimal-clues", clues=self.clues, most=_MOST_MINIMAL)

    def _refuse_with_graded(self) -> None:
        if self.unbiased:
            raise ShuduError("puzzles.unbiased-graded")
        allowed = ("level", "needs") if self.is_by_demand else ("difficulty",)
        if options := self._options_except(*allowed):
            raise ShuduError("puzzles.not-with-graded", options=options)

    def _options_except(self, *allowed: str) -> tuple[str, ...]:
        """Return the names of the options that are set and not allowed; those that choose a way to make it not counted."""
        options = {
            "clues": self.clues is not None,
            "difficulty": self.difficulty is not None,
            "level": self.level is not None,
            "needs": self.needs is not None,
            "minimal": self.minimal,
            "symmetry": self.symmetry != "none",
            "pattern": self.pattern is not None,
            "grid": self.grid != "uniform",
        }
        return tuple(name for name, is_set in options.items() if is_set and name not in allowed)
