"""The stock of puzzles: it fills up, and then nothing more is generated."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.server.monitoring import Metrics
from shudu.server.puzzle_stock import PuzzleStock
from shudu.server.settings import Settings
from shudu.server.workers.jobs import make_job
from shudu.store.database import Database
from shudu.store.tables import puzzles

from .conftest import MEDIUM

KINDS = len(DIFFICULTIES) + len(LEVELS)


def fill(path: Path, make: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Run the stock until it rests; return how many puzzles were made and how many are stored."""
    made = 0

    async def run(job: str, seconds: float, *, request: dict[str, Any]) -> dict[str, Any]:
        nonlocal made
        made += 1
        assert made <= 2 * KINDS, "the stock is never full"
        result: dict[str, Any] = make(request)
        return result

    async def play() -> tuple[int, int]:
        database = await Database.open(str(path / "shudu.db"))
        stock = PuzzleStock(database, Settings(stock=1), Metrics())
        monkeypatch.setattr(stock._pool, "run", run)
        while scarcest := await stock._find_scarcest():
            await stock._add(*scarcest)
        row = await database.one(select(func.count()).select_from(puzzles))
        await stock.stop()
        await database.close()
        return made, row[0] if row else 0

    return asyncio.run(play())


def test_a_full_stock_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fill(tmp_path, make_job, monkeypatch) == (KINDS, KINDS)


def test_puzzles_of_another_kind_are_not_stored_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"line": MEDIUM, "clues": 30, "difficulty": "", "level": "easy", "score": 200, "technique": "full-house"}
    made, stored = fill(tmp_path, lambda _: record, monkeypatch)
    assert made == KINDS and stored == 1  # each kind is tried once, then left alone for a while
