"""Games in play: two processes at once, and the limits of a game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from shudu.core.geometry import cell_name
from shudu.server import live_games
from shudu.server.app import create_api
from shudu.server.errors import ApiError
from shudu.server.live_games import IncomingMove, LiveGame, LiveGames
from shudu.store.database import Database
from shudu.store.games import MOST_CHARACTERS, start_game
from shudu.store.players import create_player
from shudu.store.puzzles import make_record
from shudu.store.tables import games

from .conftest import MEDIUM


async def ignore_loads(player_id: str, moves: int) -> None:
    """Stands for the limit on loading long games."""


def ignore_results() -> None:
    """Leave results pending."""


def test_a_hint_is_recorded_even_if_another_process_is_faster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> list[int]:
        database = await Database.open(str(tmp_path / "shudu.db"))
        player, _ = await create_player(database)
        row = await start_game(database, player.id, make_record(MEDIUM))
        here, there = (
            LiveGames(database, ignore_results, ignore_loads),
            LiveGames(database, ignore_results, ignore_loads),
        )
        mine, theirs = [await games.open(player.id, row.id) for games in (here, there)]
        reload, faster = here._reload, ["hint:r1c4", "hint:r1c6", "hint:r1c7"]

        async def reload_and_be_late(live: LiveGame) -> None:
            await reload(live)
            if faster:
                await there.play(theirs, faster.pop())

        monkeypatch.setattr(here, "_reload", reload_and_be_late)
        await there.play(theirs, "hint:r1c8")
        await here.play(mine, "hint:r1c3")
        length = len((await there.open(player.id, row.id)).game.moves)
        await database.close()
        return [len(mine.game.moves), length]

    assert asyncio.run(play()) == [5, 5]


def test_moves_far_ahead_do_not_replay_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        database = await Database.open(str(tmp_path / "shudu.db"))
        player, _ = await create_player(database)
        row = await start_game(database, player.id, make_record(MEDIUM))
        games = LiveGames(database, ignore_results, ignore_loads)
        await games.append(player.id, row.id, 1, [IncomingMove("r1c3=4", None)])
        monkeypatch.setattr(games, "_reload", None)  # a client could have a long game replayed for every request
        with pytest.raises(ApiError, match="has 1 moves"):
            await games.append(player.id, row.id, 9, [IncomingMove("r1c3=5", None)])
        await database.close()

    asyncio.run(play())


def test_a_game_restored_by_another_process_changes_owner(tmp_path: Path) -> None:
    async def play() -> None:
        database = await Database.open(str(tmp_path / "shudu.db"))
        old, new, thief = [(await create_player(database))[0] for _ in range(3)]
        row = await start_game(database, old.id, make_record(MEDIUM))
        here = LiveGames(database, ignore_results, ignore_loads)
        await here.append(old.id, row.id, 1, [IncomingMove("r1c3=4", None)])

        def restore(connection: Connection) -> None:  # as another process would
            connection.execute(update(games).where(games.c.id == row.id).values(player_id=new.id))

        await database.writer.run(restore)
        with pytest.raises(ApiError):
            await here.open(thief.id, row.id)
        assert (await here.open(new.id, row.id)).row.player_id == new.id
        assert len((await here.append(new.id, row.id, 2, [IncomingMove("r1c4=2", None)])).game.moves) == 2
        with pytest.raises(ApiError):
            await here.append(old.id, row.id, 3, [IncomingMove("r1c4-", None)])
        await database.close()

    asyncio.run(play())


def test_a_game_has_a_limit_on_characters(tmp_path: Path) -> None:
    everything = ",".join(
        f"{digit}{cell_name(cell)}" for cell in range(81) if MEDIUM[cell] == "." for digit in range(1, 10)
    )

    async def play() -> tuple[int, str]:
        database = await Database.open(str(tmp_path / "shudu.db"))
        player, _ = await create_player(database)
        row = await start_game(database, player.id, make_record(MEDIUM))
        here = LiveGames(database, ignore_results, ignore_loads)
        length = 0
        try:
            for length in range(10_000):
                await here.append(
                    player.id, row.id, length + 1, [IncomingMove(f"{everything}#{'AB'[length % 2]}", None)]
                )
        except ApiError as refusal:
            return length, refusal.code
        finally:
            await database.close()
        return length, ""

    length, code = asyncio.run(play())
    assert code == "server.game-too-long" and length == MOST_CHARACTERS // len(everything + "#A")


@pytest.mark.parametrize("address", ["hint", "check"])
def test_hints_and_checks_document_the_conflict_status(address: str) -> None:
    documented = create_api().openapi()["paths"][f"/games/{{game_id}}/{address}"]["post"]["responses"]
    assert "409" in documented


def test_long_games_leave_memory_by_their_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "CACHE_BYTES", 500_000)

    async def play() -> None:
        database = await Database.open(str(tmp_path / "shudu.db"))
        player, _ = await create_player(database)
        here = LiveGames(database, ignore_results, ignore_loads)
        rows = [await start_game(database, player.id, make_record(MEDIUM)) for _ in range(20)]
        for row in rows:
            await here.append(player.id, row.id, 1, [IncomingMove(f"r1c3={n % 9 + 1}", None) for n in range(100)])
        assert 3 <= len(here) <= 6
        assert len((await here.open(player.id, rows[0].id)).game.moves) == 100  # loaded again
        await database.close()

    asyncio.run(play())
