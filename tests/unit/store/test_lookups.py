"""Lookups: a puzzle that was posted to a solver, or asked hints about, is not ranked."""

from __future__ import annotations

from typing import Any

import pytest

from shudu.store.database import Database
from shudu.store.games import load_game, start_game
from shudu.store.lookups import mark_lookup
from shudu.store.players import create_player
from shudu.store.puzzles import give_out, record_sight
from shudu.store.results import find_result

from .samples import LINE, OTHER, RECORD, make_record, store_finished_game

pytestmark = pytest.mark.anyio


async def test_a_puzzle_that_is_looked_up_is_not_ranked(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, other = (await create_player(database))[0], (await create_player(database))[0]
    row = await start_game(database, player.id, puzzle, origin="home")
    cases = {
        "another puzzle": ([OTHER], player.id, None, ""),
        "somebody else": ([LINE], other.id, "away", ""),
        "the game itself": ([LINE], player.id, None, ""),
        "a hint": ([LINE], player.id, None, "hint"),
        "without givens, from the address": ([LINE[:40] + "." * 41], None, "home", ""),
        "with an entry, from the address": ([LINE.replace(".", "4", 1)], None, "home", "solver"),
        "a hint afterwards": ([LINE], player.id, "home", "solver"),
    }
    for name, (lines, player_id, origin, expected) in cases.items():
        kind: Any = "hint" if "hint" in name else "solver"
        mine = row.id if name == "the game itself" else None
        await mark_lookup(database, kind, lines, player_id=player_id, origin=origin, other_than=mine)
        stored = await load_game(database, row.id)
        assert stored and stored[0].lookup == (expected or ("hint" if "without" in name else "")), name


async def test_a_puzzle_looked_up_between_the_first_sight_and_the_start_is_not_ranked(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, other = (await create_player(database))[0], (await create_player(database))[0]
    for each in (player, other):
        await record_sight(database, puzzle.id, each.id)
    await mark_lookup(database, "solver", [OTHER], player_id=player.id, origin=None)
    await mark_lookup(database, "solver", [LINE], player_id=None, origin="home")
    await mark_lookup(database, "hint", [LINE], player_id=other.id, origin="home")
    await mark_lookup(database, "solver", [LINE], player_id=other.id, origin="home")
    await mark_lookup(database, "hint", [LINE], player_id=other.id, origin="home")
    assert (await start_game(database, player.id, puzzle)).lookup == ""
    row = await store_finished_game(database, other, puzzle)
    result = await find_result(database, row.id)
    assert row.lookup == "solver" and result and result["unranked"] == "lookup"


async def test_a_hint_does_not_hide_a_solution_asked_for_meanwhile(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, _ = await create_player(database)
    row = await start_game(database, player.id, await give_out(database, RECORD, "difficulty"))
    run = database.writer.run

    async def run_late(work: Any) -> Any:
        monkeypatch.setattr(database.writer, "run", run)
        await mark_lookup(database, "solver", [LINE], player_id=player.id, origin=None)
        return await run(work)

    monkeypatch.setattr(database.writer, "run", run_late)
    await mark_lookup(database, "hint", [LINE], player_id=player.id, origin=None)
    stored = await load_game(database, row.id)
    assert stored and stored[0].lookup == "solver"


async def test_opening_many_games_does_not_hide_a_lookup(database: Database) -> None:
    player, _ = await create_player(database)
    row = await start_game(database, player.id, await give_out(database, RECORD, "difficulty"), origin="home")
    other = await give_out(database, make_record(OTHER), "difficulty")
    for _ in range(60):
        await start_game(database, player.id, other, origin="home")
    await mark_lookup(database, "solver", [LINE], player_id=None, origin="home")
    stored = await load_game(database, row.id)
    assert stored and stored[0].lookup == "solver"
