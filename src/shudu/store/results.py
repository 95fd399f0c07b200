"""Results of finished games, and a player's statistics.

A result is stored together with the move that finishes the game. If it can be ranked it is *pending* at first: the
server judges it in the background (`shudu.fairplay`) and it enters the leaderboards once that is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta
from statistics import fmean, median
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, func, insert, select, update

from shudu.game.game import Game
from shudu.game.result import compute_result
from shudu.puzzles.difficulty import DIFFICULTIES
from shudu.store.database import Database
from shudu.store.games import GameRow
from shudu.store.leaderboards import rebuild_standings, update_standings
from shudu.store.puzzles import StoredPuzzle
from shudu.store.tables import games, moves, now, puzzles, removals, results
from shudu.store.transactions import MoveRow

T = TypeVar("T")
OTHER: Final = "other"
_TREND: Final = 50  # results
_MINUTE: Final = 60_000
_OWN_TIMES: Final = 20  # games of a player from which their pace is estimated
_OTHER_TIMES: Final = 50  # games of a puzzle from which its difficulty is estimated


def summarize_game(game: Game) -> dict[str, Any]:
    """Return the columns of a result that follow from the finished game alone, as plain data."""
    return asdict(compute_result(game))


def make_result_row(row: GameRow, summary: dict[str, Any], puzzle: StoredPuzzle | None) -> dict[str, Any]:
    """Return the row of a result. Results that can be ranked are pending until `settle_result`.

    Args:
        row: The finished game.
        summary: What `summarize_game` returned for it.
        puzzle: The puzzle, if the server gave it out.
    """
    assert row.finished is not None
    unranked = find_unranked_reasons(row, summary["help"])
    return {
        **summary,
        "game_id": row.id,
        "player_id": row.player_id,
        "puzzle_id": row.puzzle_id,
        "difficulty": row.difficulty,
        "level": puzzle.ranked_level if puzzle else None,
        "elapsed": row.finished - row.seen,
        "finished": row.finished,
        "shared": row.shared,
        "unranked": " ".join(unranked),
        "flags": "",
        "pending": not unranked,
    }


def find_unranked_reasons(row: GameRow, help: str) -> tuple[str, ...]:
    """Return why a game's result is on no leaderboard; empty if it is ranked.

    `own`: the player entered the puzzle; `again`: the player had played it before; `offline`: moves arrived late;
    `restored`: from a backup that cannot be trusted; `lookup`: the puzzle was posted to a solver meanwhile, or hints were
    asked about it that the game does not know of.

    Args:
        row: The finished game.
        help: The class of its result.
    """
    is_helped = row.lookup == "solver" or (row.lookup == "hint" and help != "step")
    reasons = {
        "own": row.puzzle_id is None,
        "again": row.again,
        "offline": row.offline,
        "restored": row.restored,
        "lookup": is_helped and row.puzzle_id is not None,  # a backup may say it of a player's own puzzle
    }
    return tuple(reason for reason, holds in reasons.items() if holds)


class Finish(NamedTuple):
    """What the result of a finished game is made of, besides the game's row; see `make_result_row`."""

    summary: dict[str, Any]
    puzzle: StoredPuzzle | None


async def append_and_update(
    database: Database, row: GameRow, rows: list[MoveRow], changes: dict[str, Any], finish: Finish | None = None
) -> None:
    """Append moves, change the game's row and, if it is finished, add its result, all in one transaction.

    Args:
        database: Where the game is.
        row: The game after the changes.
        rows: The moves.
        changes: The changed columns.
        finish: What the result is made of, if these moves finish the game.

    Raises:
        WriteConflict: If a move with one of these numbers exists.
        StorageError: If the database cannot be used.
    """

    def work(connection: Connection) -> None:
        if rows:
            connection.execute(insert(moves), rows)
        connection.execute(update(games).where(games.c.id == row.id).values(**changes))
        if finish:
            lookup = connection.execute(select(games.c.lookup).where(games.c.id == row.id)).scalar_one_or_none() or ""
            connection.execute(insert(results), make_result_row(replace(row, lookup=lookup), *finish))

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
    """Take a result off all leaderboards; return False if there is none. It still counts in the player's statistics.

    The removal is kept, so that restoring a backup does not bring the result back.
    """

    def work(connection: Connection) -> bool:
        query = select(results.c.player_id, results.c.unranked).where(results.c.game_id == game_id)
        row = connection.execute(query).one_or_none()
        if row is None:
            return False
        reasons = " ".join(dict.fromkeys([*row.unranked.split(), "removed"]))
        removed = update(results).where(results.c.game_id == game_id)
        connection.execute(removed.values(unranked=reasons, pending=False))
        connection.execute(delete(removals).where(removals.c.game_id == game_id))
        connection.execute(insert(removals), {"game_id": game_id, "at": now()})
        rebuild_standings(connection, row.player_id)
        return True

    return await database.writer.run(work)


class TimedResult(NamedTuple):
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
    """A player's statistics. A streak is a run of days with a finished game on each.

    Games of puzzles without a difficulty are under `OTHER`.
    """

    by_difficulty: dict[str, Summary]
    streak: int
    longest_streak: int


async def compute_statistics(database: Database, player_id: str, moment: int, ahead: int = 0) -> Statistics:
    """Return a player's statistics.

    Args:
        database: Where the results are.
        player_id: Whose statistics.
        moment: The current time, which decides whether the streak still runs.
        ahead: By how many minutes the player's days begin before those of UTC: 480 in Beijing.
    """
    counts = select(games.c.difficulty, func.count()).where(games.c.player_id == player_id).group_by(games.c.difficulty)
    columns = results.c.difficulty, results.c.time, results.c.finished, results.c.help
    query = select(*columns).where(results.c.player_id == player_id).order_by(results.c.finished)

    def work(connection: Connection) -> Statistics:
        starts = {name or OTHER: count for name, count in connection.execute(counts)}
        finishes: dict[str, list[TimedResult]] = {name: [] for name in (*DIFFICULTIES, OTHER)}
        for row in connection.execute(query):
            finishes[row.difficulty or OTHER].append(TimedResult(*row))
        days = {find_day(each.finished, ahead) for some in finishes.values() for each in some}
        by_difficulty = {name: summarize(starts.get(name, 0), some) for name, some in finishes.items()}
        return Statistics(by_difficulty, *measure_streaks(days, find_day(moment, ahead)))

    return await database.read_long(work)


class PlayedTime(NamedTuple):
    """How long a player took for a puzzle without hints."""

    player_id: str
    line: str
    minutes: float


async def read_played_times(database: Database, player_id: str, line: str) -> list[PlayedTime]:
    """Return what the expected time of a puzzle for a player can be estimated from.

    These are the player's last games and the last games of this puzzle by anyone, without hints and repetitions. Their
    number is bounded, so that an estimate takes little work.
    """
    columns = results.c.player_id, games.c.line, results.c.time
    query = select(*columns).join(games, games.c.id == results.c.game_id).order_by(results.c.finished.desc())
    query = query.where(results.c.hints == 0, games.c.again.is_(False), results.c.time > 0)
    this = select(puzzles.c.id).where(puzzles.c.line == line).scalar_subquery()
    own = await database.all(query.where(results.c.player_id == player_id).limit(_OWN_TIMES))
    others = query.where(results.c.puzzle_id == this, results.c.player_id != player_id, results.c.flags == "")
    rows = [*own, *await database.all(others.limit(_OTHER_TIMES))]
    return [PlayedTime(player, played, time / _MINUTE) for player, played, time in rows]


def summarize(started: int, finishes: list[TimedResult]) -> Summary:
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
