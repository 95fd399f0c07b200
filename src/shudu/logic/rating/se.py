"""The profile of Sudoku Explainer 1.2.1, whose ER ("SE 9.0") is the usual measure for hard puzzles.

The program tries its techniques in a fixed order and applies the first step of the first technique that has one; chains
rank their own steps first. It reports three maxima of the ratings of the steps:

- ER: up to the solution,
- EP: up to the first step that fills a cell,
- ED: up to the first step.

The kernel does the work (`kernel/logic`), with the same order and the same tie-breaking, because a different choice at
one step changes the rest of the path. Its twin in Python, up to 7.5, is `tests/twins/se`. As in the original, the
rating depends on the form of the puzzle: rotating it or renaming its digits can change it.

>>> SE.rate(Grid("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"))
<SeRating ER 4.2, EP 4.2, ED 2.6, hardest xy-wing>
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.text import write_line
from shudu.kernel.logic import RATED, TOO_LARGE, rate_se
from shudu.kernel.parallel import Progress
from shudu.locale.catalogue import text
from shudu.logic.rating.profile import Profile, rate_unique_rows

_CHAINS: Final = ("double", "cell", "region", "contradiction")
_LEVELS: Final = ("dynamic", "dynamic-plus", "nested", "nested-multiple", "nested-dynamic", "nested-dynamic-plus")
# The ids of the techniques, in the order of the kernel's enum Technique. The first one is for puzzles without a path.
TECHNIQUES: Final = (
    *("", "last-cell", "hidden-single-box", "hidden-single-line", "direct-pointing", "direct-claiming"),
    *("direct-hidden-pair", "naked-single", "direct-hidden-triplet", "pointing", "claiming", "naked-pair", "x-wing"),
    *("hidden-pair", "naked-triplet", "swordfish", "hidden-triplet", "xy-wing", "xyz-wing", "unique-rectangle"),
    *("unique-loop", "naked-quad", "jellyfish", "hidden-quad", "bug-1", "bug-2", "bug-3", "bug-4"),
    *("aligned-pair-exclusion", "x-cycle", "y-cycle", "xy-cycle", "x-chain", "forcing-chain"),
    *("aligned-triplet-exclusion", "nishio", "cell-chains", "region-chains"),
    *(f"{level}-{chains}-chains" for level in _LEVELS for chains in _CHAINS),
)


def se_technique_name(technique: str, language: str = "en") -> str:
    """Return the name of a technique of Sudoku Explainer.

    >>> se_technique_name("dynamic-plus-cell-chains")
    'Dynamic Cell Forcing Chains (+)'
    >>> se_technique_name("unique-loop", "zh")
    '唯一环'
    """
    if not technique:
        return text("logic.se.none", language)
    for level in _LEVELS:
        for chains in _CHAINS:
            if technique == f"{level}-{chains}-chains":
                return text(f"logic.se.{level}", language, chains=text(f"logic.se.{chains}", language))
    return text(f"logic.se.{technique}", language)


@dataclass(frozen=True, slots=True, repr=False)
class SeRating:
    """The rating of a puzzle by Sudoku Explainer 1.2.1.

    Attributes:
        er: The rating of the hardest step, from 1.0; 20.0 if the program cannot solve the puzzle.
        ep: The rating of the hardest step up to the first one that fills a cell.
        ed: The rating of the first step.
        hardest: The id of the technique of the hardest step, the first one of several; empty if `er` is 20.0.
        steps: The number of steps.
        profile: The name of the profile.
    """

    er: float
    ep: float
    ed: float
    hardest: str
    steps: int
    profile: str = "se"

    @property
    def score(self) -> float:
        """The same as `er`."""
        return self.er

    @property
    def band(self) -> str:
        """The whole number of the ER, as in `ER 7`."""
        return f"ER {int(self.er)}"

    def describe(self, language: str = "en") -> list[str]:
        """Return the rating in words, one sentence per number.

        Args:
            language: `en` or `zh`.

        Raises:
            ShuduError: If the language is not supported.
        """
        name = se_technique_name(self.hardest, language)
        return [
            text("logic.se-reasons.er", language, rating=f"{self.er:.1f}", technique=name),
            text("logic.se-reasons.ep", language, rating=f"{self.ep:.1f}"),
            text("logic.se-reasons.ed", language, rating=f"{self.ed:.1f}"),
        ]

    def __repr__(self) -> str:
        numbers = f"ER {self.er:.1f}, EP {self.ep:.1f}, ED {self.ed:.1f}"
        return f"<SeRating {numbers}, hardest {self.hardest or 'unknown'}>"


class _SeProfile(Profile):
    name = "se"
    system = "Sudoku Explainer 1.2.1"
    columns: ClassVar[tuple[str, ...]] = ("er", "ep", "ed", "hardest", "steps")
    threaded: ClassVar[bool] = True

    def rate(self, grid: Grid, seconds: float | None = None) -> SeRating:
        result = self._rate_unique(np.frombuffer(grid.digits, np.uint8).reshape(1, 81), 1, seconds, None)[0]
        if isinstance(result, ShuduError):
            raise result
        return result

    def rate_rows(
        self,
        puzzles: NDArray[np.uint8],
        threads: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Sequence[SeRating | ShuduError]:
        return rate_unique_rows(
            puzzles, threads, progress, lambda rows: self._rate_unique(rows, threads, seconds, progress)
        )

    def _rate_unique(
        self, puzzles: NDArray[np.uint8], threads: int | None, seconds: float | None, progress: Progress | None
    ) -> list[SeRating | ShuduError]:
        results: list[SeRating | ShuduError] = []
        for row, rating in zip(puzzles, rate_se(puzzles, threads, seconds, progress).tolist(), strict=True):
            er, ep, ed, hardest, state, steps, _ = rating
            if state == RATED and steps == 0:
                results.append(ShuduError("logic.already-solved", grid=write_line(row.tobytes())))
            elif state == RATED:
                results.append(SeRating(er / 10, ep / 10, ed / 10, TECHNIQUES[hardest], steps))
            elif state == TOO_LARGE:
                results.append(ShuduError("logic.rating-too-large", grid=write_line(row.tobytes())))
            else:
                results.append(ShuduError("logic.not-rated-in-time", grid=write_line(row.tobytes()), seconds=seconds))
        return results


SE: Final = _SeProfile()
