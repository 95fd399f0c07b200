"""Backups restore all of a player's data; a forged or stolen one gains nothing."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from shudu.game.game import Game
from shudu.store.backup import BadBackup, backup
from shudu.store.database import Database
from shudu.store.games import TooManyGames, append_moves, load_game, start_game
from shudu.store.leaderboards import Leaderboard, read_leaderboard
from shudu.store.lookups import mark_lookup
from shudu.store.players import Player, create_player, delete_player, rename
from shudu.store.puzzles import give_out, make_record
from shudu.store.results import (
    Finish,
    append_and_update,
    find_pending,
    find_result,
    remove_result,
    settle_result,
    summarize_game,
)
from shudu.store.tables import now

from .samples import (
    LINE,
    OTHER,
    RECORD,
    list_entries,
    make_rows,
    read_scalar,
    replay_in_thread,
    restore,
    store_finished_game,
)

pytestmark = pytest.mark.anyio


def file_of(*games: dict[str, Any]) -> bytes:
    """Return a backup without a signature."""
    return json.dumps({"format": "shudu player 1", "games": games}).encode()


async def read_backup(database: Database, player: Player) -> bytes:
    return b"".join([piece async for piece in backup(database, player)])


async def test_a_backup_is_made_a_few_games_at_a_time(database: Database) -> None:
    player, _ = await create_player(database)
    assert (await restore(database, player, await read_backup(database, player))).games == 0
    log = [[number, f"r1c3#{'AB'[number % 2]}"] for number in range(400)]
    plain = {"puzzle_id": None, "line": LINE, "started": 1, "again": False, "offline": False, "moves": log}
    await restore(database, player, file_of(*({"id": f"{number:022d}", **plain} for number in range(10))))
    pieces = [piece async for piece in backup(database, player)]
    assert len(pieces) == 6 and max(map(len, pieces)) < sum(map(len, pieces)) / 4
    assert (await restore(database, player, b"".join(pieces))).known == 10


async def test_a_backup_restores_everything(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    await rename(database, player.id, "小明")
    finished = await store_finished_game(database, player, puzzle, 900, flags="even order")
    unfinished = await start_game(database, player.id, make_record(OTHER))
    await append_moves(database, make_rows(unfinished.id, ["r1c2=6"]))
    named = Player(player.id, "小明", player.created, player.session)
    data = await read_backup(database, named)
    before = await find_result(database, finished.id)
    await delete_player(database, player.id)
    heir, _ = await create_player(database)
    done = await restore(database, heir, data)
    assert (done.games, done.known, done.ranked) == (2, 0, True)
    assert (await restore(database, heir, data)).known == 2
    assert await find_pending(database, 9) == [finished.id]  # judged again
    await settle_result(database, finished.id, ("even", "order"))
    after = await find_result(database, finished.id)
    assert before and after and before | {"player_id": heir.id} == after
    assert len(await read_leaderboard(database, Leaderboard(flagged=True), None, 9)) == 1
    loaded = await load_game(database, unfinished.id)
    assert loaded and loaded[1].text.endswith("1000 r1c2=6")


async def test_a_changed_backup_is_restored_without_ranks(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    row = await store_finished_game(database, player, puzzle, 900)
    data = json.loads(await read_backup(database, player))
    data["games"][0]["moves"] = [[at // 10, move] for at, move in data["games"][0]["moves"]]
    await delete_player(database, player.id)
    heir, _ = await create_player(database)
    assert not (await restore(database, heir, json.dumps(data).encode())).ranked
    result = await find_result(database, row.id)
    assert result and "restored" in result["unranked"]
    assert await read_leaderboard(database, Leaderboard(flagged=True), None, 9) == []


async def test_a_stolen_backup_gains_no_rank(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    await store_finished_game(database, player, puzzle, 900)
    data = await read_backup(database, player)
    thief, _ = await create_player(database)
    await restore(database, thief, data)
    assert [entry.player_id for entry in await read_leaderboard(database, Leaderboard(), None, 9)] == [player.id]


async def test_a_forged_game_stays_unranked_when_played_on(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    thief, _ = await create_player(database)
    log: list[Any] = [[3000 * number, move] for number, move in enumerate(list_entries(LINE), 1)]
    forged = {
        "id": "f" * 22,
        "puzzle_id": puzzle.id,
        "line": LINE,
        "started": now() - 160_000,
        "seen": now() - 160_000,
        "shared": False,
        "again": False,
        "offline": False,
        "restored": False,
        "moves": log[:-1],  # the last move is made on this server
    }
    assert not (await restore(database, thief, file_of(forged))).ranked
    loaded = await load_game(database, "f" * 22)
    assert loaded and loaded[0].restored
    row, game = loaded[0], loaded[1].play(log[-1][1], log[-1][0])
    assert game.finished is not None
    done = replace(row, finished=row.started + game.finished)
    last = make_rows(row.id, [log[-1][1]], start=len(log))
    await append_and_update(database, done, last, {"finished": done.finished}, Finish(summarize_game(game), puzzle))
    result = await find_result(database, row.id)
    assert result and result["unranked"] == "restored"
    assert await read_leaderboard(database, Leaderboard(flagged=True), None, 9) == []
    assert await read_leaderboard(database, Leaderboard(puzzle_id=puzzle.id, flagged=True), None, 9) == []


async def test_a_restored_game_keeps_its_clock(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    row = await start_game(database, player.id, puzzle)
    data = await read_backup(database, player)
    await delete_player(database, player.id)
    heir, _ = await create_player(database)
    assert (await restore(database, heir, data)).ranked
    loaded = await load_game(database, row.id)
    assert loaded and loaded[0] == replace(row, player_id=heir.id, restored=True) and loaded[1] == Game(LINE)
    copy, _ = await create_player(database)
    await restore(database, copy, data)  # the game exists, so this becomes an unranked copy
    games = await read_scalar(database, "SELECT count(*) FROM games WHERE restored")
    assert games == 2
    assert (await restore(database, copy, data)).known == 1  # it is copied only once


async def test_others_can_play_while_a_large_backup_is_restored(database: Database) -> None:
    heir, _ = await create_player(database)
    other, _ = await create_player(database)
    game = await start_game(database, other.id, make_record(OTHER))
    log = [[3000 * number, move] for number, move in enumerate(list_entries(LINE), 1)]
    plain = {"puzzle_id": None, "line": LINE, "started": 1, "again": False, "offline": False, "moves": log}
    data = file_of(*({"id": f"{number:022d}", **plain} for number in range(100)))
    played = played_before = 0

    async def replay_games(part: bytes) -> bytes:
        nonlocal played_before
        replayed = await replay_in_thread(part)
        played_before = played
        return replayed

    restoring = asyncio.create_task(restore(database, heir, data, replay_games=replay_games))
    while not restoring.done():
        played += 1
        await append_moves(database, make_rows(game.id, [f"r1c2~{played % 9 + 1}"], start=played))
    assert (await restoring).games == 100
    assert played - played_before >= 4  # at least one move between two portions


def with_game(**changes: Any) -> dict[str, Any]:
    """Return a backup of one game that is valid except for the changes."""
    game: dict[str, Any] = {
        "id": "a" * 22,
        "puzzle_id": None,
        "line": LINE,
        "started": 1,
        "again": False,
        "offline": False,
        "moves": [],
    }
    return {"format": "shudu player 1", "games": [game | changes]}


async def test_a_backup_with_a_duplicate_game_is_rejected(database: Database) -> None:
    heir, _ = await create_player(database)
    (game,) = with_game()["games"]
    with pytest.raises(BadBackup, match="twice"):
        await restore(database, heir, file_of(game, game))
    assert await read_scalar(database, "SELECT count(*) FROM games") == 0


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        {},
        {"format": "shudu player 1"},
        {"format": "shudu player 1", "games": [{}]},
        {"format": "shudu player 1", "games": ["x"]},
        {"format": "shudu player 1", "games": [{"id": "a" * 22, "line": LINE, "moves": [[0, "r1c1=1"]], "started": 1}]},
        {"format": "shudu player 1", "games": [{"id": "a" * 22, "line": "x", "moves": [], "started": 1}]},
        {
            "format": "shudu player 1",
            "games": [{"id": "a" * 22, "line": LINE, "moves": [[-1, "r1c3=4"]], "started": 1}],
        },
        {"format": "shudu player 1", "games": [{"id": "a" * 22, "line": LINE, "moves": [], "started": 2**52}]},
        with_game(id="a"),
        with_game(id="\0" * 22),
        with_game(id=" " * 22),
        with_game(puzzle_id="\0" * 22),
        with_game(moves={"one": 1}),
        with_game(moves=[[1, "r1c3=4", 2]]),
        with_game(moves=["r1c3=4"]),
    ],
)
async def test_malformed_backups_are_rejected(database: Database, bad: Any) -> None:
    player, _ = await create_player(database)
    with pytest.raises(BadBackup):
        await restore(database, player, json.dumps(bad).encode())
    assert await read_scalar(database, "SELECT count(*) FROM results") == 0


async def test_a_restored_puzzle_counts_as_seen_before_the_start(database: Database) -> None:
    player, _ = await create_player(database)
    log = [[3000 * number, move] for number, move in enumerate(list_entries(LINE), 1)]
    await restore(database, player, json.dumps(with_game(seen=2**52, moves=log)).encode())
    result = await find_result(database, "a" * 22)
    assert result and result["elapsed"] == log[-1][0]


@pytest.mark.parametrize("file", [b"", b"{", b"\xff", b"[" * 5000 + b"]" * 5000, b'{"games": ' + b"9" * 5000 + b"}"])
async def test_malformed_json_is_rejected(database: Database, file: bytes) -> None:
    player, _ = await create_player(database)
    with pytest.raises(BadBackup):
        await restore(database, player, file)


async def test_a_backup_does_not_bring_a_removed_result_back(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    row = await store_finished_game(database, player, puzzle)
    data = await read_backup(database, player)
    assert await remove_result(database, row.id)
    await delete_player(database, player.id)
    heir, _ = await create_player(database)
    assert (await restore(database, heir, data)).ranked
    result = await find_result(database, row.id)
    assert result and result["unranked"] == "removed" and not result["pending"]


async def test_a_backup_keeps_that_the_puzzle_was_looked_up(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    row = await start_game(database, player.id, puzzle)
    await mark_lookup(database, "solver", [LINE], player_id=player.id, origin=None)
    log = make_rows(row.id, list_entries(LINE))
    game = Game(LINE)
    for each in log:
        game = game.play(each["move"], each["at"])
    done = replace(row, finished=row.started + (game.finished or 0))
    await append_and_update(database, done, log, {"finished": done.finished}, Finish(summarize_game(game), puzzle))
    data = await read_backup(database, player)
    await delete_player(database, player.id)
    heir, _ = await create_player(database)
    await restore(database, heir, data)
    result = await find_result(database, row.id)
    assert result and result["unranked"] == "lookup"


async def test_restoring_obeys_the_quota_of_games(database: Database) -> None:
    player, _ = await create_player(database)
    for _ in range(3):
        await start_game(database, player.id, make_record(LINE), most_games=3)
    with pytest.raises(TooManyGames):
        await start_game(database, player.id, make_record(LINE), most_games=3)
    data = await read_backup(database, player)
    heir, _ = await create_player(database)
    with pytest.raises(TooManyGames):
        await restore(database, heir, data, most_games=2)
    assert await read_scalar(database, f"SELECT count(*) FROM games WHERE player_id = '{heir.id}'") == 0
    assert (await restore(database, heir, data, most_games=3)).games == 3
