"""The list of seeds by level: this project's own puzzles with their level and hardest technique.

`python -m shudu.puzzles.graded` makes it again.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from shudu.core.grid import Grid
from shudu.core.text import write_line
from shudu.logic.rating.rate import rate
from shudu.puzzles.api import generate_stream
from shudu.puzzles.demand import LEVELS

FILE: Final = Path(__file__).with_name("data") / "levels.tsv"
PER_LEVEL: Final = 110
_MOST_OF_ONE: Final = 40  # puzzles with the same hardest technique, so that rare ones get in
_SEED: Final = 2026


class RatedSeed(NamedTuple):
    """A stored puzzle with its level and its hardest technique."""

    level: str
    hardest: str
    line: str


@cache
def rated_seeds() -> tuple[RatedSeed, ...]:
    """All of them."""
    rows = (line.split("\t") for line in FILE.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(RatedSeed(*row) for row in rows)


def write_rated_seeds() -> None:
    """Fills the file with as many puzzles of each level as are wanted, of as many kinds as come."""
    found: list[RatedSeed] = []
    levels: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for batch in generate_stream(minimal=True, seed=_SEED):
        for digits in batch.puzzles:
            rating = rate(Grid(digits.tobytes()))
            wanted = levels[rating.level] < PER_LEVEL or kinds[rating.hardest] < 3
            if wanted and kinds[rating.hardest] < _MOST_OF_ONE * (3 if rating.level == "easy" else 1):
                found.append(RatedSeed(rating.level, rating.hardest, write_line(digits.tobytes())))
                levels[rating.level] += 1
                kinds[rating.hardest] += 1
        if all(levels[level] >= PER_LEVEL for level in LEVELS):
            break
    head = ["# Seeds by level: this project's own puzzles.", "# level\thardest technique\tpuzzle"]
    FILE.write_text("\n".join([*head, *("\t".join(seed) for seed in sorted(found))]) + "\n", "ascii")


if __name__ == "__main__":
    write_rated_seeds()
