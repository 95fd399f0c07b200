"""Data sets for training: splits that are disjoint up to symmetry, leaks, the array files of HRM and TRM, tasks, scores.

Scores of answers follow from the rules alone, so that they never leak the solution.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shudu.core.errors import MalformedGrid, ShuduError
from shudu.core.geometry import HOUSES
from shudu.core.text import BLANKS, GridLike, to_digits, write_line
from shudu.grids.canonical import is_in_share
from shudu.kernel.grids import canonical_grids, canonical_puzzles
from shudu.kernel.solve import Rows, as_digits, solve, solve_many
from shudu.locale.catalogue import text

_VOCABULARY: Final = 11  # padding, blank and nine digits
_SET: Final = "all"


def split(rows: Rows, test: float = 0.1) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the indices of training and test puzzles such that no test grid is a training grid, even up to symmetry.

    A puzzle goes where its solution goes. The side of a puzzle depends on the puzzle alone, so that data sets made at
    different times stay disjoint. It is the rule of the column `split` of `shudu bulk`.

    >>> import shudu
    >>> puzzles = shudu.generate_many(200, clues=30, seed=1).puzzles
    >>> train, test = split(puzzles, 0.2)
    >>> len(train) + len(test), shudu.ml.find_leaks(puzzles[train], puzzles[test]).same_grid
    (200, 0)

    Args:
        rows: The puzzles: a sequence or an array, as for `shudu.solve_many`.
        test: The share of the test puzzles, about.

    Raises:
        MalformedGrid: If a row is not a grid.
        ShuduError: If a puzzle does not have exactly one solution, or the share is not between 0 and 1.
    """
    if not 0 <= test <= 1:
        raise ShuduError("ml.share", share=test)
    is_test = is_in_share(_solve_uniquely(as_digits(rows)), test)
    return np.flatnonzero(~is_test), np.flatnonzero(is_test)


def export_npy(folder: str | Path, train: Rows, test: Rows) -> None:
    """Write puzzles and solutions in the layout that the loaders of HRM and TRM read.

    The folder gets `train/`, `test/` and `identifiers.json`. Blank is 1 and digit d is d + 1, because 0 means padding.
    Augmentation is left to training: every puzzle is a group of its own.

    Args:
        folder: Where to write; it is created if needed.
        train: The training puzzles: a sequence or an array, as for `shudu.solve_many`.
        test: The test puzzles.

    Raises:
        MalformedGrid: If a row is not a grid.
        ShuduError: If a puzzle does not have exactly one solution.
    """
    root = Path(folder)
    for name, rows in (("train", train), ("test", test)):
        digits = as_digits(rows)
        _write_part(root / name, digits, _solve_uniquely(digits))
    (root / "identifiers.json").write_text(json.dumps(["<blank>"]), encoding="utf-8")


def make_task(puzzle: GridLike, language: str = "en") -> dict[str, Any]:
    """Return a puzzle as a task for a language model: question, answer and metadata.

    The entry has the form of reasoning-gym's task `sudoku`, so that its `score_answer` accepts it. `shudu.ml.reward` scores
    answers without comparing them with the solution.

    >>> task = make_task("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> task["answer"].splitlines()[0], task["metadata"]["num_empty"]
    ('5 3 4 6 7 8 9 1 2', 51)

    Args:
        puzzle: The puzzle, in any form that `shudu.Puzzle` accepts.
        language: The language of the question, `en` or `zh`.

    Raises:
        NoSolution: If the puzzle has no solution.
        ManySolutions: If it has several.
    """
    digits, solution = to_digits(puzzle), solve(puzzle).digits
    return {
        "question": text("ml.question", language, grid=_write_rows(digits)),
        "answer": _write_rows(solution),
        "metadata": {
            "source_dataset": "sudoku",
            "line": write_line(digits),
            "puzzle": np.frombuffer(digits, np.uint8).reshape(9, 9).tolist(),
            "solution": np.frombuffer(solution, np.uint8).reshape(9, 9).tolist(),
            "num_empty": digits.count(0),
        },
    }


def _write_rows(digits: bytes) -> str:
    return "\n".join(" ".join(str(digit or "_") for digit in digits[start : start + 9]) for start in range(0, 81, 9))


def _solve_uniquely(digits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    solved = solve_many(digits)
    others = np.flatnonzero(solved.counts != 1)
    if len(others):
        raise ShuduError("ml.not-unique", row=int(others[0]), puzzle=write_line(digits[others[0]].tobytes()))
    return solved.solutions


def _write_part(folder: Path, puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    n = len(puzzles)
    bounds = np.arange(n + 1, dtype=np.int32)
    arrays = {
        "inputs": puzzles + np.uint8(1),
        "labels": solutions + np.uint8(1),
        "puzzle_identifiers": np.zeros(n, np.int32),
        "puzzle_indices": bounds,
        "group_indices": bounds,
    }
    for name, array in arrays.items():
        np.save(folder / f"{_SET}__{name}.npy", array)
    facts: dict[str, Any] = {
        "seq_len": 81,
        "vocab_size": _VOCABULARY,
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
    }
    facts |= {"num_puzzle_identifiers": 1, "total_groups": n, "mean_puzzle_examples": 1, "sets": [_SET]}
    facts["total_puzzles"] = n  # TRM requires it, HRM ignores it
    (folder / "dataset.json").write_text(json.dumps(facts), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class LeakReport:
    """How much of a test set is in a training set.

    Attributes:
        train: The number of training puzzles.
        test: The number of test puzzles.
        same: Test puzzles that are in the training set unchanged.
        equivalent: Test puzzles that are the same as a training puzzle up to symmetry, those above included.
        same_grid: Test puzzles whose solution is that of a training puzzle up to symmetry, those above included.
        skipped: Puzzles of either set without exactly one solution; they are compared without symmetry.
    """

    train: int
    test: int
    same: int
    equivalent: int
    same_grid: int
    skipped: int

    @property
    def is_clean(self) -> bool:
        """Whether no test puzzle is in the training set, even up to symmetry."""
        return not (self.same or self.equivalent)


def find_leaks(train: Rows, test: Rows) -> LeakReport:
    """Return how many puzzles of a test set are also in a training set.

    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> report = find_leaks([line], [line[::-1]])
    >>> report.same, report.equivalent, report.is_clean
    (0, 1, False)

    Args:
        train: The training puzzles: a sequence or an array, as for `shudu.solve_many`.
        test: The test puzzles.

    Raises:
        MalformedGrid: If a row is not a grid.
    """
    old, new = _describe(as_digits(train)), _describe(as_digits(test))
    return LeakReport(
        train=len(old.lines),
        test=len(new.lines),
        same=_count(new.lines, old.lines),
        equivalent=_count(new.forms, old.forms),
        same_grid=_count(new.grids, old.grids),
        skipped=len(old.lines) - len(old.forms) + len(new.lines) - len(new.forms),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """The puzzles of a set, and the canonical forms of those with one solution and of their solutions."""

    lines: list[bytes]
    forms: list[bytes]
    grids: list[bytes]


def _describe(digits: NDArray[np.uint8]) -> _Rows:
    solved = solve_many(digits)
    unique = solved.counts == 1
    solutions = solved.solutions[unique]
    forms = canonical_puzzles(digits[unique], solutions).forms
    return _Rows(_to_bytes(digits), _to_bytes(forms), _to_bytes(canonical_grids(solutions).forms))


def _to_bytes(rows: NDArray[np.uint8]) -> list[bytes]:
    data = np.ascontiguousarray(rows).tobytes()
    return [data[start : start + 81] for start in range(0, len(data), 81)]


def _count(rows: list[bytes], known: list[bytes]) -> int:
    present = set(known)
    return sum(row in present for row in rows)


_ALL_DIGITS: Final = frozenset(range(1, 10))
_CELLS: Final = "123456789" + BLANKS
_TAG: Final = re.compile("<[^<>]*>")
_LONG_WORD: Final = re.compile(r"(?<!\S)\S{81}(?!\S)|(?<![0-9A-Za-z])[1-9]{81}(?![0-9A-Za-z])")
_LABEL: Final = re.compile(r"^[^:：]*[:：]|^\s*\d[.)]\s")  # as in "Row 1: 5 3 4 6 7 8 9 1 2" or "1. 534678912"
_SEPARATORS: Final = str.maketrans("", "", " \t|,[]'\"&\\")  # also those of lists of text and of LaTeX
_RULES: Final = "-+=:"


def verify(puzzle: GridLike, answer: GridLike) -> bool:
    """Return whether an answer solves a puzzle: a full grid that keeps the givens and obeys the rules.

    Args:
        puzzle: The puzzle, in any form that `shudu.Puzzle` accepts.
        answer: The answer, in any such form, or what a language model wrote: the last grid in it counts. Text without a
            grid is a wrong answer, not an error.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
    """
    return reward(puzzle, answer) == 1.0


def reward(puzzle: GridLike, answer: GridLike) -> float:
    """Return a score from 0 to 1 for an answer: the share of rows, columns and boxes that hold all nine digits.

    It is 1 if and only if `verify` is true, and 0 if the answer is not a grid or changes a given. It is computed without the
    solution: an answer scores the same whether or not its digits happen to be those of the solution.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> round(reward(puzzle, "534678912672195348" + puzzle[18:]), 3), reward(puzzle, "I give up")
    (0.074, 0.0)

    Args:
        puzzle: The puzzle, in any form that `shudu.Puzzle` accepts.
        answer: The answer, in any such form, or what a language model wrote: the last grid in it counts. Empty cells are
            allowed.

    Raises:
        MalformedGrid: If the puzzle is not a grid.
    """
    givens = to_digits(puzzle)
    digits = _find_last_grid(answer) if isinstance(answer, str) else b""
    try:
        digits = digits or to_digits(answer)
    except MalformedGrid:
        return 0.0
    if any(given and given != digit for given, digit in zip(givens, digits, strict=True)):
        return 0.0
    complete = sum({digits[cell] for cell in house} == _ALL_DIGITS for house in HOUSES)
    return complete / len(HOUSES)


def _find_last_grid(completion: str) -> bytes:
    """Return the digits of the last grid among other words: nine rows in succession, or a line of 81; empty if none."""
    last: bytes = b""
    rows: list[str] = []
    for line in _LONG_WORD.sub(r"\n\g<0>\n", _TAG.sub("\n", completion)).splitlines():
        word = line.translate(_SEPARATORS)
        unlabelled = _LABEL.sub("", line).translate(_SEPARATORS)
        word = unlabelled if len(unlabelled) in (9, 81) else word
        if len(word) not in (9, 81) or word.strip(_CELLS):
            if word.strip(_RULES):  # words end a grid, empty lines and rules do not
                rows = []
            continue
        rows = [*rows, word][-9:] if len(word) == 9 else [word]
        if len("".join(rows)) == 81:
            last = to_digits("".join(rows))
    return last
