"""Which puzzles: so many of a kind, repeatable from a seed, no two the same up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from shudu.core.errors import ImpossibleRequest
from shudu.formats.sheet import Sheet
from shudu.generate.made import MadePuzzle
from shudu.generate.puzzles import generate_stream
from shudu.kernel.canonical import canonical_puzzles
from shudu.locale.explain import name_of
from shudu.rating.rate import rate

_IN_VAIN: Final = 2000  # puzzles of another level in a row


def choose(count: int, seed: int, level: str | None = None, language: str = "en", **wish: Any) -> list[Sheet]:
    """So many puzzles, each rated, none alike up to symmetry. `wish` is what `shudu.generate` takes.

    >>> [sheet.fact("level") for sheet in choose(2, seed=1, clues=40)]
    ['easy', 'easy']

    Raises ImpossibleRequest if puzzles of that level do not come, ShuduError if the wish is not possible.
    """
    chosen: list[Sheet] = []
    vain = 0
    for puzzle in different(seed, **wish):
        rated = rate(puzzle)
        if level is None or rated.level == level:
            told = (
                ("comment", name_of(rated.hardest, language)),
                ("level", rated.level),
                ("rating", f"{rated.score:g}"),
            )
            chosen.append(Sheet(puzzle.digits, facts=told))
            vain = 0
        else:
            vain += 1
        if len(chosen) == count:
            break
        if vain > _IN_VAIN:
            raise ImpossibleRequest(f"{_IN_VAIN} puzzles, and none is {level}; ask for another difficulty or level")
    return chosen


def different(seed: int, **wish: Any) -> Iterator[MadePuzzle]:
    """Puzzles without end, no two of them the same up to symmetry."""
    seen: set[bytes] = set()
    for batch in generate_stream(None, seed=seed, threads=1, **wish):
        forms = canonical_puzzles(batch.puzzles, batch.solutions).forms
        for index, form in enumerate(forms):
            if form.tobytes() not in seen:
                seen.add(form.tobytes())
                yield batch[index]
