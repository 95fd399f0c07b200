"""The stock of drill positions, and the search for new ones. All positions come from this project's own puzzles.

`stock.txt` has a line `[topic]`, then one position per line: 81 characters (`1`–`9` given, `a`–`i` placed, `.` empty) and
the candidates removed before, as triples of digit, row and column. The first position of each topic is the one its lesson
uses. `python -m shudu.learn.stock` rebuilds the file, the same on every machine, in a few minutes.

A position belongs to a topic if the topic applies there and nothing easier does. Rare techniques are found near puzzles
that need them: a puzzle that shares most givens with one often needs the same technique.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.core.symmetry import Symmetry
from shudu.kernel.solve import solutions
from shudu.learn.path import PATH, TOPIC_OF_EASE, Topic, marks_of
from shudu.logic.coach import pattern_cells
from shudu.logic.registry import technique, techniques
from shudu.logic.salience import visible_singles
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.api import generate_many

FILE: Final = Path(__file__).with_name("stock.txt")
PER_TOPIC: Final = 60
_POOL: Final = 240  # positions from which the best are kept
_SEED: Final = 2026
_PUZZLES: Final = 16_000
_EASY_PUZZLES: Final = 600  # of each difficulty, for the first chapters
_MOST_VARIATIONS: Final = 5_000  # tried for one topic that is still short of positions
_FRESH_VARIATIONS: Final = 3_000
_USED_BEFORE: Final = {"scanning": "hidden-single", "notes": "hidden-triple"}  # hardest technique to reach a position
_MOST_SOLUTIONS: Final = 200
_SCANNED: Final = 46  # filled cells that make scanning neither hopeless nor trivial


@cache
def load_stock() -> dict[str, tuple[str, ...]]:
    """Return the stored positions of each topic, as text."""
    stock: dict[str, list[str]] = {}
    positions: list[str] = []
    for line in FILE.read_text("ascii").splitlines():
        if line.startswith("["):
            positions = stock.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            positions.append(line)
    return {topic: tuple(lines) for topic, lines in stock.items()}


def parse_position(text: str) -> Grid:
    """Return the position written on a line of the stock.

    >>> grid = parse_position("1b" + "." * 79 + " 319")
    >>> list(grid.digits[:2]), list(grid.givens), 3 in grid.candidates(8)
    ([1, 2], [0], False)
    """
    line, _, removed = text.partition(" ")
    digits = bytes("123456789abcdefghi.".index(character) % 9 + 1 if character != "." else 0 for character in line)
    givens = sum(1 << cell for cell, character in enumerate(line) if character in "123456789")
    triples = (divmod(int(removed[i : i + 3]), 100) for i in range(0, len(removed), 3))
    return Grid.from_masks(digits, givens).remove(
        Candidate(d, place // 10 * 9 + place % 10 - 10) for d, place in triples
    )


def format_position(grid: Grid) -> str:
    """Return a position as `parse_position` reads it."""
    letters = ".123456789", ".abcdefghi"
    line = "".join(letters[cell not in grid.givens][digit] for cell, digit in enumerate(grid.digits))
    removed = "".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for digit, cell in marks_of(grid))
    return f"{line} {removed}".rstrip()


def transform(grid: Grid, symmetry: Symmetry) -> Grid:
    """Return the image of a position: digits, givens and removed candidates.

    Args:
        grid: The position.
        symmetry: The symmetry to apply.
    """
    moved = [symmetry.target(cell) for cell in range(81)]
    givens = sum(1 << moved[cell] for cell in grid.givens)
    removed = (Candidate(symmetry.digits[digit - 1], moved[cell]) for digit, cell in marks_of(grid))
    return Grid.from_masks(symmetry.apply(grid.digits), givens).remove(removed)


def puzzle_of(grid: Grid) -> bytes:
    """Return the 81 digits of the puzzle that a position belongs to."""
    givens = grid.givens
    return bytes(digit if cell in givens else 0 for cell, digit in enumerate(grid.digits))


def find_positions(puzzle: bytes, topics: Iterable[Topic]) -> Iterator[tuple[Topic, Grid]]:
    """Yield the positions on the path of a puzzle in which one of the topics applies and nothing easier does.

    Args:
        puzzle: The 81 digits of a puzzle with one solution.
        topics: The topics to look for, at least one.
    """
    wanted = list(topics)
    hardest = max(technique(_USED_BEFORE.get(topic.chapter, topic.technique)).order for topic in wanted)
    path = solve_by_logic(Grid(puzzle), [each for each in techniques() if each.on and each.order <= hardest])
    for step, grid in zip(path.steps, path.grids(), strict=False):
        if step.technique in ("full-house", "naked-single", "hidden-single"):
            yield from _scanning_position(grid, wanted)
        else:
            order = technique(step.technique).order
            for topic in wanted:
                if technique(topic.technique).order == order and topic.instances(grid):
                    yield topic, grid


def _scanning_position(grid: Grid, wanted: list[Topic]) -> Iterator[tuple[Topic, Grid]]:
    """Yield the topic of the easiest single, if there is only one as easy."""
    visible = visible_singles(grid.digits)
    if visible:
        easiest = min(visible.values())
        id = TOPIC_OF_EASE[easiest] if list(visible.values()).count(easiest) == 1 else ""
        grid = Grid.from_masks(grid.digits, grid.givens.mask)
    else:
        id = "naked-single-notes" if grid.with_candidates(1) else "hidden-single-notes"
    for topic in wanted:
        if topic.id == id and len(topic.instances(grid)) == 1:
            yield topic, grid


def vary(puzzle: bytes, random: Random) -> bytes | None:
    """Return another puzzle with exactly one solution that shares all but a few givens with a puzzle.

    A few givens are dropped, and one that belongs to a single one of the solutions is added: the new puzzle has no more
    givens, so it is about as hard.

    Args:
        puzzle: The 81 digits of a puzzle.
        random: The source of random numbers.

    Returns:
        The digits of the new puzzle, or None if the choice of givens to drop allows none.
    """
    dropped = random.sample([cell for cell in range(81) if puzzle[cell]], random.choice((1, 1, 2)))
    left = bytes(0 if cell in dropped else digit for cell, digit in enumerate(puzzle))
    some = [grid.digits for grid in solutions(Grid(left), limit=_MOST_SOLUTIONS)]
    if len(some) in (1, _MOST_SOLUTIONS):
        return None
    uses = Counter((cell, solution[cell]) for solution in some for cell in range(81))
    choices = sorted(placement for placement, times in uses.items() if times == 1 and puzzle[placement[0]] == 0)
    if not choices:
        return None
    cell, digit = random.choice(choices)
    return left[:cell] + bytes((digit,)) + left[cell + 1 :]


def search_near(topic: Topic, positions: Iterable[Grid], random: Random, tries: int) -> Iterator[Grid]:
    """Yield new positions of a topic, found on the paths of puzzles near those of known positions.

    Args:
        topic: The topic.
        positions: Known positions of it.
        random: The source of random numbers.
        tries: How many puzzles to look at.
    """
    puzzles = [puzzle_of(grid) for grid in positions]
    for _ in range(tries):
        puzzle = vary(random.choice(puzzles), random)
        if puzzle is not None and (found := next(find_positions(puzzle, [topic]), None)) is not None:
            puzzles.append(puzzle)
            yield found[1]


def find_fresh(topic: Topic, random: Random) -> Grid:
    """Return a position of a topic that is not in the stock, from a new puzzle.

    Args:
        topic: The topic.
        random: The source of random numbers.

    Raises:
        ImpossibleRequest: If none is found, which is very unlikely.
    """
    stock = [parse_position(line) for line in random.sample(load_stock()[topic.id], 30)]
    position = next(search_near(topic, stock, random, _FRESH_VARIATIONS), None)
    if position is None:
        raise ImpossibleRequest("learn.nothing-fresh", topic=topic.id, tries=_FRESH_VARIATIONS)
    return position


def _niceness(topic: Topic, grid: Grid) -> tuple[int, ...]:
    """Return a key by which good positions come first: one instance, a small pattern, neither too empty nor too full."""
    instances = topic.instances(grid)
    filled = 81 - grid.digits.count(0)
    fullness = abs(filled - _SCANNED) // 3 if not topic.notes else -filled // 10
    return len(instances), min(_size(step) for step in instances), fullness


def _size(step: Step) -> int:
    return len(pattern_cells(step)) + len(step.links) + len(step.removes) // 3


def rebuild(file: Path = FILE, puzzles: int = _PUZZLES, per_topic: int = PER_TOPIC) -> dict[str, int]:
    """Write the stock; return the number of positions of each topic.

    Args:
        file: Where to write it.
        puzzles: How many puzzles to search first.
        per_topic: How many positions to keep for each topic.
    """
    pool: dict[str, dict[str, Grid]] = {topic.id: {} for topic in PATH}
    scanning = [topic for topic in PATH if topic.chapter in ("scanning", "notes")]
    for clues in ("38-45", "28-37"):
        for digits in generate_many(_EASY_PUZZLES, clues, seed=_SEED).puzzles:
            _collect(pool, digits.tobytes(), scanning)
    for number, digits in enumerate(generate_many(puzzles, minimal=True, seed=_SEED).puzzles):
        if missing := [topic for topic in PATH if len(pool[topic.id]) < _POOL]:
            _collect(pool, digits.tobytes(), missing)
        if number % 1000 == 0:
            print(number, {id: len(positions) for id, positions in pool.items()}, file=sys.stderr)
    for topic in PATH:
        positions, random = pool[topic.id], Random(f"{_SEED} {topic.id}")
        tries = _MOST_VARIATIONS if positions and len(positions) < 2 * per_topic else 0
        for grid in islice(search_near(topic, list(positions.values()), random, tries), 2 * per_topic):
            positions.setdefault(format_position(grid), grid)
    return _write(file, pool, per_topic)


def _collect(pool: dict[str, dict[str, Grid]], puzzle: bytes, topics: list[Topic]) -> None:
    """Add the best position of each topic on the path of a puzzle, so that drills come from many puzzles."""
    best: dict[str, Grid] = {}
    for topic, grid in find_positions(puzzle, topics):
        if topic.id not in best or _niceness(topic, grid) < _niceness(topic, best[topic.id]):
            best[topic.id] = grid
    for id, grid in best.items():
        pool[id].setdefault(format_position(grid), grid)


def _write(file: Path, pool: dict[str, dict[str, Grid]], per_topic: int) -> dict[str, int]:
    lines = ["# Positions for drills, made by this project. Rebuild: python -m shudu.learn.stock"]
    taken: set[str] = set()  # positions of other lessons
    for topic in PATH:
        positions = pool[topic.id]
        best = sorted(positions, key=lambda text: (text in taken, _niceness(topic, positions[text]), text))[:per_topic]
        taken.update(best[:1])
        lines += [f"[{topic.id}]", *best]
    file.write_text("\n".join(lines) + "\n", "ascii")
    return {topic.id: min(per_topic, len(pool[topic.id])) for topic in PATH}


if __name__ == "__main__":
    for id, number in rebuild().items():
        print(id, number)
