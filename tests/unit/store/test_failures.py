"""When the file cannot be used: a clear message, and what was there stays."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from shudu.store.database import Database
from shudu.store.errors import StorageError
from shudu.store.players import create_player, player_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StorageError, match="is not a database"):
        await Database.open(str(file))
    assert file.read_bytes() == b"Dear diary, " * 1000


async def test_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "shudu.db"
    database = await Database.open(str(file))
    for _ in range(20):
        await create_player(database)
    await database.close()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(StorageError, match=r"damaged|not a database"):
        broken = await Database.open(str(file))
        try:
            await create_player(broken)
        finally:
            await broken.close()
    assert file.read_bytes()[:4096] == content[:4096]


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open(str(tmp_path / "missing" / "shudu.db"))


async def test_no_room_on_the_disk(tmp_path: Path) -> None:
    database = await Database.open(str(tmp_path / "shudu.db"))
    _, secret = await create_player(database)

    def fill(connection: Any) -> None:
        pages = (connection.execute(text("PRAGMA page_count"))).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))

    await database.writer.run(fill)
    with pytest.raises(StorageError, match="no room left"):
        for _ in range(1000):
            await create_player(database)

    def relieve(connection: Any) -> None:
        connection.execute(text("PRAGMA max_page_count = 1000000"))

    await database.writer.run(relieve)
    assert await player_of(database, secret) is not None  # nothing is lost
    await create_player(database)  # and it goes on
    await database.close()


async def test_a_locked_file(tmp_path: Path) -> None:
    file = tmp_path / "shudu.db"
    database = await Database.open(str(file))
    _, secret = await create_player(database)

    def impatient(connection: Any) -> None:
        connection.execute(text("PRAGMA busy_timeout = 100"))

    await database.writer.run(impatient)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageError, match="locked"):
        await create_player(database)
    assert await player_of(database, secret) is not None  # readers are not disturbed
    holder.execute("ROLLBACK")
    holder.close()
    await create_player(database)
    await database.close()


@pytest.mark.parametrize("address", ["mysql://localhost/x", "postgresql://nobody@127.0.0.1:1/none", "postgresql://["])
async def test_addresses_that_lead_nowhere(address: str) -> None:
    with pytest.raises(StorageError):
        await Database.open(address)
