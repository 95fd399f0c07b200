"""Makes the list of graded seeds again: the same puzzles on every machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from shudu.core.text import write_line
from shudu.grids.graded_puzzles import FILE
from shudu.puzzles.api import generate_many
from shudu.puzzles.clues import BANDS

PER_GRADE: Final = 120
_SEED: Final = 2026


def write_seeds(file: Path = FILE, per_grade: int = PER_GRADE) -> int:
    """Writes the file that `read_seeds` reads; tells how many seeds are in it."""
    lines = ["# Graded seeds: this project's own puzzles, graded by number of clues.", "# grade\tnumber\tclues\tpuzzle"]
    for grade in BANDS:
        batch = generate_many(per_grade, difficulty=grade, seed=_SEED)
        rows = zip(batch.clues.tolist(), batch.puzzles, strict=True)
        lines += [f"{grade}\t{n}\t{clues}\t{write_line(puzzle.tobytes())}" for n, (clues, puzzle) in enumerate(rows)]
    file.write_text("\n".join(lines) + "\n", "ascii")
    return len(lines) - 2
