"""Seeing a puzzle before the clock starts must not gain anything on the leaderboards."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import httpx
import pytest

from shudu.server.workers.jobs import make_job
from shudu.store.tables import now
from tests.unit.fairplay.simulated import simulate_person

from .conftest import MEDIUM, Served, append, entries, make_older, new_game, wait_for_result

MINUTES = 30
BOARDS = "/api/v1/leaderboards/all"


@pytest.fixture
def other(served: Served) -> Iterator[httpx.Client]:
    """Return a second player, who may be the same person."""
    with served.visitor() as client:
        client.post("/api/v1/player")
        yield client


def make_sights_older(served: Served, puzzle: str) -> None:
    """Move everyone's first sight of a puzzle half an hour into the past."""
    with sqlite3.connect(served.app.state.shudu.database.name, timeout=30) as file:
        file.execute("UPDATE sights SET at = at - ? WHERE puzzle_id = ?", (MINUTES * 60_000, puzzle))


def finish(client: httpx.Client, game: dict[str, Any], seq: int = 1) -> dict[str, Any]:
    append(client, game, seq, *entries(game["puzzle"]))
    return wait_for_result(client, game)


def is_on_board(client: httpx.Client, **board: str) -> bool:
    return client.get(BOARDS, params={**board, "flagged": "true"}).json()["you"] is not None


def test_a_puzzle_fetched_before_the_game(served: Served, player: httpx.Client) -> None:
    puzzle = player.post("/api/v1/puzzles", json={"clues": 32}).json()
    make_sights_older(served, puzzle["id"])
    game = new_game(player, puzzle=puzzle["id"])
    assert game["shared"] and game["started"] - game["seen"] >= MINUTES * 60_000
    result = finish(player, game)
    assert result["time"] < 60_000 and result["elapsed"] >= MINUTES * 60_000
    assert not is_on_board(player, difficulty="medium")
    board = player.get(BOARDS, params={"puzzle": puzzle["id"], "flagged": "true"}).json()
    assert board["you"]["time"] == result["elapsed"]


@pytest.mark.parametrize("address", ["puzzles/{id}", "puzzles/daily/{day}"])
def test_seeing_a_puzzle_starts_the_clock(served: Served, player: httpx.Client, address: str) -> None:
    day = datetime.now(UTC).date().isoformat()
    daily = player.get(f"/api/v1/puzzles/daily/{day}").json()
    with served.visitor() as late:
        late.post("/api/v1/player")
        shown = late.get("/api/v1/" + address.format(id=daily["id"], day=day)).json()
        assert shown["line"] == daily["line"]
        make_sights_older(served, daily["id"])
        late.get("/api/v1/" + address.format(id=daily["id"], day=day))  # seeing it again does not restart the clock
        game = new_game(late, daily=day)
        assert game["started"] - game["seen"] >= MINUTES * 60_000
        assert finish(late, game)["elapsed"] >= MINUTES * 60_000
        assert not is_on_board(late, difficulty=daily["difficulty"])
        assert is_on_board(late, puzzle=daily["id"])


def test_a_second_player_who_saw_the_puzzle_first(player: httpx.Client, other: httpx.Client) -> None:
    seen = new_game(other, difficulty="medium")
    game = new_game(player, puzzle=seen["puzzle_id"])
    result = finish(player, game)
    assert game["shared"] and result["shared"] and not result["unranked"]
    assert not is_on_board(player, difficulty="medium") and not is_on_board(player)
    assert is_on_board(player, puzzle=seen["puzzle_id"])


def test_a_visitor_who_saw_the_puzzle_first(served: Served, player: httpx.Client) -> None:
    offer = player.post("/api/v1/puzzles/offers", json={"difficulty": "medium"}).json()
    with served.visitor() as stranger:
        assert stranger.get(f"/api/v1/puzzles/{offer['id']}").status_code == 200
    assert new_game(player, puzzle=offer["id"])["shared"]


def test_an_offer_hides_the_digits(player: httpx.Client) -> None:
    offer = player.post("/api/v1/puzzles/offers", json={"difficulty": "medium"}).json()
    assert set(offer) == {"id", "clues", "difficulty", "level", "score", "technique"}
    game = new_game(player, puzzle=offer["id"])
    assert not game["shared"] and game["seen"] == game["started"]
    finish(player, game)
    assert is_on_board(player, difficulty="medium")


@pytest.mark.parametrize("body", [{"clues": 60}, {"technique": "hidden-single"}])
@pytest.mark.parametrize("offered", [False, True])
def test_a_custom_puzzle_counts_only_on_its_own_leaderboard(
    player: httpx.Client, body: dict[str, Any], offered: bool
) -> None:
    if offered:
        body = {"puzzle": player.post("/api/v1/puzzles/offers", json=body).json()["id"]}
    game = new_game(player, **body)
    result = finish(player, game)
    assert game["shared"] and result["shared"] and not result["unranked"]
    assert not is_on_board(player) and is_on_board(player, puzzle=game["puzzle_id"])


def test_a_pause_does_not_stop_the_leaderboard_clock(served: Served, player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    append(player, game, 1, "pause")
    make_older(served, game, MINUTES)  # half an hour with the puzzle on paper
    append(player, game, 2, "resume")
    result = finish(player, game, 3)
    assert result["time"] < 60_000 and result["elapsed"] >= MINUTES * 60_000
    board = player.get(BOARDS, params={"difficulty": "medium", "flagged": "true"}).json()
    assert board["you"]["time"] == result["elapsed"]


def test_a_second_game_of_a_puzzle_is_not_ranked(served: Served, player: httpx.Client) -> None:
    first = new_game(player, difficulty="medium")
    for body in ({"puzzle": first["puzzle_id"]}, {"again": first["id"]}):
        result = finish(player, new_game(player, **body))
        assert result["unranked"] == ["again"]
    own = new_game(player, line=first["puzzle"])
    assert finish(player, own)["unranked"] == ["own", "again"]


def test_a_pause_reported_late_does_not_count_as_offline(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    append(player, game, 1, "r1c3=4")
    make_older(served, game, MINUTES)
    assert (
        append(player, game, 2, "pause", at=1000).status_code == 200
    )  # the page was closed, and reports its pause now
    assert not player.get(f"/api/v1/games/{game['id']}").json()["offline"]
    append(player, game, 3, "resume")
    assert append(player, game, 4, "r1c4=2", at=2000).status_code == 200  # an entry counts as offline
    assert player.get(f"/api/v1/games/{game['id']}").json()["offline"]


def test_puzzles_are_unpredictable() -> None:
    assert make_job({"clues": 40})["line"] != make_job({"clues": 40})["line"]


def test_a_forged_backup_game_is_not_ranked(served: Served, player: httpx.Client) -> None:
    known = new_game(player, difficulty="medium")
    moves = entries(known["puzzle"])
    forged = {
        "id": "f" * 22,
        "puzzle_id": known["puzzle_id"],
        "line": known["puzzle"],
        "started": known["started"],
        "seen": known["started"],
        "shared": False,
        "again": False,
        "offline": False,
        "restored": False,
        "moves": [[100 * number, move] for number, move in enumerate(moves[:-1], 1)],
    }
    with served.visitor() as thief:
        file = {"format": "shudu player 1", "games": [forged]}
        assert thief.post("/api/v1/player/restore", json=file).json() == {"games": 1, "known": 0, "ranked": False}
        result = append(thief, {"id": "f" * 22}, len(moves), moves[-1]).json()["result"]
        assert result["unranked"] == ["restored"]
        assert not is_on_board(thief) and not is_on_board(thief, puzzle=known["puzzle_id"])


def test_own_puzzles_have_no_leaderboard(player: httpx.Client) -> None:
    assert finish(player, new_game(player, line=MEDIUM))["unranked"][0] == "own"


def test_a_network_outage_is_not_a_burst(served: Served, player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    quick = simulate_person(game["puzzle"], Random(1), 0.6).moves
    log: list[dict[str, Any]] = [{"move": str(move), "at": at} for at, move in quick]
    start, gap = log[-25]["at"], 9_000
    kept = [each for each in log if start <= each["at"] < start + gap]
    assert len(kept) > 12
    cut = log.index(kept[-1]) + 1

    def send(moves: list[dict[str, Any]], seq: int, age: int) -> httpx.Response:
        live = served.app.state.shudu.live_games.peek(game["id"])
        live.row = replace(live.row, started=now() - age, seen=now() - age)
        return player.post(f"/api/v1/games/{game['id']}/moves", json={"seq": seq, "moves": moves})

    for number, each in enumerate(log[: cut - len(kept)], 1):
        send([each], number, each["at"])
    assert send(kept, cut - len(kept) + 1, start + gap).status_code == 200
    for number, each in enumerate(log[cut:], cut + 1):
        send([each], number, max(each["at"], start + gap))
    result = wait_for_result(player, game)
    assert result["flags"] == [] and "offline" not in result["unranked"]


def test_the_finish_counts_on_arrival(served: Served, player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    moves = entries(game["puzzle"])
    make_older(served, game, MINUTES)
    age = now() - served.app.state.shudu.live_games.peek(game["id"]).row.started
    answer = append(player, game, 1, *moves, at=age - 9_000).json()
    assert answer["result"]["elapsed"] >= age and answer["result"]["unranked"] == []
    assert "burst" in wait_for_result(player, game)["flags"]


def test_an_unfinished_game_from_a_backup_is_not_ranked(served: Served) -> None:
    with served.visitor() as cheat:
        game = new_game(cheat, difficulty="medium")
        backup = cheat.get("/api/v1/player/backup").content
        assert cheat.post(f"/api/v1/games/{game['id']}/hint", json={"level": 1}).status_code == 200
        assert cheat.delete("/api/v1/player").status_code == 204
        json_type = {"content-type": "application/json"}
        restored = cheat.post("/api/v1/player/restore", content=backup, headers=json_type).json()
        assert restored == {"games": 1, "known": 0, "ranked": True}
        assert finish(cheat, game)["unranked"] == ["restored"]
