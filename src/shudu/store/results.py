"""Results of finished games: what enters the boards, what does not, and what is flagged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import fmean, median
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, func, insert, select, update

from shudu.game.game import Game
from shudu.game.result import compute_result
from shudu.game.suspicion import Judgement, is_thoughtless
from shudu.puzzles.difficulty import DIFFICULTIES, difficulty_of
from shudu.store.database import Database
from shudu.store.games import GameRow
from shudu.store.puzzles import StoredPuzzle
from shudu.store.tables import games, moves, results
from shudu.store.writer import MoveRow

_TOGETHER: Final = 50  # games that are judged together


def outcome(game: Game, judgement: Judgement) -> dict[str, Any]:
    """What a finished game tells by itself, as plain data."""
    return {
        **asdict(compute_result(game)),
        "difficulty": difficulty_of(len(game.puzzle.givens)),
        "flags": " ".join(judgement.signs),
        "pace": judgement.pace,
    }


def result_row(row: GameRow, outcome: dict[str, Any], puzzle: StoredPuzzle | None) -> dict[str, Any]:
    """The result of a finished game of a puzzle as it is stored."""
    assert row.finished is not None
    return {
        **outcome,
        "game_id": row.id,
        "player_id": row.player_id,
        "puzzle_id": row.puzzle_id,
        "level": puzzle.board_level if puzzle else None,
        "elapsed": row.finished - row.seen,
        "finished": row.finished,
        "shared": row.shared,
        "unranked": " ".join(find_unranked_reasons(row)),
    }


def add_result(connection: Connection, row: dict[str, Any]) -> None:
    """Adds a result. If the player's last games show together that no thought set their pace, all of them are flagged."""
    connection.execute(insert(results), row)
    if row["pace"] is None or row["unranked"]:
        return
    measured = (results.c.player_id == row["player_id"]) & results.c.pace.is_not(None) & (results.c.unranked == "")
    latest = select(results.c.game_id, results.c.flags, results.c.pace).where(measured)
    found = connection.execute(latest.order_by(results.c.finished.desc()).limit(_TOGETHER)).all()
    if not is_thoughtless([each.pace for each in found]):
        return
    for game_id, flags, _ in found:
        if "pace" not in flags.split():
            flagged = update(results).where(results.c.game_id == game_id)
            connection.execute(flagged.values(flags=f"{flags} pace".strip()))


def find_unranked_reasons(row: GameRow) -> tuple[str, ...]:
    """Why a result is on no board: the player's own puzzle, one played before, moves that came late, a doubtful backup."""
    reasons = {"own": row.puzzle_id is None, "again": row.again, "offline": row.offline, "restored": row.restored}
    return tuple(reason for reason, holds in reasons.items() if holds)


async def append_and_update(
    database: Database, game_id: str, rows: list[MoveRow], changes: dict[str, Any], result: dict[str, Any] | None
) -> None:
    """Adds moves and, together with them, changes the game's row and adds its result. Raises WriteConflict."""

    def work(connection: Connection) -> None:
        if rows:
            connection.execute(insert(moves), rows)
        if changes:
            connection.execute(update(games).where(games.c.id == game_id).values(**changes))
        if result:
            add_result(connection, result)

    await database.writer.run(work)


async def find_result(database: Database, game_id: str) -> dict[str, Any] | None:
    """The stored result of a game."""
    row = await database.one(select(results).where(results.c.game_id == game_id))
    return dict(row._mapping) if row else None


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


async def compute_statistics(database: Database, player_id: str, now: int, ahead: int = 0) -> Statistics:
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
