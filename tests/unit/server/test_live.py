"""Games in play in two processes at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from shudu.game.game import Game
from shudu.game.suspicion import Judgement
from shudu.server.app import create_api
from shudu.server.live import LiveGame, LiveGames
from shudu.store.database import Database
from shudu.store.games import start_game
from shudu.store.players import create_player

from .conftest import MEDIUM


async def judge(game: Game) -> Judgement:
    return Judgement((), None)


def test_a_hint_is_taken_though_another_process_is_quicker_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> list[int]:
        database = await Database.open(str(tmp_path / "shudu.db"))
        player, _ = await create_player(database)
        row = await start_game(database, player.id, None, MEDIUM)
        here, there = LiveGames(database, judge), LiveGames(database, judge)
        mine, theirs = [await games.open(player.id, row.id) for games in (here, there)]
        reload, quicker = here._reload, ["hint:r1c4", "hint:r1c6", "hint:r1c7"]

        async def reload_and_be_late(live: LiveGame) -> None:
            await reload(live)
            if quicker:
                await there.play(theirs, quicker.pop())

        monkeypatch.setattr(here, "_reload", reload_and_be_late)
        await there.play(theirs, "hint:r1c8")
        await here.play(mine, "hint:r1c3")
        length = len((await there.open(player.id, row.id)).game.moves)
        await database.close()
        return [len(mine.game.moves), length]

    assert asyncio.run(play()) == [5, 5]


@pytest.mark.parametrize("address", ["hint", "check"])
def test_a_game_that_is_full_takes_no_hint_as_documented(address: str) -> None:
    documented = create_api().openapi()["paths"][f"/games/{{game_id}}/{address}"]["post"]["responses"]
    assert "409" in documented
