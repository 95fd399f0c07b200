"""Puzzles for what a learner knows: solvable with the techniques learned so far, or with one more.

Few puzzles need a jellyfish or a remote pair once everything before it is known: `needed.txt` has some, a line per puzzle
with the topic and the givens. `python -m shudu.learn.puzzles` rebuilds the file, the same on every machine, in a few minutes.

>>> made = find_puzzle(["full-house", "hidden-single-box", "hidden-single-line"], seed=1)
>>> made.technique in ("full-house", "naked-single", "hidden-single")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from shudu.core.errors import ImpossibleRequest, ShuduError, quote
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.randomness import check_seed
from shudu.core.symmetry import Symmetry
from shudu.kernel.solve import solve
from shudu.learn.path import PATH, Topic
from shudu.learn.stock import load_stock, parse_position, puzzle_of, vary
from shudu.logic.registry import technique
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.api import generate_many

NEEDED_FILE: Final = Path(__file__).with_name("needed.txt")
_RARELY_NEEDED: Final = ("jellyfish", "remote-pair", "forcing-chain-verity")  # as more topics of the path are known
_MOST_NEEDED: Final = 12
_MOST_NEAR: Final = 4  # puzzles that are alike
_SEED: Final = 2026
_SINGLES: Final = ("full-house", "hidden-single", "naked-single")
_TRIES: Final = 1_500
_EASY_CLUES: Final = 42  # enough for singles in nearly every puzzle
_EASY_TRIES: Final = 30
_MOST_ADDED: Final = 8  # givens, so that the puzzle does not become easy elsewhere
_CELLS: Final = 12  # tried for one of them
_EASY: Final = 12  # topics tried as the hardest one before giving up


class LearnerPuzzle(NamedTuple):
    """A puzzle and the hardest technique it needs."""

    puzzle: Puzzle
    technique: str


def find_puzzle(known: Iterable[str], more: str | None = None, seed: int | None = None) -> LearnerPuzzle:
    """Return a puzzle that can be solved with what a learner knows.

    Singles count as known. If possible, the puzzle needs one of the last techniques learned: the others do not solve it.

    Args:
        known: The topics learned.
        more: One more topic, which must be on the path of the puzzle. The others alone do not solve it if such a puzzle
            is found: some patterns, such as locked pairs, can always be taken apart into easier ones.
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
        helpful: bytes | None = None  # the technique is on its path, but others would do
        for puzzle in islice(_candidates(goal, random), _TRIES // len(topics) + 20):
            fitting = _fill_until_solvable(puzzle, goal, allowed, random)
            if fitting is None:
                continue
            if _is_last_resort(goal) or not solve_by_logic(Grid(fitting), allowed - {goal.technique}).solved:
                return _transform(fitting, goal, random)
            helpful = helpful or fitting
        if helpful is not None:
            return _transform(helpful, goal, random)
    raise ImpossibleRequest("learn.no-puzzle", topics=[topic.id for topic in topics])


def _is_last_resort(topic: Topic) -> bool:
    """Return whether a path uses a technique only if all others fail; looking for it takes long."""
    return topic.chapter == "forcing"


def _transform(puzzle: bytes, goal: Topic, random: Random) -> LearnerPuzzle:
    return LearnerPuzzle(Puzzle(Grid(Symmetry.random(random).apply(puzzle))), goal.technique)


def _fill_until_solvable(puzzle: bytes, goal: Topic, allowed: set[str], random: Random) -> bytes | None:
    """Add givens where the techniques get stuck until they solve the puzzle with the goal on the path, or return None."""
    solution = solve(Grid(puzzle)).digits
    path = solve_by_logic(Grid(puzzle), allowed)
    for _ in range(0 if _is_last_resort(goal) else _MOST_ADDED):
        if path.solved or not path.counts[goal.technique]:
            break
        stuck = list(path.end.empty)
        for cell in random.sample(stuck, min(_CELLS, len(stuck))):
            filled = puzzle[:cell] + bytes((solution[cell],)) + puzzle[cell + 1 :]
            path = solve_by_logic(Grid(filled), allowed)
            if path.counts[goal.technique]:
                puzzle = filled
                break
    return puzzle if path.solved and path.counts[goal.technique] else None


def _candidates(topic: Topic, random: Random) -> Iterator[bytes]:
    """Yield puzzles that may need a technique: known ones, those of the stock, and puzzles near them."""
    needed = list(load_needed().get(topic.id, ()))
    puzzles = _puzzles_of_stock(topic)
    random.shuffle(needed)
    random.shuffle(puzzles)
    yield from needed
    yield from puzzles
    while True:
        if (varied := vary(random.choice(puzzles), random)) is not None:
            yield varied


def _puzzles_of_stock(topic: Topic) -> list[bytes]:
    return [puzzle_of(parse_position(line)) for line in load_stock()[topic.id]]


@cache
def load_needed() -> dict[str, tuple[bytes, ...]]:
    """Return the stored puzzles that need a topic although everything before it is known."""
    puzzles: dict[str, tuple[bytes, ...]] = {}
    for line in NEEDED_FILE.read_text("ascii").splitlines():
        if not line.startswith("#"):
            id, givens = line.split()
            puzzles[id] = (*puzzles.get(id, ()), Grid(givens).digits)
    return puzzles


def _find_needed(goal: Topic, random: Random) -> Iterator[bytes]:
    """Yield puzzles that need a topic although everything before it is known. Near one of them there are more."""
    before = {*_SINGLES, *(topic.technique for topic in PATH[: PATH.index(goal)])}
    puzzles, seen = _puzzles_of_stock(goal), set[bytes]()
    while True:
        varied = vary(random.choice(puzzles), random)
        fitting = varied and _fill_until_solvable(varied, goal, before | {goal.technique}, random)
        if fitting and fitting not in seen and not solve_by_logic(Grid(fitting), before).solved:
            seen.add(fitting)
            puzzles = _puzzles_of_stock(goal) if len(seen) % _MOST_NEAR == 0 else [*puzzles, fitting]
            yield fitting


def rebuild(file: Path = NEEDED_FILE) -> None:
    """Write the file of puzzles that need a topic although everything before it is known."""
    lines = ["# Puzzles that need a topic of the path, made by this project. Rebuild: python -m shudu.learn.puzzles"]
    for goal in PATH:
        if goal.id in _RARELY_NEEDED:
            found = islice(_find_needed(goal, Random(f"{_SEED} {goal.id}")), _MOST_NEEDED)
            lines += [f"{goal.id} {Grid(puzzle).line}" for puzzle in found]
    file.write_text("\n".join(lines) + "\n", "ascii")


def _find_easy(random: Random) -> LearnerPuzzle:
    """Return a puzzle that needs singles only."""
    for digits in generate_many(_EASY_TRIES, clues=_EASY_CLUES, seed=random.randrange(1 << 48)).puzzles:
        path = solve_by_logic(Grid(digits.tobytes()), _SINGLES)
        if path.solved:
            hardest = max(path.counts, key=lambda used: technique(used).order)
            return LearnerPuzzle(Puzzle(Grid(digits.tobytes())), hardest)
    raise ImpossibleRequest("learn.no-puzzle", topics=list(_SINGLES))


if __name__ == "__main__":
    rebuild()
