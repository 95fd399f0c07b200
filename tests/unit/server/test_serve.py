"""`shudu serve` as a person uses it."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from shudu.server.settings import Settings
from tests.databases import careless, postgres_server

from .conftest import MEDIUM, append, new_game
from .served_process import COMMAND, ROOT, Process


def run(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(
        [*COMMAND, *options], capture_output=True, text=True, timeout=60, check=False, env=environment
    )


def test_it_says_where_it_is_and_stops_when_asked(tmp_path: Path) -> None:
    server = Process("--database", str(tmp_path / "shudu.db"))
    assert server.said.startswith("shudu is at http://127.0.0.1:")
    assert "uvicorn" not in httpx.get(server.url + "/healthz").headers.get("server", "")
    with httpx.Client(base_url=server.url) as client:
        game = new_game(client, line=MEDIUM)
        assert append(client, game, 1, "r1c3=4").status_code == 200
    assert server.stop() == 0


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("--port", str(port), "--database", str(tmp_path / "shudu.db"))
    assert done.returncode == 1
    assert done.stderr == (
        f"shudu: port {port} on 127.0.0.1 is taken; choose another with --port, or --port 0 for any free one\n"
    )


def test_what_is_wrong_with_the_database_is_said_in_one_sentence(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear diary, " * 500)
    done = run("--port", "0", "--database", str(letter))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "is not a database" in done.stderr
    assert letter.read_text() == "Dear diary, " * 500


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    done = run("--workers", "2", "--port", "0", "--database", str(tmp_path / "shudu.db"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "PostgreSQL" in done.stderr


@pytest.mark.parametrize(
    ("options", "variables", "said"),
    [
        (["--database", "mysql://localhost/x"], {}, "'mysql' is not supported"),
        (["--database", "postgresql://u@h:port/d"], {}, "is not the address of a database"),
        ([], {"SHUDU_STOCK": "many"}, "SHUDU_STOCK='many' is not valid; it must be a number"),
        ([], {"SHUDU_PROCESSES": "0"}, "SHUDU_PROCESSES='0' is not valid; it must be a number from 1"),
        ([], {"SHUDU_LIMIT_COSTLY": "often"}, "SHUDU_LIMIT_COSTLY='often'"),
        ([], {"SHUDU_LOG": "loud"}, "SHUDU_LOG='loud'"),
        (["--host", "no.such.host.invalid"], {}, "cannot listen on no.such.host.invalid"),
    ],
)
def test_what_is_set_wrong_is_said_in_one_sentence(
    tmp_path: Path, options: list[str], variables: dict[str, str], said: str
) -> None:
    chosen = options if "--database" in options else [*options, "--database", str(tmp_path / "shudu.db")]
    done = run("--port", "0", *chosen, **variables)
    assert done.returncode in (1, 2) and (done.returncode == 2) == bool(variables or "--database" in options)
    assert done.stderr.count("\n") == 1 and said in done.stderr


def test_every_setting_is_documented() -> None:
    told = (ROOT / "docs/operate.md").read_text(encoding="utf-8")
    assert [name for name in Settings.model_fields if f"`SHUDU_{name.upper()}`" not in told] == []


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the PostgreSQL of the tests listens on a Unix socket")
def test_two_workers_on_postgresql_share_every_game() -> None:
    with postgres_server() as address:
        careless(address)
        server = Process("--workers", "2", "--database", address)
        clients = [httpx.Client(base_url=server.url, timeout=30) for _ in range(6)]
        game = new_game(clients[0], line=MEDIUM)
        for client in clients[1:]:
            client.cookies = clients[0].cookies
        for number in range(1, 61):  # connections spread over the workers
            assert append(clients[number % 6], game, number, f"r1c3={number % 9 + 1}").json()["length"] == number
        for client in clients:
            assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == 60
        assert "shudu_moves_total 60.0" in clients[0].get("/metrics").text
        for client in clients:
            client.close()
        assert server.stop() == 0
