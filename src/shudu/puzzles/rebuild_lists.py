"""Rebuilds the lists of graded puzzles, the same on every machine: `python -m shudu.puzzles.rebuild_lists`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.grid import Grid
from shudu.core.text import write_line
from shudu.grids import graded_puzzles
from shudu.grids.graded_puzzles import NO_DIFFICULTY, GradedPuzzle
from shudu.kernel.grids import isomorphs
from shudu.kernel.logic import FILLED
from shudu.kernel.solve import as_digits
from shudu.logic.path import follow_plans, tally
from shudu.logic.rating.by_path import HODOKU
from shudu.logic.rating.rate import rate, rate_many
from shudu.logic.registry import Technique, technique
from shudu.puzzles.api import generate_stream
from shudu.puzzles.by_demand import Demand, is_needed
from shudu.puzzles.by_difficulty import FEWEST_DUG
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS, difficulty_of
from shudu.puzzles.low_clue import stored_lines
from shudu.puzzles.result import PuzzleBatch
from shudu.puzzles.stored import LEVELS_FILE, NEEDS_FILE, RatedPuzzle, needed_puzzles

_SEED: Final = 2026
_PER_DIFFICULTY: Final = 130
_PER_CLUE_COUNT: Final = 12  # puzzles of a difficulty with 17, 18, …, 21 clues, kept besides
_PER_TECHNIQUE: Final = 12  # puzzles of any difficulty, kept besides
_MOST_PER_TECHNIQUE: Final = 40  # leaves room for puzzles with rare techniques
_IMAGES: Final = 4  # random images that must have the same level and hardest technique as the puzzle
_BATCH: Final = 100
# How many candidates to rate: of each kind, until every difficulty has enough.
_CANDIDATES: Final = {"38-55": 300, "28-33": 3_000, "19": 600, "20": 600, "21": 600, "minimal": 8_000}

# Puzzles by technique: how many to choose from and to keep, and what counts as rare: one puzzle in that many.
_NEED_CANDIDATES: Final = 160_000
_PER_NEED: Final = 10
_RARE: Final = 200
_MOST_EXTREME: Final = 60  # puzzles searched for forcing chains and nets, which takes long
# Puzzles that use a technique but do not need it get more clues until they do.
_MOST_USERS: Final = 300  # puzzles kept for that, of each technique
_VARIANTS: Final = 256  # of each puzzle
_MOST_MORE_CLUES: Final = 20

_PER_LEVEL: Final = 110  # at least
_ALWAYS_PER_TECHNIQUE: Final = 3  # kept even if the level has enough puzzles
_EXTREME: Final = tuple(
    each for each in HODOKU.list_techniques() if each.level == LEVELS[-1] and each.family == "forcing"
)


def write_graded_puzzles(
    file: Path = graded_puzzles.FILE, per_difficulty: int = _PER_DIFFICULTY, most_candidates: int | None = None
) -> int:
    """Write the list of graded puzzles: of every difficulty, with few clues, and for every technique that occurs.

    Args:
        file: Where to write it.
        per_difficulty: Number of puzzles of each difficulty, at least.
        most_candidates: Puzzles to rate of each kind at most; None for all that the list in the package was made from.

    Returns:
        The number of puzzles.
    """
    selection = _Selection(per_difficulty)
    for candidates in _candidates(most_candidates):
        selection.add(candidates)
    head = [
        "# Graded puzzles, made by this project.",
        "# difficulty\tlevel\thardest technique\tclues\tpuzzle",
    ]
    rows = ["\t".join(map(str, puzzle)) for puzzle in selection.list_puzzles()]
    file.write_text("\n".join([*head, *rows]) + "\n", "ascii")
    return len(rows)


class _Selection:
    """Chooses puzzles from candidates, so that every difficulty, clue count and technique is represented."""

    def __init__(self, per_difficulty: int) -> None:
        self.puzzles: list[GradedPuzzle] = []
        self._per_difficulty = per_difficulty
        self._counts: Counter[tuple[str, str | int]] = Counter()

    def add(self, candidates: NDArray[np.uint8]) -> None:
        """Rate some candidates and keep those that are wanted."""
        ratings = rate_many(candidates)
        for digits, level, hardest in zip(candidates, ratings["level"], ratings["hardest"], strict=True):
            clues = int(np.count_nonzero(digits))
            difficulty = difficulty_of(clues, str(level), str(hardest)) or NO_DIFFICULTY
            puzzle = GradedPuzzle(difficulty, str(level), str(hardest), clues, write_line(digits.tobytes()))
            needed = self._is_wanted(puzzle) and is_needed(technique(puzzle.hardest), digits.tobytes())
            if needed and _is_stable(puzzle):
                self.puzzles.append(puzzle)
                self._counts.update(self._keys(puzzle))

    def list_puzzles(self) -> list[GradedPuzzle]:
        """Return the puzzles by difficulty, level, technique and clue count."""
        order = {name: number for number, name in enumerate((*DIFFICULTIES, NO_DIFFICULTY))}
        levels = {name: number for number, name in enumerate(LEVELS)}
        return _thin(sorted(self.puzzles, key=lambda each: (order[each.difficulty], levels[each.level], *each[2:])))

    def _is_wanted(self, puzzle: GradedPuzzle) -> bool:
        of_difficulty, of_clues, of_technique, of_both = (self._counts[key] for key in self._keys(puzzle))
        if of_technique < _PER_TECHNIQUE:
            return True
        if puzzle.difficulty == NO_DIFFICULTY:
            return False
        few = puzzle.clues < FEWEST_DUG and of_clues < _PER_CLUE_COUNT
        most = self._per_difficulty if puzzle.level == "easy" else _MOST_PER_TECHNIQUE
        return few or (of_difficulty < self._per_difficulty and of_both < most)

    @staticmethod
    def _keys(puzzle: GradedPuzzle) -> tuple[tuple[str, str | int], ...]:
        return (
            ("difficulty", puzzle.difficulty),
            (puzzle.difficulty, puzzle.clues),
            ("technique", puzzle.hardest),
            (puzzle.difficulty, puzzle.hardest),
        )


def _thin(puzzles: list[GradedPuzzle]) -> list[GradedPuzzle]:
    """Return the puzzles with about `_PER_CLUE_COUNT` of each difficulty for each of 17 to 21 clues, evenly spaced.

    Those with a rare technique stay.
    """
    techniques = Counter(puzzle.hardest for puzzle in puzzles)
    groups = Counter((puzzle.difficulty, puzzle.clues) for puzzle in puzzles)
    seen: Counter[tuple[str, int]] = Counter()
    kept = []
    for puzzle in puzzles:
        group = puzzle.difficulty, puzzle.clues
        step = -(-groups[group] // _PER_CLUE_COUNT)
        rare = techniques[puzzle.hardest] <= _PER_TECHNIQUE
        if puzzle.clues >= FEWEST_DUG or rare or seen[group] % step == 0:
            kept.append(puzzle)
        seen[group] += 1
    return kept


def _candidates(most: int | None) -> Iterator[NDArray[np.uint8]]:
    """Yield batches of puzzles to choose from."""
    for clues in (17, 18):
        yield as_digits(stored_lines(clues)[:most])
    for kind, number in _CANDIDATES.items():
        stream = generate_stream(
            None, None if kind == "minimal" else kind, minimal=kind == "minimal", seed=_SEED, threads=1
        )
        rows = (row for batch in stream for row in batch.puzzles)
        left = number if most is None else min(number, most)
        while left > 0:
            yield np.array(list(islice(rows, min(_BATCH, left))))
            left -= _BATCH


def _is_stable(puzzle: GradedPuzzle) -> bool:
    """Return whether random images have the same level and hardest technique."""
    images = isomorphs(np.repeat(puzzle.digits.reshape(1, 81), _IMAGES, axis=0), _SEED, 0)
    ratings = rate_many(images)
    return {*ratings["level"]} == {puzzle.level} and {*ratings["hardest"]} == {puzzle.hardest}


def write_rated_puzzles() -> int:
    """Write the list of minimal puzzles of every level and return their number; this rates thousands of puzzles."""
    puzzles: list[RatedPuzzle] = []
    levels: Counter[str] = Counter()
    techniques: Counter[str] = Counter()
    for batch in generate_stream(minimal=True, seed=_SEED):
        for digits in batch.puzzles:
            rating = rate(Grid.from_masks(digits.tobytes()))
            wanted = levels[rating.level] < _PER_LEVEL or techniques[rating.hardest] < _ALWAYS_PER_TECHNIQUE
            # Few techniques are easy, so each of them may occur more often.
            most = _MOST_PER_TECHNIQUE * (3 if rating.level == "easy" else 1)
            if wanted and techniques[rating.hardest] < most:
                puzzles.append(RatedPuzzle(rating.level, rating.hardest, write_line(digits.tobytes())))
                levels[rating.level] += 1
                techniques[rating.hardest] += 1
        if all(levels[level] >= _PER_LEVEL for level in LEVELS):
            break
    head = ["# Puzzles made by this project: level by logic.", "# level\thardest technique\tpuzzle"]
    LEVELS_FILE.write_text("\n".join([*head, *("\t".join(puzzle) for puzzle in sorted(puzzles))]) + "\n", "ascii")
    return len(puzzles)


def write_needed_puzzles() -> int:
    """Write the list of puzzles that need a technique which few generated puzzles need, and return their number.

    Techniques that no candidate needs keep the puzzles they have, which come from longer searches. A hidden quad, for one,
    is needed only in a house with nine empty cells: with fewer, a naked subset of the other cells concludes the same.
    """
    collection = _NeedCollection()
    for batch in generate_stream(_NEED_CANDIDATES, minimal=True, seed=_SEED):
        collection.add(batch)
    collection.thin_out()
    head = ["# Puzzles made by this project, by a technique they need that is rare.", "# technique\tpuzzle"]
    found = needed_puzzles() | {id: lines for id, lines in collection.found.items() if lines}
    rows = [f"{each.id}\t{line}" for each in HODOKU.list_techniques() for line in found.get(each.id, ())]
    NEEDS_FILE.write_text("\n".join([*head, *rows]) + "\n", "ascii")
    return len(rows)


class _NeedCollection:
    """Collects puzzles by the technique they need."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}
        self._rated = self._extreme = 0
        self._times: Counter[str] = Counter()
        self._users: dict[str, list[tuple[NDArray[np.uint8], NDArray[np.uint8]]]] = {}
        self._plan = HODOKU.plan(lambda each: each.level != LEVELS[-1])

    def add(self, batch: PuzzleBatch) -> None:
        """File puzzles under the last technique on their path, and remember those that use a rare one before."""
        ends = follow_plans(batch.puzzles, self._plan)
        used, counts = tally(self._plan, ends)
        orders = np.array([each.order for each in used])
        last = np.where(counts > 0, orders, -1).max(axis=1)
        self._rated += len(batch)
        for row, filled in enumerate((ends["state"] == FILLED).tolist()):
            pair = batch.puzzles[row], batch.solutions[row]
            for number in np.flatnonzero(counts[row]).tolist():
                technique = used[number]
                if filled and orders[number] == last[row]:
                    self._times[technique.id] += 1
                    self._keep(technique, pair[0])
                elif len(users := self._users.setdefault(technique.id, [])) < _MOST_USERS:
                    users.append(pair)
            if not filled and self._extreme < _MOST_EXTREME:
                self._extreme += 1
                for each in _EXTREME:
                    self._keep(each, pair[0])

    def thin_out(self) -> None:
        """Drop common techniques; complete the others with puzzles that use them and have more clues."""
        for each in HODOKU.list_techniques():
            if self._times[each.id] * _RARE > self._rated or each.family == "brute force":
                self.found.pop(each.id, None)
            elif len(self.found.get(each.id, ())) < _PER_NEED:
                self._add_clues(each)

    def _keep(self, technique: Technique, digits: NDArray[np.uint8]) -> bool:
        """Keep a puzzle if it and random images of it need a technique."""
        lines = self.found.setdefault(technique.id, [])
        if len(lines) >= _PER_NEED or not Demand(needs=technique).select(digits.reshape(1, 81))[0]:
            return False
        images = isomorphs(np.repeat(digits.reshape(1, 81), _IMAGES, axis=0), _SEED, 0)
        if not Demand(needs=technique).select(images).all():
            return False
        lines.append(write_line(digits.tobytes()))
        return True

    def _add_clues(self, technique: Technique) -> None:
        random = np.random.default_rng(_SEED)
        for puzzle, solution in self._users.get(technique.id, ()):
            rows = np.repeat(puzzle.reshape(1, 81), _VARIANTS, axis=0)
            for row in rows:
                cells = random.permutation(np.flatnonzero(puzzle == 0))[: random.integers(1, _MOST_MORE_CLUES + 1)]
                row[cells] = solution[cells]
            for row in rows[Demand(needs=technique).select(rows)][:1]:
                self._keep(technique, row)
            if len(self.found.get(technique.id, ())) >= _PER_NEED:
                return


if __name__ == "__main__":
    print(write_graded_puzzles(), "graded puzzles")
    print(write_rated_puzzles(), "puzzles by level")
    print(write_needed_puzzles(), "puzzles by technique")
