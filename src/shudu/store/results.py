"""Results of finished games: what enters the boards, what does not, and what is flagged."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import select

from shudu.game.difficulty import difficulty_of
from shudu.game.game import Game
from shudu.game.score import result
from shudu.game.suspicion import suspicions
from shudu.store.database import Database
from shudu.store.games import GameRow
from shudu.store.tables import puzzles, results


async def level_of(database: Database, puzzle_id: str | None) -> str | None:
    """The level of a puzzle the server gave out."""
    if puzzle_id is None:
        return None
    row = await database.one(select(puzzles.c.level).where(puzzles.c.id == puzzle_id))
    return row[0] if row else None


def result_row(row: GameRow, game: Game, level: str | None) -> dict[str, Any]:
    """The result of a finished game as it is stored."""
    assert game.finished is not None
    return {
        **asdict(result(game)),
        "game_id": row.id,
        "player_id": row.player_id,
        "puzzle_id": row.puzzle_id,
        "difficulty": difficulty_of(len(game.puzzle.givens)),
        "level": level,
        "elapsed": row.started + game.finished - row.seen,
        "finished": row.started + game.finished,
        "shared": row.shared,
        "unranked": " ".join(why_unranked(row)),
        "flags": " ".join(suspicions(game)),
    }


def why_unranked(row: GameRow) -> tuple[str, ...]:
    """Why a result is on no board: the player's own puzzle, one played before, moves that came late, a doubtful backup."""
    reasons = {"own": row.puzzle_id is None, "again": row.again, "offline": row.offline, "restored": row.restored}
    return tuple(reason for reason, holds in reasons.items() if holds)


async def result_of(database: Database, game_id: str) -> dict[str, Any] | None:
    """The stored result of a game."""
    row = await database.one(select(results).where(results.c.game_id == game_id))
    return dict(row._mapping) if row else None
