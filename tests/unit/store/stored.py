"""Stored games for tests, as the server stores them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import text

from shudu.core.geometry import cell_name
from shudu.game.game import Game
from shudu.kernel.solve import solve
from shudu.store.database import Database
from shudu.store.games import GameRow, start_game
from shudu.store.players import Player
from shudu.store.puzzles import PuzzleRecord, StoredPuzzle, add_to_stock
from shudu.store.results import append_and_update, make_result_row, settle_result, summarize_game
from shudu.store.writer import MoveRow

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"


def graded(line: str) -> PuzzleRecord:
    """A puzzle with the grades that most tests give it."""
    return PuzzleRecord(line, 30, "medium", "easy", 200, "hidden-single")


GRADED = graded(LINE)


def rows(game_id: str, moves: list[str], start: int = 1, gap: int = 1000) -> list[MoveRow]:
    return [{"game_id": game_id, "seq": start + i, "at": gap * (start + i), "move": m} for i, m in enumerate(moves)]


def entries(line: str) -> list[str]:
    solution = solve(line).line
    return [f"{cell_name(cell)}={solution[cell]}" for cell in range(81) if line[cell] == "."]


def shifted(line: str, by: int) -> str:
    """The puzzle with its digits exchanged in turn."""
    return line.translate(str.maketrans("123456789", "123456789"[by:] + "123456789"[:by]))


async def scalar(database: Database, query: str) -> Any:
    """The one value of a query."""
    return await database.read(lambda connection: connection.execute(text(query)).scalar_one())


async def stock_two(database: Database) -> None:
    """Two puzzles wait to be given out."""
    for line in (LINE, OTHER):
        await add_to_stock(database, graded(line), "level")


async def finish(
    database: Database,
    player: Player,
    puzzle: StoredPuzzle,
    gap: int = 1000,
    flags: str = "",
    settle: bool = True,
) -> GameRow:
    """Store a finished game as the server does, and its flags as if it had been judged; `settle=False`: pending."""
    row = await start_game(database, player.id, puzzle.id, puzzle.line)
    log = rows(row.id, entries(puzzle.line), gap=gap)
    game = Game(puzzle.line)
    for each in log:
        game = game.play(each["move"], each["at"])
    assert game.finished is not None
    done = replace(row, finished=row.started + game.finished)
    result = make_result_row(done, summarize_game(game), puzzle)
    await append_and_update(database, row.id, log, {"finished": done.finished}, result)
    if settle:
        await settle_result(database, row.id, flags.split())
    return row
