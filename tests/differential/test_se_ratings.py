"""Ratings equal to Sudoku Explainer 1.2.1's on published puzzles (Berthier's unbiased collection)."""

from pathlib import Path
from random import Random

import pytest

from shudu.logic.rating.rate import rate_many


def test_reference_puzzles_are_rated_as_by_sudoku_explainer(shared: Path) -> None:
    rows = _reference(shared)
    sample = Random(2).sample(rows, 1500) + [row for row in rows if row[1] >= 8.5]
    assert rate_many([puzzle for puzzle, _ in sample], "se")["er"].tolist() == [er for _, er in sample]


@pytest.mark.soak
def test_all_reference_puzzles_are_rated_as_by_sudoku_explainer(shared: Path) -> None:
    rows = _reference(shared)
    assert rate_many([puzzle for puzzle, _ in rows], "se")["er"].tolist() == [er for _, er in rows]


def _reference(shared: Path) -> list[tuple[str, float]]:
    lines = (shared / "techniques" / "se121-ratings.tsv").read_text().splitlines()[1:]
    return [(puzzle, float(er)) for puzzle, er in (line.split("\t") for line in lines)]
