"""The graded seeds: puzzles of this project's own making, sorted by grade. `shudu generate --make-seeds` makes them again."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from shudu.core.errors import ImpossibleRequest

FILE: Final = Path(__file__).with_name("data") / "graded.tsv"


class Seed(NamedTuple):
    """A stored puzzle: its grade, its number in the grade, its clues and its line."""

    grade: str
    number: int
    clues: int
    line: str


def read_seeds(file: Path = FILE) -> tuple[Seed, ...]:
    """The seeds of a file of lines `grade`, `number`, `clues`, `puzzle`, parted by tabs."""
    rows = (line.split("\t") for line in file.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(Seed(grade, int(number), int(clues), line) for grade, number, clues, line in rows)


SEEDS: Final = read_seeds()


def seeds_of(grade: str | None) -> tuple[Seed, ...]:
    """The seeds of a grade, or all of them.

    >>> {len(seeds_of(grade)) >= 100 for grade in ("easy", "medium", "hard")}
    {True}
    """
    found = tuple(seed for seed in SEEDS if grade in (None, seed.grade))
    if not found:
        grades = ", ".join(dict.fromkeys(seed.grade for seed in SEEDS))
        raise ImpossibleRequest(f"there are no seeds of the grade {grade!r}; there are {grades}")
    return found
