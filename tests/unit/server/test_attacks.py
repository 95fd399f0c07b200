"""Attacks: none succeeds, and other players can keep playing."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from itertools import repeat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import starlette.requests

from shudu.server import app, limits, monitoring
from shudu.server.errors import ApiError
from shudu.server.routes import RequestModel
from shudu.server.state import COOKIE
from shudu.store.database import Database

from .conftest import (
    HARDEST,
    MEDIUM,
    Served,
    append,
    entries,
    fill_stock,
    make_older,
    new_game,
    problem_of,
    wait_for_result,
)

SQL = ["'; DROP TABLE players; --", '" OR 1=1 --', "1); DELETE FROM games; --", "%27%20OR%201=1", "\\'; SELECT 1; --"]
TRAVERSALS = [
    "/../pyproject.toml",
    "/..%2fpyproject.toml",
    "/%2e%2e/%2e%2e/app.py",
    "/assets/..%2f..%2fapp.py",
    "/..%5c..%5capp.py",
    "//etc/passwd",
    "/%00",
    "/.%00./app.py",
    "/static/../app.py",
]


def test_a_forged_finish_is_rejected(player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    assert problem_of(player.post(f"/api/v1/games/{game['id']}/finish"), 409) == "server.game-unfinished"
    forged = {"time": 1, "finished": 1, "result": {"time": 1}}
    assert problem_of(player.post(f"/api/v1/games/{game['id']}/finish", json=forged), 409) == "server.game-unfinished"
    with_more = {"seq": 1, "moves": [{"move": "r1c3=4"}], "finished": True}
    assert problem_of(player.post(f"/api/v1/games/{game['id']}/moves", json=with_more), 422) == "server.invalid-request"
    fives = [f"r{row}c{column}=5" for row in range(1, 10) for column in range(1, 10)]
    for move in fives:
        length = player.get(f"/api/v1/games/{game['id']}").json()["length"]
        append(player, game, length + 1, move)
    assert problem_of(player.post(f"/api/v1/games/{game['id']}/finish"), 409) == "server.game-unfinished"


def test_another_players_game_is_out_of_reach(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    with served.visitor() as thief:
        thief.post("/api/v1/player")
        for method, path, body in [
            ("POST", "moves", {"seq": 1, "moves": [{"move": "r1c3=4"}]}),
            ("POST", "hint", {"level": 1}),
            ("POST", "check", {}),
            ("POST", "finish", None),
            ("GET", "", None),
        ]:
            address = f"/api/v1/games/{game['id']}/{path}".rstrip("/")
            assert problem_of(thief.request(method, address, json=body), 404) == "server.unknown-game"
        assert problem_of(thief.post("/api/v1/games", json={"again": game["id"]}), 404) == "server.unknown-game"
    assert player.get(f"/api/v1/games/{game['id']}").json()["length"] == 0


def test_an_id_is_useless_without_the_secret(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    me = player.get("/api/v1/player").json()["id"]
    session = player.get("/api/v1/player/sessions").json()[0]["id"]
    for stolen in (me, session, game["id"], "", "x" * 22, "x" * 10_000):
        with served.visitor() as thief:
            thief.cookies.set(COOKIE, stolen)
            assert thief.get("/api/v1/player").status_code == 401
            assert thief.get(f"/api/v1/games/{game['id']}").status_code == 401


def test_replayed_reordered_and_backdated_moves(served: Served, player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    moves = entries(game["puzzle"])
    append(player, game, 1, moves[0], moves[1])
    assert append(player, game, 1, moves[0], moves[1]).json()["length"] == 2  # replayed: no effect
    assert problem_of(append(player, game, 1, moves[1], moves[0]), 409) == "server.moves-conflict"
    assert problem_of(append(player, game, 5, moves[3]), 409) == "server.moves-conflict"
    make_older(served, game, minutes=30)
    answer = append(player, game, 3, *moves[2:], at=0)  # the client claims it was made at the start
    result = answer.json()["result"]
    assert result["unranked"] == ["offline"]  # accepted, but not ranked
    assert answer.json()["at"] <= 30 * 60_000 + 60_000


def test_a_move_from_the_future_gets_the_servers_time(player: httpx.Client) -> None:
    game = new_game(player)
    answer = append(player, game, 1, "r1c3=4", at=2**52)
    assert answer.json()["at"] < 60_000


def test_a_players_own_puzzle_is_not_ranked(player: httpx.Client) -> None:
    game = new_game(player, line=MEDIUM.translate(str.maketrans("123456789", "987654321")))
    result = append(player, game, 1, *entries(game["puzzle"])).json()["result"]
    assert result["unranked"] == ["own"]
    board = player.get("/api/v1/leaderboards/all?flagged=true").json()
    assert board["you"] is None
    assert problem_of(player.post("/api/v1/games", json={"puzzle": "x" * 22}), 404) == "server.unknown-puzzle"


def test_scripted_solvers_are_flagged_and_filtered(served: Served, player: httpx.Client) -> None:
    game = new_game(player, difficulty="medium")
    moves = entries(game["puzzle"])
    append(player, game, 1, *moves)
    result = wait_for_result(player, game)
    assert {"burst", "order"} <= set(result["flags"])
    shown = player.get("/api/v1/leaderboards/all?difficulty=medium").json()
    assert shown["you"] is None


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "<img src=x onerror=1>", "x" * 10_000, "\u202e\u202d", "a" * 25, *SQL[:3]]
)
def test_unacceptable_names_are_rejected(player: httpx.Client, name: str) -> None:
    assert player.patch("/api/v1/player", json={"name": name}).status_code == (409 if len(name) <= 200 else 422)


def test_right_to_left_override_is_removed_from_names(player: httpx.Client) -> None:
    assert player.patch("/api/v1/player", json={"name": "nimda\u202egnp"}).json()["name"] == "nimdagnp"


@pytest.mark.parametrize("text", SQL)
def test_sql_injection_in_every_field(player: httpx.Client, text: str) -> None:
    game = new_game(player)
    answers = [
        player.patch("/api/v1/player", json={"name": text}),
        append(player, game, 1, text),
        append(player, game, 1, f"checkpoint:{text}"),
        player.post("/api/v1/games", json={"puzzle": text}),
        player.post("/api/v1/games", json={"line": text}),
        player.post("/api/v1/games", json={"daily": text}),
        player.post("/api/v1/games", json={"difficulty": text}),
        player.post("/api/v1/puzzles", json={"technique": text}),
        player.post("/api/v1/player/transfer/claim", json={"code": text.ljust(16, "A")}),
        player.post("/api/v1/solve", json={"puzzle": text.ljust(81, ".")}),
        player.post("/api/v1/trace", json={"puzzle": MEDIUM, "by": text}),
        player.post("/api/v1/player/restore", json={"format": text}),
        player.get(f"/api/v1/games/{text}"),
        player.get(f"/api/v1/puzzles/{text}"),
        player.get("/api/v1/leaderboards/all", params={"difficulty": text}),
        player.get("/api/v1/leaderboards/all", params={"after": text}),
        player.get("/api/v1/leaderboards/all", params={"puzzle": text}),
        player.get("/api/v1/player/games", params={"after": text}),
        player.delete(f"/api/v1/player/sessions/{text}"),
    ]
    assert {answer.status_code for answer in answers} <= {404, 409, 422}, [(a.url, a.status_code) for a in answers]
    with_cookie = httpx.Client(base_url=player.base_url, cookies={COOKIE: text.replace(";", "").replace('"', "")})
    assert with_cookie.get("/api/v1/player").status_code == 401
    assert player.get(f"/api/v1/games/{game['id']}").status_code == 200  # the tables still exist


def test_large_bodies_are_rejected(player: httpx.Client) -> None:
    game = new_game(player)
    address = f"/api/v1/games/{game['id']}/moves"
    big = json.dumps({"seq": 1, "moves": [{"move": "x" * 10_000_000}]}).encode()
    json_type = {"content-type": "application/json"}
    assert problem_of(player.post(address, content=big, headers=json_type), 413) == "server.body-too-large"

    def pieces() -> Iterator[bytes]:
        for _ in range(160):
            yield b" " * 65_536

    with suppress(
        httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError
    ):  # the server may close the connection instead
        streamed = player.post(address, content=pieces(), headers=json_type)
        assert streamed.status_code == 413
    deep = b"[" * 100_000
    assert player.post(address, content=deep, headers=json_type).status_code == 422
    assert player.post(address, content=b'{"seq":1e999,"moves":[]}', headers=json_type).status_code == 422
    assert player.get(f"/api/v1/games/{game['id']}").status_code == 200


def test_a_flood_of_moves_does_not_stall_others(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    flood = [f"r1c3={number % 9 + 1}" for number in range(2000)]
    answered = 0
    with served.visitor() as other, ThreadPoolExecutor(1) as pool:
        other.post("/api/v1/player")
        theirs = new_game(other)
        attack = pool.submit(lambda: [append(player, game, 1 + 2000 * n, *flood) for n in range(6)])
        while not attack.done():
            answered += 1
            assert append(other, theirs, answered, f"r1c3={answered % 9 + 1}").status_code == 200
    assert [answer.status_code for answer in attack.result()] == [200] * 5 + [422]
    assert answered > 6  # more than one answer per request of the attack


def test_a_large_backup_is_never_parsed_on_the_event_loop(
    player: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = [[1000 * number, f"r1c3={number % 9 + 1}"] for number in range(200)]
    plain = {"puzzle_id": None, "line": MEDIUM, "started": 1, "again": False, "offline": False, "moves": log}
    file = {"format": "shudu player 1", "games": [{"id": f"backup{number:016d}", **plain} for number in range(100)]}
    body = json.dumps(file).encode()
    longest = 0
    read, write = json.loads, json.dumps

    def reading(text: Any, **options: Any) -> Any:
        nonlocal longest
        longest = max(longest, len(text))
        return read(text, **options)

    def writing(value: Any, **options: Any) -> str:
        nonlocal longest
        text = write(value, **options)
        longest = max(longest, len(text))
        return text

    monkeypatch.setattr(json, "loads", reading)
    monkeypatch.setattr(json, "dumps", writing)
    answer = player.post("/api/v1/player/restore", content=body, headers={"content-type": "application/json"})
    backup = player.get("/api/v1/player/backup").content
    assert 0 < longest < len(body) / 10 and answer.status_code == 200
    assert len(read(backup)["games"]) == 100


def test_slow_request_heads_are_disconnected(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.5)
    where = urlsplit(served.url)
    assert where.hostname and where.port
    slow = [socket.create_connection((where.hostname, where.port)) for _ in range(50)]
    for connection in slow:
        connection.sendall(b"POST /api/v1/solve HTTP/1.1\r\nHost: x\r\n")
    with served.visitor() as client:
        assert client.get("/healthz").status_code == 200
    for connection in slow:
        connection.settimeout(10)
        with suppress(ConnectionResetError):
            assert connection.recv(100) == b""
        connection.close()


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Endless: ",
        b"GET /",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nX-Endless: ",
        b"POST /api/v1/solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX-Trailer: ",
    ],
    ids=["header", "address", "second request", "trailer"],
)
def test_an_endless_request_head_is_cut_off(served: Served, player: httpx.Client, head: bytes) -> None:
    game = new_game(player)
    where = urlsplit(served.url)
    sent = 0
    with socket.create_connection((where.hostname, where.port), timeout=20) as endless:
        endless.sendall(head)
        with suppress(ConnectionError):
            while sent < 8_000_000:
                sent += endless.send(b"x" * 65_536)
    assert sent < 8_000_000
    assert append(player, game, 1, "r1c3=4").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 2_000,
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a:b\r\n" * 200 + b"\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 6_000,
    ],
    ids=["requests sent at once", "header lines", "chunks"],
)
def test_thousands_of_requests_header_lines_or_chunks_are_cut_off(
    served: Served, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    address = urlsplit(served.url)
    with socket.create_connection((address.hostname, address.port), timeout=30) as connection:
        connection.sendall(sent)
        answers = b"".join(iter(lambda: connection.recv(1 << 20), b""))
    assert "Exception in ASGI application" not in caplog.text
    assert answers.count(b"HTTP/1.1 400") == 1 and answers.count(b"HTTP/1.1 200") <= limits.MOST_QUEUED + 1


def test_a_long_path_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 404})

    async def send(message: Any) -> None:
        pass

    async def receive() -> Any:
        pass

    monitored = monitoring.Monitoring(app, monitoring.Metrics())
    with caplog.at_level("INFO", "shudu.server"):
        asyncio.run(monitored({"type": "http", "method": "GET", "path": "/" + "x" * 60_000}, receive, send))
    (record,) = (record for record in caplog.records if record.getMessage() == "request")
    assert len(vars(record)["facts"]["path"]) == 200


def test_a_body_in_small_chunks_is_not_taken_for_a_head(player: httpx.Client) -> None:
    body = json.dumps({"format": "text"}).encode() + b" " * 100_000
    pieces = (body[start : start + 24] for start in range(0, len(body), 24))  # 6 bytes of framing for 24 of body
    answer = player.post("/api/v1/player/restore", content=pieces, headers={"content-type": "application/json"})
    assert problem_of(answer, 409) == "store.backup-format"


def test_slow_bodies_are_rejected(served: Served, player: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.5)
    game = new_game(player)
    where = urlsplit(served.url)
    assert where.hostname and where.port
    slow = [socket.create_connection((where.hostname, where.port), timeout=10) for _ in range(20)]
    for connection in slow:
        connection.sendall(
            b"POST /api/v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
    assert append(player, game, 1, "r1c3=4").status_code == 200  # others play meanwhile
    for connection in slow:
        assert b" 408 " in connection.recv(4096).split(b"\r\n")[0]
        connection.close()


def test_large_bodies_share_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOTAL_LIMIT", 1_000_000)
    statuses: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200})

    async def send(message: Any) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    bounded = limits.BodyLimits(app)

    async def post(size: int, begun: asyncio.Event, rest: asyncio.Event) -> None:
        async def receive() -> dict[str, Any]:
            if begun.is_set():
                await rest.wait()
                return {"type": "http.request", "body": b"", "more_body": False}
            begun.set()
            return {"type": "http.request", "body": b" " * size, "more_body": True}

        address = next(addresses)
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/v1/player/restore",
            "headers": [],
            "client": (address, 1),
        }
        await bounded(scope, receive, send)

    async def crowd() -> None:
        come, go, at_once = asyncio.Event(), asyncio.Event(), asyncio.Event()
        at_once.set()
        first = asyncio.create_task(post(900_000, come, go))
        await come.wait()
        await post(500_000, asyncio.Event(), at_once)
        await post(200_000, asyncio.Event(), at_once)  # within the default limit: always accepted
        go.set()
        await first
        await post(500_000, asyncio.Event(), at_once)

    addresses = iter([f"192.0.2.{number}" for number in range(9)])
    asyncio.run(crowd())
    assert statuses == [503, 200, 200, 200]
    statuses.clear()
    monkeypatch.setattr(limits, "TOTAL_LIMIT", 9_000_000)
    monkeypatch.setattr(limits, "_CLIENT_LIMIT", 1_000_000)
    addresses = repeat("192.0.2.1")  # one client does not get everything
    asyncio.run(crowd())
    assert statuses == [503, 200, 200, 200]


def test_clients_that_do_not_read_are_disconnected(
    start: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "READ_SECONDS", 0.5)
    served = start(processes=1)
    where = urlsplit(served.url)
    body = json.dumps({"puzzle": "." * 81, "limit": None}).encode()
    head = f"POST /api/v1/trace HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(30)
        deaf.connect((where.hostname, where.port))
        deaf.sendall(head.encode() + body)
        assert b" 200 " in deaf.recv(40)  # and read no more of the megabytes that follow
        with served.visitor() as client:
            assert client.post("/api/v1/solve", json={"puzzle": MEDIUM}, timeout=20).status_code == 200


def test_many_costly_requests_do_not_stall_play(start: Callable[..., Served]) -> None:
    served = start(solve_seconds=1.0, waiting=4, limit_costly="1000/minute")

    async def attack() -> tuple[list[int], bool]:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=served.url, timeout=60, limits=limits) as client:
            await client.post("/api/v1/player")
            game = (await client.post("/api/v1/games", json={"line": MEDIUM})).json()
            costly = [asyncio.create_task(client.post("/api/v1/rate", json={"puzzle": HARDEST})) for _ in range(100)]
            played_meanwhile = False
            for number in range(1, 31):
                move = {"seq": number, "moves": [{"move": f"r1c3={number % 9 + 1}"}]}
                answer = await client.post(f"/api/v1/games/{game['id']}/moves", json=move)
                assert answer.status_code == 200
                played_meanwhile |= not all(task.done() for task in costly)
            return [(await task).status_code for task in costly], played_meanwhile

    statuses, played_meanwhile = asyncio.run(attack())
    assert set(statuses) <= {200, 503} and statuses.count(503) > 50  # a fast machine answers some
    assert played_meanwhile


def test_rate_limits_per_client(start: Callable[..., Served]) -> None:
    # Limits per day: a sliding window may let one more through where two windows meet.
    served = start(limit_costly="3/day", limit_players="2/day", limit_claims="1/day")
    with served.visitor() as client, served.visitor() as other:
        client.post("/api/v1/player")
        answers = [client.post("/api/v1/check", json={"puzzle": MEDIUM}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        other.post("/api/v1/player")
        assert other.post("/api/v1/check", json={"puzzle": MEDIUM}).status_code == 200  # another player is not affected
        claims = [client.post("/api/v1/player/transfer/claim", json={"code": "A" * 16}) for _ in range(2)]
        assert [claim.status_code for claim in claims] == [404, 429]
    with served.visitor() as third:
        assert third.post("/api/v1/player").status_code == 429


def test_generated_puzzles_count_for_the_address(start: Callable[..., Served]) -> None:
    served = start(limit_address="2/day")
    codes = []
    for _ in range(3):
        with served.visitor() as client:
            codes.append(client.post("/api/v1/games", json={"clues": 40}).status_code)
    assert codes == [201, 201, 429]


def test_past_days_and_busy_workers_do_not_delay_todays_puzzle(start: Callable[..., Served], tmp_path: Path) -> None:
    fill_stock(str(tmp_path / "shudu.db"))
    served = start()
    pool = served.app.state.shudu.pool
    is_free = threading.Event()

    async def run_late(*_: Any, **__: Any) -> Any:
        pool.asked = True
        while not is_free.is_set():
            await asyncio.sleep(0.01)
        raise ApiError("server.busy", retry_after=1)

    pool.run = run_late
    with served.visitor() as client, ThreadPoolExecutor(1) as other:
        past = other.submit(httpx.get, f"{served.url}/api/v1/puzzles/daily/2026-01-02?difficulty=medium", timeout=60)
        while not hasattr(pool, "asked"):
            time.sleep(0.01)
        today = datetime.now(UTC).date()
        try:
            puzzle = client.get(f"/api/v1/puzzles/daily/{today}?difficulty=medium").json()
            assert puzzle["difficulty"] == "medium" and not past.done()
        finally:
            is_free.set()
        assert past.result().status_code == 503
        assert client.get(f"/api/v1/puzzles/daily/{today}?difficulty=medium").json() == puzzle
    assert not served.app.state.shudu.daily_locks


def test_devices_of_a_player_share_the_limit(start: Callable[..., Served]) -> None:
    served = start(limit_changes="3/day")
    with served.visitor() as client, served.visitor() as device:
        client.post("/api/v1/player")
        code = client.post("/api/v1/player/transfer").json()["code"]
        assert device.post("/api/v1/player/transfer/claim", json={"code": code}).status_code == 204
        codes = [each.post("/api/v1/games", json={"line": MEDIUM}).status_code for each in (client, device, device)]
        assert codes == [201, 201, 429]


def test_players_of_an_address_share_its_limit(start: Callable[..., Served]) -> None:
    served = start(limit_costly="3/day", limit_address="5/day")
    codes = []
    for _ in range(4):
        with served.visitor() as client:
            client.post("/api/v1/player")
            codes += [client.post("/api/v1/check", json={"puzzle": MEDIUM}).status_code for _ in range(2)]
    assert codes == [200] * 5 + [429] * 3


def test_players_behind_a_proxy_have_addresses_of_their_own(start: Callable[..., Served]) -> None:
    """The headers of the proxies in docs/operate.md: the client's address, and the host with its port."""
    served = start(limit_players="1/day", hosts="sudoku.example.org")
    host = {"host": "sudoku.example.org:8443", "origin": "https://sudoku.example.org:8443"}
    codes = []
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2"):
        with served.visitor() as client:
            headers = {**host, "x-forwarded-for": address, "x-forwarded-proto": "https"}
            answer = client.post("/api/v1/player", headers=headers)
            codes.append(answer.status_code)
            assert answer.status_code == 429 or "Secure" in answer.headers["set-cookie"]
    assert codes == [200, 200, 429, 200, 429]
    with served.visitor() as client:  # a proxy that drops the port looks like another site
        assert client.post("/api/v1/player", headers={**host, "host": "sudoku.example.org"}).status_code == 403


@pytest.mark.parametrize("path", TRAVERSALS)
def test_path_traversal_is_rejected(served: Served, path: str) -> None:
    where = urlsplit(served.url)
    assert where.hostname and where.port
    with socket.create_connection((where.hostname, where.port), timeout=10) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    status = int(answer.split(b" ", 2)[1])
    assert status in (200, 400, 404), answer[:200]
    for secret in (b"create_app", b"[project]", b"root:", b"SecurityHeaders"):
        assert secret not in answer


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_cross_site_requests_are_rejected(player: httpx.Client, headers: dict[str, str]) -> None:
    game = new_game(player)
    for method, path in [
        ("POST", f"/api/v1/games/{game['id']}/moves"),
        ("DELETE", "/api/v1/player"),
        ("PATCH", "/api/v1/player"),
    ]:
        answer = player.request(method, path, headers=headers, json={"seq": 1, "moves": [{"move": "r1c3=4"}]})
        assert problem_of(answer, 403) == "server.cross-site"
    assert player.get(f"/api/v1/games/{game['id']}").json()["length"] == 0


def test_a_body_that_is_not_json_is_rejected(player: httpx.Client) -> None:
    game = new_game(player)
    body = json.dumps({"seq": 1, "moves": [{"move": "r1c3=4"}]})
    answer = player.post(f"/api/v1/games/{game['id']}/moves", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 422


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/v1/techniques", "/api/v1/nothing", "/assets/none.js"])
def test_every_answer_has_security_headers(served: Served, path: str) -> None:
    with served.visitor() as client:
        headers = client.get(path).headers
    assert "script-src 'self' 'wasm-unsafe-eval'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_two_browsers_at_full_speed_do_not_corrupt_a_game(served: Served, player: httpx.Client) -> None:
    game = new_game(player)
    cookie = player.cookies[COOKIE]

    def play(digit: int) -> int:
        done = 0
        with httpx.Client(base_url=served.url, cookies={COOKIE: cookie}, timeout=30) as client:
            seq = 1
            for number in range(40):
                cell = f"r{1 if digit == 1 else 2}c{3 if number % 2 else 4}"
                answer = append(client, game, seq, f"{cell}^{number % 9 + 1}")
                if answer.status_code == 409 and "length" in answer.json()["detail"]:
                    seq = answer.json()["detail"]["length"] + 1
                elif answer.status_code == 200:
                    seq, done = answer.json()["length"] + 1, done + 1
                else:
                    assert problem_of(answer, 409) == "server.bad-move"
        return done

    with ThreadPoolExecutor(2) as pool:
        done = sum(pool.map(play, (1, 2)))
    assert player.get(f"/api/v1/games/{game['id']}").json()["length"] == done
    served.app.state.shudu.live_games._games.clear()
    assert player.get(f"/api/v1/games/{game['id']}").json()["length"] == done


def test_a_failed_request_of_a_visitor_leaves_no_player(start: Callable[..., Served]) -> None:
    served = start()
    name = served.app.state.shudu.database.name
    for body, status in ((None, 422), ({"line": "11" + "." * 79}, 409), ({"puzzle": "x" * 22}, 404)):
        with served.visitor() as visitor:
            answer = visitor.post("/api/v1/games", json=body)
            assert answer.status_code == status and COOKIE not in answer.cookies
    with sqlite3.connect(name) as file:
        assert file.execute("SELECT count(*) FROM players").fetchone() == (0,)
    with served.visitor() as visitor:
        assert visitor.post("/api/v1/games", json={"line": MEDIUM}).status_code == 201
        assert visitor.get("/api/v1/player").status_code == 200


def test_moves_and_whole_games_have_limits(start: Callable[..., Served]) -> None:
    served = start(limit_moves="4/day", limit_reads="3/day")
    with served.visitor() as client:
        game = new_game(client)
        codes = [append(client, game, number, f"r1c3={number}").status_code for number in (1, 2)]
        codes += [append(client, game, 1, "r1c3=9").status_code for _ in range(3)]
        assert codes == [200, 200, 409, 409, 429]
        address = f"/api/v1/games/{game['id']}"
        assert [client.get(address).status_code for _ in range(2)] == [200, 429]


def test_long_batches_and_long_answers_count_as_several(start: Callable[..., Served]) -> None:
    served = start(limit_moves="110/day", limit_reads="4/day")
    with served.visitor() as client:
        game = new_game(client)
        marks = [f"r{n % 9 + 1}c{n // 9 % 9 + 1}#{'AB'[n // 81 % 2]}" for n in range(500)]
        assert append(client, game, 1, *marks).status_code == 200  # as much as 101 requests
        assert append(client, game, 501, *marks[:100]).status_code == 429
        address = f"/api/v1/games/{game['id']}"
        assert client.get(address).status_code == 200  # as much as three
        assert client.get(address).status_code == 429
        assert append(client, game, 1, "r1c1#C").status_code == 429  # its answer would list 500 moves


@pytest.mark.parametrize("address", ["leaderboards/week", "player/statistics", "learn/records"])
def test_reading_many_rows_has_a_limit(start: Callable[..., Served], address: str) -> None:
    served = start(limit_reads="2/day")
    with served.visitor() as client, served.visitor() as other:
        client.post("/api/v1/player")
        other.post("/api/v1/player")
        assert [client.get(f"/api/v1/{address}").status_code for _ in range(3)] == [200, 200, 429]
        assert other.get(f"/api/v1/{address}").status_code == 200


def test_reading_many_results_or_records_counts_as_several_reads(
    start: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shudu.server.state._ROWS_PER_READ", 2)
    served = start(limit_reads="5/day")
    with served.visitor() as client:
        games = [new_game(client, line=MEDIUM) for _ in range(4)]
        for game in games:
            append(client, game, 1, *entries(MEDIUM))
        assert client.get("/api/v1/player/statistics").status_code == 200  # as much as three
        assert client.get("/api/v1/player/statistics").status_code == 429
    with served.visitor() as client:
        lines = [f"{1767225600000 + number} xy-wing right 1 5200" for number in range(10)]
        assert client.post("/api/v1/learn/records", json={"records": lines}).status_code == 200
        assert client.post("/api/v1/learn/records", json={"records": lines}).status_code == 200  # as much as five
        assert client.post("/api/v1/learn/records", json={"records": lines}).status_code == 429
        assert client.get("/api/v1/learn/records").status_code == 429


def test_loading_a_long_game_counts_as_several_reads(start: Callable[..., Served]) -> None:
    served = start(limit_reads="3/day")
    with served.visitor() as client:
        game = new_game(client)
        append(client, game, 1, *(f"r{n % 9 + 1}c{n // 9 % 9 + 1}#{'AB'[n // 81 % 2]}" for n in range(500)))
        for status in (200, 429):  # each time the server replays 500 moves
            served.app.state.shudu.live_games._games.clear()
            assert append(client, game, 501 if status == 200 else 502, "r1c1#C").status_code == status


def test_many_records_of_learning_count_as_stored_bytes(start: Callable[..., Served]) -> None:
    served = start(limit_storage="3000/day")
    with served.visitor() as client:
        lines = [f"{1767225600000 + number} xy-wing right 1 5200" for number in range(20)]
        assert client.post("/api/v1/learn/records", json={"records": lines}).status_code == 200
        assert client.post("/api/v1/learn/records", json={"records": lines}).status_code == 429


def test_a_player_makes_one_backup_at_a_time(served: Served, player: httpx.Client) -> None:
    new_game(player)
    busy = served.app.state.shudu.backing_up
    me = player.get("/api/v1/player").json()["id"]
    busy.add(me)
    assert problem_of(player.get("/api/v1/player/backup"), 429) == "server.too-many-jobs"
    busy.discard(me)
    assert len(player.get("/api/v1/player/backup").json()["games"]) == 1
    assert me not in busy


def test_large_bodies_are_parsed_by_worker_processes(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(*arguments: Any, **options: Any) -> None:
        raise AssertionError("parsed on the event loop")

    monkeypatch.setattr(RequestModel, "model_validate", parse)
    monkeypatch.setattr(starlette.requests.Request, "json", parse)
    with served.visitor() as client:
        sheet = {"puzzle": MEDIUM, "digits": MEDIUM}
        for address, body in (
            ("exchange/read", {"text": MEDIUM}),
            ("exchange/write", {"format": "sdk", "sheet": sheet}),
            ("print", {"sheets": [sheet]}),
        ):
            assert client.post(f"/api/v1/{address}", json=body).status_code == 200
            assert problem_of(client.post(f"/api/v1/{address}", json={"x": 1}), 422) == "server.invalid-request"
            assert problem_of(client.post(f"/api/v1/{address}", content=b"{}"), 422) == "server.json-expected"


def test_a_client_can_ask_for_the_moves_it_lacks(player: httpx.Client) -> None:
    game = new_game(player)
    append(player, game, 1, "r1c3=1", "r1c3=2", "r1c3=4")
    shown = player.get(f"/api/v1/games/{game['id']}", params={"after": 2}).json()
    assert shown["length"] == 3
    assert [each["move"] for each in shown["moves"]] == ["r1c3=4"]


def test_answers_of_the_api_are_not_cached(player: httpx.Client) -> None:
    for path in ("/api/v1/player/backup", "/api/v1/player", "/api/v1/nothing"):
        assert player.get(path).headers["cache-control"] == "no-store"


def test_other_host_names_are_rejected(start: Callable[..., Served]) -> None:
    served = start(hosts="sudoku.example.org, www.example.org")
    with served.visitor() as client:
        for host in ("sudoku.example.org", "WWW.example.org:8443", "localhost:80", "10.1.2.3", "[fe80::1]:8000", "nas"):
            assert client.get("/api/v1/techniques", headers={"host": host}).status_code == 200
        for host in ("evil.example", "sudoku.example.org.evil.example", "10.1.2.3.evil.example"):
            assert problem_of(client.get("/api/v1/techniques", headers={"host": host}), 421) == "server.unknown-host"


def test_a_health_check_has_a_time_limit(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(self: Database) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(Database, "check", hang)
    monkeypatch.setattr(app, "HEALTH_SECONDS", 0.1)
    with served.visitor() as client:
        assert problem_of(client.get("/healthz"), 503) == "server.storage-unavailable"


def test_what_an_address_stores_is_limited(start: Callable[..., Served]) -> None:
    served = start(limit_storage="2000/day")  # a game counts a thousand, a move at least 32
    json_type = {"content-type": "application/json"}
    with served.visitor() as client, served.visitor() as other:
        game = new_game(client)
        moves = [f"r1c3={number % 9 + 1}" for number in range(15)]
        assert append(client, game, 1, *moves).status_code == 200
        assert problem_of(append(client, game, 16, *moves), 429) == "server.too-many-requests"
        file = json.dumps({"format": "shudu player 1", "games": [], "filler": "x" * 1000}).encode()
        answer = other.post("/api/v1/player/restore", content=file, headers=json_type)
        assert problem_of(answer, 429) == "server.too-many-requests"
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == 15


def test_seen_puzzles_count_as_stored_bytes(start: Callable[..., Served]) -> None:
    served = start(limit_player_storage="250/day")
    address = f"/api/v1/puzzles/daily/{datetime.now(UTC):%Y-%m-%d}"
    with served.visitor() as client, served.visitor() as visitor:
        client.post("/api/v1/player")
        assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]
        assert [visitor.get(address).status_code for _ in range(3)] == [200] * 3


def test_a_restored_game_has_the_limits_of_play(player: httpx.Client) -> None:
    everything = ",".join(f"{digit}r1c3" for digit in range(1, 10))
    log = [[number, f"{everything}{'+-'[number % 2]}".ljust(60)] for number in range(9000)]
    plain = {"id": "c" * 22, "puzzle_id": None, "line": MEDIUM, "started": 1, "again": False, "offline": False}
    file = {"format": "shudu player 1", "games": [{**plain, "moves": log}]}
    assert problem_of(player.post("/api/v1/player/restore", json=file), 409) == "store.backup-too-many-characters"


def test_metrics_show_queues_memory_and_open_files(served: Served, player: httpx.Client) -> None:
    assert player.post("/api/v1/solve", json={"puzzle": MEDIUM}).status_code == 200  # waits for a worker process
    shown = player.get("/metrics").text
    for kind in ("jobs_running", "jobs_waiting", "stream_bytes", "changes_waiting", "games_in_memory"):
        assert f'shudu_level{{kind="{kind}"}}' in shown
    assert float(shown.split("\nshudu_job_wait_seconds_count ")[1].split()[0]) >= 1
    if sys.platform == "linux":
        memory = float(shown.split('shudu_level{kind="memory_bytes"} ')[1].split()[0])
        assert memory > 10_000_000 and 'kind="open_files"' in shown
