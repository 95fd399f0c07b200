"""Ranks, and which results are on which leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select, text, update

from shudu.store import leaderboards
from shudu.store.database import Database
from shudu.store.games import GameRow, start_game
from shudu.store.leaderboards import (
    A_DAY,
    A_WEEK,
    ESTABLISHED_RESULTS,
    ESTABLISHED_SPAN,
    KEPT_DAYS,
    Leaderboard,
    LeaderboardEntry,
    find_entry,
    has_established,
    percent_slower,
    read_leaderboard,
    update_standings,
)
from shudu.store.maintenance import DAY, prune
from shudu.store.players import Player, create_player, delete_player
from shudu.store.puzzles import (
    PuzzleRecord,
    add_daily,
    find_daily,
    give_out,
)
from shudu.store.results import find_pending, find_result, find_unranked_reasons, remove_result, settle_result
from shudu.store.tables import now, players, results, standings
from shudu.store.transactions import PostgresRunner

from .samples import LINE, OTHER, RECORD, make_record, read_scalar, relabel, store_finished_game

pytestmark = pytest.mark.anyio


async def test_equal_times_share_a_rank_and_pages_do_not_shift(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    people = [(await create_player(database))[0] for _ in range(6)]
    for player, gap in zip(people, [900, 700, 700, 800, 1000, 600], strict=True):
        await store_finished_game(database, player, puzzle, gap)
    board = Leaderboard(puzzle_id=puzzle.id)
    whole = await read_leaderboard(database, board, None, 50)
    assert [entry.rank for entry in whole] == [1, 2, 2, 4, 5, 6]
    assert [entry.player_id for entry in whole] == [people[i].id for i in (5, 1, 2, 3, 0, 4)]
    first = await read_leaderboard(database, board, None, 2)
    newcomer, _ = await create_player(database)
    await store_finished_game(database, newcomer, puzzle, 500)
    rest = await read_leaderboard(database, board, first[-1].position, 50)
    assert [entry.player_id for entry in first + rest] == [entry.player_id for entry in whole]
    mine = await find_entry(database, board, people[5].id)
    assert mine and mine.rank == 2


async def test_a_leaderboard_shows_each_player_once_and_only_ranked_results(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    other = await give_out(database, PuzzleRecord(OTHER, 41, "easy", "hard", 1, "xy-wing"), "level")
    player, _ = await create_player(database)
    await store_finished_game(database, player, puzzle, 900)
    await store_finished_game(database, player, puzzle, 100)  # repeated, so not ranked
    await store_finished_game(database, player, other, 400)
    cheat, _ = await create_player(database)
    third = await give_out(database, make_record(LINE[::-1]), "difficulty")
    await store_finished_game(database, cheat, third, 1, flags="fast")
    assert [e.time for e in await read_leaderboard(database, Leaderboard(difficulty="medium"), None, 9)] == [900 * 51]
    assert [e.time for e in await read_leaderboard(database, Leaderboard(puzzle_id=other.id), None, 9)] == [400 * 40]
    assert [e.time for e in await read_leaderboard(database, Leaderboard(level="hard"), None, 9)] == [400 * 40]
    assert (
        await read_leaderboard(database, Leaderboard(difficulty="easy"), None, 9) == []
    )  # made for a level and ranked there
    assert await read_leaderboard(database, Leaderboard(level="easy"), None, 9) == []
    assert len(await read_leaderboard(database, Leaderboard(), None, 9)) == 1
    assert [e.flags for e in await read_leaderboard(database, Leaderboard(flagged=True), None, 9)] == ["fast", ""]
    assert await read_leaderboard(database, Leaderboard(help="step"), None, 9) == []
    assert await read_leaderboard(database, Leaderboard(days=A_DAY, since=0), None, 9) == []


async def test_a_players_own_entry_matches_the_page(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    people = [(await create_player(database))[0] for _ in range(5)]
    for player, gap in zip(people, [900, 700, 700, 800, 700], strict=True):
        await store_finished_game(database, player, puzzle, gap)
    board = Leaderboard(puzzle_id=puzzle.id)
    for entry in await read_leaderboard(database, board, None, 9):
        assert await find_entry(database, board, entry.player_id) == entry
    stranger, _ = await create_player(database)
    assert await find_entry(database, board, stranger.id) is None


async def test_a_puzzle_others_have_seen_is_ranked_on_its_own_leaderboard_only(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    first, second = (await create_player(database))[0], (await create_player(database))[0]
    await store_finished_game(database, first, puzzle, 900)
    await store_finished_game(database, second, puzzle, 400)  # may know the solution from the first
    assert [e.player_id for e in await read_leaderboard(database, Leaderboard(difficulty="medium"), None, 9)] == [
        first.id
    ]
    both = [second.id, first.id]
    assert [e.player_id for e in await read_leaderboard(database, Leaderboard(puzzle_id=puzzle.id), None, 9)] == both


async def test_the_daily_puzzle_has_its_own_leaderboard(database: Database) -> None:
    await add_daily(database, "2026-11-15", RECORD)
    puzzle = await find_daily(database, "2026-11-15")
    assert puzzle
    player, _ = await create_player(database)
    await store_finished_game(database, player, puzzle)
    assert await read_leaderboard(database, Leaderboard(difficulty="medium"), None, 9) == []
    assert len(await read_leaderboard(database, Leaderboard(puzzle_id=puzzle.id), None, 9)) == 1


async def test_how_many_of_the_others_took_longer(database: Database) -> None:
    await add_daily(database, "2026-11-15", RECORD)
    puzzle = await find_daily(database, "2026-11-15")
    assert puzzle
    board = Leaderboard(puzzle_id=puzzle.id)
    for gap in (2000, 1000, 3000, 4000):
        player, _ = await create_player(database)
        await store_finished_game(database, player, puzzle, gap)
    entries = await read_leaderboard(database, board, None, 9)
    percents = [await percent_slower(database, board, entry.player_id, entry.time) for entry in entries]
    assert percents == [100, 67, 33, 0]
    assert await percent_slower(database, Leaderboard(puzzle_id="x" * 22), "x" * 22, 1) is None


async def test_a_pending_result_is_ranked_once_it_is_judged(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    row = await store_finished_game(database, player, puzzle, settle=False)
    board = Leaderboard(puzzle_id=puzzle.id, flagged=True)
    assert await find_pending(database, 9) == [row.id]
    assert await read_leaderboard(database, board, None, 9) == []
    assert await find_entry(database, board, player.id) is None
    await settle_result(database, row.id, ("even", "order"))
    assert await find_pending(database, 9) == []
    assert [entry.flags for entry in await read_leaderboard(database, board, None, 9)] == ["even order"]


async def test_results_that_cannot_be_ranked_are_not_judged(database: Database) -> None:
    puzzle = await give_out(database, RECORD, "difficulty")
    player, _ = await create_player(database)
    await store_finished_game(database, player, puzzle)
    await store_finished_game(database, player, puzzle, settle=False)  # the same puzzle again
    assert await find_pending(database, 9) == []


async def test_leaderboards_show_what_ranking_all_results_gives(database: Database) -> None:
    chance = Random(3)
    games: list[GameRow] = []
    played = [
        await give_out(database, make_record(relabel(chance)), chance.choice(["difficulty", "level"])) for _ in range(9)
    ]
    for _ in range(8):
        player, _ = await create_player(database)
        for puzzle in chance.sample(played, 3):
            games.append(await store_finished_game(database, player, puzzle, chance.choice([500, 600]), settle=False))
            await set_finished(database, games[-1].id, now() - chance.randrange(3) * 4 * DAY)
            await settle_result(database, games[-1].id, chance.choice([(), (), ("fast",)]))
    await delete_player(database, games[0].player_id)
    assert await remove_result(database, games[-1].id) and not await remove_result(database, "x" * 22)
    removed = await find_result(database, games[-1].id)
    assert removed and removed["unranked"] == "removed"
    await establish(database, [game.player_id for game in games[6:15]])
    starts = [now() // DAY * DAY - number * 4 * DAY for number in range(3)]
    periods = {(A_DAY, day) for day in starts} | {(A_WEEK, find_monday(day)) for day in starts} | {(0, 0)}
    for days, since in periods:
        for filters in ({}, {"difficulty": "medium"}, {"level": "easy"}, {"puzzle_id": played[0].id}):
            for help, flagged, established in product((None, "none"), (False, True), (False, True)):
                board = Leaderboard(
                    **filters, help=help, days=days, since=since, flagged=flagged, established=established
                )
                entries = await read_pages(database, board)
                assert [(e.rank, e.game_id) for e in entries] == await rank_by_hand(database, board), board
                for entry in entries:
                    assert await find_entry(database, board, entry.player_id) == entry
    assert len(await read_pages(database, Leaderboard(days=A_WEEK, since=find_monday(now())))) >= 3


def find_monday(moment: int) -> int:
    day = datetime.fromtimestamp(moment / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return int((day - timedelta(days=day.weekday())).timestamp() * 1000)


async def rank_by_hand(database: Database, board: Leaderboard) -> list[tuple[int, str]]:
    """Rank all results that belong on a leaderboard: each player's best, equal times with equal ranks."""
    established = {row[0] for row in await database.all(select(players.c.id).where(players.c.established.is_not(None)))}
    bests: dict[str, Any] = {}
    for row in await database.all(select(results).order_by(*_ORDER)):
        if (
            (not row.unranked and not row.pending and (board.flagged or not row.flags))
            and board.help in (None, row.help)
            and (not board.established or row.player_id in established)
            and (not board.days or board.since <= row.finished < board.since + board.days * DAY)
            and (row.puzzle_id == board.puzzle_id if board.puzzle_id else not row.shared)
            and (not board.difficulty or (row.difficulty == board.difficulty and row.level is None))
            and board.level in (None, row.level)
        ):
            bests.setdefault(row.player_id, row)
    times = [row.elapsed for row in bests.values()]
    return [(1 + times.index(row.elapsed), row.game_id) for row in bests.values()]


_ORDER = (results.c.elapsed, results.c.finished, results.c.game_id)


async def establish(database: Database, player_ids: list[str], more: int = 0) -> None:
    """Give players a history: results of unseen puzzles within a week that are too slow to matter, as many as it takes."""
    for player_id in set(player_ids):
        player = Player(player_id, None, 0, "")
        for number in range(ESTABLISHED_RESULTS + more):
            record = make_record(relabel(Random(player_id + str(number))))
            puzzle = await give_out(database, record, "difficulty")
            row = await store_finished_game(database, player, puzzle, 9000, settle=False)
            moment = now() + number * ESTABLISHED_SPAN // (ESTABLISHED_RESULTS - 1)
            await set_finished(database, row.id, moment)
            await settle_result(database, row.id, ())


async def set_finished(database: Database, game_id: str, moment: int) -> None:
    change = update(results).where(results.c.game_id == game_id).values(finished=moment)
    await database.writer.run(lambda connection: connection.execute(change).rowcount)


BOARDS = {
    "all time": {},
    "a difficulty": {"difficulty": "medium"},
    "a level": {"level": "hard"},
    "a puzzle": {"puzzle_id": "z" * 22},
    "established": {"established": True},
    "a class": {"help": "none", "flagged": True},
    "a week": {"days": A_WEEK, "since": 4 * DAY},
    "a day": {"days": A_DAY, "since": 4 * DAY, "level": "hard"},
    "a puzzle of a day": {"days": A_DAY, "since": 4 * DAY, "puzzle_id": "z" * 22},
}


@pytest.mark.parametrize("filters", BOARDS.values(), ids=BOARDS)
async def test_reading_a_leaderboard_does_not_look_at_all_its_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filters: dict[str, Any]
) -> None:
    monkeypatch.setattr(leaderboards, "_MOST_COUNTED", 100)
    database = await Database.open(str(tmp_path / "shudu.db"))
    board, steps = Leaderboard(**filters), []
    for size in (200, 2000):
        await fill_leaderboard(database, board, size)
        mine = f"{size - 1:022}"
        steps.append(
            [
                await count_steps(database, monkeypatch, read)
                for read in (
                    lambda: read_leaderboard(database, board, None, 51),
                    lambda: read_leaderboard(database, board, (150, 150, 150, f"{150:022}"), 51),
                    lambda mine=mine: find_entry(database, board, mine),
                    lambda mine=mine: percent_slower(database, board, mine, 190),
                    lambda: has_established(database, board),
                )
            ]
        )
    await database.close()
    assert all(many < 1.2 * few + 100 for few, many in zip(*steps, strict=True)), steps


async def fill_leaderboard(database: Database, board: Leaderboard, size: int) -> None:
    """Put players with a result each on a leaderboard, so that it has `size` entries."""
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {size - 1})"
    values = "printf('%022d', i)"
    statements = (
        f"{numbers} INSERT OR IGNORE INTO players (id, created) SELECT {values}, 1 FROM n",
        f"{numbers} INSERT OR IGNORE INTO games (id, player_id, line, started, seen, shared, again, offline, restored) "
        f"SELECT {values}, {values}, '', 1, 1, 0, 0, 0, 0 FROM n",
        f"{numbers} INSERT OR IGNORE INTO results (game_id, player_id, difficulty, time, elapsed, help, hints, mistakes, "
        f"moves, pauses, finished, shared, unranked, flags) "
        f"SELECT {values}, {values}, 'medium', i, i, 'none', 0, 0, 1, 0, i, 0, '', '' FROM n",
        f"{numbers} INSERT OR IGNORE INTO standings SELECT {board.days}, {board.since}, '{board.key}', "
        f"'{board.help or ''}', {board.flagged:d}, {board.established:d}, {values}, i, i, {values} FROM n",
    )
    await database.writer.run(lambda connection: [connection.execute(text(each)) and None for each in statements])


async def count_steps(database: Database, monkeypatch: pytest.MonkeyPatch, read: Callable[[], Awaitable[Any]]) -> int:
    """Return how many instructions SQLite executes for a read."""
    count, plain = 0, database.read

    def step() -> None:
        nonlocal count
        count += 1

    async def counted(work: Callable[[Connection], Any]) -> Any:
        def within(connection: Connection) -> Any:
            driver = connection.connection.driver_connection
            assert driver
            driver.set_progress_handler(step, 1)
            try:
                return work(connection)
            finally:
                driver.set_progress_handler(None, 0)

        return await plain(within)

    with monkeypatch.context() as patch:
        patch.setattr(database, "read", counted)
        await read()
    return count


async def test_a_rank_beyond_the_entries_that_are_counted_is_unknown(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "_MOST_COUNTED", 2)
    puzzle = await give_out(database, RECORD, "difficulty")
    people = [(await create_player(database))[0] for _ in range(4)]
    for player, gap in zip(people, [700, 700, 800, 900], strict=True):
        await store_finished_game(database, player, puzzle, gap)
    board = Leaderboard(puzzle_id=puzzle.id)
    mine = [await find_entry(database, board, player.id) for player in people]
    assert [entry and entry.rank for entry in mine] == [1, 1, None, None]
    assert [entry.rank for entry in await read_pages(database, board)] == [1, 1, 3, 4]
    assert await percent_slower(database, board, people[0].id, 1) == 100


async def test_leaderboards_of_days_and_weeks_are_kept_for_five_weeks(database: Database) -> None:
    player, _ = await create_player(database)
    row = await store_finished_game(database, player, await give_out(database, RECORD, "difficulty"), settle=False)
    await settle_result(database, row.id, ())
    assert await read_scalar(database, "SELECT count(DISTINCT days) FROM standings") == 3
    age = update(standings).where(standings.c.days > 0).values(since=standings.c.since - (KEPT_DAYS - 7) * DAY)
    await database.writer.run(lambda connection: connection.execute(age).rowcount)
    await prune(database, now(), 0, 0)
    assert await read_scalar(database, "SELECT count(DISTINCT days) FROM standings") == 3
    age = update(standings).where(standings.c.days > 0).values(since=standings.c.since - 8 * DAY)
    await database.writer.run(lambda connection: connection.execute(age).rowcount)
    await prune(database, now(), 0, 0)
    assert await read_scalar(database, "SELECT max(days) FROM standings") == 0
    await set_finished(database, row.id, now() - (KEPT_DAYS + 7) * DAY)
    await settle_result(database, row.id, ())
    assert await read_scalar(database, "SELECT max(days) FROM standings") == 0


async def test_a_history_takes_ten_results_over_a_week(database: Database) -> None:
    player, _ = await create_player(database)
    await establish(database, [player.id])
    board = Leaderboard(established=True)
    (entry,) = await read_leaderboard(database, board, None, 9)
    assert entry.player_id == player.id and not await has_established(database, board)
    hasty, _ = await create_player(database)
    for number in range(12):  # within a day
        record = make_record(relabel(Random(number)))
        await store_finished_game(database, hasty, await give_out(database, record, "difficulty"), 500)
    assert len(await read_leaderboard(database, board, None, 9)) == 1
    assert [e.player_id for e in await read_leaderboard(database, Leaderboard(), None, 9)] == [hasty.id, player.id]
    await remove_result(database, entry.game_id)  # nine results are no history
    assert await read_leaderboard(database, board, None, 9) == []


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_two_servers_that_judge_results_of_a_player_at_once_miss_none(database: Database, address: str) -> None:
    other_server = await Database.open(address)
    player, _ = await create_player(database)
    await establish(database, [player.id], more=-1)
    tenth, other = [
        await store_finished_game(
            database, player, await give_out(database, make_record(relabel(Random(n))), "level"), settle=False
        )
        for n in range(2)
    ]
    await set_finished(database, tenth.id, now() + ESTABLISHED_SPAN)
    runner = database._runner
    assert isinstance(runner, PostgresRunner)
    async with runner._engine.begin() as connection:
        await connection.execute(update(results).where(results.c.game_id == tenth.id).values(pending=False))
        await connection.run_sync(update_standings, tenth.id)  # the player is established now
        late = asyncio.create_task(settle_result(other_server, other.id, ()))
        await asyncio.wait([late], timeout=0.3)
    await late
    for row in (tenth, other):
        assert await read_pages(database, Leaderboard(puzzle_id=row.puzzle_id, established=True))
    await other_server.close()


async def test_ten_established_players_make_a_leaderboard_of_their_own(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "ENOUGH_ESTABLISHED", 2)
    people = [(await create_player(database))[0] for _ in range(2)]
    await establish(database, [people[0].id])
    assert not await has_established(database, Leaderboard(difficulty="medium"))
    await establish(database, [people[1].id])
    assert await has_established(database, Leaderboard(difficulty="medium"))
    assert not await has_established(database, Leaderboard(difficulty="medium", help="step"))


async def read_pages(database: Database, board: Leaderboard) -> list[LeaderboardEntry]:
    """Read a leaderboard in pages of two."""
    entries: list[LeaderboardEntry] = []
    while page := await read_leaderboard(database, board, entries[-1].position if entries else None, 2):
        entries += page
    return entries


async def test_all_reasons_against_a_rank_fit_into_their_column(database: Database) -> None:
    row = await start_game(database, (await create_player(database))[0].id, await give_out(database, RECORD, "level"))
    worst = replace(row, again=True, offline=True, restored=True, lookup="solver")
    for each in (worst, replace(worst, puzzle_id=None)):
        reasons = " ".join([*find_unranked_reasons(each, "none"), "removed"])
        assert len(reasons) <= results.c.unranked.type.length  # type: ignore[attr-defined]
