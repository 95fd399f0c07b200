"""Constraints on the cells of the clues: their number, their symmetry, or a fixed pattern."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.arguments import check_int
from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.geometry import COLUMNS, ROWS
from shudu.core.sets import CellSet
from shudu.core.symmetry import Symmetry
from shudu.puzzles import SYMMETRIES

FEWEST_CLUES: Final = 17  # McGuire, Tugemann and Civario (2012): no puzzle with 16 has one solution
MOST_CLUES: Final = 80

_GENERATORS: Final = {
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
    """Return for each cell the smallest cell it is mapped to; cells of one orbit are clues together or not at all.

    >>> orbits_of("rotate180")[[0, 80, 40]].tolist()
    [0, 0, 40]

    Raises:
        ShuduError: If there is no such symmetry.
    """
    if symmetry not in SYMMETRIES:
        raise ShuduError("puzzles.unknown-symmetry", symmetry=quote(symmetry), symmetries=SYMMETRIES)
    orbit = list(range(81))
    for _ in range(81):  # an upper bound: minima have spread along the longest cycle by then
        before = list(orbit)
        for generator in _GENERATORS[symmetry]:
            for cell in range(81):
                image = generator.source(cell)
                orbit[cell] = orbit[image] = min(orbit[cell], orbit[image])
        if orbit == before:
            break
    return np.array(orbit, np.uint8)


def check_clues(clues: int, symmetry: str = "none") -> None:
    """Check that a puzzle with one solution can have that many clues in that symmetry.

    Raises:
        ImpossibleRequest: If it cannot.
    """
    if check_int(clues, "clues") < FEWEST_CLUES:
        raise ImpossibleRequest("puzzles.too-few-clues", clues=clues, fewest=FEWEST_CLUES)
    if clues > MOST_CLUES:
        raise ImpossibleRequest("puzzles.too-many-clues", clues=clues, fewest=FEWEST_CLUES, most=MOST_CLUES)
    if clues not in possible_clues(symmetry):
        raise ImpossibleRequest("puzzles.clues-not-symmetric", clues=clues, symmetry=symmetry)


def possible_clues(symmetry: str) -> set[int]:
    """Return the clue counts that whole orbits of a symmetry add up to."""
    sums = {0}
    for size in np.unique(orbits_of(symmetry), return_counts=True)[1].tolist():
        sums |= {total + size for total in sums}
    return sums


def read_pattern(pattern: str | CellSet) -> CellSet:
    """Return the cells of a pattern, given as a CellSet or as 81 characters of which `.`, `0`, `_` and `-` are blank.

    >>> len(read_pattern("x" * 30 + "." * 51))
    30

    Raises:
        TypeError: If it is neither.
        ShuduError: If the text has another length.
    """
    if isinstance(pattern, CellSet):
        return pattern
    if not isinstance(pattern, str):
        raise TypeError(f"pattern must be a CellSet or a str of 81 characters, not {type(pattern).__name__}")
    marks = "".join(pattern.split())
    if len(marks) != 81:
        raise ShuduError("puzzles.pattern-length", cells=len(marks))
    return CellSet(cell for cell, mark in enumerate(marks) if mark not in ".0_-")


def check_pattern(pattern: CellSet) -> None:
    """Check a pattern for the obvious reasons why no puzzle on it has one solution.

    Raises:
        ImpossibleRequest: If there is one.
    """
    if len(pattern) < FEWEST_CLUES:
        raise ImpossibleRequest("puzzles.pattern-too-small", cells=len(pattern), fewest=FEWEST_CLUES)
    if len(pattern) > MOST_CLUES:
        raise ImpossibleRequest("puzzles.pattern-too-large", cells=len(pattern), most=MOST_CLUES)
    for first in (0, 3, 6):
        if _blank_lines(pattern, ROWS[first : first + 3]) >= 2:
            raise ImpossibleRequest("puzzles.pattern-blank-rows", first=first + 1, last=first + 3)
        if _blank_lines(pattern, COLUMNS[first : first + 3]) >= 2:
            raise ImpossibleRequest("puzzles.pattern-blank-columns", first=first + 1, last=first + 3)


def _blank_lines(pattern: CellSet, lines: tuple[tuple[int, ...], ...]) -> int:
    return sum(not any(cell in pattern for cell in line) for line in lines)
