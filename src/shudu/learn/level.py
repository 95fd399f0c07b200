"""Puzzles for what a learner knows: solvable with the techniques learned so far, or with one more.

>>> made = find_puzzle(["full-house", "hidden-single-box", "hidden-single-line"], seed=1)
>>> made.technique in ("full-house", "naked-single", "hidden-single")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.randomness import check_seed
from shudu.core.symmetry import Symmetry
from shudu.learn.path import PATH, Topic
from shudu.learn.stock import load_stock, parse_position, vary
from shudu.logic.registry import technique
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.api import generate_many

_SINGLES: Final = ("full-house", "hidden-single", "naked-single")
_TRIES: Final = 400
_EASY_CLUES: Final = 42  # enough for singles in nearly every puzzle
_EASY_TRIES: Final = 30
_EASY: Final = 12  # topics tried as the hardest one before giving up


class LearnerPuzzle(NamedTuple):
    """A puzzle and the hardest technique it needs."""

    puzzle: Puzzle
    technique: str


def find_puzzle(known: Iterable[str], more: str | None = None, seed: int | None = None) -> LearnerPuzzle:
    """Return a puzzle that can be solved with what a learner knows.

    Singles count as known. If possible, the puzzle needs one of the last techniques learned.

    Args:
        known: The topics learned.
        more: One more topic, which the puzzle must need.
        seed: The same seed gives the same puzzle.

    Raises:
        ShuduError: If a topic does not exist.
        ImpossibleRequest: If no such puzzle is found.
    """
    by_id = {topic.id: topic for topic in PATH}
    names = [*known, *([more] if more else [])]
    if unknown := [name for name in names if name not in by_id]:
        raise ShuduError("learn.unknown-topic", topic=quote(unknown[0], 48))
    random = Random(check_seed(seed))
    allowed = {*_SINGLES, *(by_id[name].technique for name in names)}
    if more is not None and by_id[more].technique not in _SINGLES:
        return _search([by_id[more]], allowed, random)
    learned = [by_id[name] for name in names if by_id[name].technique not in _SINGLES]
    learned.sort(key=lambda topic: -technique(topic.technique).order)
    try:
        return _search(learned[:_EASY], allowed, random) if learned else _find_easy(random)
    except ImpossibleRequest:
        return _find_easy(random)


def _search(topics: list[Topic], allowed: set[str], random: Random) -> LearnerPuzzle:
    """Return a puzzle whose hardest technique is one of the topics, preferring the first ones."""
    for goal in topics:
        for puzzle in islice(_candidates(goal, random), _TRIES // len(topics) + 20):
            path = solve_by_logic(Grid(puzzle), allowed)
            if path.solved and path.counts[goal.technique]:
                image = Symmetry.random(random).apply(puzzle)
                return LearnerPuzzle(Puzzle(Grid(image)), goal.technique)
    raise ImpossibleRequest("learn.no-puzzle", topics=[topic.id for topic in topics])


def _candidates(topic: Topic, random: Random) -> Iterator[bytes]:
    """Yield puzzles that need a technique: those of the stock and puzzles near them."""
    positions = [parse_position(line) for line in load_stock()[topic.id]]
    puzzles = [bytes(d if cell in grid.givens else 0 for cell, d in enumerate(grid.digits)) for grid in positions]
    random.shuffle(puzzles)
    yield from puzzles
    while True:
        if (varied := vary(random.choice(puzzles), random)) is not None:
            yield varied


def _find_easy(random: Random) -> LearnerPuzzle:
    """Return a puzzle that needs singles only."""
    for digits in generate_many(_EASY_TRIES, clues=_EASY_CLUES, seed=random.randrange(1 << 48)).puzzles:
        path = solve_by_logic(Grid(digits.tobytes()), _SINGLES)
        if path.solved:
            hardest = max(path.counts, key=lambda used: technique(used).order)
            return LearnerPuzzle(Puzzle(Grid(digits.tobytes())), hardest)
    raise ImpossibleRequest("learn.no-puzzle", topics=list(_SINGLES))
