"""Ratings: level, score, hardest technique and reasons, equal to HoDoKu's."""

from pathlib import Path
from random import Random

import pytest

from shudu.core.errors import ManySolutions, NoSolution, ShuduError
from shudu.kernel.solve import solve
from shudu.logic.rating.hodoku import HODOKU
from shudu.logic.rating.rate import rate

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"


def test_rating_has_level_score_and_reasons() -> None:
    rating = rate(LINE)
    assert (rating.profile, rating.level, rating.hardest) == ("hodoku", "hard", "xy-wing")
    assert rating.steps == len(rating.path.steps) == sum(rating.counts.values())
    reasons = {reason.kind: reason for reason in rating.reasons}
    assert reasons["hardest"].technique == "xy-wing"
    assert reasons["hardest"].level == "hard"
    assert "raised" not in reasons
    assert rating.describe("zh")[0] == "最难的技巧是 XY 翼，用到 5 次（级别：困难）。"
    assert {rating, rate(LINE)} == {rating}


@pytest.mark.parametrize(
    ("hardest", "score", "level"),
    [("easy", 800, "easy"), ("easy", 801, "medium"), ("medium", 1601, "unfair"), ("unfair", 1801, "extreme")],
)
def test_high_score_raises_the_level(hardest: str, score: int, level: str) -> None:
    assert HODOKU.level(hardest, score) == level


def test_own_puzzles_are_rated_as_by_hodoku(root: Path) -> None:
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()
    for line in lines:
        if not line.startswith("#"):
            puzzle, level, score = line.split("\t")
            if level in ("easy", "medium", "hard"):
                rating = rate(puzzle)
                assert (rating.level, rating.score) == (level, int(score)), puzzle


def test_puzzles_of_reference_are_rated_as_by_hodoku(shared: Path) -> None:
    assert not _different(Random(1).sample(_rated(shared, "Easy Medium Hard"), 250))


@pytest.mark.soak
def test_all_puzzles_of_reference_are_rated_as_by_hodoku(shared: Path) -> None:
    assert not _different(_rated(shared, "Easy Medium Hard"))


@pytest.mark.soak
def test_levels_of_all_puzzles_of_reference(shared: Path) -> None:
    rows = _rated(shared, "Easy Medium Hard Unfair Extreme")
    equal = sum(rate(puzzle).level == level.lower() for puzzle, level, _ in rows)
    assert equal >= 0.99 * len(rows)


def test_unratable_puzzles_raise_errors() -> None:
    with pytest.raises(ManySolutions):
        rate("." * 81)
    with pytest.raises(NoSolution):
        rate("5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8")
    with pytest.raises(ShuduError, match="already solved"):
        rate(solve(LINE))
    with pytest.raises(ShuduError, match="'nope' is not a rating profile; use hodoku"):
        rate(LINE, profile="nope")


def _rated(shared: Path, levels: str) -> list[tuple[str, str, int]]:
    rows = [line.split("\t") for line in (shared / "techniques" / "hodoku-ratings.tsv").read_text().splitlines()[1:]]
    return [(row[0], row[2], int(row[3])) for row in rows if row[2] in levels.split()]


def _different(rows: list[tuple[str, str, int]]) -> list[str]:
    ratings = [(puzzle, level, score, rate(puzzle)) for puzzle, level, score in rows]
    return [puzzle for puzzle, level, score, got in ratings if (got.level, got.score) != (level.lower(), score)]
