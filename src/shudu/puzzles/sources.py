"""From a specification to puzzles: picks the way to make them and runs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Final

from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.randomness import derive_seed, draw_indices
from shudu.puzzles.attempts import Source, run_attempts
from shudu.puzzles.clues import possible_clues
from shudu.puzzles.difficulty import GENERATED_BANDS
from shudu.puzzles.dig import dig_source, pattern_source, unbiased_source
from shudu.puzzles.graded import graded_source, stored_source
from shudu.puzzles.low_clue import search_source, stored_lines
from shudu.puzzles.result import PuzzleBatch, concatenate
from shudu.puzzles.spec import TYPICAL_CLUES, PuzzleSpec

ATTEMPTS: Final = 300_000  # attempts without success after which a request counts as impossible
_SEEDS: Final = 1 << 64
_TURNS: Final = 64  # puzzles of a difficulty per batch


def make_batches(spec: PuzzleSpec, n: int | None, seed: int, threads: int | None = None) -> Iterator[PuzzleBatch]:
    """Return an iterator over batches of puzzles. They depend on the specification and the random seed only.

    Args:
        spec: What the puzzles must be like.
        n: Number of puzzles; None for puzzles without end.
        seed: Random seed.
        threads: Number of threads; None for one per core. Puzzles by level or technique always use one, since rating
            holds Python's interpreter lock.

    Raises:
        ImpossibleRequest: While iterating, after too many attempts without success.
    """
    spec = spec.completed()
    return _take(n, _by_demand(spec, seed) if spec.is_by_demand else _by_clues(spec, seed, threads))


def attempt_source(spec: PuzzleSpec, seed: int) -> Source:
    """Return the numbered attempts that make such puzzles, for callers that distribute them.

    >>> from shudu.kernel.load import Switch
    >>> from shudu.puzzles.api import generate_many
    >>> batch = attempt_source(PuzzleSpec(minimal=True), seed=1).attempt(2, 1, Switch())
    >>> bool((batch.puzzles[0] == generate_many(3, minimal=True, seed=1).puzzles[2]).all())
    True

    Raises:
        ShuduError: For a difficulty that is dug, which draws clue counts and so mixes several sources, and for a level
            or technique, which rates puzzles one by one.
    """
    spec = spec.completed()
    if spec.is_by_difficulty:
        raise ShuduError("puzzles.mixed-sources", difficulty=quote(spec.difficulty))
    if spec.is_by_demand:
        raise ShuduError("puzzles.not-by-attempts")
    return _source(spec, seed)


def _source(spec: PuzzleSpec, seed: int) -> Source:
    if spec.method == "graded":
        return graded_source(spec.difficulty, seed)
    if spec.unbiased:
        return unbiased_source(seed)
    if (cells := spec.cells) is not None:
        return pattern_source(cells, seed, spec.grid)
    if spec.clues is not None and spec.is_stored:
        return stored_source(stored_lines(spec.clues), seed)
    if spec.clues is not None and spec.is_searched:
        return search_source(spec.clues, spec.minimal, seed, spec.grid)
    return dig_source(spec.clues, spec.symmetry, spec.minimal, seed, spec.grid)


def _by_clues(spec: PuzzleSpec, seed: int, threads: int | None) -> Iterator[PuzzleBatch]:
    return _by_difficulty(spec, seed, threads) if spec.is_by_difficulty else _by_attempts(spec, seed, threads)


def _by_attempts(spec: PuzzleSpec, seed: int, threads: int | None) -> Iterator[PuzzleBatch]:
    limit = ATTEMPTS if spec.attempts is None or spec.is_by_demand else spec.attempts
    failures = 0
    for attempts, batch in run_attempts(_source(spec, seed), threads):
        failures = 0 if len(batch) else failures + attempts
        if len(batch):
            yield batch
        if failures >= limit:
            raise _no_puzzle(spec, failures)


def _no_puzzle(spec: PuzzleSpec, attempts: int) -> ImpossibleRequest:
    """Return the error for attempts without success, with advice."""
    if spec.pattern is not None:
        return ImpossibleRequest("puzzles.none-on-pattern", attempts=attempts)
    if spec.minimal and spec.clues is not None and spec.clues > TYPICAL_CLUES:
        return ImpossibleRequest("puzzles.none-minimal", attempts=attempts, clues=TYPICAL_CLUES)
    if spec.symmetry != "none":
        return ImpossibleRequest("puzzles.none-symmetric", attempts=attempts)
    return ImpossibleRequest("puzzles.none-found", attempts=attempts)


def _by_difficulty(spec: PuzzleSpec, seed: int, threads: int | None) -> Iterator[PuzzleBatch]:
    """Yield puzzles of a difficulty: each draws its clue count from the band and takes the next puzzle with that many."""
    possible = possible_clues(spec.symmetry)
    band = [clues for clues in GENERATED_BANDS[spec.difficulty or ""] if clues in possible]
    rows_of: dict[int, Iterator[PuzzleBatch]] = {}
    for start in count(step=_TURNS):
        rows = []
        for number in draw_indices(derive_seed(seed, spec.difficulty), start, _TURNS, len(band)).tolist():
            clues = band[number]
            if clues not in rows_of:
                part = replace(spec, clues=clues, difficulty=None)
                rows_of[clues] = _rows(_by_attempts(part, derive_seed(seed, clues), threads))
            rows.append(next(rows_of[clues]).with_seed(seed))
            if start == 0:  # one by one at first, so that the first puzzle comes soon
                yield rows[-1]
        if start:
            yield concatenate(rows)


def _rows(batches: Iterator[PuzzleBatch]) -> Iterator[PuzzleBatch]:
    return (batch[index : index + 1] for batch in batches for index in range(len(batch)))


def _by_demand(spec: PuzzleSpec, seed: int) -> Iterator[PuzzleBatch]:
    """Yield puzzles by level or technique, one per batch; puzzle i is the first match of the random seed `seed + i`."""
    from shudu.puzzles.by_demand import ATTEMPTS, Demand, first_match, stored_candidates  # loads the techniques

    demand = Demand.parse(spec.level, spec.needs)
    for number in count():
        own_seed = (seed + number) % _SEEDS
        graded = spec.method == "graded"
        candidates = stored_candidates(demand, own_seed) if graded else _by_clues(spec, own_seed, threads=1)
        yield first_match(demand, candidates, spec.attempts or ATTEMPTS)


def _take(n: int | None, batches: Iterator[PuzzleBatch]) -> Iterator[PuzzleBatch]:
    """Yield the first n puzzles of some batches, or all of them."""
    left = n
    for batch in batches if n != 0 else ():
        if left is None or len(batch) < left:
            yield batch
            left = None if left is None else left - len(batch)
        else:
            yield batch[:left]
            return
