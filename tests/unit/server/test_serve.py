"""`shudu serve` as a user runs it: start, stop, errors, and several workers."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from shudu.cli.app import group
from shudu.server.monitoring import configure_logging
from shudu.server.settings import Settings
from tests.databases import disable_durability, start_postgres

from .conftest import MEDIUM, append, new_game
from .served_process import COMMAND, ROOT, ServeProcess


def run(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command until it ends, which it does only if something is wrong."""
    environment = {**os.environ, **variables}
    return subprocess.run(
        [*COMMAND, *options], capture_output=True, text=True, timeout=60, check=False, env=environment
    )


def test_serve_prints_its_address_and_stops_on_sigterm(tmp_path: Path) -> None:
    server = ServeProcess("--database", str(tmp_path / "shudu.db"))
    assert server.first_line.startswith("shudu is running at http://127.0.0.1:")
    assert "uvicorn" not in httpx.get(server.url + "/healthz", timeout=60).headers.get("server", "")
    with httpx.Client(base_url=server.url, timeout=60) as client:
        game = new_game(client, line=MEDIUM)
        assert append(client, game, 1, "r1c3=4").status_code == 200
    assert server.stop() == 0


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ended = run("--port", str(port), "--database", str(tmp_path / "shudu.db"))
    assert ended.returncode == 1
    assert ended.stderr == (
        f"shudu: port {port} on 127.0.0.1 is in use; choose another with --port, or any free one with --port 0\n"
    )


def test_a_file_that_is_not_a_database_is_one_line(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear diary, " * 500)
    ended = run("--port", "0", "--database", str(letter))
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1 and "is not a database" in ended.stderr
    assert letter.read_text() == "Dear diary, " * 500


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    ended = run("--workers", "2", "--port", "0", "--database", str(tmp_path / "shudu.db"))
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1 and "PostgreSQL" in ended.stderr


@pytest.mark.parametrize(
    ("options", "variables", "message"),
    [
        (["--database", "mysql://localhost/x"], {}, "mysql"),
        (["--database", "postgresql://u@h:port/d"], {}, "postgresql://u@h:port/d"),
        ([], {"SHUDU_STOCK": "many"}, "SHUDU_STOCK='many' is not valid; it must be a number"),
        ([], {"SHUDU_PROCESSES": "0"}, "SHUDU_PROCESSES='0' is not valid; it must be a number from 1"),
        ([], {"SHUDU_SOLVE_SECONDS": "-1"}, "SHUDU_SOLVE_SECONDS='-1' is not valid; it must be a number of seconds"),
        ([], {"SHUDU_SECURE_COOKIE": "maybe"}, "SHUDU_SECURE_COOKIE='maybe' is not valid; it must be yes or no"),
        ([], {"SHUDU_LIMIT_COSTLY": "often"}, "SHUDU_LIMIT_COSTLY='often' is not valid; it must be a rate"),
        ([], {"SHUDU_LOG": "loud"}, "SHUDU_LOG='loud'"),
        (["--host", "no.such.host.invalid"], {}, "cannot listen on no.such.host.invalid"),
    ],
)
def test_a_wrong_setting_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], variables: dict[str, str], message: str
) -> None:
    monkeypatch.setenv("SHUDU_DATABASE", str(tmp_path / "shudu.db"))
    ended = CliRunner().invoke(group, ["serve", "--lang", "en", "--port", "0", *options], env=variables)
    assert ended.exit_code == (2 if variables or "--database" in options else 1)
    assert ended.stderr.count("\n") == 1 and message in ended.stderr


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs/operate.md").read_text(encoding="utf-8")
    assert [name for name in Settings.model_fields if f"`SHUDU_{name.upper()}`" not in page] == []


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the test PostgreSQL listens on a Unix socket")
def test_two_workers_on_postgresql_share_every_game() -> None:
    with start_postgres() as address:
        disable_durability(address)
        server = ServeProcess("--workers", "2", "--database", address)
        clients = [httpx.Client(base_url=server.url, timeout=30) for _ in range(6)]
        game = new_game(clients[0], line=MEDIUM)
        for client in clients[1:]:
            client.cookies = clients[0].cookies
        for number in range(1, 61):  # the connections are spread over the workers
            assert append(clients[number % 6], game, number, f"r1c3={number % 9 + 1}").json()["length"] == number
        for client in clients:
            assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == 60
        assert "shudu_moves_total 60.0" in clients[0].get("/metrics").text
        for client in clients:
            client.close()
        assert server.stop() == 0


def sockets_of(process: int) -> set[str]:
    """Return the sockets that a process holds, as `socket:[inode]`."""
    links = set()
    for each in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            links.add(str(each.readlink()))
    return {link for link in links if link.startswith("socket:")}


def children_of(process: int) -> list[int]:
    """Return the processes that a process has started."""
    return [
        int(each)
        for task in Path(f"/proc/{process}/task").iterdir()
        for each in (task / "children").read_text().split()
    ]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="reads /proc")
def test_a_request_whose_process_dies_may_be_sent_again(tmp_path: Path) -> None:
    server = ServeProcess("--database", str(tmp_path / "shudu.db"), SHUDU_PROCESSES="1")
    with httpx.Client(base_url=server.url, timeout=60) as client:
        booklet = {"make": {"count": 200, "level": "extreme"}}
        with client.stream("POST", "/api/v1/print", json=booklet) as answer:
            lines = answer.iter_lines()
            next(lines)
            for process in children_of(server.process.pid):
                os.kill(process, signal.SIGKILL)
            assert json.loads(list(lines)[-1])["code"] == "server.worker-died"
        assert client.post("/api/v1/solve", json={"puzzle": MEDIUM}).status_code == 200
    server.stop()


def test_the_log_has_no_traceback_of_a_request_cut_off_by_a_restart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", root.handlers)
    configure_logging("info")
    log = logging.getLogger("uvicorn.error")
    for error in (asyncio.CancelledError("Task cancelled"), KeyError("defect")):
        log.error("Exception in ASGI application", exc_info=error)
    log.warning("No supported WebSocket library detected. Please use pip")
    logged = capsys.readouterr().err
    assert logged.count("\n") == 1 and "KeyError" in logged


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="reads /proc")
def test_a_killed_server_restarts_on_its_port(tmp_path: Path) -> None:
    database = str(tmp_path / "shudu.db")
    log = tmp_path / "log"
    server = ServeProcess("--database", database, log=log)
    port = server.url.rsplit(":", 1)[1]
    solved = httpx.post(server.url + "/api/v1/solve", json={"puzzle": MEDIUM}, timeout=60)  # starts a process
    assert solved.status_code == 200
    workers = children_of(server.process.pid)
    assert workers and not any(sockets_of(server.process.pid) & sockets_of(worker) for worker in workers)
    server.kill()
    server = ServeProcess("--port", port, "--database", database, log=log)
    assert server.url.endswith(":" + port)
    server.kill()
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.05)  # until the orphans have ended and written what they write
    assert "Fatal" not in log.read_text() and "Traceback" not in log.read_text()
