"""Which puzzles: so many of a kind, repeatable from a seed, no two the same up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.puzzle import Puzzle
from shudu.formats.io.sheet import Sheet, tidy_facts
from shudu.kernel.canonical import canonical_puzzles
from shudu.logic.rating.rate import rate
from shudu.logic.texts import technique_name
from shudu.puzzles.api import generate_stream
from shudu.puzzles.result import GeneratedPuzzle

_IN_VAIN: Final = 2000  # puzzles of another level in a row


def choose(count: int, seed: int, level: str | None = None, language: str = "en", **wish: Any) -> list[Sheet]:
    """So many puzzles, each rated, none alike up to symmetry. `wish` is what `shudu.generate` takes.

    >>> [sheet.fact("level") for sheet in choose(2, seed=1, clues=40)]
    ['easy', 'easy']

    Raises ImpossibleRequest if puzzles of that level do not come, ShuduError if the wish is not possible.
    """
    return list(islice(choosing(seed, level, language, **wish), count))


def choosing(seed: int, level: str | None = None, language: str = "en", **wish: Any) -> Iterator[Sheet]:
    """Such puzzles without end, one after the other."""
    vain = 0
    for puzzle in different(seed, **wish):
        sheet = rated(Sheet(puzzle.digits), language)
        if level is None or sheet.fact("level") == level:
            vain = 0
            yield sheet
        else:
            vain += 1
        if vain > _IN_VAIN:
            raise ImpossibleRequest(f"{_IN_VAIN} puzzles, and none is {level}; ask for another difficulty or level")


def rated(sheet: Sheet, language: str) -> Sheet:
    """A sheet with its level, rating and hardest technique, if it does not tell its level already."""
    if sheet.fact("level"):
        return sheet
    found = rate(Puzzle(sheet.puzzle))
    told = {"comment": technique_name(found.hardest, language), "level": found.level, "rating": f"{found.score:g}"}
    return replace(sheet, facts=tidy_facts(dict(sheet.facts) | told))


def different(seed: int, **wish: Any) -> Iterator[GeneratedPuzzle]:
    """Puzzles without end, no two of them the same up to symmetry."""
    seen: set[bytes] = set()
    for batch in generate_stream(None, seed=seed, threads=1, **wish):
        forms = canonical_puzzles(batch.puzzles, batch.solutions).forms
        for index, form in enumerate(forms):
            if form.tobytes() not in seen:
                seen.add(form.tobytes())
                yield batch[index]
