"""Stored puzzles of this project, and random images of them under symmetry.

`levels.tsv` holds minimal puzzles of every level, `needs.tsv` puzzles that need a rare technique. Both lie in `data/`
beside the puzzles with few clues (`low_clue.py`). Puzzles of every difficulty are in `grids/data/graded.tsv`, because the
grid method `graded` uses them too. `rebuild_lists.py` makes all but those with few clues again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from shudu.core.randomness import derive_seed, draw_indices
from shudu.kernel.grids import isomorphs
from shudu.kernel.load import Switch
from shudu.kernel.solve import as_digits, solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.result import Origin, PuzzleBatch

LEVELS_FILE: Final = Path(__file__).with_name("data") / "levels.tsv"
NEEDS_FILE: Final = LEVELS_FILE.with_name("needs.tsv")


class RatedPuzzle(NamedTuple):
    """A stored puzzle with its level and its hardest technique."""

    level: str
    hardest: str
    line: str


@cache
def rated_puzzles() -> tuple[RatedPuzzle, ...]:
    """Return the puzzles of `levels.tsv`."""
    rows = (line.split("\t") for line in LEVELS_FILE.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(RatedPuzzle(*row) for row in rows)


@cache
def needed_puzzles() -> dict[str, list[str]]:
    """Return the puzzles of `needs.tsv` by the id of the technique they need, which is rare among generated puzzles."""
    puzzles: dict[str, list[str]] = {}
    for row in NEEDS_FILE.read_text("ascii").splitlines():
        if not row.startswith("#"):
            id, line = row.split("\t")
            puzzles.setdefault(id, []).append(line)
    return puzzles


def stored_source(lines: Sequence[str], seed: int) -> Source:
    """Return a source of random images of stored puzzles with few clues."""
    return image_source(lines, [Origin("stored", seed, image_of=line) for line in lines], "stored", seed)


def image_source(lines: Sequence[str], origins: Sequence[Origin], label: str, seed: int) -> Source:
    """Return a source of random images of puzzles.

    Args:
        lines: The puzzles, as lines of 81 characters.
        origins: The origin of the images of each puzzle.
        label: Name of the random streams.
        seed: Random seed.
    """
    puzzles = as_digits(lines)
    solutions = solve_many(puzzles).solutions
    choice, turning = derive_seed(seed, label, "choice"), derive_seed(seed, label, "turning")

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        numbers = draw_indices(choice, first, n, len(lines))
        return PuzzleBatch(
            isomorphs(puzzles[numbers], turning, first),
            isomorphs(solutions[numbers], turning, first),
            tuple([origins[number] for number in numbers.tolist()]),
        )

    return Source(attempt, 16, 8192)
