"""Backups of the whole database, damage, and deleting abandoned data."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from shudu.store import maintenance
from shudu.store.database import Database, check_file
from shudu.store.errors import StorageError
from shudu.store.games import append_moves, start_game
from shudu.store.maintenance import (
    DAY,
    PruneReport,
    back_up_database,
    check_database,
    count_rows,
    open_existing,
    prune,
    restore_database,
)
from shudu.store.players import create_player, create_transfer, delete_player, rename
from shudu.store.puzzles import add_daily, give_out
from shudu.store.tables import now
from tests.databases import drop_tables

from .samples import LINE, OTHER, RECORD, make_record, make_rows, store_finished_game

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "shudu.db"


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


async def test_a_backup_under_play_ends_and_restores_to_an_equal_database(file: Path, tmp_path: Path) -> None:
    copy, target = tmp_path / "copy.db", tmp_path / "restored.db"
    database = await Database.open(str(file))
    player, _ = await create_player(database)
    row = await start_game(database, player.id, make_record(LINE))
    copying = asyncio.create_task(asyncio.to_thread(back_up_database, str(file), copy))
    number = 0
    while not copying.done() or number < 20:
        number += 1
        await append_moves(database, make_rows(row.id, [f"r1c3={number % 9 + 1}"], number))
    await copying
    await database.close()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)  # one file, also while it is read
        assert connection.execute("SELECT count(*), max(seq) FROM moves").fetchone() <= (number, number)
    back_up_database(str(file), copy)  # replaces the first copy
    assert restore_database(str(target), copy) is None
    assert dump(target) == dump(file)
    assert [each.name for each in tmp_path.glob("*.part")] == []


async def test_a_backup_does_not_start_again_when_somebody_plays(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0

    class Watched(sqlite3.Connection):
        """A connection that notices every step of a copy, after which somebody plays."""

        def backup(self, target: sqlite3.Connection, **options: Any) -> None:
            super().backup(target, progress=play, **options)

    def play(*_: int) -> None:
        nonlocal steps
        steps += 1
        assert steps < 100, "the copy never ends"
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("INSERT INTO settings VALUES (?, '')", (f"step {steps}",))

    await (await Database.open(str(file))).close()
    connect = partial(sqlite3.connect, file, factory=Watched)
    monkeypatch.setattr(maintenance, "open_file", lambda _: connect())
    back_up_database(str(file), tmp_path / "copy.db")
    assert steps == 1


async def test_a_damaged_database_replaces_no_backup(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    await (await Database.open(str(file))).close()
    back_up_database(str(file), copy)
    before, content = copy.read_bytes(), bytearray(file.read_bytes())
    content[-4096:] = bytes(4096)
    file.write_bytes(content)
    with pytest.raises(StorageError, match="damaged"):
        back_up_database(str(file), copy)
    assert copy.read_bytes() == before
    assert not [*tmp_path.glob("*.part*")]


async def test_restoring_keeps_the_former_database_and_refuses_one_in_use(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    database = await Database.open(str(file))
    await create_player(database)
    await asyncio.to_thread(back_up_database, str(file), copy)
    await create_player(database)
    with pytest.raises(StorageError, match="in use"):
        restore_database(str(file), copy)
    assert (await count_rows(database))["players"] == 2
    await database.close()
    former = restore_database(str(file), copy)
    assert former is not None
    again, kept = await Database.open(str(file)), await Database.open(str(former))
    assert ((await count_rows(again))["players"], (await count_rows(kept))["players"]) == (1, 2)
    await again.close()
    await kept.close()


async def test_an_interrupted_copy_and_other_files_are_no_backups(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(copy)) as empty:  # what an interrupted `.backup` leaves behind
        empty.execute("VACUUM")
    with pytest.raises(StorageError, match="not a database of shudu"):
        restore_database(str(file), copy)
    copy.write_text("Dear diary, " * 500)
    with pytest.raises(StorageError, match="damaged"):
        restore_database(str(file), copy)
    assert not file.exists()


async def test_a_copy_never_replaces_its_original(file: Path, tmp_path: Path) -> None:
    """A server that has the file open would go on writing to one without a name."""
    database = await Database.open(str(file))
    link = tmp_path / "link.db"
    link.symlink_to(file)
    for target in (file, link):
        with pytest.raises(StorageError, match="is the database itself"):
            back_up_database(str(file), target)
    await create_player(database)
    await database.close()
    with pytest.raises(StorageError, match="is the database itself"):
        restore_database(str(file), file)
    assert not [*tmp_path.glob("*.part*")]


async def test_a_copy_with_code_is_no_backup(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    await (await Database.open(str(file))).close()
    back_up_database(str(file), copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TRIGGER forget AFTER INSERT ON moves BEGIN DELETE FROM moves; END")
    with pytest.raises(StorageError, match=r"copy\.db is not a database of shudu"):
        restore_database(str(file), copy)


async def test_commands_for_operators_create_no_database(file: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await open_existing(str(file))
    assert not file.exists()


async def test_a_database_zeroed_in_the_middle_is_noticed(file: Path) -> None:
    database = await Database.open(str(file))
    player, _ = await create_player(database)
    row = await start_game(database, player.id, make_record(LINE))
    await append_moves(database, make_rows(row.id, [f"r1c3={n % 9 + 1}" for n in range(5000)]))
    await database.close()
    assert check_file(file)
    assert not check_file(file, seconds=-1)  # no time for everything
    content = bytearray(file.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 8192] = bytes(8192)
    file.write_bytes(content)
    with pytest.raises(StorageError, match="damaged"):
        await Database.open(str(file))


async def test_abandoned_data_is_deleted(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    await give_out(database, make_record(OTHER), None)  # nobody plays it
    await add_daily(database, "2026-01-01", make_record(LINE[::-1]))
    visitor, named, anonymous, playing = [(await create_player(database))[0] for _ in range(4)]
    await rename(database, named.id, "Nadia")
    await create_transfer(database, named.id)
    await store_finished_game(database, anonymous, puzzle)
    finished = await store_finished_game(database, playing, puzzle)
    await start_game(database, named.id, make_record(LINE))
    moment = now()
    assert await prune(database, moment, 730, 365) == PruneReport(0, 0, 0)
    assert await prune(database, moment + 31 * DAY, 730, 365) == PruneReport(1, 0, 1)  # the visitor, and the puzzle
    assert await prune(database, moment + 5000 * DAY, 0, 0) == PruneReport(0, 0, 0)
    await set_seen(database, playing.id, moment + 400 * DAY)
    assert await prune(database, moment + 400 * DAY, 390, 365) == PruneReport(1, 1, 0)
    left = await count_rows(database)
    assert (left["players"], left["games"], left["results"], left["puzzles"]) == (2, 1, 1, 2)
    assert finished.player_id == playing.id and visitor.id != named.id


async def execute(database: Database, statement: str) -> None:
    await database.writer.run(lambda connection: connection.execute(text(statement)).rowcount)


async def set_seen(database: Database, player_id: str, moment: int) -> None:
    """Record a visit."""

    def work(connection: Connection) -> None:
        query = text("UPDATE sessions SET seen = :moment WHERE player_id = :player")
        connection.execute(query, {"moment": moment, "player": player_id})

    await database.writer.run(work)


async def test_a_copy_moves_between_sqlite_and_postgresql(database: Database, postgres: str, tmp_path: Path) -> None:
    """Back up either kind of database, restore into the other, and back that up: nothing is lost or changed."""
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    await rename(database, player.id, "小明")
    await store_finished_game(database, player, puzzle)
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    address = database.name if database.is_sqlite else postgres
    await asyncio.to_thread(back_up_database, address, first)
    assert await asyncio.to_thread(check_database, address) and check_database(str(first)) == str(first)
    if not database.is_sqlite:
        with pytest.raises(StorageError, match="is not empty"):
            await asyncio.to_thread(restore_database, address, first)
        await delete_player(database, player.id)  # the puzzle stays
        with pytest.raises(StorageError, match="is not empty"):
            await asyncio.to_thread(restore_database, address, first)
    other = str(tmp_path / "other.db")
    if database.is_sqlite:
        other = await asyncio.to_thread(drop_tables, postgres)
    assert await asyncio.to_thread(restore_database, other, first) is None
    await asyncio.to_thread(back_up_database, other, second)
    assert dump(second) == dump(first)
    assert sum("小明" in line for line in dump(first)) == 1
    assert not [*tmp_path.glob("*.part*")]


async def test_references_to_nothing_are_found(file: Path, tmp_path: Path) -> None:
    database = await Database.open(str(file))
    player, _ = await create_player(database)
    await start_game(database, player.id, make_record(LINE))
    await database.close()
    with closing(sqlite3.connect(file)) as connection, connection:  # checks no references unless asked to
        connection.execute("DELETE FROM players")
    with pytest.raises(StorageError, match="foreign key"):
        check_database(str(file))


async def test_games_without_moves_or_result_are_found(database: Database, postgres: str) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    row = await store_finished_game(database, player, puzzle)
    address = database.name if database.is_sqlite else postgres
    for damage, message in (
        ("DELETE FROM moves WHERE seq = 3", "1 games have gaps"),
        ("DELETE FROM results", "1 finished"),
    ):
        await execute(database, damage)
        with pytest.raises(StorageError, match=message):
            await asyncio.to_thread(check_database, address)
    assert row.id
