"""Everything the first version wrote still opens, with the same content."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

import shudu
from shudu.core.text import write_line
from shudu.game.game import Game
from shudu.puzzles.difficulty import LEVELS, difficulty_of
from shudu.search.trace.files import read_ndjson, read_packed
from shudu.server.background import Judges
from shudu.store.database import Database
from shudu.store.games import list_games, load_game
from shudu.store.leaderboards import Leaderboard, read_leaderboard
from shudu.store.players import claim_transfer, create_player, delete_player, find_player
from shudu.store.puzzles import count_stock, find_daily, find_puzzle
from shudu.store.results import compute_statistics, find_pending, find_result
from shudu.store.tables import now, transfers
from tests.unit.store.samples import restore

FOLDER = Path(__file__).resolve().parents[1] / "data" / "compatibility"
FIRST = "小明"
JUDGED_ANEW = {"difficulty", "pace", "flags", "pending", "player_id"}  # what a restored result does not keep


def read_json(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))


@pytest.fixture
def expected() -> dict[str, Any]:
    data: dict[str, Any] = read_json("database.expected.json")
    return data


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def database(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Database]:
    file = tmp_path / "shudu.db"
    file.write_bytes(gzip.decompress((FOLDER / "database.sqlite.gz").read_bytes()))
    opened = await Database.open(str(file))
    yield opened
    await opened.close()


@pytest.mark.anyio
async def test_players_games_and_results(database: Database, expected: dict[str, Any]) -> None:
    for known in expected["players"].values():
        player = await find_player(database, known["secret"])
        assert player and (player.id, player.name) == (known["id"], known["name"])
        games = await list_games(database, player.id, open_only=False, before=None, limit=99)
        assert [game.id for game in games] == list(known["games"])
        for game_id, stored in known["games"].items():
            loaded = await load_game(database, game_id)
            assert loaded
            row = asdict(loaded[0])
            grades = row.pop("difficulty"), row.pop("level")
            since = {"origin": None, "lookup": ""}  # added since
            assert (row, loaded[1].text) == (stored["row"] | since, stored["text"])
            puzzle = await find_puzzle(database, row["puzzle_id"] or "")
            assert grades == ((puzzle.difficulty, puzzle.level) if puzzle else ("", ""))
            result = await find_result(database, game_id)
            new = {"pending": False, "difficulty": grades[0]}
            assert result == (stored["result"] and {**stored["result"], **new})


@pytest.mark.anyio
async def test_a_transfer_code(database: Database, expected: dict[str, Any]) -> None:
    extend = update(transfers).values(expires=now() + 60_000)
    await database.writer.run(lambda connection: connection.execute(extend).rowcount)
    secret = await claim_transfer(database, expected["transfer"])
    player = await find_player(database, secret or "")
    assert player and player.id == expected["players"][FIRST]["id"]


@pytest.mark.anyio
async def test_statistics(database: Database, expected: dict[str, Any]) -> None:
    for known in expected["players"].values():
        statistics = await compute_statistics(database, known["id"], 1_795_000_000_000)
        found = json.loads(json.dumps(asdict(statistics)))
        for name in ("started", "finished"):
            assert sum(summary[name] for summary in found["by_difficulty"].values()) == sum(
                summary[name] for summary in known["statistics"]["by_difficulty"].values()
            )
        assert found["longest_streak"] == known["statistics"]["longest_streak"]


@pytest.mark.anyio
async def test_leaderboards(database: Database, expected: dict[str, Any]) -> None:
    daily = expected["dailies"]["2026-11-15"]["id"]
    boards = {
        "medium": Leaderboard(difficulty="medium"),
        "hard": Leaderboard(level="hard"),
        "all, flagged": Leaderboard(flagged=True),
        "daily": Leaderboard(puzzle_id=daily),
    }
    for name, board in boards.items():
        entries = await read_leaderboard(database, board, None, 50)
        # The puzzle called medium then needs singles only, so it has no difficulty now.
        assert [asdict(entry) for entry in entries] == ([] if name == "medium" else expected["leaderboards"][name])


@pytest.mark.anyio
async def test_daily_puzzles_and_stock(database: Database, expected: dict[str, Any]) -> None:
    for day, stored in expected["dailies"].items():
        puzzle = await find_daily(database, day)
        assert puzzle
        stored["made_for"] = stored.pop("wish")
        assert asdict(puzzle) == {
            **stored,
            "difficulty": difficulty_of(stored["clues"], stored["level"], stored["technique"]) or "",
        }
    for kind, counts in expected["stock"].items():
        assert await count_stock(database, kind, LEVELS) == (
            {} if kind == "difficulty" else counts
        )  # none of them qualifies


@pytest.mark.anyio
async def test_a_backup_restores_on_the_server_that_wrote_it(database: Database, expected: dict[str, Any]) -> None:
    known = expected["players"][FIRST]
    await delete_player(database, known["id"])
    heir, _ = await create_player(database)
    report = await restore(database, heir, (FOLDER / "backup.json").read_bytes())
    assert (report.games, report.known, report.ranked) == (len(known["games"]), 0, True)
    judges = Judges(database)
    await judges.judge_pending()
    await judges.stop()
    assert await find_pending(database, 9) == []
    for game_id, stored in known["games"].items():
        loaded = await load_game(database, game_id)
        assert loaded and loaded[1].text == stored["text"]
        result = await find_result(database, game_id)
        assert (result is None) == (stored["result"] is None)
        if result and stored["result"]:
            assert {name: value for name, value in result.items() if name not in JUDGED_ANEW} == {
                name: value for name, value in stored["result"].items() if name not in JUDGED_ANEW
            }
            if not stored["result"]["unranked"]:
                assert result["flags"] == stored["result"]["flags"]


@pytest.mark.anyio
async def test_a_backup_restores_on_another_server(tmp_path: Path, expected: dict[str, Any]) -> None:
    database = await Database.open(str(tmp_path / "other.db"))
    heir, secret = await create_player(database)
    report = await restore(database, heir, (FOLDER / "backup.json").read_bytes())
    games = expected["players"][FIRST]["games"]
    assert (report.games, report.known, report.ranked) == (len(games), 0, False)
    for game_id, stored in games.items():
        loaded = await load_game(database, game_id)
        assert loaded and loaded[1].text == stored["text"]
    player = await find_player(database, secret)
    assert player and player.name == FIRST
    await database.close()


def test_a_game_file() -> None:
    stored = read_json("game.expected.json")
    sheet = shudu.read((FOLDER / "game.json").read_text("utf-8"))
    assert sheet.grid.line == stored["digits"]
    assert sheet.fact("title") == "Golden 黄金"
    board = Game.from_text(f"{write_line(sheet.puzzle)}\n{sheet.history}").board
    assert (board.marks("centre"), board.marks("corner"), board.colours()) == (
        stored["centre"],
        stored["corner"],
        stored["colours"],
    )
    assert (sheet.centre, sheet.corner, dict(sheet.colours)) == (board.centre, board.corner, stored["colours"])


def test_share_links() -> None:
    stored = read_json("game.expected.json")
    game, puzzle = (FOLDER / "links.txt").read_text("utf-8").split()
    sheet = shudu.read(game)
    assert f"{write_line(sheet.puzzle)}\n{sheet.history}" == stored["text"]
    assert shudu.read(puzzle).grid.line == stored["text"][:81]


def test_traces() -> None:
    stored = read_json("search.expected.json")
    with (FOLDER / "search.trace").open("rb") as file:
        packed = read_packed(file)
    ndjson = read_ndjson((FOLDER / "search.ndjson").read_text("utf-8").splitlines())
    for trace in (packed, ndjson):
        assert [[event.kind, event.depth, event.cell, event.digit] for event in trace] == stored["events"]
        assert "".join(map(str, trace.seek(len(trace)).digits)) == stored["final"]
    assert list(packed) == list(ndjson)
