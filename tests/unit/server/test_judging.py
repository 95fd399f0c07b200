"""Finished games are judged in another process, and are judged all the same if that process dies."""

from __future__ import annotations

import asyncio

import pytest

from shudu.game.game import Game
from shudu.game.suspicion import judged
from shudu.server.judging import Judges
from shudu.server.workers.pool import Pool
from tests.unit.store.stored import LINE, entries

pytestmark = pytest.mark.anyio


def finished_game() -> Game:
    game = Game(LINE)
    for number, move in enumerate(entries(LINE), 1):
        game = game.play(move, 1000 * number)
    assert game.finished is not None
    return game


async def test_the_process_judges_as_the_function_does() -> None:
    judges = Judges()
    judges.start()
    try:
        assert await judges.judge(finished_game()) == judged(finished_game())
    finally:
        await judges.stop()


async def test_a_game_is_judged_without_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(self: Pool, job: str, within: float, **arguments: object) -> None:
        await asyncio.sleep(0)
        raise RuntimeError("the process that worked on judge has ended")

    monkeypatch.setattr(Pool, "run", dies)
    assert await Judges().judge(finished_game()) == judged(finished_game())
