"""A server whose disk is full, whose file is locked or damaged: a clear sentence, and what was acknowledged is there."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
from pathlib import Path

import httpx
import pytest

from .conftest import MEDIUM, append, new_game
from .served_process import COMMAND, Process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of a process are those of POSIX")


def limited(process: int, size: int) -> None:
    """From now on the process cannot write beyond this size in any file: the write fails as on a full disk."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def events(log: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    file, log = tmp_path / "shudu.db", tmp_path / "log"
    server = Process("--database", str(file), log=log)
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = new_game(client, line=MEDIUM)
        length = append(client, game, 1, *(f"r1c3={number % 9 + 1}" for number in range(200))).json()["length"]
        limited(server.process.pid, Path(f"{file}-wal").stat().st_size)
        refused = append(client, game, length + 1, "r1c4=2")
        assert refused.status_code == 503 and refused.json()["code"] == "server.storage-unavailable"
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == length  # reading goes on
        limited(server.process.pid, resource.RLIM_INFINITY)
        assert append(client, game, length + 1, "r1c4=2").json()["length"] == length + 1  # and so does play
    said = [event["error"] for event in events(log) if event["event"] == "storage"]
    assert said == [f"database {file}: the disk cannot be read or written; check that there is room and that it works"]
    server.kill()
    again = Process("--database", str(file))
    with httpx.Client(base_url=again.url, cookies=client.cookies, timeout=30) as client:
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == length + 1
    again.stop()


def can_mount(folder: Path) -> bool:
    """Whether a file system of its own can be had here without being root."""
    command = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", str(folder)]
    return shutil.which("unshare") is not None and subprocess.run(command, capture_output=True).returncode == 0


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    disk, log = tmp_path / "disk", tmp_path / "log"
    disk.mkdir()
    if not can_mount(disk):
        pytest.skip("no small file system can be mounted here")
    mounted = f'mount -t tmpfs -o size=1m tmpfs {disk} && exec "$@"'
    server = Process(
        "--database",
        str(disk / "shudu.db"),
        log=log,
        before=("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mounted, "sh"),
    )
    with httpx.Client(base_url=server.url, timeout=30) as client:
        acknowledged: dict[str, int] = {}
        refusal = None
        while refusal is None and len(acknowledged) < 500:
            answer = client.post("/api/v1/games", json={"line": MEDIUM})
            if answer.status_code == 201:
                sent = append(client, answer.json(), 1, *(f"r1c3={number % 9 + 1}" for number in range(300)))
                acknowledged[answer.json()["id"]] = sent.json()["length"] if sent.status_code == 200 else 0
                answer = sent
            refusal = answer if answer.status_code != 200 else None
        assert (
            refusal is not None
            and refusal.status_code == 503
            and refusal.json()["code"] == "server.storage-unavailable"
        )
        for game, length in acknowledged.items():
            assert client.get(f"/api/v1/games/{game}").json()["length"] == length
    said = {event["error"] for event in events(log) if event["event"] == "storage"}
    assert said == {f"database {disk}/shudu.db: there is no room left on the disk; make room, and play goes on"}
    server.stop()


def test_a_file_another_program_keeps_locked(tmp_path: Path) -> None:
    file = tmp_path / "shudu.db"
    server = Process("--database", str(file))
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = new_game(client, line=MEDIUM)
        append(client, game, 1, "r1c3=4")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = append(client, game, 2, "r1c4=2")
        assert refused.status_code == 503 and refused.json()["code"] == "server.storage-unavailable"
        health = client.get("/healthz")
        assert health.status_code == 503  # it can read, but nobody can play
        assert health.json()["code"] == "server.storage-unavailable" and "shudu.db" not in health.text
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == 1
        other.execute("ROLLBACK")
        other.close()
        assert client.get("/healthz").status_code == 200
        assert append(client, game, 2, "r1c4=2").json()["length"] == 2
    server.stop()
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    done = subprocess.run(
        [*COMMAND, "--port", "0", "--database", str(file)], capture_output=True, text=True, timeout=60
    )
    holder.close()
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "another program keeps the database locked" in done.stderr


def test_a_file_that_is_damaged_while_it_is_used(tmp_path: Path) -> None:
    file, log = tmp_path / "shudu.db", tmp_path / "log"
    server = Process("--database", str(file), log=log)
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = new_game(client, line=MEDIUM)
        append(client, game, 1, "r1c3=4")
    server.stop()
    content = file.read_bytes()
    file.write_bytes(content[:4096] + os.urandom(len(content) - 4096))
    done = subprocess.run(
        [*COMMAND, "--port", "0", "--database", str(file)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "damaged; restore a backup" in done.stderr
    assert file.read_bytes()[:4096] == content[:4096]  # nobody wrote over it
    file.write_bytes(content)
    healed = Process("--database", str(file))
    with httpx.Client(base_url=healed.url, cookies=client.cookies, timeout=30) as client:
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == 1
    healed.stop()
