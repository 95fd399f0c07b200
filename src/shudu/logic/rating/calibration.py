"""Expected times for one player, from games that were played: log time = puzzle + player.

The puzzle's part starts from its expected minutes (profile `player`). What is left over is shared between the player,
who is faster or slower than the average on everything, and the puzzle, which turned out harder or easier than expected
for everybody. Both are means of what remains, shrunk towards zero where there are few games, and are computed in turn
until they settle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Final, NamedTuple

FEWEST_GAMES: Final = 5  # of a player, before their pace is used
_ROUNDS: Final = 20
_PLAYER_PRIOR: Final = 2.0  # a player counts as having played this many games at the average pace
_PUZZLE_PRIOR: Final = 5.0  # a puzzle as having been played this often in the expected time


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
    """What games tell about players and puzzles, in logarithms of time.

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
    """Return what games tell about their players and puzzles.

    Args:
        games: Finished games without hints; games of zero length are ignored.
    """
    rest = [(game, log(game.minutes / game.expected)) for game in games if game.minutes > 0 < game.expected]
    players: Mapping[Hashable, float] = {}
    puzzles: Mapping[Hashable, float] = {}
    for _ in range(_ROUNDS):
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
