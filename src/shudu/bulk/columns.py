"""The columns a job can write: what they are called, their types, and what they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import pyarrow as pa

from shudu.bulk.errors import BulkError

TYPES: Final = {
    "puzzle": pa.string(),
    "solution": pa.string(),
    "solutions": pa.int64(),
    "clues": pa.uint8(),
    "level": pa.string(),
    "score": pa.float64(),
    "hardest": pa.string(),
    "steps": pa.uint16(),
    "canonical": pa.string(),
    "automorphisms": pa.uint16(),
    "rank": pa.decimal128(22, 0),
    "copies": pa.int64(),
}
RATED: Final = frozenset({"level", "score", "hardest", "steps"})
NEED_ONE_SOLUTION: Final = RATED | {"canonical", "automorphisms", "rank"}
DEFAULTS: Final = {
    "solve": ("puzzle", "solution", "solutions"),
    "rate": ("puzzle", "level", "score", "hardest", "steps"),
    "canonical": ("puzzle", "canonical", "automorphisms"),
    "generate": ("puzzle", "solution", "clues"),
    "dedupe": ("puzzle", "copies"),
}


def chosen(wish: str | Sequence[str] | None, operation: str, given: Iterable[str] = ()) -> tuple[str, ...]:
    """The columns asked for, or those an operation writes by itself. `given` are the input's own, which may be kept.

    >>> chosen("puzzle, clues", "solve")
    ('puzzle', 'clues')
    """
    if wish is None:
        return DEFAULTS[operation]
    names = tuple(name.strip() for name in (wish.split(",") if isinstance(wish, str) else wish))
    own = [name for name in TYPES if name != "copies" or operation == "dedupe"]
    given = list(given)
    for name in names:
        if name not in own and name not in given:
            also = f"; the input has {', '.join(given)}" if given else ""
            raise BulkError(f"{name!r} is not a column; there are {', '.join(own)}{also}")
        if names.count(name) > 1:
            raise BulkError(f"the column {name!r} is asked for twice")
    return names


def needs_solving(names: Iterable[str]) -> bool:
    """Whether puzzles have to be solved for these columns."""
    return bool({"solution", "solutions"} & set(names)) or needs_one_solution(names)


def needs_one_solution(names: Iterable[str]) -> bool:
    """Whether only puzzles with exactly one solution have these columns."""
    return bool(NEED_ONE_SOLUTION & set(names))


def needs_rating(names: Iterable[str]) -> bool:
    """Whether puzzles have to be solved by logic, which takes milliseconds each."""
    return bool(RATED & set(names))
