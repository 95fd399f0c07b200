"""The rating of Sudoku Explainer: numbers, errors, time limit, and the same results on every path."""

import numpy as np
import pytest

import shudu
from shudu.core.errors import ConflictingGivens, ManySolutions, NoSolution, ShuduError
from shudu.locale.catalogue import table
from shudu.logic.rating.rate import PROFILES, rate, rate_many
from shudu.logic.rating.se import TECHNIQUES, SeRating, se_technique_name

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
NESTED = ".......12..3.145.6.516..34....16..53...2.5..45...43.2..7....4..1.54.6...489...26."
SLOW = "........1.....2.34235...6...72......65...78..8.3.257.6.8653....3.72.6...52..78.6."


def test_rating_has_three_numbers_and_the_hardest_technique() -> None:
    rating = rate(LINE, "se")
    assert rating == SeRating(4.2, 4.2, 2.6, "xy-wing", rating.steps)
    assert repr(rating) == "<SeRating ER 4.2, EP 4.2, ED 2.6, hardest xy-wing>"
    assert rating.score == rating.er
    assert {rating, rate(LINE, "se")} == {rating}
    assert rating.describe()[0] == "ER 4.2: the hardest step is XY-Wing."
    assert rating.describe("zh")[2] == "ED 2.6：第一步。"


def test_nested_chains_are_rated() -> None:
    rating = rate(NESTED, "se")
    assert (rating.er, rating.ep, rating.ed) == (10.4, 4.5, 2.6)
    assert se_technique_name(rating.hardest).endswith("(+ Forcing Chains)")


def test_every_technique_has_a_name_in_both_languages() -> None:
    for language in ("en", "zh"):
        names = [se_technique_name(technique, language) for technique in TECHNIQUES]
        assert len(set(names)) == len(names) == 62
        assert table("logic.se", language).keys() == table("logic.se", "en").keys()


def test_errors_are_those_of_the_other_profile() -> None:
    with pytest.raises(ManySolutions):
        rate("." * 81, "se")
    with pytest.raises(NoSolution):
        rate("12345678." + "........9" + "." * 63, "se")
    with pytest.raises(ConflictingGivens):
        rate("11" + "." * 79, "se")
    with pytest.raises(ShuduError, match="already solved"):
        rate(shudu.solve(LINE), "se")
    with pytest.raises(ShuduError, match="is not a rating profile"):
        rate(LINE, "sudoku explainer")
    with pytest.raises(ShuduError, match="above 0"):
        rate(LINE, "se", seconds=0)


def test_a_time_limit_ends_the_rating() -> None:
    with pytest.raises(ShuduError, match=r"not rated within 0.05 seconds"):
        rate(SLOW, "se", seconds=0.05)
    assert rate(LINE, "se", seconds=600).er == 4.2


def test_many_puzzles_give_columns_and_problems() -> None:
    rows = [LINE, "." * 81, NESTED, "11" + "." * 79]
    ratings = rate_many(rows, "se", threads=2)
    assert len(ratings) == 4
    assert tuple(ratings.columns) == PROFILES["se"].columns
    np.testing.assert_array_equal(ratings["er"], [4.2, np.nan, 10.4, np.nan])
    assert ratings["hardest"][0] == "xy-wing"
    assert {row: type(problem) for row, problem in ratings.problems.items()} == {1: ManySolutions, 3: ConflictingGivens}
    assert repr(ratings) == "<Ratings se: 4 puzzles, 2 without a rating>"
    by_level = rate_many(rows, "hodoku")
    assert by_level["level"].tolist() == ["hard", "", by_level["level"][2], ""]
    assert by_level.problems.keys() == ratings.problems.keys()


def test_no_rows_give_no_ratings() -> None:
    assert len(rate_many([], "se")) == 0


def test_progress_counts_every_puzzle() -> None:
    finished: list[int] = []
    rate_many([LINE] * 20 + ["." * 81], "se", progress=finished.append)
    assert sum(finished) == 21


def test_ratings_do_not_depend_on_the_number_of_threads() -> None:
    rows = [puzzle.line for puzzle in shudu.generate_many(60, minimal=True, seed=3)]
    one, four = rate_many(rows, "se", threads=1), rate_many(rows, "se", threads=4)
    for name, column in one.columns.items():
        assert column.tolist() == four[name].tolist()
    assert one["er"].tolist() == [rate(row, "se").er for row in rows]
