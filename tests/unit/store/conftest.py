"""Tests with a database run on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shudu.store.database import Database
from tests.databases import disable_durability, drop_tables, start_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with start_postgres() as address:
        disable_durability(address)
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "shudu.db")
    return drop_tables(request.getfixturevalue("postgres"))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def database(address: str, anyio_backend: str) -> AsyncIterator[Database]:
    opened = await Database.open(address)
    yield opened
    await opened.close()
