"""Puzzles with very few clues: the search for them, and the 17s and 18s it has found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from shudu.core.errors import ImpossibleRequest
from shudu.core.text import write_line
from shudu.grids.full_grids import full_grids
from shudu.kernel.dig import MOST_CLUES_OF_A_WALK, dig, walk
from shudu.kernel.grids import sample_grids
from shudu.kernel.load import Switch
from shudu.kernel.solve import solve_many
from shudu.puzzles.attempts import Source
from shudu.puzzles.clues import FEWEST_CLUES, orbits_of
from shudu.puzzles.dig import are_minimal
from shudu.puzzles.result import Origin, PuzzleBatch

FILE: Final = Path(__file__).with_name("data") / "lowclue.tsv"
PATIENCE: Final = 16  # steps without progress after which a walk ends

_RUNS_PER_CALL: Final = 96
_WORTH_KEEPING: Final = 18  # clues that are reported even if fewer were the goal


class LowCluePuzzle(NamedTuple):
    """A puzzle and the walk that found it: number `run` of the random seed, with its patience."""

    clues: int
    seed: int
    run: int
    patience: int
    steps: int
    line: str

    @property
    def command(self) -> str:
        """The command that finds it again."""
        run = f"--seed {self.seed} --first {self.run} --runs 1 --patience {self.patience}"
        return f"shudu generate --search {self.clues} {run}"


def search_source(clues: int, minimal: bool, seed: int, grid: str) -> Source:
    """Return a source that digs as far as possible, then walks to fewer clues.

    Args:
        clues: The clue count of the puzzles.
        minimal: Keep only puzzles in which every clue is necessary.
        seed: Random seed.
        grid: Method that makes the final grids.
    """
    origin, orbits = Origin("search", seed), orbits_of("none")

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        puzzles, left = dig(full_grids(n, grid, seed, first), orbits, 0, seed, first, switch)
        walks = walk(puzzles, clues, PATIENCE, seed, first, switch)
        best = np.where((left <= clues)[:, None], puzzles, walks.puzzles)
        best = best[np.count_nonzero(best, axis=1) == clues]
        if minimal:
            best = best[are_minimal(best)]
        return PuzzleBatch(best, solve_many(best, threads=1).solutions, (origin,) * len(best))

    return Source(attempt, 4, 96)


def search_low_clue(
    goal: int, seed: int, first: int = 0, runs: int | None = None, patience: int = PATIENCE
) -> Iterator[tuple[int, list[LowCluePuzzle]]]:
    """Yield the finds of walks `first`, `first + 1`, … of a random seed, as pairs (number of walks, finds).

    A walk starts at a uniform grid dug to a minimal puzzle. It ends at `goal` clues, or after `patience` steps without
    progress. Finds are puzzles with `goal` clues, and 18s on the way to 17.

    >>> runs, finds = next(search_low_clue(20, seed=1, runs=4))
    >>> runs, {find.clues for find in finds}
    (4, {20})

    Args:
        goal: Clue count to reach.
        seed: Random seed.
        first: Number of the first walk.
        runs: Number of walks; None to go on without end.
        patience: Steps without progress after which a walk ends.

    Raises:
        ImpossibleRequest: If the goal is outside of what a walk can reach.
    """
    if not FEWEST_CLUES <= goal <= MOST_CLUES_OF_A_WALK:
        raise ImpossibleRequest("puzzles.search-goal", clues=goal, fewest=FEWEST_CLUES, most=MOST_CLUES_OF_A_WALK)
    switch = Switch()
    starts = count(first, _RUNS_PER_CALL) if runs is None else range(first, first + runs, _RUNS_PER_CALL)
    for start in starts:
        n = _RUNS_PER_CALL if runs is None else min(_RUNS_PER_CALL, first + runs - start)
        dug, _ = dig(sample_grids(seed, start, n), orbits_of("none"), 0, seed, start, switch)
        walks = walk(dug, goal, patience, seed, start, switch)
        rows = zip(walks.clues.tolist(), range(start, start + n), walks.steps.tolist(), walks.puzzles, strict=True)
        finds = [
            LowCluePuzzle(clues, seed, run, patience, steps, write_line(puzzle.tobytes()))
            for clues, run, steps, puzzle in rows
            if clues <= max(goal, _WORTH_KEEPING)
        ]
        yield n, finds


@cache
def stored_low_clue() -> tuple[LowCluePuzzle, ...]:
    """Return the puzzles found so far, from tab-separated lines: clues, seed, run, patience, steps, puzzle."""
    rows = (line.split("\t") for line in FILE.read_text("ascii").splitlines() if not line.startswith("#"))
    return tuple(_parse(*row) for row in rows)


def _parse(clues: str, seed: str, run: str, patience: str, steps: str, line: str) -> LowCluePuzzle:
    return LowCluePuzzle(int(clues), int(seed), int(run), int(patience), int(steps), line)


def stored_lines(clues: int) -> tuple[str, ...]:
    """Return the stored puzzles with a clue count, as lines of 81 characters.

    >>> len(stored_lines(17)) >= 20 and len(stored_lines(18)) >= 200
    True
    """
    return tuple(puzzle.line for puzzle in stored_low_clue() if puzzle.clues == clues)
