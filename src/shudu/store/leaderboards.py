"""Leaderboards: each player's best time, ranked fairly, in pages that do not shift.

A time counts from the moment the server gave the puzzle to the player, pauses included: nobody can look at a puzzle first and
play it later. Boards of a difficulty or a level have only puzzles that were made for them and that nobody had seen before: a
second identity is of no use, nor is a level whose puzzles are the easier ones of a difficulty.
A puzzle that many play, such as the daily one, has a board of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, FromClause, Subquery, func, select, true, tuple_

from shudu.store.database import Database
from shudu.store.tables import players, results

Place = tuple[int, int, str]
_ORDER: Final = (results.c.elapsed, results.c.finished, results.c.game_id)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Which results a board shows; `since` and before `until` are when they were finished."""

    difficulty: str | None = None
    level: str | None = None
    puzzle_id: str | None = None
    help: str | None = None
    since: int | None = None
    until: int | None = None
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A line of a board. Players with the same time share a rank; the earlier finish is listed first.

    `time` is from the moment the player got the puzzle to the finish.
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
    def place(self) -> Place:
        """Where a page that ends with this entry goes on."""
        return self.time, self.finished, self.game_id


async def read_leaderboard(
    database: Database, board: Leaderboard, after: Place | None, limit: int
) -> list[LeaderboardEntry]:
    """The entries of a board that follow a place."""
    ranked = _ranked(board)
    place = ranked.c.elapsed, ranked.c.finished, ranked.c.game_id
    page = select(ranked).order_by(*place).limit(limit)
    if after:
        page = page.where(tuple_(*place) > tuple_(*after))
    chosen = page.subquery()
    query = (
        select(chosen.c.rank, results.c.player_id, players.c.name, *_shown(results))
        .join(results, results.c.game_id == chosen.c.game_id)
        .join(players, players.c.id == results.c.player_id)
        .order_by(*_ORDER)
    )
    rows = await database.read_long(lambda connection: connection.execute(query).all())
    return [LeaderboardEntry(**row._mapping) for row in rows]


async def find_entry(database: Database, board: Leaderboard, player_id: str) -> LeaderboardEntry | None:
    """A player's own line on a board."""
    conditions = _conditions(board)
    best = (
        select(results.c.player_id, players.c.name, *_shown(results))
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


def _ranked(board: Leaderboard) -> Subquery:
    """Each player's best place and its rank; no more of a result, since all of them are sorted."""
    nth = func.row_number().over(partition_by=results.c.player_id, order_by=_ORDER).label("nth")
    bests = select(*_ORDER, nth).where(*_conditions(board)).subquery()
    return select(bests, func.rank().over(order_by=bests.c.elapsed).label("rank")).where(bests.c.nth == 1).subquery()


def _conditions(board: Leaderboard) -> Sequence[ColumnElement[bool]]:
    return (
        results.c.unranked == "",
        true() if board.puzzle_id is not None else results.c.shared.is_(False),
        true() if board.flagged else results.c.flags == "",
        true() if board.difficulty is None else (results.c.difficulty == board.difficulty) & results.c.level.is_(None),
        true() if board.level is None else results.c.level == board.level,
        true() if board.puzzle_id is None else results.c.puzzle_id == board.puzzle_id,
        true() if board.help is None else results.c.help == board.help,
        true() if board.since is None else results.c.finished >= board.since,
        true() if board.until is None else results.c.finished < board.until,
    )


def _shown(source: FromClause) -> Sequence[ColumnElement[object]]:
    plain = [source.c[name] for name in ("help", "hints", "mistakes", "finished", "game_id", "flags")]
    return [source.c.elapsed.label("time"), *plain]
