"""The stock of puzzles: it fills up, and then nothing more is generated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import func, select

from shudu.core.text import read_line
from shudu.logic.registry import technique
from shudu.puzzles.api import generate
from shudu.puzzles.by_demand import is_needed
from shudu.puzzles.difficulty import DIFFICULTIES, LEVELS
from shudu.server import puzzle_stock
from shudu.server.monitoring import Metrics
from shudu.server.puzzle_stock import Kind, PuzzleStock, techniques_with_puzzles
from shudu.server.settings import Settings
from shudu.server.workers.jobs import stock_job
from shudu.store.database import Database
from shudu.store.puzzles import count_stock
from shudu.store.tables import puzzles

from .conftest import MEDIUM

KINDS = len(DIFFICULTIES) + len(LEVELS) + len(techniques_with_puzzles())


def run_stock(
    path: Path, make: Callable[[dict[str, Any]], dict[str, Any]], work: Callable[[PuzzleStock], Awaitable[None]]
) -> int:
    """Do something with a stock whose worker process is replaced by a function; return how many puzzles are stored."""

    async def run(job: str, limit: float, *, request: dict[str, Any], most: int, **_: Any) -> list[dict[str, Any]]:
        return [make(request) for _ in range(most)]

    async def play() -> int:
        database = await Database.open(str(path / "shudu.db"))
        stock = PuzzleStock(database, Settings(stock=1), Metrics())
        stock._pool.run = run  # type: ignore[assignment, method-assign]
        await work(stock)
        row = await database.one(select(func.count()).select_from(puzzles))
        await stock.stop()
        await database.close()
        return row[0] if row else 0

    with patch.object(
        puzzle_stock, "_SLOW_SECONDS", 0.9
    ):  # no fake puzzle takes as long, whatever else the machine does
        return asyncio.run(play())


async def fill(stock: PuzzleStock) -> None:
    """Let the stock make puzzles until it rests."""
    for _ in range(2 * KINDS):
        scarcest = await stock._find_scarcest()
        if scarcest is None:
            return
        await stock._add(scarcest)
    raise AssertionError("the stock is never full")


def make_quickly(request: dict[str, Any]) -> dict[str, Any]:
    """Return a new puzzle that is filed under what is asked for, without rating it."""
    line = generate(40).line
    record = {"line": line, "clues": 40, "difficulty": "", "level": "easy", "score": 200, "technique": "full-house"}
    asked = {"technique" if name == "needs" else name: value for name, value in request.items() if name != "method"}
    return record | asked


def test_a_full_stock_rests(tmp_path: Path) -> None:
    assert run_stock(tmp_path, make_quickly, fill) == KINDS


def test_puzzles_of_another_kind_are_not_stored_without_end(tmp_path: Path) -> None:
    record = {"line": MEDIUM, "clues": 30, "difficulty": "", "level": "easy", "score": 200, "technique": "full-house"}
    assert run_stock(tmp_path, lambda _: record, fill) == 1  # each kind is tried once, then left alone for a while


def test_the_stock_follows_demand_and_cost(tmp_path: Path) -> None:
    async def play(stock: PuzzleStock) -> None:
        await fill(stock)
        for _ in range(5):
            await stock.take("level", "hard")
        await fill(stock)
        stock._cost[Kind("level", "extreme")] = 1.0
        while scarcest := await stock._find_scarcest():
            await stock._add(scarcest)
            stock._cost[Kind("level", "extreme")] = 1.0
        counts = await count_stock(stock._database, "level", LEVELS)
        assert counts == {"easy": 1, "medium": 1, "hard": 5, "unfair": 1, "extreme": 4}

    run_stock(tmp_path, make_quickly, play)


@pytest.mark.parametrize("kind", ["turbot-fish", "avoidable-rectangle-2"])
def test_a_puzzle_is_filed_under_the_technique_it_was_made_for(kind: str) -> None:
    """Other techniques on its path may have a higher score."""
    puzzles = stock_job({"needs": kind, "method": "graded"}, 8, 60.0)
    assert len(puzzles) == 8 and {puzzle["technique"] for puzzle in puzzles} == {kind}
    assert all(is_needed(technique(kind), read_line(puzzle["line"])) for puzzle in puzzles)
