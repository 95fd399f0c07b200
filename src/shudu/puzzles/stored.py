"""The stored puzzles with 17 and 18 clues: found by this project's own search, each with what finds it again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from shudu.grids.graded_puzzles import Seed

FILE: Final = Path(__file__).with_name("data") / "lowclue.tsv"


class Found(NamedTuple):
    """A puzzle and the run that found it: walk `run` of `seed`, that went on for `patience` steps in vain."""

    clues: int
    seed: int
    run: int
    patience: int
    steps: int
    line: str

    @property
    def command(self) -> str:
        """What finds it again."""
        run = f"--seed {self.seed} --first {self.run} --runs 1 --patience {self.patience}"
        return f"shudu generate --search {self.clues} {run}"


@cache
def read_stored(file: Path = FILE) -> tuple[Found, ...]:
    """The finds of a file of lines `clues`, `seed`, `run`, `patience`, `steps`, `puzzle`, parted by tabs."""
    rows = (line.split("\t") for line in file.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(_found(*row) for row in rows)


def _found(clues: str, seed: str, run: str, patience: str, steps: str, line: str) -> Found:
    return Found(int(clues), int(seed), int(run), int(patience), int(steps), line)


def stored_with(clues: int) -> tuple[Seed, ...]:
    """The stored puzzles with a number of clues.

    >>> len(stored_with(17)) >= 20 and len(stored_with(18)) >= 200
    True
    """
    found = (each for each in read_stored() if each.clues == clues)
    return tuple(Seed("stored", number, clues, each.line) for number, each in enumerate(found))
