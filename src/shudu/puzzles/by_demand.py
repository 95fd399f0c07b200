"""`shudu.generate` with all its wishes: those of the generator, a level, a technique."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from shudu.core.arguments import check_int
from shudu.core.errors import ImpossibleRequest, ShuduError
from shudu.core.randomness import check_seed
from shudu.core.symmetry import Symmetry
from shudu.core.text import read_line
from shudu.kernel.solve import solve
from shudu.puzzles.api import generate as generate_plain
from shudu.puzzles.api import generate_stream
from shudu.puzzles.demand import Wish
from shudu.puzzles.graded import rated_seeds
from shudu.puzzles.result import GeneratedPuzzle, Origin

ATTEMPTS: Final = 3000  # puzzles rated before a wish is given up
FILLED: Final = 66  # clues with which most puzzles ask for full houses only


def generate(
    clues: int | None = None,
    *,
    level: str | None = None,
    needs: str | None = None,
    seed: int | None = None,
    attempts: int | None = None,
    **options: Any,
) -> GeneratedPuzzle:
    """A puzzle with exactly one solution, proven; see `shudu.puzzles.api.generate` for the other options.

    >>> generate(clues=30, seed=1).origin.how
    'dug'
    >>> from shudu.logic.rating.rate import rate
    >>> rate(generate(level="hard", method="seeds", seed=1)).level
    'hard'

    `level` is one of easy, medium, hard, unfair, extreme; `needs` a technique that the puzzle asks for, and nothing
    harder. `attempts` bounds the search.

    Raises ImpossibleRequest if none was found.
    """
    if level is None and needs is None:
        limit: dict[str, Any] = {} if attempts is None else {"attempts": attempts}
        return generate_plain(clues, seed=seed, **limit, **options)
    wish = Wish.parse(level, needs)
    start = check_seed(seed)
    tried = ATTEMPTS if attempts is None else check_int(attempts, "attempts", 1)
    candidates = (
        _fresh(wish, start, clues, options)
        if options.get("method") != "seeds"
        else _stored(wish, start, clues, options)
    )
    for _, puzzle in zip(range(tried), candidates, strict=False):
        if wish.holds(puzzle.digits):
            return puzzle
    raise ImpossibleRequest(f"no puzzle {wish} among {tried:,} that were made; ask for more attempts, or for less")


def _fresh(wish: Wish, seed: int, clues: int | None, options: dict[str, Any]) -> Iterator[GeneratedPuzzle]:
    """Puzzles as the generator makes them; minimal ones if nothing else is asked, since those are the most demanding."""
    if clues is None and not {"difficulty", "pattern", "minimal"} & options.keys():
        if wish.needs and wish.needs.id == "full-house":
            clues = FILLED
        else:
            options = {**options, "minimal": True}
    for batch in generate_stream(None, clues, seed=seed, threads=1, **options):
        yield from batch


def _stored(wish: Wish, seed: int, clues: int | None, options: dict[str, Any]) -> Iterator[GeneratedPuzzle]:
    """Images of stored puzzles, of which nothing else can be asked. Raises ShuduError if it is."""
    asked = [name for name in ("clues", *options) if name != "method" and (name != "clues" or clues is not None)]
    if asked:
        raise ShuduError(
            f"{', '.join(asked)} cannot be asked for together with method='seeds' and a level or technique"
        )
    return _images(wish, seed)


def _images(wish: Wish, seed: int) -> Iterator[GeneratedPuzzle]:
    """Random images of the stored puzzles that were as wished."""
    random = Random(seed)
    fitting = [
        stored
        for stored in rated_seeds()
        if wish.level in (None, stored.level) and (wish.needs is None or wish.needs.id == stored.hardest)
    ]
    while fitting:
        stored = random.choice(fitting)
        digits = Symmetry.random(random).apply(read_line(stored.line))
        origin = Origin("seeds", seed, image_of=stored.line, grade=stored.level)
        yield GeneratedPuzzle(digits, solve(GeneratedPuzzle(digits, b"", origin)).digits, origin)
