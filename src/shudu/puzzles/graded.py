"""Random images of stored puzzles: of graded ones, and of those with 17 and 18 clues.

`grids/data/graded.tsv` holds puzzles graded by clue count; the grid method `graded` uses it too.
`puzzles/data/levels.tsv` holds puzzles with their level and hardest technique. `rebuild_lists` makes both again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from shudu.core.randomness import derive_seed, draw_indices
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.kernel.grids import isomorphs
from shudu.kernel.load import Switch
from shudu.kernel.solve import solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.result import Origin, PuzzleBatch

FILE: Final = Path(__file__).with_name("data") / "levels.tsv"


class RatedPuzzle(NamedTuple):
    """A stored puzzle with its level and its hardest technique."""

    level: str
    hardest: str
    line: str


@cache
def rated_puzzles() -> tuple[RatedPuzzle, ...]:
    """Return the puzzles of `levels.tsv`."""
    rows = (line.split("\t") for line in FILE.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(RatedPuzzle(*row) for row in rows)


def graded_source(difficulty: str | None, seed: int) -> Source:
    """Return a source of random images of the puzzles graded by clue count: those of a difficulty, or all."""
    puzzles = graded_puzzles(difficulty)
    origins = [Origin("graded", seed, image_of=each.line, grade=each.grade) for each in puzzles]
    # The stream label is the old name of the method: another one would change the puzzles of every random seed.
    return image_source([each.line for each in puzzles], origins, "seeds", seed)


def stored_source(lines: Sequence[str], seed: int) -> Source:
    """Return a source of random images of stored puzzles."""
    return image_source(lines, [Origin("stored", seed, image_of=line) for line in lines], "stored", seed)


def image_source(lines: Sequence[str], origins: Sequence[Origin], label: str, seed: int) -> Source:
    """Return a source of random images of puzzles under symmetry.

    Args:
        lines: The puzzles, as lines of 81 characters.
        origins: The origin of the images of each puzzle.
        label: Name of the random streams.
        seed: Random seed.
    """
    text = "".join(lines).encode().translate(bytes.maketrans(b".", b"0"))
    puzzles = (np.frombuffer(text, np.uint8) - ord("0")).reshape(-1, 81)
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
