"""Sample puzzles and games, stored as the server stores them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

from sqlalchemy import text

from shudu.core.geometry import cell_name
from shudu.game.game import Game
from shudu.kernel.solve import solve
from shudu.store import backup
from shudu.store.database import Database
from shudu.store.games import GameRow, start_game
from shudu.store.players import Player
from shudu.store.puzzles import PuzzleRecord, StoredPuzzle, add_to_stock
from shudu.store.results import Finish, append_and_update, settle_result, summarize_game
from shudu.store.transactions import MoveRow

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"


def make_record(line: str) -> PuzzleRecord:
    """Return a puzzle with the grades most tests use."""
    return PuzzleRecord(line, 30, "medium", "easy", 200, "hidden-single")


RECORD = make_record(LINE)


def relabel(chance: Random) -> str:
    """Return the sample puzzle with its digits exchanged."""
    return LINE.translate(str.maketrans("123456789", "".join(chance.sample("123456789", 9))))


def make_rows(game_id: str, moves: list[str], start: int = 1, gap: int = 1000) -> list[MoveRow]:
    return [{"game_id": game_id, "seq": start + i, "at": gap * (start + i), "move": m} for i, m in enumerate(moves)]


def list_entries(line: str) -> list[str]:
    solution = solve(line).line
    return [f"{cell_name(cell)}={solution[cell]}" for cell in range(81) if line[cell] == "."]


async def read_scalar(database: Database, query: str) -> Any:
    """Return the one value of a query."""
    return await database.read(lambda connection: connection.execute(text(query)).scalar_one())


async def add_two_to_stock(database: Database) -> None:
    """Add two puzzles to the stock of a level."""
    for line in (LINE, OTHER):
        await add_to_stock(database, "level", make_record(line))


async def store_finished_game(
    database: Database,
    player: Player,
    puzzle: StoredPuzzle,
    gap: int = 1000,
    flags: str = "",
    settle: bool = True,
) -> GameRow:
    """Store a finished game as the server does, and its flags as if it had been judged; `settle=False`: pending."""
    row = await start_game(database, player.id, puzzle)
    log = make_rows(row.id, list_entries(puzzle.line), gap=gap)
    game = Game(puzzle.line)
    for each in log:
        game = game.play(each["move"], each["at"])
    assert game.finished is not None
    done = replace(row, finished=row.started + game.finished)
    await append_and_update(database, done, log, {"finished": done.finished}, Finish(summarize_game(game), puzzle))
    if settle:
        await settle_result(database, row.id, flags.split())
    return row


async def unpack_in_thread(file: bytes, key: bytes) -> AsyncIterator[bytes]:
    for piece in await asyncio.to_thread(lambda: list(backup.unpack(file, key))):
        yield piece


async def replay_in_thread(part: bytes) -> bytes:
    return await asyncio.to_thread(backup.replay_games, part)


async def restore(
    database: Database,
    player: Player,
    file: bytes,
    replay_games: backup.Replay = replay_in_thread,
    most_games: int = 0,
) -> backup.RestoreReport:
    """Restore a backup without worker processes."""
    return await backup.restore(database, player, file, unpack_in_thread, replay_games, most_games)
