"""The API in ordinary use."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from shudu.grids.graded_puzzles import graded_puzzles
from shudu.puzzles.api import generate_many
from shudu.search.trace.files import read_packed
from shudu.server.routes import leaderboards, players
from shudu.store.database import Database
from shudu.store.players import delete_player

from .conftest import EASY, HARDEST, MEDIUM, Served, append, entries, make_older, new_game, problem_of, wait_for_result


def test_a_visitor_becomes_a_player(served: Served) -> None:
    with served.visitor() as client:
        assert problem_of(client.get("/api/v1/player"), 401) == "server.not-signed-in"
        answer = client.post("/api/v1/games", json={"line": MEDIUM})
        assert answer.status_code == 201
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        assert client.get("/api/v1/player").json()["name"] is None


def test_play_a_whole_game(player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    assert (game["length"], game["difficulty"], game["level"]) == (0, "medium", "easy")
    moves = entries(game["puzzle"])
    for number, move in enumerate(moves[:-1], 1):
        answer = append(player, game, number, move)
        assert answer.json()["length"] == number
        assert answer.json()["finished"] is None
    assert problem_of(player.post(f"/api/v1/games/{game['id']}/finish"), 409) == "server.game-unfinished"
    last = append(player, game, len(moves), moves[-1]).json()
    assert last["finished"] == last["at"]
    assert last["result"]["help"] == "none" and last["result"]["unranked"] == []
    result = wait_for_result(player, game)
    assert "fast" in result["flags"]
    for _ in range(2):  # first from memory, which drops it, then from the database
        assert player.post(f"/api/v1/games/{game['id']}/finish").json() == result
    shown = player.get(f"/api/v1/games/{game['id']}").json()
    assert shown["result"] == result
    assert [each["move"] for each in shown["moves"]] == moves
    assert "." not in shown["board"]["digits"]


def test_a_game_survives_a_restart(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    append(player, game, 1, "r1c3=4", "r1c4~2", "checkpoint:前", "undo", "pause")
    served.app.state.shudu.live_games._games.clear()  # as after a restart
    shown = player.get(f"/api/v1/games/{game['id']}").json()
    assert (shown["length"], shown["paused"], shown["checkpoints"], shown["redo"]) == (5, True, ["前"], 1)
    served.app.state.shudu.live_games._games.clear()
    assert append(player, game, 6, "resume", "redo").json()["length"] == 7


def test_sending_moves_twice_is_harmless(player: httpx.Client) -> None:
    game = new_game(player)
    first = append(player, game, 1, "r1c3=4", "r1c4=6")
    assert append(player, game, 1, "r1c3=4", "r1c4=6").json()["length"] == first.json()["length"] == 2
    assert append(player, game, 2, "r1c4=6", "r1c6=8").json()["length"] == 3
    assert player.get(f"/api/v1/games/{game['id']}").json()["length"] == 3


def test_two_browsers_on_one_game(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    code = player.post("/api/v1/player/transfer").json()["code"]
    with served.visitor() as other:
        assert other.post("/api/v1/player/transfer/claim", json={"code": code}).status_code == 204
        assert other.get("/api/v1/player").json()["id"] == player.get("/api/v1/player").json()["id"]
        append(player, game, 1, "r1c3=4")
        answer = append(other, game, 1, "r1c3=1")
        assert problem_of(answer, 409) == "server.moves-conflict"
        assert answer.json()["detail"]["length"] == 1
        assert [each["move"] for each in answer.json()["detail"]["moves"]] == ["r1c3=4"]
        assert append(other, game, 2, "r1c4=6").json()["length"] == 2
        assert problem_of(append(player, game, 4, "r1c6=8"), 409) == "server.moves-conflict"
        digits = {client.get(f"/api/v1/games/{game['id']}").json()["board"]["digits"] for client in (player, other)}
        assert len(digits) == 1


def test_a_bad_move_rejects_the_whole_request(player: httpx.Client) -> None:
    game = new_game(player)
    answer = append(player, game, 1, "r1c3=4", "r1c1=4", "r1c4=6")
    assert problem_of(answer, 409) == "server.bad-move"
    assert (answer.json()["detail"]["index"], answer.json()["detail"]["reason"]) == (1, "given")
    assert player.get(f"/api/v1/games/{game['id']}").json()["length"] == 0
    assert append(player, game, 1, "nonsense").json()["detail"]["reason"] == "malformed"


def test_hints_are_recorded(player: httpx.Client) -> None:
    game = new_game(player)
    address = f"/api/v1/games/{game['id']}/hint"
    assert player.post(address, json={"cell": "r1c3"}).json() == {"length": 1, "candidates": "124", "step": None}
    levels = [player.post(address, json={"level": level}).json()["step"] for level in range(1, 6)]
    assert [bool(step["technique"]) for step in levels] == [False, True, True, True, True]
    assert [bool(step["cells"]) for step in levels] == [False, False, True, True, True]
    assert [step["step"] is not None for step in levels] == [False, False, False, True, True]
    assert [bool(step["moves"]) for step in levels] == [False, False, False, False, True]
    assert [len(step["lines"]) for step in levels] == [1, 2, 3, 4, 5]
    for level, step in enumerate(levels, 1):  # as if the answer was lost: asking again does not count twice
        assert player.post(address, json={"level": level}).json() == {"length": 6, "candidates": None, "step": step}
    assert append(player, game, 7, *levels[4]["moves"]).status_code == 200
    shown = player.get(f"/api/v1/games/{game['id']}").json()
    assert shown["help"] == "step" and shown["hints"] == {"candidates": 1, "steps": 1, "open": 0}
    assert problem_of(player.post(address, json={"level": 5}), 409) == "server.bad-move"


def test_a_hint_reports_a_mistake_first(player: httpx.Client) -> None:
    game = new_game(player)
    append(player, game, 1, "r1c3=1")
    step = player.post(f"/api/v1/games/{game['id']}/hint", json={"level": 1}).json()["step"]
    assert step["kind"] == "mistake" and step["mistake"] == {"placed": True, "cell": None, "reason": None}
    step = player.post(f"/api/v1/games/{game['id']}/hint", json={"level": 2}).json()["step"]
    assert step["mistake"]["cell"] == "r1c3"
    assert step["mistake"]["reason"].startswith("If r1c3 were 1")


def test_check_finds_wrong_entries_and_the_way_back(player: httpx.Client) -> None:
    game = new_game(player)
    append(player, game, 1, "r1c3=4", "r1c4=2", "r1c6=8")
    checked = player.post(f"/api/v1/games/{game['id']}/check", json={}).json()
    assert (checked["wrong"], checked["back"]) == (["r1c4"], 2)
    assert checked["reasons"]["r1c4"].startswith("If r1c4 were 2")
    assert player.post(f"/api/v1/games/{game['id']}/check", json={"mode": "rules"}).json()["wrong"] == []
    assert append(player, game, 6, "back:2").json()["length"] == 6
    assert player.get(f"/api/v1/games/{game['id']}").json()["help"] == "check"


def test_offline_moves_are_accepted_but_not_ranked(served: Served, player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    moves = entries(game["puzzle"])
    make_older(served, game, minutes=10)  # while the client was offline
    sent = [{"move": move, "at": 5_000 * number} for number, move in enumerate(moves, 1)]
    answer = player.post(f"/api/v1/games/{game['id']}/moves", json={"seq": 1, "moves": sent})
    result = answer.json()["result"]
    assert result["unranked"] == ["offline"]
    assert abs(result["time"] - 5_000 * len(moves)) < 1000


def test_games_can_be_played_again(player: httpx.Client) -> None:
    game = new_game(player)
    again = new_game(player, again=game["id"])
    assert again["puzzle"] == game["puzzle"] and again["again"]
    listed = player.get("/api/v1/player/games?unfinished=true").json()["games"]
    assert [each["id"] for each in listed] == [again["id"], game["id"]]


def test_the_daily_puzzle_is_the_same_for_everyone(served: Served, player: httpx.Client) -> None:
    today = datetime.now(UTC).date().isoformat()
    mine = player.get(f"/api/v1/puzzles/daily/{today}").json()
    with served.visitor() as other:
        assert new_game(other, daily=today)["puzzle"] == mine["line"]
    assert player.get(f"/api/v1/puzzles/{mine['id']}").json() == mine
    assert problem_of(player.get("/api/v1/puzzles/daily/2999-01-01"), 404) == "server.no-daily-puzzle"


def test_every_day_has_an_easy_a_medium_and_a_hard_puzzle(served: Served, player: httpx.Client) -> None:
    today = datetime.now(UTC).date().isoformat()
    found = [
        player.get(f"/api/v1/puzzles/daily/{today}?difficulty={name}").json() for name in ("easy", "medium", "hard")
    ]
    assert [puzzle["difficulty"] for puzzle in found] == ["easy", "medium", "hard"]
    with served.visitor() as other:
        assert new_game(other, daily=f"{today}/hard")["puzzle"] == found[2]["line"]
    for bad, status in (("2026-02-31/easy", 404), (f"{today}/extreme", 422), (f"{today}/", 422)):
        problem_of(player.post("/api/v1/games", json={"daily": bad}), status)


def test_the_daily_puzzle_is_generated_once(start: Callable[..., Served]) -> None:
    served = start(processes=1, waiting=1)

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as client:
            return await asyncio.gather(*[client.get("/api/v1/puzzles/daily/2026-01-02") for _ in range(20)])

    answers = asyncio.run(ask())
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["id"] for answer in answers}) == 1


@pytest.mark.parametrize(
    ("request_body", "kept"),
    [
        ({"level": "unfair"}, {"level": "unfair"}),
        ({"technique": "x-wing"}, {"technique": "x-wing"}),
        ({"clues": 17}, {"clues": 17}),
        ({"difficulty": "unfair"}, {"difficulty": "expert", "level": "unfair"}),
    ],
)
def test_request_puzzles_by_level_technique_and_clues(
    player: httpx.Client, request_body: dict[str, object], kept: dict[str, object]
) -> None:
    answer = player.post("/api/v1/puzzles", json=request_body)
    assert answer.status_code == 201
    assert kept.items() <= answer.json().items()


def test_request_a_puzzle_by_clue_count(player: httpx.Client) -> None:
    made = player.post("/api/v1/puzzles", json={"clues": 32}).json()
    assert made["clues"] == 32 == 81 - made["line"].count(".")
    assert made["difficulty"] in (None, "medium")  # it may need more or less than a medium puzzle


def test_an_imported_puzzle_has_its_level_and_a_difficulty_only_if_it_qualifies(player: httpx.Client) -> None:
    easy = next(puzzle for puzzle in graded_puzzles("easy"))
    other = next(puzzle for puzzle in graded_puzzles("-") if puzzle.level == "easy")
    game = new_game(player, line=easy.line)
    assert (game["difficulty"], game["level"]) == ("easy", "easy")
    game = new_game(player, line=other.line)
    assert (game["difficulty"], game["level"]) == (None, "easy")
    again = new_game(player, again=game["id"])
    assert (again["difficulty"], again["level"]) == (None, "easy")


def test_a_technique_without_puzzles_is_refused_at_once_with_the_nearest(player: httpx.Client) -> None:
    answer = player.post("/api/v1/games", json={"technique": "finned-mutant-jellyfish"})
    assert problem_of(answer, 404)
    nearest = answer.json()["fields"]["nearest"]
    assert nearest and set(nearest) <= {puzzle.hardest for puzzle in graded_puzzles()}
    assert new_game(player, technique=nearest[0])["level"]


def test_a_player_can_play_any_puzzle_that_has_a_solution(player: httpx.Client) -> None:
    assert new_game(player, line="." * 81)["puzzle_id"] is None
    conflict = player.post("/api/v1/games", json={"line": "11" + "." * 79})
    assert problem_of(conflict, 409) and conflict.json()["fields"]["cells"] == [0, 1]
    assert problem_of(player.post("/api/v1/games", json={"line": "#" * 81}), 422)
    assert problem_of(player.post("/api/v1/games", json={"line": ".12345678" + "9" + "." * 71}), 409)


def test_solve_check_rate_hint_trace(player: httpx.Client) -> None:
    solved = player.post("/api/v1/solve", json={"puzzle": MEDIUM}).json()
    assert solved["solution"].startswith("534678912")
    several = player.post("/api/v1/solve", json={"puzzle": "." * 81})
    assert problem_of(several, 409) == "server.several-solutions"
    assert len(several.json()["detail"]["solutions"]) == 2
    counted = player.post("/api/v1/check", json={"puzzle": "." * 81, "limit": 7}).json()
    assert counted["count"] == 7 and counted["differing"]
    assert player.post("/api/v1/check", json={"puzzle": MEDIUM}).json()["count"] == 1
    rated = player.post("/api/v1/rate", json={"puzzle": EASY}).json()
    assert (rated["level"], rated["hardest"]) == ("hard", "xy-wing")
    assert len(rated["sentences"]) == len(rated["path"])
    path = player.post("/api/v1/rate", json={"puzzle": EASY, "language": "zh"}).json()
    assert path["path"] == rated["path"] and all("r" in words for words in path["sentences"])
    assert any("删" in words for words in path["sentences"])
    figures = player.get("/api/v1/rate", params={"puzzle": EASY, "profile": "se", "language": "zh"}).json()
    assert (figures["er"], figures["hardest"], figures["hardest_name"]) == (4.2, "xy-wing", "XY 翼")
    assert figures["minutes"] is None
    assert player.post("/api/v1/rate", json={"puzzle": EASY, "profile": "se"}).json()["er"] == 4.2
    minutes = player.post("/api/v1/rate", json={"puzzle": EASY, "profile": "player"}).json()
    assert minutes["band"] == "20-40" and len(minutes["reasons"]) == 3
    assert problem_of(player.get("/api/v1/rate", params={"puzzle": EASY, "profile": "magic"}), 422)
    assert problem_of(player.get("/api/v1/rate", params={"puzzle": "." * 81}), 409)
    hint = player.post("/api/v1/hint", json={"puzzle": MEDIUM, "digits": MEDIUM}).json()
    assert hint["kind"] == "step" and hint["moves"] and "r" in hint["sentence"]
    chinese = player.post("/api/v1/hint", json={"puzzle": MEDIUM, "digits": MEDIUM, "language": "zh"}).json()
    assert chinese["step"] == hint["step"] and "填" in chinese["sentence"]
    traced = player.post("/api/v1/trace", json={"puzzle": MEDIUM, "by": "mrv"})
    assert traced.headers["content-type"] == "application/octet-stream"
    trace = read_packed(io.BytesIO(traced.content))
    assert trace.stats.iterations == 51
    made = player.post("/api/v1/trace/making", json={"method": "digits", "seed": 3})
    assert read_packed(io.BytesIO(made.content)).solutions[0].is_solved()
    assert "digits" in [method["id"] for method in player.get("/api/v1/methods").json()]
    assert problem_of(player.post("/api/v1/trace", json={"puzzle": MEDIUM, "by": "magic"}), 404)


def test_a_job_that_takes_too_long_is_stopped(start: Callable[..., Served]) -> None:
    with start(solve_seconds=0.3).visitor() as client:
        assert problem_of(client.post("/api/v1/rate", json={"puzzle": HARDEST}), 503) == "server.time-limit"
        assert client.post("/api/v1/solve", json={"puzzle": MEDIUM}).status_code == 200


def test_name_transfer_and_delete_a_player(served: Served, player: httpx.Client) -> None:
    assert player.patch("/api/v1/player", json={"name": "Grace 小红"}).json()["name"] == "Grace 小红"
    with served.visitor() as other:
        other.post("/api/v1/player")
        assert problem_of(other.patch("/api/v1/player", json={"name": "grace小红"}), 409) == "server.name-taken"
        code = player.post("/api/v1/player/transfer").json()["code"]
        assert other.post("/api/v1/player/transfer/claim", json={"code": code}).status_code == 204
        assert (
            problem_of(other.post("/api/v1/player/transfer/claim", json={"code": code}), 404)
            == "server.unknown-transfer-code"
        )
        sessions = player.get("/api/v1/player/sessions").json()
        assert [session["current"] for session in sessions].count(True) == 1 and len(sessions) == 2
        theirs = next(session["id"] for session in sessions if not session["current"])
        assert player.delete(f"/api/v1/player/sessions/{theirs}").status_code == 204
        assert problem_of(other.get("/api/v1/player"), 401) == "server.not-signed-in"
    assert player.delete("/api/v1/player").status_code == 204
    assert player.get("/api/v1/player").status_code == 401


def test_a_player_deleted_by_another_process(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    file = player.get("/api/v1/player/backup").json()
    me = player.get("/api/v1/player").json()["id"]  # cached from now on for a few seconds

    async def delete() -> None:
        database = await Database.open(served.app.state.shudu.database.name)
        await delete_player(database, me)
        await database.close()

    asyncio.run(delete())
    assert problem_of(player.post("/api/v1/games", json={"line": MEDIUM}), 401) == "server.not-signed-in"
    assert problem_of(player.post("/api/v1/games", json={"difficulty": "medium"}), 401) == "server.not-signed-in"
    assert problem_of(player.post("/api/v1/player/transfer"), 401) == "server.not-signed-in"
    assert problem_of(player.post("/api/v1/player/restore", json=file), 401) == "server.not-signed-in"
    assert problem_of(append(player, game, 1, "r1c3=4"), 404) == "server.unknown-game"


def test_backup_and_restore(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    append(player, game, 1, "r1c3=4")
    file = player.get("/api/v1/player/backup")
    assert "attachment" in file.headers["content-disposition"]
    player.delete("/api/v1/player")
    with served.visitor() as other:
        restored = other.post(
            "/api/v1/player/restore", content=file.content, headers={"content-type": "application/json"}
        )
        assert restored.json() == {"games": 1, "known": 0, "ranked": True}
        assert other.get(f"/api/v1/games/{game['id']}").json()["length"] == 1
        assert problem_of(other.post("/api/v1/player/restore", json={"format": "x"}), 409)


def test_statistics_and_boards(player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    append(player, game, 1, *entries(game["puzzle"]))
    wait_for_result(player, game)
    found = player.get("/api/v1/player/statistics", params={"ahead": 480}).json()
    medium = found["by_difficulty"]["medium"]
    assert (medium["started"], medium["finished"]) == (1, 1)
    flagged = player.get("/api/v1/leaderboards/all", params={"difficulty": "medium", "flagged": True}).json()
    assert flagged["you"]["you"] and flagged["you"]["rank"] >= 1
    assert player.get("/api/v1/leaderboards/week?level=easy").json()["you"] is None  # flagged: no person is that fast
    both = player.get("/api/v1/leaderboards/all?difficulty=easy&level=easy")
    assert problem_of(both, 404) == "server.several-filters"
    assert player.get("/api/v1/leaderboards/all?after=rubbish").status_code == 404


def test_the_last_page_has_no_cursor(served: Served, player: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(player, clues=38)
    append(player, game, 1, *entries(game["puzzle"]))
    new_game(player)
    board = {"puzzle": game["puzzle_id"], "flagged": "true"}
    for module in (leaderboards, players):
        monkeypatch.setattr(module, "_PAGE", 1)
    with served.visitor() as other:
        theirs = new_game(other, puzzle=game["puzzle_id"])
        append(other, theirs, 1, *entries(game["puzzle"]))
        wait_for_result(other, theirs)
        for address, key, filters in (("leaderboards/all", "entries", board), ("player/games", "games", {})):
            first = player.get(f"/api/v1/{address}", params=filters).json()
            last = player.get(f"/api/v1/{address}", params={**filters, "after": first["next"]}).json()
            assert len(first[key]) == len(last[key]) == 1 and first[key] != last[key]
            assert last["next"] is None  # not a cursor to an empty page


def test_the_stock_fills_itself(start: Callable[..., Served]) -> None:
    served = start(stock=1)
    with served.visitor() as client:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            text = client.get("/metrics").text
            if 'shudu_stock{kind="difficulty easy"} 1.0' in text:
                break
            time.sleep(0.2)
        else:
            raise AssertionError("the stock stays empty")
        assert new_game(client, difficulty="easy")["difficulty"] == "easy"


def test_health_metrics_and_unknown_addresses(served: Served) -> None:
    with served.visitor() as client:
        assert client.get("/healthz").json()["status"] == "ok"
        assert "shudu_request_seconds_count" in client.get("/metrics").text
        assert client.get("/api/v1/openapi.json").json()["openapi"].startswith("3.")
        assert problem_of(client.get("/api/v1/nothing"), 404) == "server.unknown-address"
        assert problem_of(client.get("/api/v1/techniques/"), 404) == "server.unknown-address"
        assert problem_of(client.get("/api/v1/solve"), 405) == "server.method-not-allowed"
        assert problem_of(client.get("/api/v1/puzzles/offers"), 405) == "server.method-not-allowed"


def test_every_error_is_documented(served: Served) -> None:
    with served.visitor() as client:
        schema = client.get("/api/v1/openapi.json").json()
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            assert {"422", "503"} <= set(operation["responses"]), (method, path)
            for status, response in operation["responses"].items():
                if not status.startswith("2"):
                    content = response["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Problem"}, (method, path, status)


def test_a_wrong_method_gets_the_methods_of_the_address(served: Served) -> None:
    with served.visitor() as client:
        for path, methods in client.get("/api/v1/openapi.json").json()["paths"].items():
            known = path.replace("{puzzle_id}", "x" * 22)
            answer = client.options("/api/v1" + known.replace("{", "%23").replace("}", "%3F"))
            assert answer.headers["allow"].lower().split(", ") == sorted(methods), path


def test_minutes_are_estimated_for_a_player_after_some_games(served: Served, player: httpx.Client) -> None:
    """A player who takes a tenth of the expected time is expected to be fast again; another one is not."""
    lines = [puzzle.line for puzzle in generate_many(6, clues=60, seed=3)]

    def ask(client: httpx.Client) -> dict[str, Any]:
        answer = client.get("/api/v1/rate", params={"puzzle": lines[5], "profile": "player"})
        assert answer.status_code == 200, answer.text
        figures: dict[str, Any] = answer.json()
        return figures

    for number, line in enumerate(lines[:5]):
        assert ask(player)["your_minutes"] is None, number
        game = new_game(player, line=line)
        make_older(served, game, ask(player)["minutes"] / 10)
        assert append(player, game, 1, *entries(line)).status_code == 200
    figures = ask(player)
    assert 0 < figures["your_minutes"] < figures["minutes"] / 2
    with served.visitor() as stranger:
        assert ask(stranger)["your_minutes"] is None
