"""Leaderboards: each player's best time, in pages that do not shift.

Ranks go by the time from the moment the server showed the puzzle to the player, pauses included, so nobody can study
a puzzle first and play it later. The leaderboards of a difficulty or a level contain only puzzles that were made for
them and that nobody had seen before: a second account gains nothing, and neither does a level whose puzzles are the
easier ones of a difficulty. A puzzle that many people play, such as the daily one, has a leaderboard of its own.

Results that are still pending, flagged or unranked are left out; flagged ones can be included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, FromClause, Subquery, func, select, true, tuple_

from shudu.store.database import Database
from shudu.store.tables import players, results

PagePosition = tuple[int, int, str]
_ORDER: Final = (results.c.elapsed, results.c.finished, results.c.game_id)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Which results a leaderboard shows: those finished at `since` or later and before `until`."""

    difficulty: str | None = None
    level: str | None = None
    puzzle_id: str | None = None
    help: str | None = None
    since: int | None = None
    until: int | None = None
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A player's best result on a leaderboard. Equal times share a rank; the earlier finish is listed first.

    `time` runs from the moment the player first saw the puzzle to the finish.
    """

    rank: int
    player_id: str
    name: str | None
    time: int
    help: str
    hints: int
    mistakes: int
    finished: int
    game_id: str
    flags: str

    @property
    def position(self) -> PagePosition:
        """Where the next page starts if this entry is the last of its page."""
        return self.time, self.finished, self.game_id


async def read_leaderboard(
    database: Database, board: Leaderboard, after: PagePosition | None, limit: int
) -> list[LeaderboardEntry]:
    """Return a page of a leaderboard.

    Args:
        database: Where the results are.
        board: Which leaderboard.
        after: The position of the last entry of the page before; None for the first page.
        limit: The most entries to return.
    """
    ranking = _rank(board)
    position = ranking.c.elapsed, ranking.c.finished, ranking.c.game_id
    page = select(ranking).order_by(*position).limit(limit)
    if after:
        page = page.where(tuple_(*position) > tuple_(*after))
    selection = page.subquery()
    query = (
        select(selection.c.rank, results.c.player_id, players.c.name, *_columns(results))
        .join(results, results.c.game_id == selection.c.game_id)
        .join(players, players.c.id == results.c.player_id)
        .order_by(*_ORDER)
    )
    rows = await database.read_long(lambda connection: connection.execute(query).all())
    return [LeaderboardEntry(**row._mapping) for row in rows]


async def find_entry(database: Database, board: Leaderboard, player_id: str) -> LeaderboardEntry | None:
    """Return a player's own entry on a leaderboard."""
    conditions = _conditions(board)
    best = (
        select(results.c.player_id, players.c.name, *_columns(results))
        .join(players, players.c.id == results.c.player_id)
        .where(*conditions, results.c.player_id == player_id)
        .order_by(*_ORDER)
        .limit(1)
    )

    def look(connection: Connection) -> LeaderboardEntry | None:
        mine = connection.execute(best).one_or_none()
        if mine is None:
            return None
        better = select(func.count(results.c.player_id.distinct())).where(*conditions, results.c.elapsed < mine.time)
        return LeaderboardEntry(rank=1 + connection.execute(better).scalar_one(), **mine._mapping)

    return await database.read(look)


def _rank(board: Leaderboard) -> Subquery:
    """Select each player's best position with its rank; no other columns, since all rows are sorted."""
    nth = func.row_number().over(partition_by=results.c.player_id, order_by=_ORDER).label("nth")
    bests = select(*_ORDER, nth).where(*_conditions(board)).subquery()
    return select(bests, func.rank().over(order_by=bests.c.elapsed).label("rank")).where(bests.c.nth == 1).subquery()


def _conditions(board: Leaderboard) -> Sequence[ColumnElement[bool]]:
    return (
        results.c.unranked == "",
        results.c.pending.is_(False),
        true() if board.puzzle_id is not None else results.c.shared.is_(False),
        true() if board.flagged else results.c.flags == "",
        true() if board.difficulty is None else (results.c.difficulty == board.difficulty) & results.c.level.is_(None),
        true() if board.level is None else results.c.level == board.level,
        true() if board.puzzle_id is None else results.c.puzzle_id == board.puzzle_id,
        true() if board.help is None else results.c.help == board.help,
        true() if board.since is None else results.c.finished >= board.since,
        true() if board.until is None else results.c.finished < board.until,
    )


def _columns(source: FromClause) -> Sequence[ColumnElement[object]]:
    plain = [source.c[name] for name in ("help", "hints", "mistakes", "finished", "game_id", "flags")]
    return [source.c.elapsed.label("time"), *plain]
