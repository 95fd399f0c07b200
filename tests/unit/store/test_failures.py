"""A database that cannot be used gives a clear message and keeps its data."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from shudu.store.database import Database
from shudu.store.errors import StorageError, describe_failure
from shudu.store.players import create_player, find_player

pytestmark = pytest.mark.anyio


async def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
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


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be renamed")
async def test_a_file_that_is_moved_or_replaced_takes_no_changes(tmp_path: Path) -> None:
    """They would be acknowledged and lost with the file."""
    file, elsewhere = tmp_path / "shudu.db", tmp_path / "elsewhere.db"
    database = await Database.open(str(file))
    file.rename(elsewhere)
    for is_replaced in (False, True):
        if is_replaced:
            file.touch()
        with pytest.raises(StorageError, match="moved, replaced or deleted"):
            await create_player(database)
        with pytest.raises(StorageError):
            await database.check()
    elsewhere.rename(file)
    await create_player(database)
    await database.check()
    await database.close()


async def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        await Database.open(str(tmp_path / "missing" / "shudu.db"))


async def test_a_full_disk(tmp_path: Path) -> None:
    database = await Database.open(str(tmp_path / "shudu.db"))
    _, secret = await create_player(database)

    def fill(connection: Any) -> None:
        pages = (connection.execute(text("PRAGMA page_count"))).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))

    await database.writer.run(fill)
    with pytest.raises(StorageError, match="disk is full"):
        for _ in range(1000):
            await create_player(database)

    def relieve(connection: Any) -> None:
        connection.execute(text("PRAGMA max_page_count = 1000000"))

    await database.writer.run(relieve)
    assert await find_player(database, secret) is not None  # stored data is intact
    await create_player(database)  # and writing works again
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
    assert await find_player(database, secret) is not None  # reading still works
    holder.execute("ROLLBACK")
    holder.close()
    await create_player(database)
    await database.close()


@pytest.mark.parametrize(
    "address",
    [
        "mysql://localhost/x",
        "postgresql://nobody@127.0.0.1:1/none",
        "postgresql://[",
        "postgresql://nobody@127.0.0.1:1/none?sslmode=require",
        "postgresql://nobody@127.0.0.1:1/none?command_timeout=soon",
        "postgresql://nobody@127.0.0.1:1/none?port=high",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite://host/shudu.db",
        "~no-such-user-here/shudu.db",
    ],
)
async def test_unusable_addresses(address: str) -> None:
    with pytest.raises(StorageError) as refused:
        await Database.open(address)
    assert "\n" not in str(refused.value)


async def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StorageError, match=r"shudu\[postgres\]"):
        await Database.open("postgresql://nobody@127.0.0.1:1/none")


async def test_a_database_of_a_newer_version(database: Database, address: str) -> None:
    await database.writer.run(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num='9'")))
    with pytest.raises(StorageError, match="newer version"):
        await Database.open(address)


@pytest.mark.parametrize(
    ("message", "explanation"),
    [
        ('role "nobody" does not exist', "rejects the user"),
        ('no pg_hba.conf entry rejects connection for host "[local]", user "nobody"', "rejects the user"),
        ('database "none" does not exist', "create it first"),
    ],
)
def test_messages_of_a_database_server_are_explained(message: str, explanation: str) -> None:
    assert explanation in str(describe_failure(OSError(message), "somewhere"))
