"""Deletes what nobody uses any more, so that the database does not grow without bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, exists, func, select

from shudu.store.database import Database
from shudu.store.tables import dailies, games, moves, players, puzzles, sessions, sights, transfers

DAY: Final = 86_400_000
_BATCH: Final = 50  # rows deleted in one transaction; a player may have thousands of games
_UNPLAYED_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class PruneReport:
    """How many rows were deleted."""

    players: int
    games: int
    puzzles: int


async def prune(database: Database, now: int, player_days: int, game_days: int) -> PruneReport:
    """Delete abandoned data, a few rows at a time, so that others can play meanwhile.

    Players without games are deleted after 30 days without a visit, players without a name after `player_days`. Players
    with a name are kept. Unfinished games are deleted `game_days` after their last move, and puzzles that nobody plays
    after 30 days.

    Args:
        database: Where to delete.
        now: The current time.
        player_days: Days to keep a player without a name; 0: forever.
        game_days: Days to keep an unfinished game; 0: forever.

    Raises:
        StorageError: If the database cannot be used.
    """
    expired = delete(transfers).where(transfers.c.expires < now)
    await database.writer.run(lambda connection: connection.execute(expired).rowcount)
    empty = ~exists().where(games.c.player_id == players.c.id)
    gone = await _delete(database, players, _select_absent(now - _UNPLAYED_DAYS * DAY).where(empty))
    if player_days:
        gone += await _delete(database, players, _select_absent(now - player_days * DAY))
    abandoned = await _delete(database, games, _select_abandoned(now - game_days * DAY)) if game_days else 0
    unplayed = await _delete(database, puzzles, _select_unplayed(now - _UNPLAYED_DAYS * DAY))
    return PruneReport(gone, abandoned, unplayed)


async def _delete(database: Database, table: Any, query: Select[Any]) -> int:
    """Delete the rows whose identifiers a query selects; return how many."""
    total = 0

    def work(connection: Connection) -> int:
        batch = connection.execute(query.limit(_BATCH)).scalars().all()
        return connection.execute(delete(table).where(table.c.id.in_(batch))).rowcount if batch else 0

    while count := await database.writer.run(work):
        total += count
    return total


def _select_absent(before: int) -> Select[Any]:
    """Select players without a name who were last seen before a moment."""
    recent = exists().where(sessions.c.player_id == players.c.id, sessions.c.seen >= before)
    return select(players.c.id).where(players.c.name.is_(None), players.c.created < before, ~recent)


def _select_abandoned(before: int) -> Select[Any]:
    """Select unfinished games whose last move was made before a moment."""
    last = select(func.coalesce(func.max(moves.c.at), 0)).where(moves.c.game_id == games.c.id).scalar_subquery()
    return select(games.c.id).where(
        games.c.finished.is_(None), games.c.started < before, games.c.started + last < before
    )


def _select_unplayed(before: int) -> Select[Any]:
    """Select puzzles that were given out before a moment and that no game, daily puzzle or player refers to."""
    used = (exists().where(table.c.puzzle_id == puzzles.c.id) for table in (games, dailies, sights))
    return select(puzzles.c.id).where(puzzles.c.given < before, *(~each for each in used))
