"""What can be asked of the clues: how many, in which symmetry, on which cells."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int
from shudu.core.errors import ImpossibleRequest, ShuduError
from shudu.core.geometry import COLUMNS, ROWS
from shudu.core.sets import CellSet
from shudu.core.symmetry import Symmetry

FEWEST: Final = 17
MOST: Final = 80

# The bands of the founding paper (17–27 hard, 28–37 medium, more easy), and what is drawn where nothing else is asked.
BANDS: Final = {"easy": range(38, 46), "medium": range(28, 38), "hard": range(22, 28)}

SYMMETRIES: Final = {
    "none": (),
    "rotate180": (Symmetry.rotate180(),),
    "rotate90": (Symmetry.rotate90(),),
    "horizontal": (Symmetry.mirror("horizontal"),),
    "vertical": (Symmetry.mirror("vertical"),),
    "diagonal": (Symmetry.mirror("diagonal"),),
    "antidiagonal": (Symmetry.mirror("antidiagonal"),),
    "both": (Symmetry.mirror("horizontal"), Symmetry.mirror("vertical")),
}


def orbits_of(symmetry: str) -> NDArray[np.uint8]:
    """For each cell the smallest cell it goes to under the symmetry: cells with the same number go together.

    >>> orbits_of("rotate180")[[0, 80, 40]].tolist()
    [0, 0, 40]

    Raises ShuduError for an unknown symmetry.
    """
    if symmetry not in SYMMETRIES:
        raise ShuduError(f"{symmetry!r} is not a symmetry of clues; use one of {', '.join(SYMMETRIES)}")
    orbit = list(range(81))
    for _ in range(81):  # until nothing changes: at most the length of the longest cycle
        before = list(orbit)
        for turn in SYMMETRIES[symmetry]:
            for cell in range(81):
                other = turn.source(cell)
                orbit[cell] = orbit[other] = min(orbit[cell], orbit[other])
        if orbit == before:
            break
    return np.array(orbit, np.uint8)


def check_clues(clues: int, symmetry: str = "none") -> None:
    """Raises ImpossibleRequest if no unique puzzle has so many clues, or none in that symmetry."""
    if check_int(clues, "clues") < FEWEST:
        raise ImpossibleRequest(f"{clues} clues: no puzzle with fewer than {FEWEST} has only one solution")
    if clues > MOST:
        raise ImpossibleRequest(f"{clues} clues: a puzzle has {FEWEST} to {MOST}")
    if clues not in _possible(symmetry):
        raise ImpossibleRequest(f"{clues} clues: not possible with the symmetry {symmetry}, whose cells go in groups")


def _possible(symmetry: str) -> set[int]:
    """The numbers of clues that groups of cells add up to."""
    sums = {0}
    for size in np.unique(orbits_of(symmetry), return_counts=True)[1].tolist():
        sums |= {total + size for total in sums}
    return sums


def check_difficulty(difficulty: str) -> range:
    """The numbers of clues of a difficulty. Raises ShuduError if there is none of that name."""
    if difficulty not in BANDS:
        raise ShuduError(f"{difficulty!r} is not a difficulty; use one of {', '.join(BANDS)}")
    return BANDS[difficulty]


def check_pattern(pattern: CellSet) -> None:
    """Raises ImpossibleRequest if it can be seen that no puzzle on the pattern is unique."""
    if len(pattern) < FEWEST:
        raise ImpossibleRequest(f"the pattern has {len(pattern)} cells; no puzzle with fewer than {FEWEST} is unique")
    if len(pattern) > MOST:
        raise ImpossibleRequest(f"the pattern has {len(pattern)} cells; a puzzle has at most {MOST} clues")
    for lines, name in ((ROWS, "rows"), (COLUMNS, "columns")):
        empty = [not any(cell in pattern for cell in line) for line in lines]
        for first in (0, 3, 6):
            if sum(empty[first : first + 3]) >= 2:
                raise ImpossibleRequest(
                    f"the pattern leaves two of {name} {first + 1} to {first + 3} empty; they can be exchanged"
                )


def read_pattern(pattern: str | CellSet) -> CellSet:
    """The cells of a pattern: a CellSet, or 81 characters where `.`, `0`, `_` and `-` are blank and others are clues.

    >>> len(read_pattern("x" * 30 + "." * 51))
    30
    """
    if isinstance(pattern, CellSet):
        return pattern
    if not isinstance(pattern, str):
        raise TypeError(f"a pattern is a CellSet or text of 81 characters, not {type(pattern).__name__}")
    marks = "".join(pattern.split())
    if len(marks) != 81:
        raise ShuduError(f"the pattern has {len(marks)} cells; it needs 81 characters, . for blank and x for a clue")
    return CellSet(cell for cell, mark in enumerate(marks) if mark not in ".0_-")
