"""Games and their moves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select

from shudu.core.puzzle import Puzzle
from shudu.game.game import Game
from shudu.store.database import Database
from shudu.store.puzzles import StoredPuzzle, mark_shown, take
from shudu.store.tables import games, moves, new_id, now, puzzles, sights
from shudu.store.writer import MoveRow

_BREATH: Final = 50  # moves replayed before others get their turn
_INSERT: Final = insert(games)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its moves."""

    id: str
    player_id: str
    puzzle_id: str | None
    line: str
    started: int
    seen: int
    shared: bool
    again: bool
    offline: bool
    restored: bool
    finished: int | None


async def start_game(database: Database, player_id: str, puzzle_id: str | None, line: str) -> GameRow:
    """Starts a game; the clock runs from now, or from when this player first saw the puzzle."""
    same = select(games.c.id).where(games.c.player_id == player_id, games.c.line == line).limit(1)
    sight = select(sights.c.at).where(sights.c.player_id == player_id, sights.c.puzzle_id == puzzle_id)

    def work(connection: Connection) -> GameRow:
        moment = now()
        again = connection.execute(same).first() is not None
        seen, fresh = moment, False
        if puzzle_id is not None:
            seen = min(connection.execute(sight).scalar_one_or_none() or moment, moment)
            fresh = mark_shown(connection, puzzle_id, moment)
        return _start(
            connection,
            player_id,
            puzzle_id,
            line,
            moment,
            seen=seen,
            shared=puzzle_id is not None and not fresh,
            again=again,
        )

    return await database.writer.run(work)


async def start_from_stock(
    database: Database, player_id: str, kind: str, value: str
) -> tuple[GameRow, StoredPuzzle] | None:
    """Starts a game of a puzzle from the stock, which nobody has seen; None if there is none left."""

    def work(connection: Connection) -> tuple[GameRow, StoredPuzzle] | None:
        moment = now()
        puzzle = take(connection, kind, value, moment, shown=moment)
        if puzzle is None:
            return None
        row = _start(connection, player_id, puzzle.id, puzzle.line, moment, seen=moment, shared=False, again=False)
        return row, puzzle

    return await database.writer.run(work)


def _start(
    connection: Connection,
    player_id: str,
    puzzle_id: str | None,
    line: str,
    started: int,
    **known: Any,
) -> GameRow:
    row = GameRow(new_id(), player_id, puzzle_id, line, started, **known, offline=False, restored=False, finished=None)
    connection.execute(_INSERT, asdict(row))
    return row


async def load_game(database: Database, game_id: str) -> tuple[GameRow, Game] | None:
    """A game, played again from its moves."""
    played = select(moves.c.at, moves.c.move).where(moves.c.game_id == game_id).order_by(moves.c.seq)

    def look(connection: Connection) -> tuple[Any, Sequence[Any]]:
        row = connection.execute(select(games).where(games.c.id == game_id)).one_or_none()
        return row, connection.execute(played).all() if row else ()

    row, log = await database.read(look)
    if row is None:
        return None
    game = Game(Puzzle(row.line))
    for number, (at, move) in enumerate(log, 1):
        game = game.play(move, at)
        if number % _BREATH == 0:
            await asyncio.sleep(0)
    return GameRow(**row._mapping), game


def replay(line: str, log: list[tuple[int, str]]) -> Game:
    """The game these timed moves lead to."""
    game = Game(Puzzle(line))
    for at, move in log:
        game = game.play(move, at)
    return game


async def count_moves(database: Database, game_id: str) -> int:
    """How many moves are stored."""
    row = await database.one(select(func.max(moves.c.seq)).where(moves.c.game_id == game_id))
    return row[0] or 0 if row else 0


async def find_owner(database: Database, game_id: str) -> str | None:
    """Whose game it is."""
    row = await database.one(select(games.c.player_id).where(games.c.id == game_id))
    return row[0] if row else None


async def append_moves(database: Database, rows: list[MoveRow]) -> None:
    """Adds moves to a game. Raises WriteConflict if one of the numbers is used."""
    await database.writer.append(rows)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game as a list shows it."""

    id: str
    puzzle_id: str | None
    line: str
    difficulty: str | None
    level: str | None
    started: int
    finished: int | None
    length: int


async def list_games(
    database: Database, player_id: str, *, open_only: bool, before: tuple[int, str] | None, limit: int
) -> list[GameSummary]:
    """A player's games, the last started first; `before` is where the page before ended: (started, id)."""
    length = select(func.coalesce(func.max(moves.c.seq), 0)).where(moves.c.game_id == games.c.id).scalar_subquery()
    query = (
        select(
            games.c.id,
            games.c.puzzle_id,
            games.c.line,
            puzzles.c.difficulty,
            puzzles.c.level,
            games.c.started,
            games.c.finished,
            length.label("length"),
        )
        .join(puzzles, puzzles.c.id == games.c.puzzle_id, isouter=True)
        .where(games.c.player_id == player_id)
        .order_by(games.c.started.desc(), games.c.id.desc())
        .limit(limit)
    )
    if open_only:
        query = query.where(games.c.finished.is_(None))
    if before:
        started, game_id = before
        earlier = (games.c.started < started) | ((games.c.started == started) & (games.c.id < game_id))
        query = query.where(earlier)
    return [GameSummary(**row._mapping) for row in await database.all(query)]
