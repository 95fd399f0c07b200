"""Databases of earlier revisions are upgraded without losing data."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, text

from shudu.store.database import Database, database_url, migrate
from shudu.store.games import load_game
from shudu.store.leaderboards import Leaderboard, read_leaderboard
from shudu.store.players import find_player, rename
from shudu.store.tables import Clock

from .samples import LINE, read_scalar

pytestmark = pytest.mark.anyio

OLD = [
    "INSERT INTO players (id, created, name, name_key) VALUES (:p, 1, 'Coco', 'coco'), (:q, 2, 'Cөco', 'cөco')",
    "INSERT INTO sessions VALUES (:s, :p, :hash, 1, 9999999999999)",
    "INSERT INTO puzzles VALUES (:z, :line, 30, 'medium', 'easy', 200, 'hidden-single', 1, 5)",
    "INSERT INTO games VALUES (:g, :p, :z, :line, 1000, false, false, NULL)",
    "INSERT INTO moves VALUES (:g, 1, 700, 'r1c3=4')",
    "INSERT INTO results VALUES (:g, :p, :z, 'medium', 'easy', 60000, 'none', 0, 0, 1, 0, 61000, '', '')",
]


@pytest.fixture
async def old(address: str, anyio_backend: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Create a database of revision 0001 and return its address."""
    monkeypatch.setattr("shudu.store.database.CLOCK", Clock())  # its session was last used in the far future
    from shudu.store.players import hash_secret

    values = {letter: letter * 22 for letter in "pqszg"} | {"line": LINE, "hash": hash_secret("secret")}

    def fill(connection: Connection) -> None:
        for statement in OLD:
            used = {name: value for name, value in values.items() if f":{name}" in statement}
            connection.execute(text(statement), used)

    database = Database(database_url(address))
    await database._runner.change(partial(migrate, revision="0001"))
    await database._runner.change(fill)
    await database._runner.close()
    return address


async def test_a_database_of_revision_0001_is_upgraded(old: str) -> None:
    database = await Database.open(old)
    player = await find_player(database, "secret")
    assert player and player.name == "Coco"
    loaded = await load_game(database, "g" * 22)
    assert loaded and loaded[1].text.endswith("700 r1c3=4")
    assert (loaded[0].seen, loaded[0].shared, loaded[0].restored) == (1000, False, False)
    (entry,) = await read_leaderboard(database, Leaderboard(), None, 9)
    assert entry.time == 60_000
    assert not await read_leaderboard(database, Leaderboard(difficulty="medium"), None, 9)  # it needs singles only
    assert await read_scalar(database, "SELECT shown FROM puzzles") == 5
    other: Any = await read_scalar(database, f"SELECT name FROM players WHERE id = '{'q' * 22}'")
    assert other is None  # removed: it looks like the name of an older player
    assert await rename(database, "q" * 22, "Lola") == "Lola"
    await database.close()


async def test_downgrade_and_upgrade(old: str) -> None:
    from alembic import command

    database = await Database.open(old)
    await database._runner.change(partial(migrate, revision="0001", step=command.downgrade))
    await database.close()
    again = await Database.open(old)
    assert await load_game(again, "g" * 22)
    await again.close()


@pytest.mark.parametrize(
    ("clues", "level", "technique", "difficulty"),
    [
        (40, "easy", "hidden-single", "easy"),
        (30, "medium", "naked-pair", "medium"),
        (24, "hard", "xy-wing", "hard"),
        (24, "unfair", "xy-chain", "expert"),
        (24, "extreme", "forcing-chain-contradiction", "extreme"),
        (24, "extreme", "xy-chain", ""),
    ],
)
async def test_results_move_to_the_leaderboard_of_their_honest_difficulty(
    old: str, clues: int, level: str, technique: str, difficulty: str
) -> None:
    change = "UPDATE puzzles SET clues = :clues, level = :level, technique = :technique"
    values = {"clues": clues, "level": level, "technique": technique}
    before = Database(database_url(old))
    await before._runner.change(lambda connection: connection.execute(text(change), values))
    await before._runner.close()
    database = await Database.open(old)
    assert await read_scalar(database, "SELECT difficulty FROM results") == difficulty
    assert await read_scalar(database, "SELECT difficulty FROM games") == difficulty
    for name in ("easy", "medium", "hard", "expert", "extreme"):
        entries = await read_leaderboard(database, Leaderboard(difficulty=name), None, 9)
        assert len(entries) == (name == difficulty)
    await database.close()
