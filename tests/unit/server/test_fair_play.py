"""Ways to a rank without solving the puzzle that the server can know of: none gets onto a leaderboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from shudu.kernel.solve import solve
from shudu.store import leaderboards
from shudu.store.tables import now

from .conftest import MEDIUM, Served, append, entries, fill_stock, make_older, new_game, problem_of, wait_for_result


def finish(client: httpx.Client, game: dict[str, Any], seq: int = 1) -> dict[str, Any]:
    append(client, game, seq, *entries(game["puzzle"]))
    return wait_for_result(client, game)


LOOKUPS: list[tuple[str, Callable[[str], dict[str, Any]]]] = [
    ("solve", lambda line: {"puzzle": line}),
    ("check", lambda line: {"puzzle": line.replace(".", "0")}),
    ("rate", lambda line: {"puzzle": line, "profile": "player"}),
    ("trace", lambda line: {"puzzle": line, "by": "mrv"}),
    ("hint", lambda line: {"puzzle": line, "digits": line}),
    ("print", lambda line: {"sheets": [{"puzzle": line, "digits": line}], "style": {"cover": False}}),
]


@pytest.mark.parametrize(("address", "body"), LOOKUPS, ids=[address for address, _ in LOOKUPS])
def test_a_puzzle_posted_to_a_solver_while_it_is_played(
    served: Served, player: httpx.Client, address: str, body: Callable[[str], dict[str, Any]]
) -> None:
    game = new_game(player, difficulty="medium")
    with served.visitor() as same_address:
        assert same_address.post(f"/api/v1/{address}", json=body(game["puzzle"])).status_code == 200
    assert finish(player, game)["unranked"] == ["lookup"]


ORACLES: list[Callable[[httpx.Client, str], httpx.Response]] = [
    lambda client, line: client.get("/api/v1/rate", params={"puzzle": line}),
    lambda client, line: client.post("/api/v1/iterations", json={"puzzles": [line], "by": "mrv"}),
    lambda client, line: client.post("/api/v1/games", json={"line": line}),
    lambda client, line: client.post(
        "/api/v1/print",
        json={"sheets": [{"puzzle": line, "digits": line}], "style": {"cover": False, "solutions": False}},
    ),
]


@pytest.mark.parametrize("ask", ORACLES, ids=["rating", "iterations", "own game", "print"])
def test_answers_that_tell_whether_a_digit_is_right_are_lookups(
    player: httpx.Client, ask: Callable[[httpx.Client, str], httpx.Response]
) -> None:
    game, asked = new_game(player, difficulty="medium"), new_game(player, difficulty="medium")
    line = asked["puzzle"]
    ask(player, game["puzzle"])  # reveals nothing
    ask(player, line.replace(".", solve(line).line[line.index(".")], 1))
    assert finish(player, game)["unranked"] == []
    assert finish(player, asked)["unranked"] == ["lookup"]


def test_a_puzzle_posted_to_a_solver_after_seeing_it_and_before_playing_it(player: httpx.Client) -> None:
    puzzle = player.get(f"/api/v1/puzzles/daily/{datetime.now(UTC):%Y-%m-%d}?difficulty=easy").json()
    assert player.post("/api/v1/solve", json={"puzzle": puzzle["line"]}).status_code == 200
    assert finish(player, new_game(player, puzzle=puzzle["id"]))["unranked"] == ["lookup"]


def test_an_assessment_of_an_open_game_is_a_lookup(player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    text = "\n".join([game["puzzle"], f"1000 {entries(game['puzzle'])[0]}"])
    assert player.post("/api/v1/learn/assessment", json={"game": text, "started": 1}).status_code == 200
    assert finish(player, game)["unranked"] == ["lookup"]


def test_the_assessment_of_a_finished_game_may_arrive_before_its_last_move(player: httpx.Client) -> None:
    """It reveals nothing: the player, or whoever plays the same puzzle at the same address, has the solution."""
    game = new_game(player, difficulty="medium")
    moves = [f"{1000 * at} {move}" for at, move in enumerate(entries(game["puzzle"]), start=1)]
    body = {"game": "\n".join([game["puzzle"], *moves]), "started": 1}
    assert player.post("/api/v1/learn/assessment", json=body).json()["records"]
    assert finish(player, game)["unranked"] == []


def test_offers_are_binding_without_a_stock(start: Callable[..., Served]) -> None:
    with start().visitor() as client:
        offers = [client.post("/api/v1/puzzles/offers", json={"difficulty": "easy"}).json()["id"] for _ in range(5)]
    assert len(set(offers)) == 3 and offers[2:] == offers[2:3] * 3


def test_a_hint_that_the_game_records_is_help_and_no_lookup(player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    line = game["puzzle"]
    assert player.post("/api/v1/hint", json={"puzzle": line, "digits": line}).status_code == 200
    append(player, game, 1, "hint:1")
    result = finish(player, game, 2)
    assert result["unranked"] == [] and result["help"] == "step"


def test_a_second_game_of_the_puzzle_does_not_lend_its_hints(player: httpx.Client) -> None:
    for address, body in (("hint", {"level": 1}), ("check", {})):
        game = new_game(player, difficulty="medium")
        for request in ({"again": game["id"]}, {"line": game["puzzle"]}):
            helper = new_game(player, **request)
            assert player.post(f"/api/v1/games/{helper['id']}/{address}", json=body).status_code == 200
        assert finish(player, game)["unranked"] == ["lookup"]


def test_another_puzzle_and_a_finished_game_are_no_lookups(player: httpx.Client) -> None:
    game, other = new_game(player, difficulty="medium"), new_game(player, difficulty="medium")
    assert player.post("/api/v1/solve", json={"puzzle": MEDIUM[::-1]}).status_code == 200
    assert finish(player, game)["unranked"] == []
    assert player.post("/api/v1/rate", json={"puzzle": game["puzzle"]}).status_code == 200
    assert finish(player, other)["unranked"] == [] == wait_for_result(player, game)["unranked"]


def test_a_solution_sent_at_once_is_not_spread_over_time(served: Served, player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    make_older(served, game, minutes=2)
    age = now() - served.app.state.shudu.live_games.peek(game["id"]).row.started
    moves = entries(game["puzzle"])
    times = [age - 9_900 + 9_000 * number // len(moves) for number in range(len(moves))]  # all within ten seconds
    body = {"seq": 1, "moves": [{"move": move, "at": at} for move, at in zip(moves, times, strict=True)]}
    assert player.post(f"/api/v1/games/{game['id']}/moves", json=body).status_code == 200
    stored = player.get(f"/api/v1/games/{game['id']}").json()["moves"]
    assert stored[0]["at"] >= age - 5_000
    assert "burst" in wait_for_result(player, game)["flags"]


@pytest.mark.parametrize(("seconds", "is_fast"), [(25, True), (27, False)])
def test_a_game_below_the_floor_of_its_level_is_flagged(
    served: Served, player: httpx.Client, seconds: int, is_fast: bool
) -> None:
    game = new_game(player, difficulty="medium")  # of level easy, with 51 empty cells: 25.5 seconds
    moves = entries(game["puzzle"])

    def send(seq: int, *moves: str, age: float) -> None:
        live = served.app.state.shudu.live_games.peek(game["id"])
        live.row = replace(live.row, started=now() - round(1000 * age))
        assert append(player, game, seq, *moves).status_code == 200

    send(1, *moves[:-1], age=1)
    send(len(moves), moves[-1], age=seconds)
    assert ("fast" in wait_for_result(player, game)["flags"]) == is_fast


def test_a_leaderboard_says_whom_it_includes(player: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "/api/v1/leaderboards/all?difficulty=medium"
    assert player.get(address).json()["established"] is False
    assert player.get(address + "&established=true").json()["established"] is True
    monkeypatch.setattr(leaderboards, "ENOUGH_ESTABLISHED", 0)
    assert player.get(address).json()["established"] is True
    assert player.get(address + "&established=false").json()["established"] is False
    assert player.get("/api/v1/leaderboards/week?difficulty=medium").json()["established"] is False


def test_a_player_has_a_quota_of_games_and_bytes(start: Callable[..., Served]) -> None:
    served = start(quota_games=2, limit_player_storage="2500/day")  # a request for a game counts a thousand
    with served.visitor() as client, served.visitor() as other:
        game = new_game(client)
        new_game(client)
        assert problem_of(client.post("/api/v1/games", json={"line": MEDIUM}), 409) == "store.too-many-games"
        backup = client.get("/api/v1/player/backup").content
        new_game(other)
        json_type = {"content-type": "application/json"}
        large = backup + b" " * 2500
        assert problem_of(other.post("/api/v1/player/restore", content=large, headers=json_type), 429)
        moves = [f"r1c3={number % 9 + 1}" for number in range(9)]
        assert append(client, game, 1, *moves).status_code == 200
        assert problem_of(append(client, game, 10, *moves), 429) == "server.too-many-requests"
        assert append(other, new_game(other), 1, "r1c3=4").status_code == 200  # another player is not affected


def test_a_quota_applies_to_the_stock_and_to_backups(start: Callable[..., Served], tmp_path: Any) -> None:
    fill_stock(str(tmp_path / "shudu.db"))
    served = start(quota_games=1)
    with served.visitor() as client, served.visitor() as other:
        new_game(client, difficulty="medium")
        assert problem_of(client.post("/api/v1/games", json={"difficulty": "medium"}), 409) == "store.too-many-games"
        backup = client.get("/api/v1/player/backup").content
        new_game(other)
        json_type = {"content-type": "application/json"}
        answer = other.post("/api/v1/player/restore", content=backup, headers=json_type)
        assert problem_of(answer, 409) == "store.too-many-games"


def test_an_address_that_takes_many_unseen_puzzles_gets_seen_ones(start: Callable[..., Served], tmp_path: Any) -> None:
    fill_stock(str(tmp_path / "shudu.db"))
    served = start(limit_stock="2/day")
    with served.visitor() as client, served.visitor() as other:
        assert not new_game(client, difficulty="medium")["shared"]
        assert not new_game(client, difficulty="medium")["shared"]
        assert new_game(other, difficulty="medium")["shared"]  # the same address
        abroad = other.post("/api/v1/games", json={"difficulty": "medium"}, headers={"x-forwarded-for": "192.0.2.1"})
        assert abroad.status_code == 201


def test_boards_of_a_difficulty_count_only_puzzles_first_seen_in_that_game(player: httpx.Client) -> None:
    puzzle = player.post("/api/v1/puzzles", json={"difficulty": "medium"}).json()
    game = new_game(player, puzzle=puzzle["id"])
    assert game["shared"] and finish(player, game)["shared"]
    board = player.get("/api/v1/leaderboards/all?difficulty=medium&flagged=true").json()
    assert board["you"] is None
