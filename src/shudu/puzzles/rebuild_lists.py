"""Rebuilds the lists of graded puzzles, the same on every machine: `python -m shudu.puzzles.rebuild_lists`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from shudu.core.grid import Grid
from shudu.core.text import write_line
from shudu.grids import graded_puzzles
from shudu.logic.rating.rate import rate
from shudu.puzzles import graded
from shudu.puzzles.api import generate_many, generate_stream
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.puzzles.graded import RatedPuzzle

_PER_GRADE: Final = 120
_PER_LEVEL: Final = 110
_MOST_PER_TECHNIQUE: Final = 40  # leaves room for puzzles with rare techniques
_ALWAYS_PER_TECHNIQUE: Final = 3  # kept even if the level has enough puzzles
_SEED: Final = 2026


def write_graded_puzzles(file: Path = graded_puzzles.FILE, per_grade: int = _PER_GRADE) -> int:
    """Write the list of puzzles graded by clue count.

    Args:
        file: Where to write it.
        per_grade: Number of puzzles of each difficulty.

    Returns:
        The number of puzzles.
    """
    lines = ["# Graded puzzles, made by this project: grade by number of clues.", "# grade\tnumber\tclues\tpuzzle"]
    for grade in DIFFICULTIES:
        batch = generate_many(per_grade, difficulty=grade, seed=_SEED)
        rows = zip(batch.clues.tolist(), batch.puzzles, strict=True)
        lines += [f"{grade}\t{n}\t{clues}\t{write_line(puzzle.tobytes())}" for n, (clues, puzzle) in enumerate(rows)]
    file.write_text("\n".join(lines) + "\n", "ascii")
    return len(lines) - 2


def write_rated_puzzles(file: Path = graded.FILE, per_level: int = _PER_LEVEL) -> int:
    """Write the list of puzzles with level and hardest technique; this rates thousands of puzzles.

    Args:
        file: Where to write it.
        per_level: Number of puzzles of each level, at least.

    Returns:
        The number of puzzles.
    """
    puzzles: list[RatedPuzzle] = []
    levels: Counter[str] = Counter()
    techniques: Counter[str] = Counter()
    for batch in generate_stream(minimal=True, seed=_SEED):
        for digits in batch.puzzles:
            rating = rate(Grid.from_masks(digits.tobytes()))
            wanted = levels[rating.level] < per_level or techniques[rating.hardest] < _ALWAYS_PER_TECHNIQUE
            # Few techniques are easy, so each of them may occur more often.
            most = _MOST_PER_TECHNIQUE * (3 if rating.level == "easy" else 1)
            if wanted and techniques[rating.hardest] < most:
                puzzles.append(RatedPuzzle(rating.level, rating.hardest, write_line(digits.tobytes())))
                levels[rating.level] += 1
                techniques[rating.hardest] += 1
        if all(levels[level] >= per_level for level in LEVELS):
            break
    head = ["# Graded puzzles, made by this project: level by logic.", "# level\thardest technique\tpuzzle"]
    file.write_text("\n".join([*head, *("\t".join(puzzle) for puzzle in sorted(puzzles))]) + "\n", "ascii")
    return len(puzzles)


if __name__ == "__main__":
    print(write_graded_puzzles(), "puzzles graded by clue count")
    print(write_rated_puzzles(), "puzzles graded by logic")
