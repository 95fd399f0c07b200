"""The specification of a puzzle: every option of the generator, with its default and its checks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from shudu.core.arguments import check_int
from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.sets import CellSet
from shudu.grids.full_grids import find_method
from shudu.logic.registry import parse_choice
from shudu.puzzles import METHODS
from shudu.puzzles.by_demand import NONE_KNOWN, TRIED, Demand
from shudu.puzzles.clues import check_clues, check_pattern, orbits_of, read_pattern
from shudu.puzzles.difficulty import BANDS, LEVEL_OF, parse_difficulty
from shudu.puzzles.stored import needed_puzzles

STORED_CLUES: Final = 18  # up to here puzzles are images of stored ones
SEARCHED_CLUES: Final = 21  # up to here digging alone takes too long
TYPICAL_CLUES: Final = 24  # left on average by digging as far as possible
_MOST_MINIMAL: Final = 40  # clues of the largest minimal puzzles known
# Clue counts at which a level is common; harder levels are rare in all but minimal puzzles.
_CLUES_OF_LEVEL: Final = {"easy": "32-39", "medium": "26-30", "hard": "25-28"}
_FULL_HOUSE_CLUES: Final = 66  # with so many clues most puzzles need full houses only


@dataclass(frozen=True, slots=True)
class PuzzleSpec:
    """What a generated puzzle must be like. An option left at its default makes no demand.

    >>> PuzzleSpec(clues=30, symmetry="rotate180").method
    'dig'

    Attributes:
        clues: Number of clues, 17 to 80, or a range such as `28-37`. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 55 clues), `medium` (28 to 37), `hard`, `expert` or `extreme` (17 to 27). The hardest
            technique and HoDoKu's level are of that difficulty too; `unfair` is accepted for `expert`.
        level: Level by HoDoKu's profile, both of the whole path and of its hardest technique: `easy`, `medium`,
            `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle needs: together with those before it in HoDoKu's order it solves the puzzle, and
            without it they do not. An id such as `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues, one of `shudu.puzzles.SYMMETRIES`.
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, one of `shudu.grids.METHOD_IDS`.
        method: `dig`; `dig-blind` for holes without a test, so that there may be several solutions; or `graded` for a
            random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success before giving up. None for 300,000, or 30,000 where puzzles are rated: for a
            difficulty, level or technique.
        techniques: Techniques that count for `level` and `needs`, by any name, instead of those that are on. Names with a
            sign change that choice: `+unique-loop` adds a technique, `-xy-wing` leaves one out.
        uniqueness: False to leave out techniques that rely on the puzzle having one solution, for `level` and `needs`.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If no puzzle is like that.
    """

    clues: int | str | None = None
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
    techniques: Sequence[str] | None = None
    uniqueness: bool | None = None

    def __post_init__(self) -> None:
        self._normalize()
        if self.method not in METHODS:
            raise ShuduError("puzzles.unknown-method", method=quote(self.method), methods=METHODS)
        find_method(self.grid)
        orbits_of(self.symmetry)
        if self.clues is not None and self.difficulty is not None:
            raise ShuduError("puzzles.clues-and-difficulty", clues=self.clues, difficulty=quote(self.difficulty))
        if self.clue_count is not None:
            check_clues(self.clue_count, self.symmetry)
        if self.clue_range is not None:
            check_clues(self.clue_range[0])
            check_clues(self.clue_range[-1])
        if self.cells is not None:
            check_pattern(self.cells)
        self._check_together()

    @property
    def cells(self) -> CellSet | None:
        """The cells of the pattern."""
        return None if self.pattern is None else read_pattern(self.pattern)

    @property
    def clue_count(self) -> int | None:
        """The number of clues, if one number is requested."""
        return self.clues if isinstance(self.clues, int) else None

    @property
    def clue_range(self) -> range | None:
        """The numbers of clues, if a range is requested."""
        if not isinstance(self.clues, str):
            return None
        first, last = self.clues.split("-")
        return range(int(first), int(last) + 1)

    @property
    def is_by_demand(self) -> bool:
        """Whether the puzzle is requested by level or technique."""
        return self.level is not None or self.needs is not None

    @property
    def is_stored(self) -> bool:
        """Whether the puzzle is an image of a stored puzzle with 17 or 18 clues."""
        return self._is_dug_freely and self.clue_count is not None and self.clue_count <= STORED_CLUES

    @property
    def is_searched(self) -> bool:
        """Whether the puzzle has so few clues that digging alone would take too long."""
        count = self.clue_count
        return self._is_dug_freely and count is not None and STORED_CLUES < count <= SEARCHED_CLUES

    @property
    def _is_dug_freely(self) -> bool:
        return self.symmetry == "none" and self.method == "dig"

    @property
    def demand(self) -> Demand:
        """The level, the technique and the techniques to use."""
        return Demand.parse(self.level, self.needs, self.techniques, self.uniqueness)

    def complete(self) -> PuzzleSpec:
        """Return the specification with a choice made for a clue count that is left open.

        Without any demand the difficulty is medium. The clue counts for a level are those at which it is common; for a
        technique the puzzle is minimal, because minimal puzzles demand most, or has many clues if it is to need full
        houses only. Puzzles that need a rare technique are images of stored ones.
        """
        sets_clues = self.clues is not None or self.difficulty is not None or self.pattern is not None
        if sets_clues or self.minimal or self.unbiased or self.method != "dig":
            return self
        if not self.is_by_demand:
            return replace(self, difficulty="medium")
        if self.needs == "full-house":
            return replace(self, clues=_FULL_HOUSE_CLUES)
        if self.needs is None and self.level in _CLUES_OF_LEVEL:
            return replace(self, clues=_CLUES_OF_LEVEL[self.level])
        return replace(self, method="graded") if self._is_rare() else replace(self, minimal=True)

    def _is_rare(self) -> bool:
        """Return whether the only request is a technique that has a list of stored puzzles."""
        return self.symmetry == "none" and self.grid == "uniform" and self.needs in needed_puzzles()

    def _normalize(self) -> None:
        """Replace texts by what they stand for, so that equal specifications compare equal."""
        if self.clues is not None:
            clues = _parse_clues(self.clues) if isinstance(self.clues, str) else check_int(self.clues, "clues")
            object.__setattr__(self, "clues", clues)
        if self.difficulty is not None:
            object.__setattr__(self, "difficulty", parse_difficulty(self.difficulty))
        if self.pattern is not None:
            object.__setattr__(self, "pattern", read_pattern(self.pattern))
        if self.attempts is not None:
            object.__setattr__(self, "attempts", check_int(self.attempts, "attempts", 1))
        if self.is_by_demand:
            demand = self.demand
            if demand.needs and demand.needs.id in NONE_KNOWN and self.attempts is None and self.techniques is None:
                raise ImpossibleRequest("puzzles.none-known", technique=demand.needs.id, tried=TRIED)
            object.__setattr__(self, "level", demand.level)
            object.__setattr__(self, "needs", demand.needs and demand.needs.id)
        if self.techniques is not None:
            choice = tuple(sign + each.id for sign, each in parse_choice(self.techniques) or ())
            object.__setattr__(self, "techniques", choice)

    def _check_together(self) -> None:
        chosen = ("techniques",) * (self.techniques is not None) + ("uniqueness",) * (self.uniqueness is not None)
        if chosen and (self.difficulty is not None or not self.is_by_demand):
            raise ShuduError("puzzles.only-by-demand", options=chosen)
        if self.method == "graded":
            self._refuse_with_graded()
        if self.method == "dig-blind":
            self._refuse_with_blind()
        if self.unbiased and (options := self._options_except("level", "needs")):
            raise ShuduError("puzzles.not-with-unbiased", options=options)
        if self.pattern is not None and (options := self._options_except("level", "needs", "pattern", "grid")):
            raise ShuduError("puzzles.not-with-pattern", options=options)
        if self.is_stored and (options := self._options_except("level", "needs", "clues", "minimal")):
            raise ShuduError("puzzles.not-with-stored", options=options, clues=self.clues)
        if self.minimal and (fewest := self._fewest_clues()) > _MOST_MINIMAL:
            raise ImpossibleRequest("puzzles.too-many-minimal-clues", clues=fewest, most=_MOST_MINIMAL)
        if self.difficulty is not None and self.level is not None and LEVEL_OF[self.difficulty] != self.level:
            raise ImpossibleRequest(
                "puzzles.difficulty-and-level",
                difficulty=self.difficulty,
                level=self.level,
                difficulty_level=LEVEL_OF[self.difficulty],
            )

    def _fewest_clues(self) -> int:
        """Return the least number of clues the puzzle may have."""
        if self.difficulty is not None:
            return BANDS[self.difficulty][0]
        return self.clue_range[0] if self.clue_range is not None else self.clue_count or 0

    def _refuse_with_graded(self) -> None:
        if self.unbiased:
            raise ShuduError("puzzles.unbiased-graded")
        allowed = ("level", "needs") if self.is_by_demand else ("difficulty",)
        if options := self._options_except(*allowed):
            raise ShuduError("puzzles.not-with-graded", options=options)

    def _refuse_with_blind(self) -> None:
        options = self._options_except("clues", "symmetry", "grid") + ("unbiased",) * self.unbiased
        if options:
            raise ShuduError("puzzles.not-with-blind", options=options)

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


def _parse_clues(text: str) -> int | str:
    """Return a number of clues, or a range in the form `28-37`.

    Raises:
        ShuduError: If the text is neither.
    """
    match = re.fullmatch(r"\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*", text)
    if not match or int(match[2] or match[1]) < int(match[1]):
        raise ShuduError("puzzles.bad-clues", clues=quote(text))
    first, last = int(match[1]), int(match[2] or match[1])
    return first if first == last else f"{first}-{last}"
