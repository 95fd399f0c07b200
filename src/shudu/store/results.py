"""Results of finished games: what enters the boards, what does not, and what is flagged."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from shudu.game.game import Game
from shudu.game.score import result
from shudu.game.suspicion import Judgement, is_thoughtless
from shudu.puzzles.difficulty import difficulty_of
from shudu.store.database import Database
from shudu.store.games import GameRow
from shudu.store.puzzles import StoredPuzzle
from shudu.store.tables import games, moves, results
from shudu.store.writer import MoveRow

_TOGETHER: Final = 50  # games that are judged together


def outcome(game: Game, judgement: Judgement) -> dict[str, Any]:
    """What a finished game tells by itself, as plain data."""
    return {
        **asdict(result(game)),
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
        "unranked": " ".join(why_unranked(row)),
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


def why_unranked(row: GameRow) -> tuple[str, ...]:
    """Why a result is on no board: the player's own puzzle, one played before, moves that came late, a doubtful backup."""
    reasons = {"own": row.puzzle_id is None, "again": row.again, "offline": row.offline, "restored": row.restored}
    return tuple(reason for reason, holds in reasons.items() if holds)


async def append_and_mark(
    database: Database, game_id: str, rows: list[MoveRow], changes: dict[str, Any], result: dict[str, Any] | None
) -> None:
    """Adds moves and, together with them, changes the game's row and adds its result. Raises Taken."""

    def work(connection: Connection) -> None:
        if rows:
            connection.execute(insert(moves), rows)
        if changes:
            connection.execute(update(games).where(games.c.id == game_id).values(**changes))
        if result:
            add_result(connection, result)

    await database.writer.run(work)


async def result_of(database: Database, game_id: str) -> dict[str, Any] | None:
    """The stored result of a game."""
    row = await database.one(select(results).where(results.c.game_id == game_id))
    return dict(row._mapping) if row else None
