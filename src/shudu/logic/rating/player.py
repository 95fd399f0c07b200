"""The profile `player`: how many minutes an average solver needs.

The other profiles ask which techniques a puzzle demands. Most puzzles that people play demand only singles, and yet their
solving times differ by a factor of three. What differs is how many placements a player can see at each moment, and how
easily (Pelánek, "Difficulty rating of Sudoku puzzles by a computational model", 2011). So this profile simulates solving:

- At each moment, all placements that are visible compete for the player's attention. Each has a rate, highest for the
  last cells of a box, lower for a digit with one place in a row or column, lowest for a cell with one digit left, which
  has to be found by counting. The player finds one of them after a time that falls with the sum of the rates, and each
  with a probability proportional to its rate.
- The times of several such walks, which differ in the order of placements, are averaged.
- Where no placement is visible, the next step is an elimination. It costs time in proportion to HoDoKu's score of its
  technique, and less if several such steps can be found.

The four numbers of `_rate` and the exponent ½ are round values near the best fit to the times of people on 173 puzzles
(Wang, IEEE Access 2024). Fitted to four fifths of the puzzles, they predict the rest with a rank correlation of 0.83;
the round values reach 0.83 to 0.85, depending on the random seed. `bench/player_minutes.py` repeats this.

Limits: nearly all of these puzzles demand singles only, so the cost of eliminations is an estimate; and the data gives
ratios, so the scale, `_SECONDS`, is a convention: the median of those puzzles counts as ten minutes.

`calibrate` adapts the expected minutes to games that were played: log time = puzzle + player. What the profile leaves over
is shared between the player, who is faster or slower than the average on everything, and the puzzle, which turned out
harder or easier than expected for everybody. Both are means of what remains, shrunk towards zero where there are few games,
and are computed in turn until they settle.

>>> PLAYER.rate(Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
<PlayerRating 6.7 minutes, band 5-10, hardest hidden-single>
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from math import exp, log, sqrt
from random import Random
from typing import ClassVar, Final, NamedTuple

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSE_MASKS, cells_of
from shudu.core.grid import DigitMasks, Grid
from shudu.core.step import Step
from shudu.locale.catalogue import text
from shudu.logic.rating.by_path import HODOKU
from shudu.logic.rating.profile import Profile
from shudu.logic.registry import COSTLY_ORDER, TechniqueSearch, technique
from shudu.logic.salience import Placement, cells_with_one_candidate
from shudu.logic.texts import add_spaces, technique_name

_WALKS: Final = 16
_SECONDS: Final = 19.5  # per unit of search time
_SCORE_PER_UNIT: Final = 16  # an elimination takes its score in HoDoKu divided by this, in units
_MOST_SCORE: Final = 1000  # what brute force counts
_MOST_ALTERNATIVES: Final = 8
_BOXES_FROM: Final = 18
BANDS: Final = {"under-5": 5.0, "5-10": 10.0, "10-20": 20.0, "20-40": 40.0, "40-80": 80.0, "over-80": float("inf")}

FEWEST_GAMES: Final = 5  # of a player, before their pace is used
_CALIBRATION_ROUNDS: Final = 20
_PLAYER_PRIOR: Final = 2.0  # a player counts as having played this many games at the average pace
_PUZZLE_PRIOR: Final = 5.0  # a puzzle as having been played this often in the expected time


def _rate(house: int, empty: int) -> float:
    """Return how quickly the only place of a digit in a house is seen; `empty` counts the empty cells of the house."""
    return exp(1 - 0.35 * empty) if house >= _BOXES_FROM else exp(-2)


_RATES: Final = [[_rate(house, empty) for empty in range(10)] for house in range(27)]
_NAKED_RATE: Final = exp(-5)


@dataclass(frozen=True, slots=True, repr=False)
class PlayerRating:
    """The time that an average solver needs for a puzzle.

    Attributes:
        minutes: The expected time in minutes, without notes up to the first elimination.
        band: The band of the time: `under-5`, `5-10`, `10-20`, `20-40`, `40-80` or `over-80` minutes.
        hardest: The id of the costliest technique.
        steps: The number of placements and eliminations.
        eliminating: The minutes spent on eliminations, part of `minutes`.
        fewest: The smallest number of placements that are visible at a time, on average over the walks.
        profile: The name of the profile.
    """

    minutes: float
    band: str
    hardest: str
    steps: int
    eliminating: float
    fewest: float
    profile: str = "player"

    @property
    def score(self) -> float:
        """The same as `minutes`."""
        return self.minutes

    def describe(self, language: str = "en") -> list[str]:
        """Return the rating in words.

        Args:
            language: `en` or `zh`.

        Raises:
            ShuduError: If the language is not supported.
        """
        kinds = ["minutes", "visible", *(["eliminating"] if self.eliminating else [])]
        fields: dict[str, str | int] = {
            "minutes": f"{self.minutes:.0f}" if self.minutes >= 10 else f"{self.minutes:.1f}",
            "band": text(f"logic.player-bands.{self.band}", language),
            "n": round(self.fewest),
            "eliminating": f"{self.eliminating:.1f}",
            "technique": technique_name(self.hardest, language),
        }
        return [add_spaces(text(f"logic.player-reasons.{kind}", language, **fields)) for kind in kinds]

    def __repr__(self) -> str:
        return f"<PlayerRating {self.minutes:g} minutes, band {self.band}, hardest {self.hardest}>"


class _PlayerProfile(Profile):
    name = "player"
    system = "expected minutes of an average solver"
    columns: ClassVar[tuple[str, ...]] = ("minutes", "band", "hardest", "steps")
    bands = tuple(BANDS)

    def rate(self, grid: Grid, seconds: float | None = None) -> PlayerRating:
        if 0 not in grid.digits:
            raise ShuduError("logic.already-solved", grid=grid.line)
        placing, eliminating, steps, fewest = 0.0, 0.0, 0, 81.0
        costs: dict[str, float] = {}
        while 0 in grid.digits:
            walks = [_Walk(grid, Random(seed)) for seed in range(_WALKS)]
            grid = walks[0].end
            if walks[0].placed:
                placing += sum(walk.time for walk in walks) / _WALKS
                fewest = min(fewest, sum(walk.fewest for walk in walks) / _WALKS)
                steps += walks[0].placed
                costs[max(walk.hardest for walk in walks)] = 0.0
            else:
                step, cost = next_elimination(grid)
                eliminating += cost
                steps += 1
                costs[step.technique] = max(cost, costs.get(step.technique, 0.0))
                grid = grid.after(step)
        minutes = round((placing + eliminating) * _SECONDS / 60, 1)
        hardest = max(sorted(costs, reverse=True), key=costs.__getitem__)
        spent = round(eliminating * _SECONDS / 60, 1)
        return PlayerRating(minutes, band_of(minutes), hardest, steps, spent, round(fewest, 1))


PLAYER: Final = _PlayerProfile()


def band_of(minutes: float) -> str:
    """Return the band of a time.

    >>> band_of(4.9), band_of(5), band_of(200)
    ('under-5', '5-10', 'over-80')
    """
    return next(band for band, limit in BANDS.items() if minutes < limit)


class _Walk:
    """One way to fill in everything that can be seen without an elimination.

    Attributes:
        time: The search time, in units.
        placed: The number of placements.
        fewest: The smallest number of placements that were visible at a time.
        hardest: `naked-single` if at some moment nothing else was visible, otherwise `hidden-single`.
        end: The position in which nothing is visible; it is the same for every walk.
    """

    def __init__(self, grid: Grid, random: Random) -> None:
        self.time, self.placed, self.fewest, self.hardest = 0.0, 0, 81, "hidden-single"
        while visible := visible_placements(grid.digit_masks):
            rates = list(accumulate(visible.values()))
            self.time += 1 / sqrt(rates[-1])
            self.placed += 1
            self.fewest = min(self.fewest, len(visible))
            if max(visible.values()) == _NAKED_RATE:
                self.hardest = "naked-single"
            cell, digit = random.choices(list(visible), cum_weights=rates)[0]
            grid = grid.place(digit, cell)
        self.end = grid


def visible_placements(digit_masks: DigitMasks) -> dict[Placement, float]:
    """Return the placements that are singles, each with the sum of the rates of all ways to see it."""
    empty = 0
    for cells in digit_masks:
        empty |= cells
    visible: dict[Placement, float] = {}
    for mask, rates in zip(HOUSE_MASKS, _RATES, strict=True):
        if open_cells := empty & mask:
            rate = rates[open_cells.bit_count()]
            for digit, cells in enumerate(digit_masks, 1):
                places = cells & mask
                if places and not places & places - 1:
                    placement = places.bit_length() - 1, digit
                    visible[placement] = visible.get(placement, 0.0) + rate
    for cell in cells_of(cells_with_one_candidate(digit_masks)):
        digit = next(digit for digit, cells in enumerate(digit_masks, 1) if cells >> cell & 1)
        visible[cell, digit] = visible.get((cell, digit), 0.0) + _NAKED_RATE
    return visible


@cache
def _searches() -> list[TechniqueSearch]:
    return [search for search in HODOKU.plan().searches if search.techniques[0].family != "singles"]


def next_elimination(grid: Grid) -> tuple[Step, float]:
    """Return the easiest elimination of a position without visible placements, and the time it takes, in units."""
    for search in _searches():
        most = _MOST_ALTERNATIVES if search.techniques[0].order < COSTLY_ORDER else 1
        if steps := list(islice(search.find(grid), most)):
            alternatives = len({(step.places, step.removes) for step in steps})
            score = min(technique(steps[0].technique).score, _MOST_SCORE)
            return steps[0], score / _SCORE_PER_UNIT / sqrt(alternatives)
    raise AssertionError("brute force always finds a step")


class TimedGame(NamedTuple):
    """A finished game.

    Attributes:
        player: Who played.
        puzzle: What was played.
        expected: The expected minutes of the puzzle.
        minutes: The minutes it took.
    """

    player: Hashable
    puzzle: Hashable
    expected: float
    minutes: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How players and puzzles differ from what is expected, in logarithms of time.

    Attributes:
        players: How much slower each player is than the average.
        puzzles: How much longer each puzzle takes than expected.
    """

    players: Mapping[Hashable, float]
    puzzles: Mapping[Hashable, float]

    def minutes(self, expected: float, player: Hashable = None, puzzle: Hashable = None) -> float:
        """Return the minutes to expect; the average pace and no correction where nothing is known.

        >>> games = [TimedGame("ann", number, 10, 5) for number in range(8)]
        >>> round(calibrate(games).minutes(20, "ann"), 1)
        11.7

        Args:
            expected: The expected minutes of the puzzle for an average solver.
            player: Who is going to play.
            puzzle: What is going to be played.
        """
        return expected * exp(self.players.get(player, 0.0) + self.puzzles.get(puzzle, 0.0))


def calibrate(games: Iterable[TimedGame]) -> Calibration:
    """Return how the players and puzzles of some games differ from what is expected.

    Args:
        games: Finished games without hints; games of zero length are ignored.
    """
    rest = [(game, log(game.minutes / game.expected)) for game in games if game.minutes > 0 < game.expected]
    players: Mapping[Hashable, float] = {}
    puzzles: Mapping[Hashable, float] = {}
    for _ in range(_CALIBRATION_ROUNDS):
        players = _shrunk_means(((g.player, left - puzzles.get(g.puzzle, 0.0)) for g, left in rest), _PLAYER_PRIOR)
        puzzles = _shrunk_means(((g.puzzle, left - players[g.player]) for g, left in rest), _PUZZLE_PRIOR)
    return Calibration(players, puzzles)


def _shrunk_means(values: Iterable[tuple[Hashable, float]], prior: float) -> dict[Hashable, float]:
    sums: defaultdict[Hashable, float] = defaultdict(float)
    counts: defaultdict[Hashable, int] = defaultdict(int)
    for key, value in values:
        sums[key] += value
        counts[key] += 1
    return {key: total / (counts[key] + prior) for key, total in sums.items()}
