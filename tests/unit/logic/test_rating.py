"""Ratings: level, score, hardest technique and reasons, equal to HoDoKu's."""

import pickle
from math import inf
from pathlib import Path
from random import Random

import pytest

from shudu.core.errors import ManySolutions, NoSolution, ShuduError
from shudu.core.grid import Grid
from shudu.kernel.solve import solve
from shudu.logic.rating.by_path import HODOKU, PathProfile
from shudu.logic.rating.rate import rate, rate_many
from shudu.logic.registry import technique
from shudu.logic.solver import follow_by_finders, solve_by_logic

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


def test_techniques_can_be_chosen() -> None:
    loop = "72..3...1......6......19....1......46...53..7.8..2..53...19.57....2.8...........8"
    for line, added in ((loop, "medusa-3d"), (LINE, "wxyz-wing"), (LINE, "bug-type-2")):
        rating = rate(line, techniques=[f"+{added}"])
        assert rating.counts[added] > 0 or rating == rate(line)
    assert rate(loop, techniques=["+medusa-3d"]).counts["medusa-3d"]
    assert not rate(loop).counts["medusa-3d"]
    without = rate(LINE, techniques=["-xy-wing"])
    assert without.counts["xy-wing"] == 0 and without.score > rate(LINE).score
    rows = rate_many([LINE, loop], techniques=["-xy-wing"], uniqueness=False)
    assert rows["score"].tolist()[0] == rate(LINE, techniques=["-xy-wing"], uniqueness=False).score
    assert rate(LINE, uniqueness=True) == rate(LINE, techniques=["+xy-wing"]) == rate(LINE)


def test_what_the_chosen_techniques_do_not_solve_counts_as_brute_force() -> None:
    rating = rate(LINE, techniques=["hidden single", "naked single"])
    assert {*rating.counts} <= {"hidden-single", "naked-single", "brute-force"} and rating.hardest == "brute-force"
    assert not any(technique(id).unique for id in rate(LINE, uniqueness=False).counts)


def test_other_profiles_have_fixed_techniques() -> None:
    for profile in ("se", "player"):
        with pytest.raises(ShuduError, match=f"{profile} has a fixed list of techniques"):
            rate_many([LINE], profile, uniqueness=False)


@pytest.mark.parametrize(
    ("hardest", "score", "level"),
    [("easy", 800, "easy"), ("easy", 801, "medium"), ("medium", 1601, "unfair"), ("unfair", 1801, "extreme")],
)
def test_high_score_raises_the_level(hardest: str, score: int, level: str) -> None:
    assert HODOKU.level(hardest, score) == level


def test_a_profile_is_data_and_needs_no_change_elsewhere() -> None:
    """A fourth profile: only singles and intersections, in its own order, each with a weight of its own."""
    order = {"hidden-single": 1, "pointing": 2, "naked-single": 3}
    simple = PathProfile(
        name="simple",
        system="a test",
        uses=lambda known: known.id in order,
        options={},
        order=lambda known: order[known.id],
        weigh=lambda known: order[known.id],
        grade=lambda known: "hard" if known.id == "naked-single" else "easy",
        ceilings={"easy": 200, "hard": inf},
    )
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    rating = rate(line, simple)
    assert (rating.profile, rating.band, rating.score, rating.hardest) == ("simple", "easy", 51, "hidden-single")
    other = simple.rate(Grid(LINE))
    assert other.score == sum(order[id] for id in other.path.techniques) and other.hardest == "pointing"
    assert rate_many([line, LINE], simple)["level"].tolist() == ["easy", "easy"]


def test_own_puzzles_are_rated_as_by_hodoku(root: Path) -> None:
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    exact = [row for row in rows if row[1] != "extreme"]
    assert {level for _, level, _ in exact} == {"easy", "medium", "hard", "unfair"}
    for puzzle, level, score in exact:
        rating = rate(puzzle)
        assert (rating.level, rating.score) == (level, int(score)), puzzle


@pytest.mark.parametrize(
    ("line", "score"),
    [
        pytest.param(
            "...2.1......9...8.....8531...7..45...4.....365.2....788...4......5..3.6.6...9..2.", 2240, id="loops"
        ),
        pytest.param(
            "8....9.....3..7.4.79......828.4..1....7.81.......6...7.4.....1.......295.25.....6", 2904, id="cells"
        ),
        pytest.param(
            "8...1.92.3.45.....9..4...1.1...........37.....5....24...9.6..5..7...1.........79.", 3842, id="xy"
        ),
        pytest.param(
            "...9....26...5......7.8.63...45..1...2...8...1....37....3.9...8.....4.1.26.....49", 5274, id="als"
        ),
    ],
)
def test_of_chains_that_remove_equally_near_the_top_left_the_first_found_counts(line: str, score: int) -> None:
    assert (rate(line).level, rate(line).score) == ("extreme", score)


def test_four_cells_are_a_rectangle_of_one_pair_of_digits() -> None:
    """HoDoKu takes the pair of the first cell that has only two candidates; players may take any."""
    puzzle = ".6..5.4..1.7...9..3..8...2.2..54.......1....6..8..31.......56.3........2.9..61..4"
    rating = rate(puzzle)
    assert (rating.level, rating.score, rating.hardest) == ("unfair", 1184, "xy-chain")
    assert solve_by_logic(puzzle).counts["hidden-rectangle"] == 1 and not rating.counts["hidden-rectangle"]
    plan = HODOKU.plan()
    assert follow_by_finders(Grid(puzzle), plan.searches) == rating.path


def test_puzzles_of_reference_are_rated_as_by_hodoku(shared: Path) -> None:
    assert not _different(Random(1).sample(_read_ratings(shared, "Easy Medium Hard Unfair"), 250))


@pytest.mark.soak
def test_all_puzzles_of_reference_are_rated_as_by_hodoku(shared: Path) -> None:
    """The score of a few extreme puzzles differs: which forcing net is found first is not the same everywhere."""
    assert not _different(_read_ratings(shared, "Easy Medium Hard Unfair"))
    extreme = _read_ratings(shared, "Extreme")
    assert all(rate(puzzle).level == "extreme" for puzzle, _, _ in extreme)
    assert len(_different(extreme)) <= 0.03 * len(extreme)


def test_unratable_puzzles_raise_errors() -> None:
    with pytest.raises(ManySolutions):
        rate("." * 81)
    with pytest.raises(NoSolution):
        rate("5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8")
    with pytest.raises(ShuduError, match="already solved"):
        rate(solve(LINE))
    with pytest.raises(ShuduError, match="'nope' is not a rating profile; use hodoku"):
        rate(LINE, profile="nope")


def _read_ratings(shared: Path, levels: str) -> list[tuple[str, str, int]]:
    rows = [line.split("\t") for line in (shared / "techniques" / "hodoku-ratings.tsv").read_text().splitlines()[1:]]
    return [(row[0], row[2], int(row[3])) for row in rows if row[2] in levels.split()]


def _different(rows: list[tuple[str, str, int]]) -> list[str]:
    ratings = [(puzzle, level, score, rate(puzzle)) for puzzle, level, score in rows]
    return [puzzle for puzzle, level, score, got in ratings if (got.level, got.score) != (level.lower(), score)]


def test_many_ratings_are_indexed_and_compared_like_a_table() -> None:
    rows = [LINE, "." * 81]
    ratings = rate_many(rows, "se")
    assert ratings == rate_many(rows, "se") == pickle.loads(pickle.dumps(ratings))
    assert ratings != rate_many(rows[:1], "se") and ratings != rate_many(rows)
    assert "er" in ratings and "score" not in ratings
    assert next(iter(ratings)) == ratings[0] == {name: ratings[name][0] for name in ratings.columns}
    assert len(list(ratings)) == len(ratings) == 2
    assert ratings[1:].problems.keys() == {0} and ratings[:1] == rate_many(rows[:1], "se")
    with pytest.raises(IndexError):
        ratings[2]
    with pytest.raises(TypeError, match="for one puzzle use rate"):
        rate_many(LINE)
