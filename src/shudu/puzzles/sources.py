"""From a specification to puzzles: picks the way to make them and runs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Final

from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.randomness import derive_seed, draw_indices
from shudu.kernel.load import Switch
from shudu.puzzles.attempts import Source, run_attempts
from shudu.puzzles.by_demand import no_match, select_source, stored_matches
from shudu.puzzles.by_difficulty import difficulty_source, graded_source
from shudu.puzzles.clues import possible_clues
from shudu.puzzles.dig import blind_source, dig_source, pattern_source, unbiased_source
from shudu.puzzles.low_clue import search_source, stored_lines
from shudu.puzzles.result import PuzzleBatch, concatenate
from shudu.puzzles.spec import TYPICAL_CLUES, PuzzleSpec
from shudu.puzzles.stored import stored_source

ATTEMPTS: Final = 300_000  # attempts without success after which a request counts as impossible
RATED_ATTEMPTS: Final = 30_000  # the same for a difficulty, level or technique, where attempts are rated
_ATTEMPTS_PER_DRAW: Final = 4  # attempts with the same clue count
_TURNS: Final = 64  # puzzles of a range of clue counts per batch
# Such a range was once called by the name of a difficulty; another label would change the puzzles of every random seed.
_LABELS: Final = {"38-45": "easy", "28-37": "medium", "22-27": "hard"}


def make_batches(spec: PuzzleSpec, n: int | None, seed: int, threads: int | None = None) -> Iterator[PuzzleBatch]:
    """Return an iterator over batches of puzzles. They depend on the specification and the random seed only.

    Args:
        spec: What the puzzles must be like.
        n: Number of puzzles; None for an endless stream.
        seed: Random seed.
        threads: Number of threads; None for one per core.

    Raises:
        ImpossibleRequest: While iterating, after too many attempts without success.
    """
    spec = spec.complete()
    if spec.is_by_demand and spec.method == "graded":
        return _take(n, stored_matches(spec.demand, seed, spec.attempts or RATED_ATTEMPTS))
    by_range = spec.clue_range is not None and not spec.is_by_demand
    return _take(n, _by_clue_range(spec, seed, threads) if by_range else _by_attempts(spec, seed, threads))


def attempt_source(spec: PuzzleSpec, seed: int) -> Source:
    """Return the numbered attempts that make such puzzles, for callers that distribute them.

    >>> from shudu.kernel.load import Switch
    >>> from shudu.puzzles.api import generate_many
    >>> batch = attempt_source(PuzzleSpec(minimal=True), seed=1).attempt(2, 1, Switch())
    >>> bool((batch.puzzles[0] == generate_many(3, minimal=True, seed=1).puzzles[2]).all())
    True

    Raises:
        ShuduError: For a range of clue counts, and for stored puzzles by level or technique.
    """
    spec = spec.complete()
    if spec.clue_range is not None or (spec.is_by_demand and spec.method == "graded"):
        raise ShuduError("puzzles.mixed-sources", clues=quote(spec.clues))
    return _source(spec, seed)


def _source(spec: PuzzleSpec, seed: int) -> Source:
    if spec.is_by_demand:
        return _demand_source(spec, seed)
    if spec.method == "graded":
        return graded_source(spec.difficulty, seed)
    if spec.method == "dig-blind":
        return blind_source(spec.clue_count, spec.symmetry, seed, spec.grid)
    if spec.difficulty is not None:
        return difficulty_source(spec.difficulty, spec.symmetry, spec.minimal, seed, spec.grid)
    if spec.unbiased:
        return unbiased_source(seed)
    if (cells := spec.cells) is not None:
        return pattern_source(cells, seed, spec.grid)
    if spec.clue_count is not None and spec.is_stored:
        return stored_source(stored_lines(spec.clue_count), seed)
    if spec.clue_count is not None and spec.is_searched:
        return search_source(spec.clue_count, spec.minimal, seed, spec.grid)
    return dig_source(spec.clue_count, spec.symmetry, spec.minimal, seed, spec.grid)


def _demand_source(spec: PuzzleSpec, seed: int) -> Source:
    """Return a source of puzzles by level or technique."""
    plain = replace(spec, level=None, needs=None, techniques=None, uniqueness=None)
    source = _source(plain, seed) if spec.clue_range is None else _range_source(plain, seed)
    return select_source(source, spec.demand)


def _range_source(spec: PuzzleSpec, seed: int) -> Source:
    """Return a source for a range of clue counts, which draws one for every few attempts."""
    band = _band(spec)
    sources = [_source(replace(spec, clues=clues), seed) for clues in band]
    label = derive_seed(seed, "clues of attempts")

    def attempt(first: int, n: int, switch: Switch) -> PuzzleBatch:
        batches, end = [], first + n
        while first < end:
            block = first // _ATTEMPTS_PER_DRAW
            then = min(end, (block + 1) * _ATTEMPTS_PER_DRAW)
            source = sources[draw_indices(label, block, 1, len(band))[0]]
            batches.append(source.attempt(first, then - first, switch))
            first = then
        return concatenate(batches)

    return Source(attempt, 16, 512)


def _band(spec: PuzzleSpec) -> list[int]:
    """Return the clue counts of a range that the symmetry allows."""
    possible = possible_clues(spec.symmetry)
    band = [clues for clues in spec.clue_range or () if clues in possible]
    if not band:
        raise ImpossibleRequest("puzzles.clues-not-symmetric", clues=spec.clues, symmetry=spec.symmetry)
    return band


def _by_attempts(spec: PuzzleSpec, seed: int, threads: int | None) -> Iterator[PuzzleBatch]:
    limit = spec.attempts or (RATED_ATTEMPTS if spec.is_by_demand or spec.difficulty is not None else ATTEMPTS)
    failures = 0
    for attempts, batch in run_attempts(_source(spec, seed), threads):
        failures = 0 if len(batch) else failures + attempts
        if len(batch):
            yield batch
        if failures >= limit:
            raise _no_puzzle(spec, failures)


def _no_puzzle(spec: PuzzleSpec, attempts: int) -> ImpossibleRequest:
    """Return the error for attempts without success, with advice."""
    if spec.is_by_demand:
        return no_match(spec.demand, attempts)
    if spec.pattern is not None:
        return ImpossibleRequest("puzzles.none-on-pattern", attempts=attempts)
    if spec.difficulty is not None:
        return ImpossibleRequest("puzzles.none-of-difficulty", attempts=attempts, difficulty=spec.difficulty)
    if spec.minimal and spec.clue_count is not None and spec.clue_count > TYPICAL_CLUES:
        return ImpossibleRequest("puzzles.none-minimal", attempts=attempts, clues=TYPICAL_CLUES)
    if spec.symmetry != "none":
        return ImpossibleRequest("puzzles.none-symmetric", attempts=attempts)
    return ImpossibleRequest("puzzles.none-found", attempts=attempts)


def _by_clue_range(spec: PuzzleSpec, seed: int, threads: int | None) -> Iterator[PuzzleBatch]:
    """Yield puzzles whose clue counts are drawn from a range: each takes the next puzzle with that many."""
    band = _band(spec)
    label = _LABELS.get(str(spec.clues), spec.clues)
    rows_of: dict[int, Iterator[PuzzleBatch]] = {}
    for start in count(step=_TURNS):
        rows = []
        for number in draw_indices(derive_seed(seed, label), start, _TURNS, len(band)).tolist():
            clues = band[number]
            if clues not in rows_of:
                part = replace(spec, clues=clues)
                rows_of[clues] = _rows(_by_attempts(part, derive_seed(seed, clues), threads))
            rows.append(next(rows_of[clues]).with_seed(seed))
            if start == 0:  # one by one at first, so that the first puzzle comes soon
                yield rows[-1]
        if start:
            yield concatenate(rows)


def _rows(batches: Iterator[PuzzleBatch]) -> Iterator[PuzzleBatch]:
    return (batch[index : index + 1] for batch in batches for index in range(len(batch)))


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
