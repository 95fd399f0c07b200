"""The stored puzzles with 17 and 18 clues: found by this project's own search, each with what finds it again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from shudu.generate.graded import Seed

FILE: Final = Path(__file__).with_name("data") / "lowclue.tsv"


class Found(NamedTuple):
    """A puzzle and the run that found it: walk `run` of `seed`."""

    clues: int
    seed: int
    run: int
    steps: int
    line: str

    @property
    def command(self) -> str:
        """What finds it again."""
        return f"shudu generate --search {self.clues} --seed {self.seed} --first {self.run} --runs 1"


@cache
def read_stored(file: Path = FILE) -> tuple[Found, ...]:
    """The finds of a file of lines `clues`, `seed`, `run`, `steps`, `puzzle`, parted by tabs."""
    rows = (line.split("\t") for line in file.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(Found(int(clues), int(seed), int(run), int(steps), line) for clues, seed, run, steps, line in rows)


def stored_with(clues: int) -> tuple[Seed, ...]:
    """The stored puzzles with a number of clues.

    >>> len(stored_with(17)) >= 20 and len(stored_with(18)) >= 200
    True
    """
    found = (each for each in read_stored() if each.clues == clues)
    return tuple(Seed("stored", number, clues, each.line) for number, each in enumerate(found))
