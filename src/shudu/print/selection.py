"""Puzzles to print: repeatable from a seed, rated, and no two equivalent under symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.puzzle import Puzzle
from shudu.formats.io.sheet import Sheet, tidy_facts
from shudu.kernel.canonical import canonical_puzzles
from shudu.logic.rating.rate import rate
from shudu.logic.texts import technique_name
from shudu.puzzles.api import generate_stream
from shudu.puzzles.result import GeneratedPuzzle

_TRIES: Final = 2000  # puzzles of other levels in a row


def select_puzzles(
    seed: int,
    *,
    clues: int | None = None,
    difficulty: str | None = None,
    level: str | None = None,
    symmetry: str = "none",
    language: str = "en",
) -> Iterator[Sheet]:
    """Yield rated puzzles without end, no two equivalent under symmetry.

    Args:
        seed: The same seed gives the same puzzles.
        clues: The number of clues.
        difficulty: Their number by name, as in `shudu.generate`.
        level: Only puzzles of this level.
        symmetry: The symmetry of the clues.
        language: The language of the technique in their comments.

    Raises:
        ImpossibleRequest: If puzzles of that level do not turn up.
        ShuduError: If the request makes no sense.

    >>> from itertools import islice
    >>> [sheet.fact("level") for sheet in islice(select_puzzles(seed=1, clues=40), 2)]
    ['easy', 'easy']
    """
    misses = 0
    for puzzle in generate_distinct(seed, clues=clues, difficulty=difficulty, symmetry=symmetry):
        sheet = add_rating(Sheet(puzzle.digits), language)
        if level is None or sheet.fact("level") == level:
            misses = 0
            yield sheet
            continue
        misses += 1
        if misses > _TRIES:
            raise ImpossibleRequest("print.level-not-found", tries=_TRIES, level=level)


def add_rating(sheet: Sheet, language: str) -> Sheet:
    """Return a sheet with its level, rating and hardest technique, unless it has a level already.

    Args:
        sheet: A sheet whose puzzle has exactly one solution.
        language: The language of the technique's name.
    """
    if sheet.fact("level"):
        return sheet
    rating = rate(Puzzle(sheet.puzzle))
    facts = {"comment": technique_name(rating.hardest, language), "level": rating.level, "rating": f"{rating.score:g}"}
    return replace(sheet, facts=tidy_facts(dict(sheet.facts) | facts))


def generate_distinct(
    seed: int, *, clues: int | None = None, difficulty: str | None = None, symmetry: str = "none"
) -> Iterator[GeneratedPuzzle]:
    """Yield puzzles without end, no two equivalent under symmetry; the arguments are those of `shudu.generate`."""
    seen: set[bytes] = set()
    batches = generate_stream(None, clues, difficulty=difficulty, symmetry=symmetry, seed=seed, threads=1)
    for batch in batches:
        forms = canonical_puzzles(batch.puzzles, batch.solutions).forms
        for index, form in enumerate(forms):
            if form.tobytes() not in seen:
                seen.add(form.tobytes())
                yield batch[index]
