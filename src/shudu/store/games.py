"""Games and their moves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Select, func, insert, select

from shudu.core.errors import ShuduError
from shudu.core.puzzle import Puzzle
from shudu.game.game import Game
from shudu.store.database import Database
from shudu.store.puzzles import PuzzleRecord, StoredPuzzle, mark_shown, take
from shudu.store.tables import games, moves, new_id, now, puzzles, sights
from shudu.store.transactions import MoveRow

MOST_MOVES: Final = 10_000  # per game
MOST_CHARACTERS: Final = 400_000  # of all moves of a game together; one move can name hundreds of candidates
_MOVES_PER_TURN: Final = 50  # moves replayed before other tasks get their turn
_INSERT: Final = insert(games)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its moves; the columns of the table `games`. Difficulty and level are empty if there is none."""

    id: str
    player_id: str
    puzzle_id: str | None
    line: str
    difficulty: str
    level: str
    started: int
    seen: int
    shared: bool
    again: bool
    offline: bool
    restored: bool
    finished: int | None
    origin: str | None = None
    lookup: str = ""


class TooManyGames(ShuduError):
    """The player has reached the quota of games."""


def check_quota(connection: Connection, player_id: str, most: int, more: int = 1) -> None:
    """Check that a player may have more games.

    Args:
        connection: A transaction.
        player_id: The player.
        most: The number of games a player may have; 0: any number.
        more: The number of new games.

    Raises:
        TooManyGames: If they would have more than `most`.
    """
    if most:
        count = select(func.count()).select_from(games).where(games.c.player_id == player_id)
        if connection.execute(count).scalar_one() + more > most:
            raise TooManyGames("store.too-many-games", most=most)


async def start_game(
    database: Database,
    player_id: str,
    puzzle: StoredPuzzle | PuzzleRecord,
    *,
    origin: str | None = None,
    most_games: int = 0,
) -> GameRow:
    """Start a game. Its clock runs from now, or from when this player first saw the puzzle.

    The leaderboards of a difficulty or a level count an offered puzzle for the player it was offered to only: with the
    offers of several players, one could choose among many.

    Args:
        database: Where to store the game.
        player_id: Who plays.
        puzzle: The puzzle: a stored one if the server gave it out.
        origin: Identifies the player's address, see `shudu.store.lookups`.
        most_games: The number of games the player may have; 0: any number.

    Raises:
        OwnerDeleted: If the player was deleted.
        TooManyGames: If the player has reached the quota.
        StorageError: If the database cannot be used.
    """
    puzzle_id = puzzle.id if isinstance(puzzle, StoredPuzzle) else None
    same = select(games.c.id).where(games.c.player_id == player_id, games.c.line == puzzle.line).limit(1)
    sight = select(sights.c.at, sights.c.lookup)
    sight = sight.where(sights.c.player_id == player_id, sights.c.puzzle_id == puzzle_id)
    someone_else = puzzles.c.offered_to != player_id
    reserved = select(puzzles.c.id).where(puzzles.c.id == puzzle_id, someone_else)

    def work(connection: Connection) -> GameRow:
        check_quota(connection, player_id, most_games)
        moment = now()
        again = connection.execute(same).first() is not None
        seen, lookup, fresh = moment, "", False
        if puzzle_id is not None:
            seen, lookup = connection.execute(sight).one_or_none() or (moment, "")
            fresh = mark_shown(connection, puzzle_id, moment) and connection.execute(reserved).first() is None
        shared = isinstance(puzzle, StoredPuzzle) and not (fresh and puzzle.is_ranked_with_others)
        start = partial(_start, connection, player_id, puzzle, moment, origin=origin, lookup=lookup)
        return start(seen=min(seen, moment), shared=shared, again=again)

    return await database.writer.run(work)


async def start_from_stock(
    database: Database, player_id: str, kind: str, value: str, *, origin: str | None = None, most_games: int = 0
) -> tuple[GameRow, StoredPuzzle] | None:
    """Start a game of an unseen puzzle from the stock; return None if none is left.

    Args:
        database: Where the stock is.
        player_id: Who plays.
        kind: Whether `value` is a "difficulty", a "level" or a "technique".
        value: The difficulty, level or technique.
        origin: Identifies the player's address, see `shudu.store.lookups`.
        most_games: The number of games the player may have; 0: any number.

    Raises:
        TooManyGames: If the player has reached the quota.
    """

    def work(connection: Connection) -> tuple[GameRow, StoredPuzzle] | None:
        check_quota(connection, player_id, most_games)
        moment = now()
        puzzle = take(connection, kind, value, moment, shown=moment)
        if puzzle is None:
            return None
        start = partial(_start, connection, player_id, puzzle, moment, origin=origin)
        return start(seen=moment, shared=not puzzle.is_ranked_with_others, again=False), puzzle

    return await database.writer.run(work)


def _start(
    connection: Connection,
    player_id: str,
    puzzle: StoredPuzzle | PuzzleRecord,
    started: int,
    *,
    seen: int,
    shared: bool,
    again: bool,
    origin: str | None,
    lookup: str = "",
) -> GameRow:
    row = GameRow(
        id=new_id(),
        player_id=player_id,
        puzzle_id=puzzle.id if isinstance(puzzle, StoredPuzzle) else None,
        line=puzzle.line,
        difficulty=puzzle.difficulty,
        level=puzzle.level,
        started=started,
        seen=seen,
        shared=shared,
        again=again,
        offline=False,
        restored=False,
        finished=None,
        origin=origin,
        lookup=lookup,
    )
    connection.execute(_INSERT, asdict(row))
    return row


async def load_game(database: Database, game_id: str) -> tuple[GameRow, Game] | None:
    """Return a game with its row, replayed from its moves; None if it does not exist."""

    def look(connection: Connection) -> tuple[Any, Sequence[Any]]:
        row = connection.execute(select(games).where(games.c.id == game_id)).one_or_none()
        return row, connection.execute(_select_moves(game_id)).all() if row else ()

    row, log = await database.read(look)
    if row is None:
        return None
    game = Game(Puzzle(row.line))
    for number, (at, move) in enumerate(log, 1):
        game = game.play(move, at)
        if number % _MOVES_PER_TURN == 0:
            await asyncio.sleep(0)
    return GameRow(**row._mapping), game


async def load_text(database: Database, game_id: str) -> tuple[str, str | None] | None:
    """Return a game as text, see `Game.text`, without replaying it, and the level of its puzzle if that is known.

    Returns None if the game does not exist.
    """
    query = select(games.c.line, games.c.level).where(games.c.id == game_id)

    def look(connection: Connection) -> tuple[str, str | None] | None:
        row = connection.execute(query).one_or_none()
        if row is None:
            return None
        log = connection.execute(_select_moves(game_id))
        return "\n".join([row.line, *(f"{at} {move}" for at, move in log)]), row.level or None

    return await database.read(look)


def _select_moves(game_id: str) -> Select[Any]:
    """Return the query for the times and moves of a game, in order."""
    return select(moves.c.at, moves.c.move).where(moves.c.game_id == game_id).order_by(moves.c.seq)


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
    difficulty: str
    level: str
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
            games.c.difficulty,
            games.c.level,
            games.c.started,
            games.c.finished,
            length.label("length"),
        )
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
