"""The search for puzzles with very few clues: walks from random grids, each found again by its seed and number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.text import write_line
from shudu.kernel.dig import MOST_CLUES_OF_A_WALK, Switch, dig, walk
from shudu.kernel.grids import sample_grids
from shudu.puzzles.clues import FEWEST, orbits_of
from shudu.puzzles.dig import PATIENCE
from shudu.puzzles.stored import Found

RUNS_A_CALL: Final = 96
WORTH: Final = 18  # clues that are worth telling even if fewer were looked for


def search_low(
    goal: int, seed: int, first: int = 0, runs: int | None = None, patience: int = PATIENCE
) -> Iterator[tuple[int, list[Found]]]:
    """Runs walks `first`, `first + 1`, … of a seed (without end if `runs` is None): how many, and what they found.

    A walk starts at a uniform grid dug to a minimal puzzle. It ends at `goal` clues or after
    `patience` steps in vain. Told are
    the finds with `goal` clues, and 18s on the way to 17.

    >>> runs, found = next(search_low(20, seed=1, runs=4))
    >>> runs, {each.clues for each in found}
    (4, {20})
    """
    if not FEWEST <= goal <= MOST_CLUES_OF_A_WALK:
        raise ImpossibleRequest(f"a search for {goal} clues: {FEWEST} to {MOST_CLUES_OF_A_WALK} can be looked for")
    switch = Switch()
    starts = count(first, RUNS_A_CALL) if runs is None else range(first, first + runs, RUNS_A_CALL)
    for start in starts:
        n = RUNS_A_CALL if runs is None else min(RUNS_A_CALL, first + runs - start)
        dug, _ = dig(sample_grids(seed, start, n), orbits_of("none"), 0, seed, start, switch)
        walked = walk(dug, goal, patience, seed, start, switch)
        rows = zip(walked.clues.tolist(), range(start, start + n), walked.steps.tolist(), walked.puzzles, strict=True)
        yield (
            n,
            [
                Found(clues, seed, run, patience, steps, write_line(puzzle.tobytes()))
                for clues, run, steps, puzzle in rows
                if clues <= max(goal, WORTH)
            ],
        )
