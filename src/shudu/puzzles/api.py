"""Puzzles: one, many, or a stream of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from shudu.core.arguments import check_int, check_threads
from shudu.core.errors import ImpossibleRequest, ShuduError
from shudu.core.randomness import check_seed, derive_seed, draw_indices
from shudu.core.sets import CellSet
from shudu.grids.full_grids import find_method
from shudu.grids.graded_puzzles import seeds_of
from shudu.puzzles import dig as sources
from shudu.puzzles.attempts import Source, stream
from shudu.puzzles.clues import check_clues, check_difficulty, check_pattern, orbits_of, read_pattern
from shudu.puzzles.result import GeneratedPuzzle, PuzzleBatch, joined
from shudu.puzzles.stored import stored_with

ATTEMPTS: Final = 300_000  # without a single success: then it is called impossible
_STORED: Final = 18  # clues up to which puzzles are images of stored ones
_SEARCHED: Final = 21  # clues up to which digging is too slow
_MOST_MINIMAL: Final = 40  # clues of the largest minimal puzzles that anybody has found
_TYPICAL: Final = 24  # clues that digging leaves on average


@dataclass(frozen=True, slots=True)
class Request:
    """What a puzzle is to be like. `clues` 0: as few as digging leaves."""

    clues: int
    minimal: bool
    symmetry: str
    pattern: CellSet | None
    grid: str
    method: str
    unbiased: bool
    difficulty: str | None


def generate(
    clues: int | None = None,
    *,
    difficulty: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    seed: int | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int = ATTEMPTS,
) -> GeneratedPuzzle:
    """A puzzle with exactly one solution, proven.

    >>> puzzle = generate(clues=30, symmetry="rotate180", seed=42)
    >>> len(puzzle.givens), puzzle.origin.how
    (30, 'dug')

    `clues` 17 to 80, or a `difficulty` (easy 38–45, medium 28–37, hard 22–27; medium if nothing is asked). `minimal`: no
    clue can go. `symmetry` of the clues' cells, or a `pattern` of cells. `grid` is how the final grid is made, `method`
    how the puzzle is: `dig`, or `seeds` for an image of a graded seed. `unbiased`: a minimal puzzle by controlled bias.
    17 and 18 clues are images of stored puzzles; `.origin` says so.

    Raises ImpossibleRequest if there is no such puzzle, or none came in so many `attempts`.
    """
    wish = _request(clues, difficulty, minimal, symmetry, pattern, grid, method, unbiased)
    return next(_batches(wish, check_seed(seed), 1, attempts))[0]


def generate_many(
    n: int,
    clues: int | None = None,
    *,
    difficulty: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    seed: int | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int = ATTEMPTS,
    threads: int | None = None,
) -> PuzzleBatch:
    """Many puzzles at once; what they are like is said as for `generate`.

    >>> batch = generate_many(100, minimal=True, seed=1)
    >>> len(batch), batch.puzzles.shape, bool((batch.clues >= 17).all())
    (100, (100, 81), True)
    """
    wish = _request(clues, difficulty, minimal, symmetry, pattern, grid, method, unbiased)
    made = _batches(wish, check_seed(seed), check_threads(threads), attempts)
    return joined(list(_first(check_int(n, "n", 0), made)))


def generate_stream(
    n: int | None = None,
    clues: int | None = None,
    *,
    difficulty: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    seed: int | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int = ATTEMPTS,
    threads: int | None = None,
) -> Iterator[PuzzleBatch]:
    """The puzzles of `generate_many` a few at a time, so that a million need no memory; without end if `n` is None.

    >>> sum(len(batch) for batch in generate_stream(1000, clues=40, seed=1))
    1000
    """
    wish = _request(clues, difficulty, minimal, symmetry, pattern, grid, method, unbiased)
    made = _batches(wish, check_seed(seed), check_threads(threads), attempts)
    return _first(None if n is None else check_int(n, "n", 0, "no-limit"), made)


def source_of(
    seed: int,
    clues: int | None = None,
    *,
    difficulty: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
) -> Source:
    """The numbered attempts behind `generate_many`, for those who share them out themselves.

    >>> from shudu.kernel.dig import Switch
    >>> source = source_of(1, minimal=True)
    >>> bool((source(2, 1, Switch()).puzzles[0] == generate_many(3, minimal=True, seed=1).puzzles[2]).all())
    True

    Raises ShuduError for a difficulty that is dug for, which takes turns between attempts of several kinds.
    """
    wish = _request(clues, difficulty, minimal, symmetry, pattern, grid, method, unbiased)
    if wish.difficulty and wish.method == "dig":
        raise ShuduError(f"puzzles of difficulty {wish.difficulty!r} do not come from one row of attempts")
    return _source(wish, check_seed(seed))[0]


def _request(
    clues: int | None,
    difficulty: str | None,
    minimal: bool,
    symmetry: str,
    pattern: str | CellSet | None,
    grid: str,
    method: str,
    unbiased: bool,
) -> Request:
    """Checks that what is asked for goes together."""
    if method not in ("dig", "seeds"):
        raise ShuduError(f"{method!r} is not a way to make puzzles; use dig or seeds")
    find_method(grid)
    orbits_of(symmetry)
    if clues is not None and difficulty is not None:
        raise ShuduError(f"clues={clues} and difficulty={difficulty!r}: only one of them can be asked for")
    if clues is not None:
        check_clues(clues, symmetry)
    if difficulty is not None:
        check_difficulty(difficulty)
    cells = None if pattern is None else read_pattern(pattern)
    if cells is not None:
        check_pattern(cells)
    wish = Request(clues or 0, minimal, symmetry, cells, grid, method, unbiased, difficulty)
    _check_together(wish)
    free = cells is None and not unbiased and method == "dig"
    if free and clues is None and difficulty is None and not minimal:
        return replace(wish, difficulty="medium")
    return wish


def _check_together(wish: Request) -> None:
    """Raises ShuduError for wishes that exclude each other, ImpossibleRequest for one that no puzzle fulfils."""
    asked = {
        "clues": wish.clues > 0,
        "difficulty": wish.difficulty is not None,
        "minimal": wish.minimal,
        "symmetry": wish.symmetry != "none",
        "a pattern": wish.pattern is not None,
        "grid": wish.grid != "uniform",
    }
    for way, allowed, reason in (
        (wish.unbiased and "unbiased", (), "such a puzzle is minimal and comes as chance will have it"),
        (wish.method == "seeds" and "method='seeds'", ("difficulty",), "an image is like the stored puzzle it is of"),
        (wish.pattern is not None and "a pattern", ("grid", "a pattern"), "the pattern says which cells are clues"),
        (_is_stored(wish) and f"{wish.clues} clues", ("clues", "minimal"), "these are images of stored puzzles"),
    ):
        refused = [name for name, is_asked in asked.items() if is_asked and name not in allowed]
        if way and refused:
            raise ShuduError(f"{', '.join(refused)} cannot be asked for together with {way}: {reason}")
    if wish.unbiased and wish.method == "seeds":
        raise ShuduError("unbiased cannot be asked for together with method='seeds': seeds are a choice of few puzzles")
    if wish.minimal and wish.clues > _MOST_MINIMAL:
        raise ImpossibleRequest(
            f"{wish.clues} clues, minimal: no minimal puzzle with more than {_MOST_MINIMAL} is known, and digging "
            "seldom leaves more than 28; ask for fewer clues, or not for a minimal puzzle"
        )


def _batches(wish: Request, seed: int, threads: int | None, attempts: int) -> Iterator[PuzzleBatch]:
    """Puzzles without end. Raises ImpossibleRequest after so many attempts in vain."""
    if wish.difficulty and wish.method == "dig":
        yield from _mixed(wish, seed, threads, attempts)
    source, least, most = _source(wish, seed)
    vain = 0
    for tried, batch in stream(source, least, most, threads):
        vain = 0 if len(batch) else vain + tried
        if len(batch):
            yield batch
        if vain >= attempts:
            raise ImpossibleRequest(f"no such puzzle in {vain:,} attempts; {_advice(wish)}")


def _advice(wish: Request) -> str:
    """What is likelier to be found."""
    if wish.pattern is not None:
        return "a pattern with more cells is likelier to be found"
    if wish.minimal and wish.clues > _TYPICAL:
        return f"minimal puzzles have about {_TYPICAL} clues: ask for fewer, or not for a minimal puzzle"
    if wish.symmetry != "none":
        return "ask for more clues, or less symmetry"
    return "ask for more clues"


def _source(wish: Request, seed: int) -> tuple[Source, int, int]:
    """The way to make such puzzles, and how many attempts a call makes at first and at most."""
    if wish.method == "seeds":
        return sources.images(seeds_of(wish.difficulty), "seeds", seed), 16, 8192
    if wish.unbiased:
        return sources.without_bias(seed), 64, 64
    if wish.pattern is not None:
        return sources.on_pattern(wish.pattern, seed, wish.grid), 256, 16384
    if _is_stored(wish):
        return sources.images(stored_with(wish.clues), "stored", seed), 16, 8192
    if wish.symmetry == "none" and 0 < wish.clues <= _SEARCHED:
        return sources.searched(wish.clues, wish.minimal, seed, wish.grid), 4, 96
    return sources.dug(wish.clues, wish.symmetry, wish.minimal, seed, wish.grid), 16, 1024


def _is_stored(wish: Request) -> bool:
    return wish.symmetry == "none" and 0 < wish.clues <= _STORED


def _mixed(wish: Request, seed: int, threads: int | None, attempts: int) -> Iterator[PuzzleBatch]:
    """Puzzles of a difficulty: each has its own number of clues, drawn from the band."""
    band = [n for n in check_difficulty(wish.difficulty or "") if _fits(n, wish.symmetry)]
    kinds: dict[int, Iterator[GeneratedPuzzle]] = {}
    for start in range(0, 1 << 62, 64):
        chosen = []
        for number in draw_indices(derive_seed(seed, wish.difficulty), start, 64, len(band)).tolist():
            clues = band[number]
            if clues not in kinds:
                kind = Request(clues, wish.minimal, wish.symmetry, None, wish.grid, "dig", False, None)
                kinds[clues] = _one_by_one(_batches(kind, derive_seed(seed, clues), threads, attempts))
            chosen.append(_of(seed, next(kinds[clues])))
            if start == 0:
                yield _batch(chosen[-1:])
        if start:
            yield _batch(chosen)


def _of(seed: int, puzzle: GeneratedPuzzle) -> GeneratedPuzzle:
    """The puzzle under the seed that was asked for, not under that of its number of clues."""
    return GeneratedPuzzle(puzzle.digits, puzzle.solution.digits, replace(puzzle.origin, seed=seed))


def _fits(clues: int, symmetry: str) -> bool:
    try:
        check_clues(clues, symmetry)
    except ImpossibleRequest:
        return False
    return True


def _one_by_one(batches: Iterator[PuzzleBatch]) -> Iterator[GeneratedPuzzle]:
    return (puzzle for batch in batches for puzzle in batch)


def _batch(puzzles: list[GeneratedPuzzle]) -> PuzzleBatch:
    digits = np.frombuffer(b"".join(each.digits for each in puzzles), np.uint8).reshape(-1, 81)
    solutions = np.frombuffer(b"".join(each.solution.digits for each in puzzles), np.uint8).reshape(-1, 81)
    return PuzzleBatch(digits, solutions, tuple(each.origin for each in puzzles))


def _first(n: int | None, batches: Iterator[PuzzleBatch]) -> Iterator[PuzzleBatch]:
    left = n
    for batch in batches if n != 0 else ():
        if left is None or len(batch) < left:
            yield batch
            left = None if left is None else left - len(batch)
        else:
            yield batch.part(slice(left))
            return
