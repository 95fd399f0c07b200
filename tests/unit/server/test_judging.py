"""Finished games are judged after they are stored: in a worker process, again if it dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from shudu.server import background
from shudu.server.background import Judges
from shudu.server.live_games import IncomingMove, LiveGames
from shudu.server.workers.pool import JobTimeout, Pool, WorkerFailed
from shudu.store.database import Database
from shudu.store.errors import WriteConflict
from shudu.store.games import start_game
from shudu.store.players import create_player
from shudu.store.puzzles import give_out
from shudu.store.results import find_pending, find_result, settle_result
from shudu.store.tables import moves, results
from tests.unit.server.test_live_games import ignore_loads
from tests.unit.store.samples import LINE, RECORD, list_entries, store_finished_game

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def database(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Database]:
    opened = await Database.open(str(tmp_path / "shudu.db"))
    yield opened
    await opened.close()


async def store_pending(database: Database) -> str:
    """Store a finished game whose result is pending: the solution row by row, an entry per second."""
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    return (await store_finished_game(database, player, puzzle, settle=False)).id


async def read_result(database: Database, game_id: str) -> dict[str, Any]:
    result = await find_result(database, game_id)
    assert result
    return result


async def test_results_that_were_pending_are_judged_after_a_restart(database: Database) -> None:
    game_id = await store_pending(database)
    judges = Judges(database)
    judges.start()
    try:
        async with asyncio.timeout(60):
            while (await read_result(database, game_id))["pending"]:
                await asyncio.sleep(0.01)
    finally:
        await judges.stop()
    assert (await read_result(database, game_id))["flags"] == "even order"


async def test_judging_goes_on_after_a_conflict_with_another_server(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await store_pending(database)
    calls = 0

    async def conflict_once(*arguments: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise WriteConflict("another server was faster")
        await settle_result(*arguments)

    monkeypatch.setattr(background, "settle_result", conflict_once)
    judges = Judges(database)
    judges.start()
    try:
        async with asyncio.timeout(60):
            while (await read_result(database, game_id))["pending"]:
                judges.wake()
                await asyncio.sleep(0.01)
    finally:
        await judges.stop()


async def test_the_last_move_does_not_wait_for_judging(database: Database) -> None:
    wakes: list[None] = []
    live = LiveGames(database, lambda: wakes.append(None), ignore_loads)  # nobody judges
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    row = await start_game(database, player.id, puzzle)
    sent = [IncomingMove(move, None) for move in list_entries(LINE)]
    await live.append(player.id, row.id, 1, sent[:-1])
    assert wakes == []
    finished = await live.append(player.id, row.id, len(sent), sent[-1:])
    assert finished.game.finished is not None
    assert len(wakes) == 1
    result = await read_result(database, row.id)
    assert result["pending"] and result["flags"] == ""
    await live.append(player.id, row.id, len(sent) + 1, [IncomingMove("undo", None)])
    assert len(wakes) == 1


@pytest.mark.parametrize(
    ("failures", "flags"),
    [
        ([WorkerFailed("it died")], "even order"),
        ([WorkerFailed("it died")] * 3, "unchecked"),
        ([JobTimeout("server.time-limit", job="judge")], "unchecked"),
    ],
    ids=["dies once", "dies always", "takes too long"],
)
async def test_a_process_that_fails_leaves_nothing_pending(
    database: Database, monkeypatch: pytest.MonkeyPatch, failures: list[Exception], flags: str
) -> None:
    run, left = Pool.run, list(failures)

    async def fail(self: Pool, job: str, seconds: float, **arguments: Any) -> Any:
        if left:
            raise left.pop()
        return await run(self, job, seconds, **arguments)

    monkeypatch.setattr(Pool, "run", fail)
    game_id = await store_pending(database)
    judges = Judges(database)
    await judges.judge_pending()
    await judges.stop()
    result = await read_result(database, game_id)
    assert (result["pending"], result["flags"]) == (False, flags)


async def test_short_games_are_judged_first(database: Database) -> None:
    games = [await store_pending(database) for _ in range(3)]
    longest = update(results).where(results.c.game_id == games[0]).values(moves=9_900)
    await database.writer.run(lambda connection: connection.execute(longest).rowcount)
    assert await find_pending(database, 9) == [games[1], games[2], games[0]]


async def test_a_game_that_cannot_be_replayed_is_not_flagged(database: Database) -> None:
    game_id = await store_pending(database)
    spoil = update(moves).where(moves.c.seq == 3).values(move="r0c0=0")
    await database.writer.run(lambda connection: connection.execute(spoil).rowcount)
    judges = Judges(database)
    await judges.judge_pending()
    await judges.stop()
    result = await read_result(database, game_id)
    assert (result["pending"], result["flags"]) == (False, "")
