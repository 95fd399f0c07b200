"""The readable twin of the Sudoku Explainer rating, and the kernel, on puzzles that the original has rated."""

from pathlib import Path
from typing import NamedTuple

import pytest

import shudu
from shudu.logic.rating.rate import rate_many
from tests.twins.se.patterns import choices
from tests.twins.se.rate import rate_up_to_7_5


class RatedPuzzle(NamedTuple):
    line: str
    numbers: tuple[float, float, float]
    hardest: str


@pytest.fixture
def rated(root: Path) -> list[RatedPuzzle]:
    rows = (root / "tests/data/ratings-se.tsv").read_text("utf-8").splitlines()[1:]
    fields = [row.split("\t") for row in rows]
    return [RatedPuzzle(line, (float(er), float(ep), float(ed)), hardest) for line, er, ep, ed, hardest in fields]


def test_choices_come_by_increasing_mask() -> None:
    masks = [sum(1 << i for i in choice) for choice in choices(range(9), 3)]
    assert masks == sorted(masks)
    assert len(masks) == 84


def test_kernel_rates_own_puzzles_as_the_original(rated: list[RatedPuzzle]) -> None:
    assert len({puzzle.hardest for puzzle in rated}) > 25
    for puzzle in rated:
        rating = shudu.rate(puzzle.line, "se")
        assert (rating.er, rating.ep, rating.ed) == puzzle.numbers, puzzle.line
        assert rating.hardest == puzzle.hardest


def test_twin_rates_own_puzzles_as_the_original(rated: list[RatedPuzzle]) -> None:
    for puzzle in rated[::2]:
        _check_twin(puzzle.line, puzzle.numbers)


@pytest.mark.soak
def test_twin_agrees_with_the_kernel_on_hundreds_of_puzzles() -> None:
    lines = [puzzle.line for puzzle in shudu.generate_many(500, minimal=True, seed=5)]
    ratings = rate_many(lines, "se")
    for line, er, ep, ed in zip(lines, ratings["er"], ratings["ep"], ratings["ed"], strict=True):
        _check_twin(line, (er, ep, ed))


def _check_twin(line: str, numbers: tuple[float, float, float]) -> None:
    twin = rate_up_to_7_5(shudu.Puzzle(line).digits)
    if twin is None:
        assert numbers[0] >= 7.5, line
    else:
        assert twin == numbers, line
