"""Expected minutes: ordered as people's times are, deterministic, and calibrated by games."""

from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import shudu
from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.locale.catalogue import table
from shudu.logic.rating.player import BANDS, PLAYER, TimedGame, band_of, calibrate
from shudu.logic.rating.rate import rate, rate_many

SINGLES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WINGS = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"


def rank_correlation(one: Sequence[float] | NDArray[np.float64], other: Sequence[float]) -> float:
    first, second = (np.searchsorted(np.sort(values), values) for values in (one, other))
    return float(np.corrcoef(first, second)[0, 1])


@pytest.mark.parametrize(
    ("every", "best", "worst"), [(3, 0.8, 0.7), pytest.param(1, 0.82, 0.7, marks=pytest.mark.soak)]
)
def test_minutes_follow_the_times_of_people(shared: Path, every: int, best: float, worst: float) -> None:
    lines = (shared / "human" / "cloud-sudoku.tsv").read_text().splitlines()[1::every]
    rows = [line.split("\t") for line in lines]
    ratings = rate_many([row[0] for row in rows], "player")
    assert not ratings.problems
    assert rank_correlation(ratings["minutes"], [float(row[1]) for row in rows]) >= best
    assert rank_correlation(ratings["minutes"], [float(row[2]) for row in rows]) >= worst


def test_eliminations_take_longer_than_singles() -> None:
    easy, hard = rate(SINGLES, "player"), rate(WINGS, "player")
    assert easy.minutes < hard.minutes
    assert not easy.eliminating
    assert 0 < hard.eliminating < hard.minutes
    assert easy.hardest == "hidden-single"
    assert (hard.band, hard.score) == (band_of(hard.minutes), hard.minutes)
    assert len(easy.describe()) == 2
    assert len(hard.describe("zh")) == 3


def test_fewer_clues_of_the_same_grid_take_longer() -> None:
    solution = shudu.solve(SINGLES).digits
    filled = list(Grid(SINGLES).digits)
    more = [digit or (solution[cell] if cell % 3 == 0 else 0) for cell, digit in enumerate(filled)]
    assert rate(more, "player").minutes < rate(SINGLES, "player").minutes


def test_the_rating_is_deterministic_and_changes_little_with_symmetry() -> None:
    assert rate(WINGS, "player") == rate(WINGS, "player")
    turned = rate([Grid(SINGLES).digits[9 * (cell % 9) + cell // 9] for cell in range(81)], "player")
    assert abs(log(turned.minutes / rate(SINGLES, "player").minutes)) < 0.15


def test_bands_are_named_in_both_languages() -> None:
    for language in ("en", "zh"):
        names = table("logic.player-bands", language)
        assert list(names) == list(BANDS) == list(PLAYER.bands)


def test_a_solved_grid_has_no_rating() -> None:
    with pytest.raises(ShuduError, match="solved"):
        rate(shudu.solve(SINGLES), "player")


def test_many_puzzles_are_rated_in_columns() -> None:
    ratings = rate_many([SINGLES, "." * 81], "player")
    assert ratings["minutes"][0] == rate(SINGLES, "player").minutes
    assert ratings["band"].tolist()[1] == ""
    assert list(ratings.problems) == [1]


def test_calibration_separates_players_from_puzzles() -> None:
    random = Random(5)
    players = {name: random.gauss(0, 0.4) for name in range(60)}
    puzzles = {name: random.gauss(0, 0.3) for name in range(40)}
    games = [
        TimedGame(player, puzzle, 10, 10 * exp(players[player] + puzzles[puzzle] + random.gauss(0, 0.3)))
        for player in players
        for puzzle in random.sample(range(40), 15)
    ]
    calibration = calibrate(games)
    assert rank_correlation([calibration.players[p] for p in players], list(players.values())) > 0.9
    assert rank_correlation([calibration.puzzles[p] for p in puzzles], list(puzzles.values())) > 0.85
    errors = [abs(log(calibration.minutes(g.expected, g.player, g.puzzle) / g.minutes)) for g in games]
    assert np.mean(errors) < np.mean([abs(log(g.expected / g.minutes)) for g in games]) / 1.5


def test_calibration_says_little_from_few_games() -> None:
    assert calibrate([]).minutes(12, "nobody", "nothing") == 12
    once = calibrate([TimedGame("a", "p", 10, 40)])
    assert 10 < once.minutes(10, "a") < 20
    assert calibrate([TimedGame("a", "p", 10, 0)]).players == {}
