"""A player's statistics, per difficulty and over all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import fmean, median
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import func, select

from shudu.puzzles.difficulty import DIFFICULTIES, difficulty_of
from shudu.store.database import Database
from shudu.store.tables import games, results

T = TypeVar("T")
_TREND: Final = 50  # results
_MINUTE: Final = 60_000


class Finish(NamedTuple):
    """One result, as far as statistics care."""

    difficulty: str
    time: int
    finished: int
    help: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What a player did at one difficulty. Times in milliseconds.

    `distribution` counts results by whole minutes; `trend` has the last results, oldest first: (finished, time).
    """

    started: int
    finished: int
    best: int | None
    mean: float | None
    median: float | None
    distribution: dict[int, int]
    trend: list[tuple[int, int]]
    helps: dict[str, int]


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of a player's statistics. A streak is a run of days, each with a finished game."""

    by_difficulty: dict[str, Summary]
    streak: int
    longest_streak: int


async def statistics_of(database: Database, player_id: str, now: int, ahead: int = 0) -> Statistics:
    """A player's statistics; `now` decides whether the streak still runs, in days `ahead` minutes before those of UTC."""
    starts: dict[str, int] = dict.fromkeys(DIFFICULTIES, 0)
    clues = func.length(func.replace(games.c.line, ".", ""))
    counted = select(clues, func.count()).where(games.c.player_id == player_id).group_by(clues)
    for number, count in await database.all(counted):
        starts[difficulty_of(number)] += count
    query = select(results.c.difficulty, results.c.time, results.c.finished, results.c.help)
    rows = await database.all(query.where(results.c.player_id == player_id).order_by(results.c.finished))
    finishes = [Finish(*row) for row in rows]
    by_difficulty: dict[str, Summary] = {
        name: summary(starts[name], [f for f in finishes if f.difficulty == name]) for name in DIFFICULTIES
    }
    current, longest = streaks({day_of(finish.finished, ahead) for finish in finishes}, day_of(now, ahead))
    return Statistics(by_difficulty, current, longest)


def summary(started: int, finishes: list[Finish]) -> Summary:
    """The figures of some results, oldest first."""
    times = [finish.time for finish in finishes]
    return Summary(
        started=started,
        finished=len(times),
        best=min(times, default=None),
        mean=fmean(times) if times else None,
        median=median(times) if times else None,
        distribution=_tally(time // _MINUTE for time in times),
        trend=[(finish.finished, finish.time) for finish in finishes[-_TREND:]],
        helps=_tally(finish.help for finish in finishes),
    )


def streaks(days: set[date], today: date) -> tuple[int, int]:
    """The streak that runs today (or ran until yesterday), and the longest.

    >>> streaks({date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 4)}, date(2026, 1, 5))
    (1, 2)
    """
    one = timedelta(days=1)
    longest = 0
    lengths: dict[date, int] = {}
    for day in sorted(days):
        lengths[day] = lengths.get(day - one, 0) + 1
        longest = max(longest, lengths[day])
    return lengths.get(today, lengths.get(today - one, 0)), longest


def day_of(moment: int, ahead: int) -> date:
    """The day of a moment where days begin so many minutes before those of UTC.

    >>> day_of(1_767_225_600_000, 0), day_of(1_767_225_600_000 - 1, 480), day_of(1_767_225_600_000, -480)
    (datetime.date(2026, 1, 1), datetime.date(2026, 1, 1), datetime.date(2025, 12, 31))
    """
    return datetime.fromtimestamp(moment / 1000 + 60 * ahead, UTC).date()


def _tally(values: Iterable[T]) -> dict[T, int]:
    counts: dict[T, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return dict(sorted(counts.items(), key=str))
