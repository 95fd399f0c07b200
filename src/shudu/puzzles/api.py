"""Generation of puzzles: one, many, or a stream of batches. Only `dig-blind` makes puzzles with several solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from shudu.core.arguments import check_int, check_threads
from shudu.core.grid import Grid
from shudu.core.randomness import check_seed
from shudu.core.sets import CellSet
from shudu.kernel.solve import count
from shudu.locale.catalogue import Message
from shudu.logic.rating.rate import rate
from shudu.puzzles.clues import orbits_of
from shudu.puzzles.difficulty import difficulty_of
from shudu.puzzles.dig import are_minimal
from shudu.puzzles.result import GeneratedPuzzle, PuzzleBatch, concatenate
from shudu.puzzles.sources import make_batches
from shudu.puzzles.spec import PuzzleSpec


def generate(
    clues: int | str | None = None,
    *,
    difficulty: str | None = None,
    level: str | None = None,
    needs: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int | None = None,
    techniques: Sequence[str] | None = None,
    uniqueness: bool | None = None,
    seed: int | None = None,
) -> GeneratedPuzzle:
    """Return a puzzle with exactly one solution. Without any options its difficulty is medium.

    >>> puzzle = generate(clues=30, symmetry="rotate180", seed=42)
    >>> len(puzzle.givens), puzzle.origin.how
    (30, 'dig')
    >>> from shudu.logic.rating.rate import rate
    >>> rate(generate(level="hard", method="graded", seed=1)).level
    'hard'

    Args:
        clues: Number of clues, 17 to 80, or a range such as `28-37`. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 55 clues), `medium` (28 to 37), `hard`, `expert` or `extreme` (17 to 27). The hardest
            technique and HoDoKu's level are of that difficulty too; `unfair` is accepted for `expert`.
        level: Level by HoDoKu's profile, both of the whole path and of its hardest technique: `easy`, `medium`,
            `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle needs: together with those before it in HoDoKu's order it solves the puzzle, and
            without it they do not. An id such as `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues: `none`, `rotate180`, `rotate90`, `horizontal`, `vertical`,
            `diagonal`, `antidiagonal` or `both` (horizontal and vertical).
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, as for `shudu.full_grid`.
        method: `dig`; `dig-blind` for holes without a test, as in the founding paper: such a puzzle may have several
            solutions; or `graded` for a random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success before giving up. None for 300,000, or 30,000 where puzzles are rated: for a
            difficulty, level or technique.
        techniques: Techniques that count for `level` and `needs`, by any name, instead of those that are on. Names with a
            sign change that choice: `+unique-loop` adds a technique, `-xy-wing` leaves one out.
        uniqueness: False to leave out techniques that rely on the puzzle having one solution, for `level` and `needs`.
        seed: Random seed from 0 to 2**64 - 1. None for different puzzles on each call.

    Returns:
        The puzzle, with its solution and its origin.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If there is no such puzzle, or none was found.
    """
    spec = PuzzleSpec(
        clues=clues,
        difficulty=difficulty,
        level=level,
        needs=needs,
        minimal=minimal,
        symmetry=symmetry,
        pattern=pattern,
        grid=grid,
        method=method,
        unbiased=unbiased,
        attempts=attempts,
        techniques=techniques,
        uniqueness=uniqueness,
    )
    return next(make_batches(spec, 1, check_seed(seed), threads=1))[0]


def generate_many(
    n: int,
    clues: int | str | None = None,
    *,
    difficulty: str | None = None,
    level: str | None = None,
    needs: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int | None = None,
    techniques: Sequence[str] | None = None,
    uniqueness: bool | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> PuzzleBatch:
    """Return many puzzles. The first one is the puzzle `generate` returns for the same options and seed.

    >>> batch = generate_many(100, minimal=True, seed=1)
    >>> len(batch), batch.puzzles.shape, bool((batch.clues >= 17).all())
    (100, (100, 81), True)

    Args:
        n: Number of puzzles.
        clues: Number of clues, 17 to 80, or a range such as `28-37`. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 55 clues), `medium` (28 to 37), `hard`, `expert` or `extreme` (17 to 27). The hardest
            technique and HoDoKu's level are of that difficulty too; `unfair` is accepted for `expert`.
        level: Level by HoDoKu's profile, both of the whole path and of its hardest technique: `easy`, `medium`,
            `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle needs: together with those before it in HoDoKu's order it solves the puzzle, and
            without it they do not. An id such as `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues: `none`, `rotate180`, `rotate90`, `horizontal`, `vertical`,
            `diagonal`, `antidiagonal` or `both` (horizontal and vertical).
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, as for `shudu.full_grid`.
        method: `dig`; `dig-blind` for holes without a test, as in the founding paper: such a puzzle may have several
            solutions; or `graded` for a random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success before giving up. None for 300,000, or 30,000 where puzzles are rated: for a
            difficulty, level or technique.
        techniques: Techniques that count for `level` and `needs`, by any name, instead of those that are on. Names with a
            sign change that choice: `+unique-loop` adds a technique, `-xy-wing` leaves one out.
        uniqueness: False to leave out techniques that rely on the puzzle having one solution, for `level` and `needs`.
        seed: Random seed from 0 to 2**64 - 1. None for different puzzles on each call.
        threads: Number of threads; None for one per core. The result does not depend on it.

    Returns:
        The puzzles and their solutions as arrays, with their origins.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If there is no such puzzle, or none was found.
    """
    spec = PuzzleSpec(
        clues=clues,
        difficulty=difficulty,
        level=level,
        needs=needs,
        minimal=minimal,
        symmetry=symmetry,
        pattern=pattern,
        grid=grid,
        method=method,
        unbiased=unbiased,
        attempts=attempts,
        techniques=techniques,
        uniqueness=uniqueness,
    )
    return concatenate(make_batches(spec, check_int(n, "n", 0), check_seed(seed), check_threads(threads)))


def generate_stream(
    n: int | None = None,
    clues: int | str | None = None,
    *,
    difficulty: str | None = None,
    level: str | None = None,
    needs: str | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | CellSet | None = None,
    grid: str = "uniform",
    method: str = "dig",
    unbiased: bool = False,
    attempts: int | None = None,
    techniques: Sequence[str] | None = None,
    uniqueness: bool | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Iterator[PuzzleBatch]:
    """Return the puzzles of `generate_many` as an iterator over batches, so that memory does not grow with their number.

    >>> sum(len(batch) for batch in generate_stream(1000, clues=40, seed=1))
    1000

    Args:
        n: Number of puzzles; None for an endless stream.
        clues: Number of clues, 17 to 80, or a range such as `28-37`. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 55 clues), `medium` (28 to 37), `hard`, `expert` or `extreme` (17 to 27). The hardest
            technique and HoDoKu's level are of that difficulty too; `unfair` is accepted for `expert`.
        level: Level by HoDoKu's profile, both of the whole path and of its hardest technique: `easy`, `medium`,
            `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle needs: together with those before it in HoDoKu's order it solves the puzzle, and
            without it they do not. An id such as `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues: `none`, `rotate180`, `rotate90`, `horizontal`, `vertical`,
            `diagonal`, `antidiagonal` or `both` (horizontal and vertical).
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, as for `shudu.full_grid`.
        method: `dig`; `dig-blind` for holes without a test, as in the founding paper: such a puzzle may have several
            solutions; or `graded` for a random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success before giving up. None for 300,000, or 30,000 where puzzles are rated: for a
            difficulty, level or technique.
        techniques: Techniques that count for `level` and `needs`, by any name, instead of those that are on. Names with a
            sign change that choice: `+unique-loop` adds a technique, `-xy-wing` leaves one out.
        uniqueness: False to leave out techniques that rely on the puzzle having one solution, for `level` and `needs`.
        seed: Random seed from 0 to 2**64 - 1. None for different puzzles on each call.
        threads: Number of threads; None for one per core. The result does not depend on it.

    Returns:
        An iterator over batches. The first batches are small.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If there is no such puzzle, or none was found.
    """
    spec = PuzzleSpec(
        clues=clues,
        difficulty=difficulty,
        level=level,
        needs=needs,
        minimal=minimal,
        symmetry=symmetry,
        pattern=pattern,
        grid=grid,
        method=method,
        unbiased=unbiased,
        attempts=attempts,
        techniques=techniques,
        uniqueness=uniqueness,
    )
    total = None if n is None else check_int(n, "n", 0, none_means="no-limit")
    return make_batches(spec, total, check_seed(seed), check_threads(threads))


def find_violations(digits: bytes, spec: PuzzleSpec) -> list[Message]:
    """Return what is wrong with a puzzle, each in a few words; nothing if it is what the specification asks for.

    Ratings are only looked at if the rest is right. How a puzzle was made cannot be seen, so `grid`, `method` and `unbiased`
    are not checked.

    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> find_violations(Grid(line).digits, PuzzleSpec(clues=30, symmetry="rotate180", difficulty=None))
    []
    >>> [message.render() for message in find_violations(Grid(line).digits, PuzzleSpec(clues=24))]
    ['30 clues instead of 24']

    Args:
        digits: The 81 digits.
        spec: What the puzzle must be like.
    """
    number = count(Grid(digits), limit=2)
    if number != 1:
        return [Message("puzzles.violations.no-solution" if not number else "puzzles.violations.several-solutions", {})]
    return list(_violations_of_clues(digits, spec)) or list(_violations_of_ratings(digits, spec))


def _violations_of_clues(digits: bytes, spec: PuzzleSpec) -> Iterator[Message]:
    givens = np.frombuffer(digits, np.uint8) != 0
    clues = int(givens.sum())
    if spec.clues is not None and clues != spec.clue_count and clues not in (spec.clue_range or ()):
        yield Message("puzzles.violations.clues", {"clues": clues, "asked": spec.clues})
    if spec.symmetry != "none" and (givens != givens[orbits_of(spec.symmetry)]).any():
        yield Message("puzzles.violations.symmetry", {"symmetry": spec.symmetry})
    if spec.cells is not None and sum(1 << int(cell) for cell in np.flatnonzero(givens)) != spec.cells.mask:
        yield Message("puzzles.violations.pattern", {})
    if spec.minimal and not are_minimal(np.frombuffer(digits, np.uint8).reshape(1, 81))[0]:
        yield Message("puzzles.violations.minimal", {})


def _violations_of_ratings(digits: bytes, spec: PuzzleSpec) -> Iterator[Message]:
    if spec.difficulty is None and not spec.is_by_demand:
        return
    rating = rate(Grid(digits))
    facts = {"clues": 81 - digits.count(0), "level": rating.level, "hardest": rating.hardest}
    if spec.difficulty is not None:
        difficulty = difficulty_of(81 - digits.count(0), rating.level, rating.hardest)
        if difficulty != spec.difficulty:
            yield Message("puzzles.violations.difficulty", facts | {"asked": spec.difficulty})
    if spec.is_by_demand and not spec.demand.matches(digits):
        yield Message("puzzles.violations.demand", facts)
