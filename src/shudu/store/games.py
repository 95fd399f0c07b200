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

_MOVES_PER_TURN: Final = 50  # moves replayed before other tasks get their turn
_INSERT: Final = insert(games)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its moves; the columns of the table `games`."""

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
    """Start a game. Its clock runs from now, or from when this player first saw the puzzle.

    Args:
        database: Where to store the game.
        player_id: Who plays.
        puzzle_id: The puzzle, if the server gave it out; None for a puzzle the player entered.
        line: The puzzle's 81 characters.

    Raises:
        OwnerDeleted: If the player was deleted.
        StorageError: If the database cannot be used.
    """
    same = select(games.c.id).where(games.c.player_id == player_id, games.c.line == line).limit(1)
    sight = select(sights.c.at).where(sights.c.player_id == player_id, sights.c.puzzle_id == puzzle_id)

    def work(connection: Connection) -> GameRow:
        moment = now()
        again = connection.execute(same).first() is not None
        seen, fresh = moment, False
        if puzzle_id is not None:
            seen = min(connection.execute(sight).scalar_one_or_none() or moment, moment)
            fresh = mark_shown(connection, puzzle_id, moment)
        shared = puzzle_id is not None and not fresh
        return _start(connection, player_id, puzzle_id, line, moment, seen=seen, shared=shared, again=again)

    return await database.writer.run(work)


async def start_from_stock(
    database: Database, player_id: str, kind: str, value: str
) -> tuple[GameRow, StoredPuzzle] | None:
    """Start a game of a puzzle from the stock, which nobody has seen; return None if none is left.

    Args:
        database: Where the stock is.
        player_id: Who plays.
        kind: Whether `value` is a "difficulty" or a "level".
        value: The difficulty or level.
    """

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
    *,
    seen: int,
    shared: bool,
    again: bool,
) -> GameRow:
    row = GameRow(
        id=new_id(),
        player_id=player_id,
        puzzle_id=puzzle_id,
        line=line,
        started=started,
        seen=seen,
        shared=shared,
        again=again,
        offline=False,
        restored=False,
        finished=None,
    )
    connection.execute(_INSERT, asdict(row))
    return row


async def load_game(database: Database, game_id: str) -> tuple[GameRow, Game] | None:
    """Return a game with its row, replayed from its moves; None if it does not exist."""
    in_order = select(moves.c.at, moves.c.move).where(moves.c.game_id == game_id).order_by(moves.c.seq)

    def look(connection: Connection) -> tuple[Any, Sequence[Any]]:
        row = connection.execute(select(games).where(games.c.id == game_id)).one_or_none()
        return row, connection.execute(in_order).all() if row else ()

    row, log = await database.read(look)
    if row is None:
        return None
    game = Game(Puzzle(row.line))
    for number, (at, move) in enumerate(log, 1):
        game = game.play(move, at)
        if number % _MOVES_PER_TURN == 0:
            await asyncio.sleep(0)
    return GameRow(**row._mapping), game


async def load_text(database: Database, game_id: str) -> str | None:
    """Return a game as text, see `Game.text`, without replaying it; None if it does not exist."""
    in_order = select(moves.c.at, moves.c.move).where(moves.c.game_id == game_id).order_by(moves.c.seq)

    def look(connection: Connection) -> str | None:
        line = connection.execute(select(games.c.line).where(games.c.id == game_id)).scalar_one_or_none()
        if line is None:
            return None
        return "\n".join([line, *(f"{at} {move}" for at, move in connection.execute(in_order))])

    return await database.read(look)


def replay(line: str, log: list[tuple[int, str]]) -> Game:
    """Return the game that timed moves lead to.

    Raises:
        MalformedGrid: If the line is not a puzzle.
        BadMove: If a move cannot be played.
    """
    game = Game(Puzzle(line))
    for at, move in log:
        game = game.play(move, at)
    return game


async def count_moves(database: Database, game_id: str) -> int:
    """Return the number of stored moves of a game."""
    row = await database.one(select(func.max(moves.c.seq)).where(moves.c.game_id == game_id))
    return row[0] or 0 if row else 0


async def find_owner(database: Database, game_id: str) -> str | None:
    """Return the player of a game."""
    row = await database.one(select(games.c.player_id).where(games.c.id == game_id))
    return row[0] if row else None


async def append_moves(database: Database, rows: list[MoveRow]) -> None:
    """Append moves to a game.

    Raises:
        WriteConflict: If a move with one of these numbers exists.
        StorageError: If the database cannot be used.
    """
    await database.writer.append(rows)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list of games."""

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
    """Return a page of a player's games, the last started first.

    Args:
        database: Where the games are.
        player_id: Whose games.
        open_only: Leave finished games out.
        before: `started` and `id` of the last game of the page before; None for the first page.
        limit: The most games to return.
    """
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
        query = query.where((games.c.started < started) | ((games.c.started == started) & (games.c.id < game_id)))
    return [GameSummary(**row._mapping) for row in await database.all(query)]
