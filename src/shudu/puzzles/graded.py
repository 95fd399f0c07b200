"""Stored graded puzzles: random images of them, and the scripts that make the two lists.

`grids/data/graded.tsv` holds puzzles graded by clue count; the grid method `graded` uses it too.
`puzzles/data/levels.tsv` holds puzzles with their level and hardest technique.
`python -m shudu.puzzles.graded` makes both again, the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from shudu.core.randomness import derive_seed, draw_indices
from shudu.core.text import write_line
from shudu.grids import graded_puzzles
from shudu.kernel.grids import isomorphs
from shudu.kernel.load import Switch
from shudu.kernel.solve import solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.puzzles.result import Origin, PuzzleBatch

FILE: Final = Path(__file__).with_name("data") / "levels.tsv"

_PER_GRADE: Final = 120
_PER_LEVEL: Final = 110
_MOST_PER_TECHNIQUE: Final = 40  # leaves room for puzzles with rare techniques
_SEED: Final = 2026


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
    puzzles = graded_puzzles.graded_puzzles(difficulty)
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


def write_graded_puzzles(file: Path = graded_puzzles.FILE, per_grade: int = _PER_GRADE) -> int:
    """Write the list of puzzles graded by clue count.

    Args:
        file: Where to write it.
        per_grade: Number of puzzles of each difficulty.

    Returns:
        The number of puzzles.
    """
    from shudu.puzzles.api import generate_many

    lines = ["# Graded puzzles, made by this project: grade by number of clues.", "# grade\tnumber\tclues\tpuzzle"]
    for grade in DIFFICULTIES:
        batch = generate_many(per_grade, difficulty=grade, seed=_SEED)
        rows = zip(batch.clues.tolist(), batch.puzzles, strict=True)
        lines += [f"{grade}\t{n}\t{clues}\t{write_line(puzzle.tobytes())}" for n, (clues, puzzle) in enumerate(rows)]
    file.write_text("\n".join(lines) + "\n", "ascii")
    return len(lines) - 2


def write_rated_puzzles(file: Path = FILE) -> int:
    """Write the list of puzzles with level and hardest technique; this rates some thousands of puzzles.

    Returns:
        The number of puzzles.
    """
    from shudu.core.grid import Grid
    from shudu.logic.rating.rate import rate
    from shudu.puzzles.api import generate_stream

    puzzles: list[RatedPuzzle] = []
    levels: Counter[str] = Counter()
    techniques: Counter[str] = Counter()
    for batch in generate_stream(minimal=True, seed=_SEED):
        for digits in batch.puzzles:
            rating = rate(Grid(digits.tobytes()))
            wanted = levels[rating.level] < _PER_LEVEL or techniques[rating.hardest] < 3
            # Few techniques are easy, so each of them may occur more often.
            if wanted and techniques[rating.hardest] < _MOST_PER_TECHNIQUE * (3 if rating.level == "easy" else 1):
                puzzles.append(RatedPuzzle(rating.level, rating.hardest, write_line(digits.tobytes())))
                levels[rating.level] += 1
                techniques[rating.hardest] += 1
        if all(levels[level] >= _PER_LEVEL for level in LEVELS):
            break
    head = ["# Graded puzzles, made by this project: level by logic.", "# level\thardest technique\tpuzzle"]
    file.write_text("\n".join([*head, *("\t".join(puzzle) for puzzle in sorted(puzzles))]) + "\n", "ascii")
    return len(puzzles)


if __name__ == "__main__":
    print(write_graded_puzzles(), "puzzles graded by clue count")
    print(write_rated_puzzles(), "puzzles graded by logic")
