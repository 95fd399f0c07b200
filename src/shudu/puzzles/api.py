"""Generation of puzzles: one, many, or a stream of batches. Every puzzle has exactly one solution."""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.arguments import check_int, check_threads
from shudu.core.randomness import check_seed
from shudu.core.sets import CellSet
from shudu.puzzles.result import GeneratedPuzzle, PuzzleBatch, concatenate
from shudu.puzzles.sources import make_batches
from shudu.puzzles.spec import PuzzleSpec


def generate(
    clues: int | None = None,
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
        clues: Number of clues, 17 to 80. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 45 clues), `medium` (28 to 37) or `hard` (22 to 27).
        level: Level of the hardest technique, by HoDoKu's profile: `easy`, `medium`, `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle cannot be solved without, and than which it needs none harder: an id such as
            `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues: `none`, `rotate180`, `rotate90`, `horizontal`, `vertical`,
            `diagonal`, `antidiagonal` or `both` (horizontal and vertical).
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, as for `shudu.full_grid`.
        method: `dig`, or `graded` for a random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success, or puzzles rated for `level` and `needs`, before giving up. None for
            300,000 attempts or 3,000 puzzles.
        seed: Random seed from 0 to 2**64 - 1. None for different puzzles on each call.

    Returns:
        The puzzle, with its solution and its origin.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If there is no such puzzle, or none was found.
    """
    spec = PuzzleSpec(clues, difficulty, level, needs, minimal, symmetry, pattern, grid, method, unbiased, attempts)
    return next(make_batches(spec, 1, check_seed(seed), threads=1))[0]


def generate_many(
    n: int,
    clues: int | None = None,
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
    seed: int | None = None,
    threads: int | None = None,
) -> PuzzleBatch:
    """Return many puzzles. The first one is the puzzle `generate` returns for the same options and seed.

    By level or technique, puzzle i is the one `generate` returns for the random seed `seed + i`.

    >>> batch = generate_many(100, minimal=True, seed=1)
    >>> len(batch), batch.puzzles.shape, bool((batch.clues >= 17).all())
    (100, (100, 81), True)

    Args:
        n: Number of puzzles.
        clues: Number of clues, 17 to 80. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 45 clues), `medium` (28 to 37) or `hard` (22 to 27).
        level: Level of the hardest technique, by HoDoKu's profile: `easy`, `medium`, `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle cannot be solved without, and than which it needs none harder: an id such as
            `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues: `none`, `rotate180`, `rotate90`, `horizontal`, `vertical`,
            `diagonal`, `antidiagonal` or `both` (horizontal and vertical).
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, as for `shudu.full_grid`.
        method: `dig`, or `graded` for a random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success, or puzzles rated for `level` and `needs`, before giving up. None for
            300,000 attempts or 3,000 puzzles.
        seed: Random seed from 0 to 2**64 - 1. None for different puzzles on each call.
        threads: Number of threads; None for one per core. The result does not depend on it.

    Returns:
        The puzzles and their solutions as arrays, with their origins.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If there is no such puzzle, or none was found.
    """
    spec = PuzzleSpec(clues, difficulty, level, needs, minimal, symmetry, pattern, grid, method, unbiased, attempts)
    return concatenate(make_batches(spec, check_int(n, "n", 0), check_seed(seed), check_threads(threads)))


def generate_stream(
    n: int | None = None,
    clues: int | None = None,
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
    seed: int | None = None,
    threads: int | None = None,
) -> Iterator[PuzzleBatch]:
    """Return the puzzles of `generate_many` as an iterator over batches, so that memory does not grow with their number.

    >>> sum(len(batch) for batch in generate_stream(1000, clues=40, seed=1))
    1000

    Args:
        n: Number of puzzles; None for puzzles without end.
        clues: Number of clues, 17 to 80. With 17 or 18 the puzzle is an image of a stored one.
        difficulty: `easy` (38 to 45 clues), `medium` (28 to 37) or `hard` (22 to 27).
        level: Level of the hardest technique, by HoDoKu's profile: `easy`, `medium`, `hard`, `unfair` or `extreme`.
        needs: Technique the puzzle cannot be solved without, and than which it needs none harder: an id such as
            `xy-wing`, a name or a HoDoKu code.
        minimal: Whether every clue must be necessary.
        symmetry: Symmetry of the cells of the clues: `none`, `rotate180`, `rotate90`, `horizontal`, `vertical`,
            `diagonal`, `antidiagonal` or `both` (horizontal and vertical).
        pattern: Cells of the clues: a CellSet, or 81 characters with `.` for blank.
        grid: Method that makes the final grid, as for `shudu.full_grid`.
        method: `dig`, or `graded` for a random image of a stored graded puzzle.
        unbiased: Whether to draw from all minimal puzzles by controlled bias; slow.
        attempts: Attempts without success, or puzzles rated for `level` and `needs`, before giving up. None for
            300,000 attempts or 3,000 puzzles.
        seed: Random seed from 0 to 2**64 - 1. None for different puzzles on each call.
        threads: Number of threads; None for one per core. The result does not depend on it.

    Returns:
        An iterator over batches. The first batches are small.

    Raises:
        ShuduError: If an option has an unknown value, or options exclude each other.
        ImpossibleRequest: If there is no such puzzle, or none was found.
    """
    spec = PuzzleSpec(clues, difficulty, level, needs, minimal, symmetry, pattern, grid, method, unbiased, attempts)
    total = None if n is None else check_int(n, "n", 0, none_means="no-limit")
    return make_batches(spec, total, check_seed(seed), check_threads(threads))
