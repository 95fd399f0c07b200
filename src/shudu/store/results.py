"""Results of finished games, and a player's statistics.

A result is stored together with the move that finishes the game. If it can be ranked it is *pending* at first: the
server judges it in the background (`shudu.fairplay`) and it enters the leaderboards once that is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import fmean, median
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, func, insert, select, update

from shudu.game.game import Game
from shudu.game.result import compute_result
from shudu.puzzles.difficulty import DIFFICULTIES, difficulty_of
from shudu.store.database import Database
from shudu.store.games import GameRow
from shudu.store.leaderboards import rebuild_standings, update_standings
from shudu.store.puzzles import StoredPuzzle
from shudu.store.tables import games, moves, results
from shudu.store.writer import MoveRow

T = TypeVar("T")
_TREND: Final = 50  # results
_MINUTE: Final = 60_000


def summarize_game(game: Game) -> dict[str, Any]:
    """Return the columns of a result that follow from the finished game alone, as plain data."""
    return {**asdict(compute_result(game)), "difficulty": difficulty_of(len(game.puzzle.givens))}


def make_result_row(row: GameRow, summary: dict[str, Any], puzzle: StoredPuzzle | None) -> dict[str, Any]:
    """Return the row of a result. Results that can be ranked are pending until `settle_result`.

    Args:
        row: The finished game.
        summary: What `summarize_game` returned for it.
        puzzle: The puzzle, if the server gave it out.
    """
    assert row.finished is not None
    unranked = find_unranked_reasons(row)
    return {
        **summary,
        "game_id": row.id,
        "player_id": row.player_id,
        "puzzle_id": row.puzzle_id,
        "level": puzzle.ranked_level if puzzle else None,
        "elapsed": row.finished - row.seen,
        "finished": row.finished,
        "shared": row.shared,
        "unranked": " ".join(unranked),
        "flags": "",
        "pending": not unranked,
    }


def find_unranked_reasons(row: GameRow) -> tuple[str, ...]:
    """Return why a game's result is on no leaderboard; empty if it is ranked.

    `own`: the player entered the puzzle; `again`: the player had played it before; `offline`: moves arrived late;
    `restored`: from a backup that cannot be trusted.
    """
    reasons = {"own": row.puzzle_id is None, "again": row.again, "offline": row.offline, "restored": row.restored}
    return tuple(reason for reason, holds in reasons.items() if holds)


async def append_and_update(
    database: Database, game_id: str, rows: list[MoveRow], changes: dict[str, Any], result: dict[str, Any] | None
) -> None:
    """Append moves, change the game's row and add its result, all in one transaction.

    Raises:
        WriteConflict: If a move with one of these numbers exists.
        StorageError: If the database cannot be used.
    """

    def work(connection: Connection) -> None:
        if rows:
            connection.execute(insert(moves), rows)
        if changes:
            connection.execute(update(games).where(games.c.id == game_id).values(**changes))
        if result:
            connection.execute(insert(results), result)

    await database.writer.run(work)


async def find_result(database: Database, game_id: str) -> dict[str, Any] | None:
    """Return the stored result of a game."""
    row = await database.one(select(results).where(results.c.game_id == game_id))
    return dict(row._mapping) if row else None


async def find_pending(database: Database, limit: int) -> list[str]:
    """Return the games whose results wait to be judged, the shortest first: judging takes as long as replaying."""
    query = select(results.c.game_id).where(results.c.pending).order_by(results.c.moves, results.c.finished)
    return [row.game_id for row in await database.all(query.limit(limit))]


async def settle_result(database: Database, game_id: str, flags: Sequence[str]) -> None:
    """Store the flags of a judged result, which is no longer pending."""
    settled = update(results).where(results.c.game_id == game_id).values(flags=" ".join(flags), pending=False)

    def work(connection: Connection) -> None:
        connection.execute(settled)
        update_standings(connection, game_id)

    await database.writer.run(work)


async def remove_result(database: Database, game_id: str) -> bool:
    """Take a result off all leaderboards; return False if there is none. It still counts in the player's statistics."""

    def work(connection: Connection) -> bool:
        known = select(results.c.player_id, results.c.unranked).where(results.c.game_id == game_id)
        row = connection.execute(known).one_or_none()
        if row is None:
            return False
        reasons = " ".join(dict.fromkeys([*row.unranked.split(), "removed"]))
        removed = update(results).where(results.c.game_id == game_id)
        connection.execute(removed.values(unranked=reasons, pending=False))
        rebuild_standings(connection, row.player_id)
        return True

    return await database.writer.run(work)


class Finish(NamedTuple):
    """What statistics need of a result."""

    difficulty: str
    time: int
    finished: int
    help: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A player's results at one difficulty. Times are in milliseconds.

    `distribution` counts results by whole minutes; `trend` lists the last results, oldest first, as (finished, time);
    `helps` counts results by class.
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
    """A player's statistics. A streak is a run of days with a finished game on each."""

    by_difficulty: dict[str, Summary]
    streak: int
    longest_streak: int


async def compute_statistics(database: Database, player_id: str, now: int, ahead: int = 0) -> Statistics:
    """Return a player's statistics.

    Args:
        database: Where the results are.
        player_id: Whose statistics.
        now: The current time, which decides whether the streak still runs.
        ahead: By how many minutes the player's days begin before those of UTC: 480 in Beijing.
    """
    starts: dict[str, int] = dict.fromkeys(DIFFICULTIES, 0)
    clues = func.length(func.replace(games.c.line, ".", ""))
    counts = select(clues, func.count()).where(games.c.player_id == player_id).group_by(clues)
    for number, count in await database.all(counts):
        starts[difficulty_of(number)] += count
    query = select(results.c.difficulty, results.c.time, results.c.finished, results.c.help)
    rows = await database.all(query.where(results.c.player_id == player_id).order_by(results.c.finished))
    finishes = [Finish(*row) for row in rows]
    by_difficulty: dict[str, Summary] = {
        name: summarize(starts[name], [f for f in finishes if f.difficulty == name]) for name in DIFFICULTIES
    }
    current, longest = measure_streaks({find_day(f.finished, ahead) for f in finishes}, find_day(now, ahead))
    return Statistics(by_difficulty, current, longest)


def summarize(started: int, finishes: list[Finish]) -> Summary:
    """Return the summary of results, given oldest first."""
    times = [finish.time for finish in finishes]
    return Summary(
        started=started,
        finished=len(times),
        best=min(times, default=None),
        mean=fmean(times) if times else None,
        median=median(times) if times else None,
        distribution=_count(time // _MINUTE for time in times),
        trend=[(finish.finished, finish.time) for finish in finishes[-_TREND:]],
        helps=_count(finish.help for finish in finishes),
    )


def measure_streaks(days: set[date], today: date) -> tuple[int, int]:
    """Return the streak that runs today or ran until yesterday, and the longest.

    >>> measure_streaks({date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 4)}, date(2026, 1, 5))
    (1, 2)
    """
    one = timedelta(days=1)
    lengths: dict[date, int] = {}
    for day in sorted(days):
        lengths[day] = lengths.get(day - one, 0) + 1
    return lengths.get(today, lengths.get(today - one, 0)), max(lengths.values(), default=0)


def find_day(moment: int, ahead: int) -> date:
    """Return the date of a moment where days begin `ahead` minutes before those of UTC.

    >>> find_day(1_767_225_600_000, 0), find_day(1_767_225_600_000 - 1, 480), find_day(1_767_225_600_000, -480)
    (datetime.date(2026, 1, 1), datetime.date(2026, 1, 1), datetime.date(2025, 12, 31))
    """
    return datetime.fromtimestamp(moment / 1000 + 60 * ahead, UTC).date()


def _count(values: Iterable[T]) -> dict[T, int]:
    return dict(sorted(Counter(values).items(), key=str))
