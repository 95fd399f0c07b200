"""What is stored comes back, on both databases."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text, update

from shudu.core.geometry import cell_name
from shudu.game.game import Game
from shudu.kernel.solving import solve
from shudu.store.backup import BadBackup, backup, restore
from shudu.store.boards import Board, board_page, rank_of
from shudu.store.database import Database
from shudu.store.errors import Taken
from shudu.store.games import GameRow, append_and_mark, append_moves, length_of, list_games, load_game, start_game
from shudu.store.players import (
    Player,
    claim_transfer,
    create_player,
    create_transfer,
    delete_player,
    end_session,
    list_sessions,
    player_of,
    rename,
)
from shudu.store.puzzles import (
    Graded,
    StoredPuzzle,
    add_daily,
    add_to_stock,
    daily_puzzle,
    give_out,
    known_but_new_to,
    puzzle_by_id,
    stock_levels,
    take_from_stock,
)
from shudu.store.results import result_of, result_row
from shudu.store.statistics import statistics_of
from shudu.store.tables import METADATA, transfers
from shudu.store.writer import MoveRow

pytestmark = pytest.mark.anyio

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
GRADED = Graded(LINE, 30, "medium", "easy", 200, "hidden-single")


def rows(game_id: str, moves: list[str], start: int = 1, gap: int = 1000) -> list[MoveRow]:
    return [{"game_id": game_id, "seq": start + i, "at": gap * (start + i), "move": m} for i, m in enumerate(moves)]


def entries(line: str) -> list[str]:
    solution = solve(line).line
    return [f"{cell_name(cell)}={solution[cell]}" for cell in range(81) if line[cell] == "."]


async def scalar(database: Database, query: str) -> Any:
    """The one value of a query."""
    return await database.read(lambda connection: connection.execute(text(query)).scalar_one())


async def finish(database: Database, player: Player, puzzle: StoredPuzzle, gap: int = 1000, flags: str = "") -> GameRow:
    """A finished game, stored as the server stores it."""
    row = await start_game(database, player.id, puzzle.id, puzzle.line)
    log = rows(row.id, entries(puzzle.line), gap=gap)
    game = Game(puzzle.line)
    for each in log:
        game = game.play(each["move"], each["at"])
    assert game.finished is not None
    changes = {"finished": row.started + game.finished}
    result = result_row(row, game, puzzle.level) | {"flags": flags}
    await append_and_mark(database, row.id, log, changes, result)
    return row


async def test_all_tables_are_there_and_as_declared(database: Database) -> None:
    def look(connection: Connection) -> None:
        found = inspect(connection)
        assert set(found.get_table_names()) == set(METADATA.tables) | {"alembic_version"}
        for name, table in METADATA.tables.items():
            columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
            assert columns == {column.name: column.nullable for column in table.columns}

    await database.read(look)


async def test_opening_again_changes_nothing(database: Database, address: str) -> None:
    player, secret = await create_player(database)
    again = await Database.open(address)
    assert await player_of(again, secret) == player
    await again.close()


async def test_a_player_is_who_holds_the_secret(database: Database) -> None:
    player, secret = await create_player(database)
    assert await player_of(database, secret) == player
    assert await player_of(database, "x" + secret[1:]) is None
    assert await player_of(database, player.id) is None
    stored = await scalar(database, "SELECT secret_hash FROM sessions")
    assert secret not in stored


async def test_names_are_unique_for_the_eye(database: Database) -> None:
    one, two = (await create_player(database))[0], (await create_player(database))[0]
    assert await rename(database, one.id, " Coco ") == "Coco"
    for alike in ("coco", "COCO", "Cосо", "c0co", "Ｃｏｃｏ", "co-co", "Çoco"):
        with pytest.raises(Taken):
            await rename(database, two.id, alike)
    assert await rename(database, two.id, "Cocoa") == "Cocoa"
    assert await rename(database, one.id, "COCO") == "COCO"
    assert await rename(database, one.id, None) is None
    assert await rename(database, two.id, "coco") == "coco"


async def test_sessions_can_be_ended(database: Database) -> None:
    player, secret = await create_player(database)
    other, _ = await create_player(database)
    code, _ = await create_transfer(database, player.id)
    second = await claim_transfer(database, code.lower().replace("-", " "))
    assert second
    assert len(await list_sessions(database, player.id)) == 2
    found = await player_of(database, second)
    assert found and found.id == player.id
    assert not await end_session(database, other.id, player.session)
    assert await end_session(database, player.id, player.session)
    assert await player_of(database, secret) is None
    assert await player_of(database, second) is not None


async def test_a_transfer_code_works_once_and_not_for_long(database: Database) -> None:
    player, _ = await create_player(database)
    first, _ = await create_transfer(database, player.id)
    code, _ = await create_transfer(database, player.id)
    assert await claim_transfer(database, first) is None  # a new code takes the place of the old
    assert await claim_transfer(database, code)
    assert await claim_transfer(database, code) is None
    code, _ = await create_transfer(database, player.id)

    def age(connection: Any) -> None:
        connection.execute(update(transfers).values(expires=1))

    await database.writer.run(age)
    assert await claim_transfer(database, code) is None


async def test_stock_is_given_out_once(database: Database) -> None:
    for line in (LINE, OTHER):
        await add_to_stock(database, Graded(line, 30, "medium", "easy", 200, "hidden-single"))
    await add_to_stock(database, GRADED)
    assert await stock_levels(database, "difficulty") == {"medium": 2}
    taken = await asyncio.gather(*(take_from_stock(database, "difficulty", "medium") for _ in range(4)))
    assert {puzzle.line for puzzle in taken if puzzle} == {LINE, OTHER}
    assert taken.count(None) == 2
    assert await take_from_stock(database, "level", "easy") is None


async def test_puzzles_in_stock_cannot_be_looked_at(database: Database) -> None:
    await add_to_stock(database, GRADED)
    hidden = await scalar(database, "SELECT id FROM puzzles")
    assert await puzzle_by_id(database, hidden) is None
    taken = await take_from_stock(database, "level", "easy")
    assert taken == await puzzle_by_id(database, hidden)


async def test_when_the_stock_is_empty_others_puzzles_are_new_to_me(database: Database) -> None:
    one, two = (await create_player(database))[0], (await create_player(database))[0]
    puzzle = await give_out(database, GRADED)
    await start_game(database, one.id, puzzle.id, puzzle.line)
    assert await known_but_new_to(database, one.id, "difficulty", "medium") is None
    assert await known_but_new_to(database, two.id, "difficulty", "medium") == puzzle


async def test_a_day_keeps_its_first_puzzle(database: Database) -> None:
    await add_daily(database, "2026-11-15", GRADED)
    await add_daily(database, "2026-11-15", Graded(OTHER, 40, "easy", "hard", 1, "xy-wing"))
    found = await daily_puzzle(database, "2026-11-15")
    assert found and found.line == LINE
    assert await daily_puzzle(database, "2026-11-16") is None


async def test_moves_come_back_as_a_game(database: Database) -> None:
    player, _ = await create_player(database)
    row = await start_game(database, player.id, None, LINE)
    await append_moves(database, rows(row.id, ["r1c3=4", "r1c4~2", "undo", "checkpoint:前"]))
    loaded = await load_game(database, row.id)
    assert loaded
    assert loaded[0] == row
    assert loaded[1].text.splitlines()[1:] == ["1000 r1c3=4", "2000 r1c4~2", "3000 undo", "4000 checkpoint:前"]
    assert await length_of(database, row.id) == 4
    assert await load_game(database, "x" * 22) is None


async def test_a_number_is_used_once_and_others_do_not_suffer(database: Database) -> None:
    player, _ = await create_player(database)
    games = [await start_game(database, player.id, None, LINE) for _ in range(20)]
    await append_moves(database, rows(games[0].id, ["r1c3=4"]))
    outcomes = await asyncio.gather(
        *(append_moves(database, rows(game.id, ["r1c3=1"])) for game in games), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [Taken] + [type(None)] * 19
    loaded = await load_game(database, games[0].id)
    assert loaded and str(loaded[1].moves[0].move) == "r1c3=4"
    assert [await length_of(database, game.id) for game in games] == [1] * 20


async def test_failing_work_leaves_nothing_and_others_are_written(database: Database) -> None:
    def failing(connection: Any) -> None:
        connection.execute(text("DELETE FROM players"))
        raise KeyError("no")

    made = [create_player(database) for _ in range(5)]
    outcomes = await asyncio.gather(*made, database.writer.run(failing), return_exceptions=True)
    assert isinstance(outcomes[-1], KeyError)
    assert await scalar(database, "SELECT count(*) FROM players") == 5


async def test_the_second_game_of_a_puzzle_is_marked(database: Database) -> None:
    player, _ = await create_player(database)
    assert not (await start_game(database, player.id, None, LINE)).again
    assert (await start_game(database, player.id, None, LINE)).again
    assert not (await start_game(database, player.id, None, OTHER)).again


async def test_games_are_listed_in_stable_pages(database: Database) -> None:
    player, _ = await create_player(database)
    started = [(await start_game(database, player.id, None, LINE)).id for _ in range(7)]
    seen: list[str] = []
    before = None
    while page := await list_games(database, player.id, open_only=True, before=before, limit=3):
        seen += [game.id for game in page]
        before = (page[-1].started, page[-1].id)
        await start_game(database, player.id, None, OTHER)  # a new game does not shift the pages
    assert sorted(seen) == sorted(started)


async def test_boards_rank_fairly_and_page_stably(database: Database) -> None:
    puzzle = await give_out(database, GRADED)
    people = [(await create_player(database))[0] for _ in range(6)]
    for player, gap in zip(people, [900, 700, 700, 800, 1000, 600], strict=True):
        await finish(database, player, puzzle, gap)
    board = Board(difficulty="medium")
    whole = await board_page(database, board, None, 50)
    assert [entry.rank for entry in whole] == [1, 2, 2, 4, 5, 6]
    assert [entry.player_id for entry in whole] == [people[i].id for i in (5, 1, 2, 3, 0, 4)]
    first = await board_page(database, board, None, 2)
    newcomer, _ = await create_player(database)
    await finish(database, newcomer, puzzle, 500)
    rest = await board_page(database, board, first[-1].place, 50)
    assert [entry.player_id for entry in first + rest] == [entry.player_id for entry in whole]
    mine = await rank_of(database, board, people[5].id)
    assert mine and mine.rank == 2


async def test_boards_show_each_player_once_and_hide_what_does_not_belong(database: Database) -> None:
    puzzle = await give_out(database, GRADED)
    other = await give_out(database, Graded(OTHER, 41, "easy", "hard", 1, "xy-wing"))
    player, _ = await create_player(database)
    await finish(database, player, puzzle, 900)
    await finish(database, player, puzzle, 100)  # the second time: on no board
    await finish(database, player, other, 400)
    cheat, _ = await create_player(database)
    await finish(database, cheat, puzzle, 1, flags="fast")
    assert [e.time for e in await board_page(database, Board(difficulty="medium"), None, 9)] == [900 * 51]
    assert [e.time for e in await board_page(database, Board(puzzle_id=other.id), None, 9)] == [400 * 40]
    assert [e.time for e in await board_page(database, Board(level="hard"), None, 9)] == [400 * 40]
    assert len(await board_page(database, Board(), None, 9)) == 1
    assert [e.flags for e in await board_page(database, Board(flagged=True), None, 9)] == ["fast", ""]
    assert await board_page(database, Board(help="step"), None, 9) == []
    assert await board_page(database, Board(until=1), None, 9) == []


async def test_statistics_per_difficulty(database: Database) -> None:
    puzzle = await give_out(database, GRADED)
    player, _ = await create_player(database)
    for gap in (1000, 2000, 4000):
        row = await finish(database, player, puzzle, gap)
    await start_game(database, player.id, puzzle.id, puzzle.line)
    result = await result_of(database, row.id)
    assert result
    found = await statistics_of(database, player.id, date.today())
    medium = found.by_difficulty["medium"]
    assert (medium.started, medium.finished, medium.best, medium.median) == (4, 3, 51_000, 102_000)
    assert medium.distribution == {0: 1, 1: 1, 3: 1}
    assert [time for _, time in medium.trend] == [51_000, 102_000, 204_000]
    assert found.by_difficulty["hard"].finished == 0
    assert found.longest_streak >= 1


async def test_deleting_a_player_deletes_everything_of_theirs(database: Database) -> None:
    puzzle = await give_out(database, GRADED)
    player, _ = await create_player(database)
    stays, _ = await create_player(database)
    for each in (player, stays):
        await finish(database, each, puzzle)
        await create_transfer(database, each.id)
    await delete_player(database, player.id)
    for table in ("players", "sessions", "transfers", "games", "results"):
        assert await scalar(database, f"SELECT count(*) FROM {table}") == 1, table
    assert await scalar(database, "SELECT count(*) FROM moves WHERE game_id NOT IN (SELECT id FROM games)") == 0


async def test_a_backup_restores_everything(database: Database) -> None:
    puzzle = await give_out(database, GRADED)
    player, _ = await create_player(database)
    await rename(database, player.id, "小明")
    finished = await finish(database, player, puzzle, 900, flags="even order")
    unfinished = await start_game(database, player.id, None, OTHER)
    await append_moves(database, rows(unfinished.id, ["r1c2=6"]))
    named = Player(player.id, "小明", player.created, player.session)
    data = json.loads(json.dumps(await backup(database, named)))
    before = await result_of(database, finished.id)
    await delete_player(database, player.id)
    heir, _ = await create_player(database)
    done = await restore(database, heir, data)
    assert (done.games, done.known, done.ranked) == (2, 0, True)
    assert (await restore(database, heir, data)).known == 2
    after = await result_of(database, finished.id)
    assert before and after and before | {"player_id": heir.id} == after
    assert len(await board_page(database, Board(flagged=True), None, 9)) == 1
    loaded = await load_game(database, unfinished.id)
    assert loaded and loaded[1].text.endswith("1000 r1c2=6")


async def test_a_changed_backup_is_restored_off_the_boards(database: Database) -> None:
    puzzle = await give_out(database, GRADED)
    player, _ = await create_player(database)
    row = await finish(database, player, puzzle, 900)
    data = await backup(database, player)
    data["games"][0]["moves"] = [[at // 10, move] for at, move in data["games"][0]["moves"]]
    await delete_player(database, player.id)
    heir, _ = await create_player(database)
    assert not (await restore(database, heir, data)).ranked
    result = await result_of(database, row.id)
    assert result and "restored" in result["unranked"]
    assert await board_page(database, Board(flagged=True), None, 9) == []


async def test_a_stolen_backup_does_not_take_the_place(database: Database) -> None:
    puzzle = await give_out(database, GRADED)
    player, _ = await create_player(database)
    await finish(database, player, puzzle, 900)
    data = await backup(database, player)
    thief, _ = await create_player(database)
    await restore(database, thief, data)
    assert [entry.player_id for entry in await board_page(database, Board(), None, 9)] == [player.id]


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        {},
        {"format": "shudu player 1"},
        {"format": "shudu player 1", "games": [{}]},
        {"format": "shudu player 1", "games": ["x"]},
        {"format": "shudu player 1", "games": [{"id": "a" * 22, "line": LINE, "moves": [[0, "r1c1=1"]], "started": 1}]},
        {"format": "shudu player 1", "games": [{"id": "a" * 22, "line": "x", "moves": [], "started": 1}]},
        {
            "format": "shudu player 1",
            "games": [{"id": "a" * 22, "line": LINE, "moves": [[-1, "r1c3=4"]], "started": 1}],
        },
        {"format": "shudu player 1", "games": [{"id": "a" * 22, "line": LINE, "moves": [], "started": 2**52}]},
        {"format": "shudu player 1", "games": [{"id": "a", "line": LINE, "moves": [], "started": 1}]},
    ],
)
async def test_what_is_no_backup_is_refused(database: Database, bad: Any) -> None:
    player, _ = await create_player(database)
    with pytest.raises(BadBackup):
        await restore(database, player, bad)
    assert await scalar(database, "SELECT count(*) FROM results") == 0
