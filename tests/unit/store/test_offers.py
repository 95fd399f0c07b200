"""Offers, and who has seen a puzzle when."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from shudu.puzzles.difficulty import LEVELS
from shudu.store.database import Database
from shudu.store.games import start_from_stock, start_game
from shudu.store.leaderboards import Leaderboard, read_leaderboard
from shudu.store.maintenance import DAY, prune
from shudu.store.players import create_player, delete_player
from shudu.store.puzzles import (
    MOST_OFFERS,
    add_to_stock,
    count_stock,
    find_puzzle,
    find_unplayed,
    give_out,
    offer_from_stock,
    record_sight,
    take_from_stock,
)
from shudu.store.results import find_result
from shudu.store.tables import now, sights

from .samples import RECORD, add_two_to_stock, make_record, read_scalar, relabel, store_finished_game

pytestmark = pytest.mark.anyio


async def test_the_clock_starts_when_the_player_first_sees_the_puzzle(database: Database) -> None:
    start = now()
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    await record_sight(database, puzzle.id, player.id)

    def age(connection: Any) -> None:
        connection.execute(update(sights).values(at=now() - 600_000))

    await database.writer.run(age)
    await record_sight(database, puzzle.id, player.id)  # only the first look counts
    row = await store_finished_game(database, player, puzzle, 1000)
    result = await find_result(database, row.id)
    assert result and result["time"] == 51_000
    assert 651_000 <= result["elapsed"] <= 651_000 + now() - start
    (entry,) = await read_leaderboard(database, Leaderboard(puzzle_id=puzzle.id), None, 9)
    assert entry.time == result["elapsed"]


async def test_a_puzzle_seen_by_a_visitor_is_shared(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    await record_sight(database, puzzle.id, None)
    player, _ = await create_player(database)
    row = await start_game(database, player.id, puzzle)
    assert row.shared and row.seen == row.started


async def test_an_offer_is_unshared_until_someone_sees_it(database: Database) -> None:
    await add_two_to_stock(database)
    offer = await take_from_stock(database, "level", "easy")
    assert offer
    player, other = (await create_player(database))[0], (await create_player(database))[0]
    assert await find_unplayed(database, other.id, "level", "easy") is None  # it is offered to one player only
    assert not (await start_game(database, player.id, offer)).shared
    assert (await start_game(database, other.id, offer)).shared
    fresh = await start_from_stock(database, other.id, "level", "easy")
    assert fresh and fresh[0].line == fresh[1].line != offer.line and not fresh[0].shared
    assert await start_from_stock(database, other.id, "level", "easy") is None
    found = await find_puzzle(database, fresh[1].id)
    assert found == fresh[1]


async def test_offers_that_are_not_taken_up_are_deleted(database: Database) -> None:
    await add_two_to_stock(database)
    offer = await take_from_stock(database, "level", "easy")
    seen = await take_from_stock(database, "level", "easy")
    assert offer and seen
    await record_sight(database, seen.id, None)
    await prune(database, now() + 6 * DAY, 0, 0)
    assert await find_puzzle(database, offer.id) == offer
    await prune(database, now() + 8 * DAY, 0, 0)
    assert await find_puzzle(database, offer.id) is None  # deleted, since its identifier is known
    assert await find_puzzle(database, seen.id) == seen
    assert await count_stock(database, "level", LEVELS) == {}


async def test_a_player_deleted_while_looking_has_still_seen_the_puzzle(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    gone, other = (await create_player(database))[0], (await create_player(database))[0]
    await delete_player(database, gone.id)
    await record_sight(database, puzzle.id, gone.id)  # the request was already under way
    assert (await start_game(database, other.id, puzzle)).shared


async def test_deleting_a_player_deletes_their_sights(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    await record_sight(database, puzzle.id, player.id)
    await delete_player(database, player.id)
    assert await read_scalar(database, "SELECT count(*) FROM sights") == 0


async def test_the_third_offer_is_binding(database: Database) -> None:
    chance = Random(4)
    for _ in range(6):
        await add_to_stock(database, "level", make_record(relabel(chance)))
    player, other = (await create_player(database))[0], (await create_player(database))[0]
    offers = [await offer_from_stock(database, player.id, "level", "easy") for _ in range(9)]
    ids = [offer.id for offer in offers if offer]
    assert len(ids) == 9 and len(set(ids)) == MOST_OFFERS and len(set(ids[2:])) == 1
    assert await count_stock(database, "level", LEVELS) == {"easy": 3}
    theirs = await offer_from_stock(database, other.id, "level", "easy")
    assert theirs and theirs.id not in ids
    assert offers[2]
    await start_game(database, player.id, offers[2])
    following = await offer_from_stock(database, player.id, "level", "easy")
    assert following and following.id not in ids


async def test_the_offer_of_another_player_counts_on_its_own_leaderboard_only(database: Database) -> None:
    await add_two_to_stock(database)
    player, other = (await create_player(database))[0], (await create_player(database))[0]
    theirs = await offer_from_stock(database, other.id, "level", "easy")
    await delete_player(database, other.id)
    mine = await offer_from_stock(database, player.id, "level", "easy")
    assert theirs and mine
    assert (await start_game(database, player.id, theirs)).shared
    assert not (await start_game(database, player.id, mine)).shared
