"""`shudu admin` on a database with one result."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shudu.cli.app import group
from shudu.store.database import Database
from shudu.store.players import create_player, rename
from shudu.store.puzzles import give_out
from tests.unit.store.samples import RECORD, store_finished_game


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "shudu.db"


@pytest.fixture
def game(file: Path) -> str:
    """Store a result of the player Nadia; return the id of its game."""

    async def store() -> str:
        database = await Database.open(str(file))
        player, _ = await create_player(database)
        await rename(database, player.id, "Nadia")
        row = await store_finished_game(database, player, await give_out(database, RECORD, "difficulty"))
        await database.close()
        return row.id

    return asyncio.run(store())


def admin(file: Path, *arguments: str) -> Result:
    return CliRunner().invoke(group, ["admin", *arguments, "--database", str(file), "--lang", "en"])


def test_backup_check_and_restore(file: Path, game: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert "copy.db" in admin(file, "backup", str(copy)).output
    assert admin(file, "check").output == f"{file}: ok\n"
    assert admin(file, "check", str(copy)).output == f"{copy}: ok\n"
    restored = admin(file, "restore", str(copy))
    assert restored.exit_code == 0 and "the old database is kept in" in restored.output
    copy.write_bytes(copy.read_bytes()[:9000])
    damaged = admin(file, "check", str(copy))
    assert damaged.exit_code == 1 and "is damaged" in damaged.output


def test_moderation(file: Path, game: str) -> None:
    assert admin(file, "stats").output.split()[:2] == ["players", "1"]
    assert admin(file, "result", "remove", game).output == f"removed {game}\n"
    assert admin(file, "result", "remove", "x" * 22).exit_code == 1
    assert admin(file, "prune").output == "deleted 0 players, 0 games and 0 puzzles\n"
    assert admin(file, "player", "delete", "Nadia").output == "deleted Nadia\n"
    assert admin(file, "player", "delete", "Nadia").exit_code == 1
    assert admin(file, "stats").output.split()[:2] == ["players", "0"]
