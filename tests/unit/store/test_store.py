"""Stored data comes back, on both kinds of database."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text, update

from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.store import players
from shudu.store.backup import FORMAT
from shudu.store.database import Database
from shudu.store.errors import OwnerDeleted, WriteConflict
from shudu.store.games import append_moves, count_moves, list_games, load_game, start_game
from shudu.store.players import (
    claim_transfer,
    create_player,
    create_transfer,
    delete_player,
    end_session,
    find_player,
    list_sessions,
    rename,
)
from shudu.store.puzzles import (
    PuzzleRecord,
    add_daily,
    add_to_stock,
    count_stock,
    find_daily,
    find_puzzle,
    find_unplayed,
    give_out,
    make_record,
    take_from_stock,
)
from shudu.store.results import compute_statistics, find_result
from shudu.store.tables import METADATA, Clock, new_id, now, results, transfers

from .samples import LINE, OTHER, RECORD, add_two_to_stock, make_rows, read_scalar, restore, store_finished_game

pytestmark = pytest.mark.anyio


async def test_the_migrated_tables_match_their_declarations(database: Database) -> None:
    def look(connection: Connection) -> None:
        found = inspect(connection)
        assert set(found.get_table_names()) == set(METADATA.tables) | {"alembic_version"}
        for name, table in METADATA.tables.items():
            columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
            assert columns == {column.name: column.nullable for column in table.columns}

    await database.read(look)


def test_no_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = iter(["-yl", "-h", "a-b"])
    monkeypatch.setattr("shudu.store.tables.secrets.token_urlsafe", lambda size: next(tokens))
    assert new_id() == "a-b"


async def test_opening_a_database_twice_keeps_its_data(database: Database, address: str) -> None:
    player, secret = await create_player(database)
    again = await Database.open(address)
    assert await find_player(again, secret) == player
    await again.close()


async def test_a_player_is_found_by_the_secret_only(database: Database) -> None:
    player, secret = await create_player(database)
    assert await find_player(database, secret) == player
    assert await find_player(database, ("y" if secret[0] == "x" else "x") + secret[1:]) is None
    assert await find_player(database, player.id) is None
    stored = await read_scalar(database, "SELECT secret_hash FROM sessions")
    assert secret not in stored


async def test_names_that_look_alike_are_rejected(database: Database) -> None:
    one, two = (await create_player(database))[0], (await create_player(database))[0]
    assert await rename(database, one.id, " Coco ") == "Coco"
    for alike in ("coco", "COCO", "Cосо", "c0co", "Ｃｏｃｏ", "co-co", "Çoco"):
        with pytest.raises(WriteConflict):
            await rename(database, two.id, alike)
    assert await rename(database, two.id, "Cocoa") == "Cocoa"
    assert await rename(database, one.id, "COCO") == "COCO"
    assert await rename(database, one.id, None) is None
    assert await rename(database, two.id, "coco") == "coco"


async def test_a_player_can_end_a_session(database: Database) -> None:
    player, secret = await create_player(database)
    other, _ = await create_player(database)
    code, _ = await create_transfer(database, player.id)
    second = await claim_transfer(database, code.lower().replace("-", " "))
    assert second
    assert len(await list_sessions(database, player.id)) == 2
    found = await find_player(database, second)
    assert found and found.id == player.id
    assert not await end_session(database, other, player.session)
    assert await end_session(database, player, player.session)
    assert await find_player(database, secret) is None
    assert await find_player(database, second) is not None


async def test_ending_another_session_deletes_its_transfer_codes(database: Database) -> None:
    player, _ = await create_player(database)
    code, _ = await create_transfer(database, player.id)
    stolen = await find_player(database, await claim_transfer(database, code) or "")
    assert stolen
    code, _ = await create_transfer(database, stolen.id)
    assert await end_session(database, player, stolen.session)
    assert await claim_transfer(database, code) is None
    code, _ = await create_transfer(database, player.id)
    assert await end_session(database, player, player.session)  # ending the own session keeps the code
    assert await claim_transfer(database, code)


async def test_a_player_has_a_hundred_sessions_at_most(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_SESSIONS", 3)
    player, first = await create_player(database)
    secrets = [await claim_transfer(database, (await create_transfer(database, player.id))[0]) for _ in range(3)]
    assert len(await list_sessions(database, player.id)) == 3
    assert await find_player(database, first) is None
    assert secrets[-1] and await find_player(database, secrets[-1])


async def test_a_transfer_code_works_once_and_expires(database: Database) -> None:
    player, _ = await create_player(database)
    first, _ = await create_transfer(database, player.id)
    code, _ = await create_transfer(database, player.id)
    assert await claim_transfer(database, first) is None  # a new code replaces the old one
    assert await claim_transfer(database, code)
    assert await claim_transfer(database, code) is None
    code, _ = await create_transfer(database, player.id)

    def age(connection: Any) -> None:
        connection.execute(update(transfers).values(expires=1))

    await database.writer.run(age)
    assert await claim_transfer(database, code) is None


async def test_stock_is_given_out_once(database: Database) -> None:
    await add_two_to_stock(database)
    await add_to_stock(database, "level", RECORD)
    assert await count_stock(database, "level", LEVELS) == {"easy": 2}
    assert await count_stock(database, "difficulty", DIFFICULTIES) == {}
    assert await take_from_stock(database, "difficulty", "medium") is None  # both were made for a level
    taken = await asyncio.gather(*(take_from_stock(database, "level", "easy") for _ in range(4)))
    assert {puzzle.line for puzzle in taken if puzzle} == {LINE, OTHER}
    assert taken.count(None) == 2


async def test_puzzles_in_stock_cannot_be_fetched(database: Database) -> None:
    await add_to_stock(database, "level", RECORD)
    hidden = await read_scalar(database, "SELECT id FROM puzzles")
    assert await find_puzzle(database, hidden) is None
    taken = await take_from_stock(database, "level", "easy")
    assert taken == await find_puzzle(database, hidden)


async def test_a_puzzle_others_have_played_is_unplayed_for_a_new_player(database: Database) -> None:
    one, two = (await create_player(database))[0], (await create_player(database))[0]
    puzzle = await give_out(database, RECORD, "difficulty")
    await start_game(database, one.id, puzzle)
    assert await find_unplayed(database, one.id, "difficulty", "medium") is None
    assert await find_unplayed(database, two.id, "difficulty", "medium") == puzzle


async def test_a_date_keeps_its_first_daily_puzzle(database: Database) -> None:
    await add_daily(database, "2026-11-15", RECORD)
    await add_daily(database, "2026-11-15", PuzzleRecord(OTHER, 40, "easy", "hard", 1, "xy-wing"))
    found = await find_daily(database, "2026-11-15")
    assert found and found.line == LINE
    assert await find_daily(database, "2026-11-16") is None


async def test_stored_moves_are_replayed(database: Database) -> None:
    player, _ = await create_player(database)
    row = await start_game(database, player.id, make_record(LINE))
    await append_moves(database, make_rows(row.id, ["r1c3=4", "r1c4~2", "undo", "checkpoint:前"]))
    loaded = await load_game(database, row.id)
    assert loaded
    assert loaded[0] == row
    assert loaded[1].text.splitlines()[1:] == ["1000 r1c3=4", "2000 r1c4~2", "3000 undo", "4000 checkpoint:前"]
    assert await count_moves(database, row.id) == 4
    assert await load_game(database, "x" * 22) is None


async def test_a_duplicate_move_number_fails_without_affecting_other_games(database: Database) -> None:
    player, _ = await create_player(database)
    games = [await start_game(database, player.id, make_record(LINE)) for _ in range(20)]
    await append_moves(database, make_rows(games[0].id, ["r1c3=4"]))
    outcomes = await asyncio.gather(
        *(append_moves(database, make_rows(game.id, ["r1c3=1"])) for game in games), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [WriteConflict] + [type(None)] * 19
    loaded = await load_game(database, games[0].id)
    assert loaded and str(loaded[1].moves[0].move) == "r1c3=4"
    assert [await count_moves(database, game.id) for game in games] == [1] * 20


async def test_a_failing_change_is_rolled_back_without_affecting_others(database: Database) -> None:
    def failing(connection: Any) -> None:
        connection.execute(text("DELETE FROM players"))
        raise KeyError("no")

    made = [create_player(database) for _ in range(5)]
    outcomes = await asyncio.gather(*made, database.writer.run(failing), return_exceptions=True)
    assert isinstance(outcomes[-1], KeyError)
    assert await read_scalar(database, "SELECT count(*) FROM players") == 5


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_changes_of_two_servers_that_wait_for_each_other_are_repeated(database: Database, address: str) -> None:
    other_server = await Database.open(address)
    one, other = [(await create_player(database))[0].id for _ in range(2)]

    def name(*ids: str) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            connection.execute(text("SET LOCAL deadlock_timeout = '50ms'"))
            for player_id in ids:
                connection.execute(text("UPDATE players SET created = 5 WHERE id = :id"), {"id": player_id})
                connection.execute(text("SELECT pg_sleep(0.1)"))

        return work

    for _ in range(2):
        await asyncio.gather(database.writer.run(name(one, other)), other_server.writer.run(name(other, one)))
    await other_server.close()


async def test_the_second_game_of_a_puzzle_is_marked_as_repeated(database: Database) -> None:
    player, _ = await create_player(database)
    assert not (await start_game(database, player.id, make_record(LINE))).again
    assert (await start_game(database, player.id, make_record(LINE))).again
    assert not (await start_game(database, player.id, make_record(OTHER))).again


async def test_new_games_do_not_shift_the_pages_of_a_list(database: Database) -> None:
    player, _ = await create_player(database)
    started = [(await start_game(database, player.id, make_record(LINE))).id for _ in range(7)]
    seen: list[str] = []
    before = None
    while page := await list_games(database, player.id, open_only=True, before=before, limit=3):
        seen += [game.id for game in page]
        before = (page[-1].started, page[-1].id)
        await start_game(database, player.id, make_record(OTHER))  # a new game does not shift the pages
    assert sorted(seen) == sorted(started)


async def test_statistics_per_difficulty(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    for gap in (1000, 2000, 4000):
        row = await store_finished_game(database, player, puzzle, gap)
    await start_game(database, player.id, puzzle)
    result = await find_result(database, row.id)
    assert result
    found = await compute_statistics(database, player.id, now())
    medium = found.by_difficulty["medium"]
    assert (medium.started, medium.finished, medium.best, medium.median) == (4, 3, 51_000, 102_000)
    assert medium.distribution == {0: 1, 1: 1, 3: 1}
    assert [time for _, time in medium.trend] == [51_000, 102_000, 204_000]
    assert found.by_difficulty["hard"].finished == 0
    assert found.longest_streak >= 1


async def test_a_streak_counts_days_in_the_players_time_zone(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    hour, evening = 3_600_000, 1_767_222_000_000  # 31 Dec 2025 23:00 UTC, which is 1 Jan 07:00 in Beijing
    moments = [evening, evening + 26 * hour, evening + 50 * hour]  # 09:00 in Beijing on the two days after
    finished = [(await store_finished_game(database, player, puzzle)).id for _ in moments]

    def turn_back(connection: Connection) -> None:
        for game_id, moment in zip(finished, moments, strict=True):
            connection.execute(update(results).where(results.c.game_id == game_id).values(finished=moment))

    await database.writer.run(turn_back)
    beijing = await compute_statistics(database, player.id, moments[-1], 8 * 60)
    assert (beijing.streak, beijing.longest_streak) == (3, 3)
    assert (await compute_statistics(database, player.id, moments[-1])).streak == 2


async def test_deleting_a_player_deletes_all_their_data(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    stays, _ = await create_player(database)
    for each in (player, stays):
        await store_finished_game(database, each, puzzle)
        await create_transfer(database, each.id)
    await delete_player(database, player.id)
    for table in ("players", "sessions", "transfers", "games", "results"):
        assert await read_scalar(database, f"SELECT count(*) FROM {table}") == 1, table
    assert await read_scalar(database, "SELECT count(*) FROM moves WHERE game_id NOT IN (SELECT id FROM games)") == 0


async def test_nothing_can_be_stored_for_a_deleted_player(database: Database) -> None:
    player, _ = await create_player(database)
    await delete_player(database, player.id)
    with pytest.raises(OwnerDeleted):
        await create_transfer(database, player.id)
    with pytest.raises(OwnerDeleted):
        await start_game(database, player.id, make_record(RECORD.line))


def test_the_clock_ignores_steps_of_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    start = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert start <= clock.now() < start + 60_000


async def test_the_clock_of_a_restarted_server_does_not_go_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, _ = await create_player(database)
    row = await start_game(database, player.id, make_record(LINE))
    late = Clock()
    late._offset -= 3_600_000 * 1_000_000  # the system's clock is an hour slow after the restart
    assert late.now() < row.started
    monkeypatch.setattr("shudu.store.database.CLOCK", late)
    again = await Database.open(database.url.render_as_string(hide_password=False))
    await again.close()
    assert late.now() >= row.started


async def test_a_backup_does_not_set_the_clock(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    player, _ = await create_player(database)
    tomorrow = now() + 80_000_000
    game = {"id": "a" * 22, "puzzle_id": None, "line": LINE, "started": tomorrow, "again": False, "offline": False}
    await restore(database, player, json.dumps({"format": FORMAT, "games": [game | {"moves": []}]}).encode())
    clock = Clock()
    monkeypatch.setattr("shudu.store.database.CLOCK", clock)
    await (await Database.open(database.url.render_as_string(hide_password=False))).close()
    assert clock.now() < tomorrow - 40_000_000
