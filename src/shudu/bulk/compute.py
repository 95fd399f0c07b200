"""The columns of a batch of puzzles, from the kernel and the rating."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from shudu.bulk.cells import Bad, Digits, to_array, to_column
from shudu.bulk.columns import RATED, TYPES, needs_one_solution, needs_rating, needs_solving
from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.text import write_line
from shudu.kernel.canonical import Canonical, canonical_puzzles
from shudu.kernel.grids import rank_words
from shudu.kernel.solve import Batch, solve_many
from shudu.logic.rating.rate import rate

_PRECISE: Final = 2  # solutions to look for where there must be one


class Wish(NamedTuple):
    """What is to be worked out of each puzzle."""

    columns: tuple[str, ...]
    limit: int = 2
    profile: str = "hodoku"


class Computed(NamedTuple):
    """Columns by name, the rows of the batch they stand for, and those that have none."""

    columns: dict[str, pa.Array]
    rows: NDArray[np.int64]
    bad: list[Bad]


class Single(NamedTuple):
    """Puzzles with exactly one solution, the rows of the batch they are, and why the others are not."""

    digits: Digits
    found: Batch
    rows: NDArray[np.int64]
    bad: list[Bad]


def compute(digits: Digits, wish: Wish) -> Computed:
    """The wished columns that are made from the puzzles alone."""
    if needs_one_solution(wish.columns):
        single = with_one_solution(digits, max(wish.limit, _PRECISE), needs_rating(wish.columns))
        return Computed(_made(single.digits, single.found, wish), single.rows, single.bad)
    found = solve_many(digits, wish.limit, threads=1) if needs_solving(wish.columns) else None
    return Computed(_made(digits, found, wish), np.arange(len(digits)), [])


def from_pairs(puzzles: Digits, solutions: Digits, wish: Wish) -> dict[str, pa.Array]:
    """The wished columns of puzzles that are known to have just this one solution."""
    return _made(puzzles, Batch(solutions, np.ones(len(puzzles), np.uint64)), wish)


def _made(digits: Digits, found: Batch | None, wish: Wish) -> dict[str, pa.Array]:
    made: dict[str, pa.Array] = {}
    names = [name for name in wish.columns if name in TYPES]
    if needs_rating(names):
        made |= _ratings(digits, wish.profile)
    form: Canonical | None = None
    if found is not None and {"canonical", "automorphisms"} & set(names):
        form = canonical_puzzles(digits, found.solutions)
    for name in names:
        if name == "puzzle":
            made[name] = to_column(digits)
        elif name == "clues":
            made[name] = to_array((digits != 0).sum(axis=1, dtype=np.uint8), TYPES[name])
        elif name == "solution" and found is not None:
            made[name] = to_column(found.solutions, found.counts == 0)
        elif name == "solutions" and found is not None:
            made[name] = to_array(np.minimum(found.counts, np.uint64(wish.limit)).astype(np.int64), TYPES[name])
        elif name == "rank" and found is not None:
            made[name] = to_array(rank_words(found.solutions), TYPES[name])  # decimals are two words, the low one first
        elif name == "canonical" and form is not None:
            made[name] = to_column(form.forms)
        elif name == "automorphisms" and form is not None:
            made[name] = to_array(form.automorphisms.astype(np.uint16), TYPES[name])
    return made


def with_one_solution(digits: Digits, limit: int = _PRECISE, to_rate: bool = False) -> Single:
    """Solves puzzles and takes those with exactly one solution; to be rated they must have empty cells as well."""
    found = solve_many(digits, limit, threads=1)
    fine = found.counts == 1
    if to_rate:
        fine &= (digits == 0).any(axis=1)
    rows = np.flatnonzero(fine)
    if len(rows) == len(digits):
        return Single(digits, found, rows, [])
    bad = [_told(row, digits[row].tobytes(), int(found.counts[row])) for row in np.flatnonzero(~fine).tolist()]
    return Single(digits[rows], Batch(found.solutions[rows], found.counts[rows]), rows, bad)


def _told(row: int, digits: bytes, solutions: int) -> Bad:
    """Why a puzzle has no canonical form and no rating."""
    line = write_line(digits)
    if solutions == 1:
        return Bad(row, "the grid is full; a puzzle to rate has empty cells", line)
    if solutions:
        return Bad(row, "the puzzle has more than one solution", line)
    try:
        Puzzle(digits)
    except ShuduError as error:
        return Bad(row, str(error), line)
    return Bad(row, "the puzzle has no solution", line)


def _ratings(digits: Digits, profile: str) -> dict[str, pa.Array]:
    rated = [rate(Grid(row.tobytes()), profile) for row in digits]
    return {name: pa.array([getattr(each, name) for each in rated], TYPES[name]) for name in sorted(RATED)}
