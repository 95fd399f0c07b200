"""The columns a job can write, and how they are computed for a batch of puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from shudu.bulk.errors import BulkError
from shudu.bulk.io.arrow_columns import Digits, RowProblem, arrow_numbers, lines_from_digits
from shudu.core.errors import ShuduError, quote
from shudu.core.puzzle import Puzzle
from shudu.core.text import write_line
from shudu.grids.canonical import is_in_share
from shudu.kernel.grids import Canonical, canonical_puzzles, rank_words
from shudu.kernel.solve import Batch, count_guesses, solve_many
from shudu.locale.catalogue import text as translate
from shudu.logic.explain import explain
from shudu.logic.rating.profile import Profile
from shudu.logic.rating.rate import DEFAULT_SECONDS, PROFILES
from shudu.logic.solver import solve_by_logic

COLUMN_TYPES: Final[dict[str, Any]] = {
    "puzzle": pa.string(),
    "solution": pa.string(),
    "solutions": pa.int64(),
    "clues": pa.uint8(),
    "level": pa.string(),
    "score": pa.float64(),
    "hardest": pa.string(),
    "steps": pa.uint16(),
    "er": pa.float64(),
    "ep": pa.float64(),
    "ed": pa.float64(),
    "minutes": pa.float64(),
    "band": pa.string(),
    "canonical": pa.string(),
    "automorphisms": pa.uint16(),
    "rank": pa.decimal128(22, 0),
    "source": pa.string(),
    "question": pa.string(),
    "answer": pa.string(),
    "rating": pa.uint32(),
    "split": pa.string(),
    "explanation_en": pa.string(),
    "explanation_zh": pa.string(),
    "copies": pa.int64(),
}
TEST_SHARE: Final = 0.1  # of the rows in the split "test"
DEFAULT_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "solve": ("puzzle", "solution", "solutions"),
    "canonical": ("puzzle", "canonical", "automorphisms"),
    "generate": ("puzzle", "solution", "clues"),
    "dedupe": ("puzzle", "copies"),
}
_RATING_COLUMNS: Final = frozenset(name for profile in PROFILES.values() for name in profile.columns)
_UNIQUE_COLUMNS: Final = frozenset(
    {"canonical", "automorphisms", "rank", "answer", "rating", "split", "explanation_en", "explanation_zh"}
)  # like ratings, these need exactly one solution
_PROOF_LIMIT: Final = 2  # solutions to look for to prove that there is one


class Computation(NamedTuple):
    """What to compute for each puzzle.

    Attributes:
        columns: The names of the columns to return.
        limit: Solutions are counted up to this number.
        profile: The rating profile.
        kept: Those that are columns of the input.
    """

    columns: tuple[str, ...]
    limit: int = 2
    profile: str = "hodoku"
    kept: tuple[str, ...] = ()

    @property
    def computed(self) -> tuple[str, ...]:
        """The names of the columns to compute."""
        return tuple(name for name in self.columns if name not in self.kept)

    @property
    def needs_rating(self) -> bool:
        """Whether puzzles are solved by logic, which takes milliseconds per puzzle."""
        return not set(find_profile(self.profile).columns).isdisjoint(self.computed)

    @property
    def needs_unique(self) -> bool:
        """Whether a column is defined only for puzzles with exactly one solution."""
        return self.needs_rating or not _UNIQUE_COLUMNS.isdisjoint(self.computed)

    @property
    def needs_solving(self) -> bool:
        """Whether puzzles are solved by the kernel."""
        return self.needs_unique or not {"solution", "solutions"}.isdisjoint(self.computed)


class ComputedColumns(NamedTuple):
    """Columns by name, the rows of the batch they belong to, and the rows without a result."""

    columns: dict[str, pa.Array]
    rows: NDArray[np.int64]
    problems: list[RowProblem]


class UniquePuzzles(NamedTuple):
    """The puzzles of a batch with exactly one solution, their rows in it, and the problems of the other rows."""

    digits: Digits
    solved: Batch
    rows: NDArray[np.int64]
    problems: list[RowProblem]


def select_columns(
    names: str | Sequence[str] | None, operation: str, input_columns: Iterable[str] = (), profile: str = "hodoku"
) -> tuple[str, ...]:
    """Return the names of the columns to write.

    >>> select_columns("puzzle, clues", "solve")
    ('puzzle', 'clues')

    Args:
        names: Names, as a sequence or separated by commas; None for the default of the operation.
        operation: `solve`, `rate`, `canonical`, `generate` or `dedupe`.
        input_columns: The columns of the input, which may be kept.
        profile: The rating profile.

    Raises:
        BulkError: If there is no such column, one is named twice, or the profile does not have it.
    """
    if names is None:
        return default_columns(operation, profile)
    names = tuple(name.strip() for name in (names.split(",") if isinstance(names, str) else names))
    own = tuple(name for name in COLUMN_TYPES if name != "copies" or operation == "dedupe")
    inputs = tuple(input_columns)
    for name in names:
        if name not in own and name not in inputs and inputs:
            raise BulkError("bulk.unknown-column-of-input", column=quote(name), columns=own, inputs=inputs)
        if name not in own and name not in inputs:
            raise BulkError("bulk.unknown-column", column=quote(name), columns=own)
        if names.count(name) > 1:
            raise BulkError("bulk.column-twice", column=quote(name))
        if name in COLUMN_TYPES and not is_computed(name, profile) and name not in inputs:
            columns = find_profile(profile).columns
            raise BulkError("bulk.column-of-other-profile", column=quote(name), profile=profile, columns=columns)
    return names


def default_columns(operation: str, profile: str) -> tuple[str, ...]:
    """Return the columns that an operation writes unless others are named.

    >>> default_columns("rate", "se")
    ('puzzle', 'er', 'ep', 'ed', 'hardest', 'steps')
    """
    return ("puzzle", *find_profile(profile).columns) if operation == "rate" else DEFAULT_COLUMNS[operation]


def added_columns(operation: str, profile: str, inputs: Collection[str], puzzle_column: str) -> tuple[str, ...]:
    """Return the columns that an operation adds to a table unless others are named.

    Beside puzzles with another name, as in data sets, `solutions` of the input are solutions, not their number.

    >>> added_columns("solve", "hodoku", ["quizzes", "solutions"], "quizzes")
    ('solution',)
    """
    own = {"puzzle"} if puzzle_column in inputs else set()
    if puzzle_column != "puzzle" and "solutions" in inputs:
        own.add("solutions")
    return tuple(name for name in default_columns(operation, profile) if name not in own)


def kept_columns(
    names: Iterable[str], inputs: Collection[str], profile: str, added: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return which columns are those of the input.

    Args:
        names: The columns to return.
        inputs: The columns of the input.
        profile: The rating profile.
        added: The columns that are computed; None if the caller named the columns, which then are computed if possible. Only
            the source of puzzles is what the input says.
    """
    if added is not None:
        return tuple(name for name in names if name in inputs and name not in added)
    return tuple(name for name in names if name in inputs and (name == "source" or not is_computed(name, profile)))


def is_computed(name: str, profile: str) -> bool:
    """Return whether a column is computed: not one of the input, nor one of another rating profile."""
    return name in COLUMN_TYPES and name not in _RATING_COLUMNS.difference(find_profile(profile).columns)


def find_profile(name: str) -> Profile:
    """Return a rating profile.

    Raises:
        BulkError: If there is no such profile.
    """
    if name not in PROFILES:
        raise BulkError("bulk.unknown-profile", profile=quote(name), profiles=tuple(PROFILES))
    return PROFILES[name]


def compute_columns(digits: Digits, computation: Computation) -> ComputedColumns:
    """Compute the columns of a batch of puzzles."""
    if computation.needs_unique:
        limit = max(computation.limit, _PROOF_LIMIT)
        unique = find_unique(digits, limit, to_rate=computation.needs_rating)
        columns = _compute(unique.digits, unique.solved, computation)
        return ComputedColumns(columns, unique.rows, unique.problems)
    solved = solve_many(digits, computation.limit, threads=1) if computation.needs_solving else None
    return ComputedColumns(_compute(digits, solved, computation), np.arange(len(digits)), [])


def compute_from_solutions(puzzles: Digits, solutions: Digits, computation: Computation) -> dict[str, pa.Array]:
    """Compute the columns of puzzles that are known to have exactly these solutions."""
    return _compute(puzzles, Batch(solutions, np.ones(len(puzzles), np.uint64)), computation)


def find_unique(digits: Digits, limit: int = _PROOF_LIMIT, *, to_rate: bool = False) -> UniquePuzzles:
    """Solve puzzles and select those with exactly one solution.

    Args:
        digits: The puzzles.
        limit: Solutions are counted up to this number.
        to_rate: Whether full grids are problems too.
    """
    solved = solve_many(digits, limit, threads=1)
    accepted = solved.counts == 1
    if to_rate:
        accepted &= (digits == 0).any(axis=1)
    rows = np.flatnonzero(accepted)
    if len(rows) == len(digits):
        return UniquePuzzles(digits, solved, rows, [])
    others = np.flatnonzero(~accepted).tolist()
    problems = [RowProblem(row, *_explain_rejection(digits[row].tobytes(), int(solved.counts[row]))) for row in others]
    return UniquePuzzles(digits[rows], Batch(solved.solutions[rows], solved.counts[rows]), rows, problems)


def _compute(digits: Digits, solved: Batch | None, computation: Computation) -> dict[str, pa.Array]:
    names = computation.computed
    columns = _rate(digits, computation.profile) if computation.needs_rating else {}
    form: Canonical | None = None
    if solved is not None and {"canonical", "automorphisms"} & set(names):
        form = canonical_puzzles(digits, solved.solutions)
    for name in names:
        if name not in columns and name != "copies":  # counted by the job
            columns[name] = _compute_column(name, digits, solved, form, computation.limit)
    return columns


def _compute_column(
    name: str, digits: Digits, solved: Batch | None, form: Canonical | None, limit: int
) -> pa.Array | pa.ChunkedArray:
    """Compute one column. Only columns that need solving or a canonical form receive it."""
    type = COLUMN_TYPES[name]
    if name in ("puzzle", "question"):
        return lines_from_digits(digits)
    if name == "clues":
        return arrow_numbers((digits != 0).sum(axis=1, dtype=np.uint8), type)
    if name == "source":
        return pa.array(["shudu"] * len(digits), type)
    if name == "rating":
        return arrow_numbers(count_guesses(digits), type)
    if name.startswith("explanation_"):
        language = name.removeprefix("explanation_")
        return pa.array([_explain_path(row.tobytes(), language) for row in digits], type)
    if form is not None and name == "canonical":
        return lines_from_digits(form.forms)
    if form is not None and name == "automorphisms":
        return arrow_numbers(form.automorphisms.astype(np.uint16), type)
    assert solved is not None, name
    if name in ("solution", "answer"):
        return lines_from_digits(solved.solutions, solved.counts == 0)
    if name == "solutions":
        return arrow_numbers(np.minimum(solved.counts, np.uint64(limit)).astype(np.int64), type)
    if name == "rank":
        return arrow_numbers(rank_words(solved.solutions), type)  # a decimal is two words, low one first
    assert name == "split", name
    return pa.array(np.where(is_in_share(solved.solutions, TEST_SHARE), "test", "train"), type)


def _explain_path(digits: bytes, language: str) -> str:
    """Return how a person would solve a puzzle: one numbered sentence per line."""
    steps = solve_by_logic(digits).steps
    return "\n".join(f"{number}. {explain(step, language)}" for number, step in enumerate(steps, 1))


def _rate(digits: Digits, profile: str) -> dict[str, pa.Array]:
    """Rate puzzles with one solution. A puzzle that is not rated in time has no values."""
    system = find_profile(profile)
    ratings = system.rate_rows(digits, threads=1, seconds=DEFAULT_SECONDS)
    return {
        name: pa.array([getattr(rating, name, None) for rating in ratings], COLUMN_TYPES[name])
        for name in system.columns
    }


def _explain_rejection(digits: bytes, solutions: int) -> tuple[str, str]:
    """Return why a puzzle has no canonical form and no rating, and the puzzle as a line."""
    line = write_line(digits)
    if solutions == 1:
        return translate("bulk.bad_rows.full-grid"), line
    if solutions:
        return translate("bulk.bad_rows.many-solutions"), line
    try:
        Puzzle(digits)
    except ShuduError as error:
        return str(error), line
    return translate("bulk.bad_rows.no-solution"), line
