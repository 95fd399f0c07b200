"""A full disk, a locked file and a damaged file: the message is clear, and no acknowledged move is lost."""

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
from .served_process import COMMAND, ServeProcess

pytestmark = pytest.mark.skipif(os.name != "posix", reason="resource limits need POSIX")


def limit_file_size(process: int, size: int) -> None:
    """Make writes of a process fail beyond this file size, as on a full disk."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def events(log: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


def test_a_database_file_that_cannot_grow(tmp_path: Path) -> None:
    file, log = tmp_path / "shudu.db", tmp_path / "log"
    server = ServeProcess("--database", str(file), log=log)
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = new_game(client, line=MEDIUM)
        length = append(client, game, 1, *(f"r1c3={number % 9 + 1}" for number in range(200))).json()["length"]
        limit_file_size(server.process.pid, Path(f"{file}-wal").stat().st_size)
        refused = append(client, game, length + 1, "r1c4=2")
        assert refused.status_code == 503 and refused.json()["code"] == "server.storage-unavailable"
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == length  # reading still works
        limit_file_size(server.process.pid, resource.RLIM_INFINITY)
        assert append(client, game, length + 1, "r1c4=2").json()["length"] == length + 1  # writing works again
    messages = [event["error"] for event in events(log) if event["event"] == "storage"]
    assert messages == [f"database {file}: the disk cannot be read or written; check that it works and has free space"]
    server.kill()
    again = ServeProcess("--database", str(file))
    with httpx.Client(base_url=again.url, cookies=client.cookies, timeout=30) as client:
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == length + 1
    again.stop()


def can_mount(folder: Path) -> bool:
    """Return whether a small file system can be mounted here without root."""
    command = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", str(folder)]
    return shutil.which("unshare") is not None and subprocess.run(command, capture_output=True).returncode == 0


def test_a_full_disk(tmp_path: Path) -> None:
    disk, log = tmp_path / "disk", tmp_path / "log"
    disk.mkdir()
    if not can_mount(disk):
        pytest.skip("no small file system can be mounted here")
    mounted = f'mount -t tmpfs -o size=1m tmpfs {disk} && exec "$@"'
    server = ServeProcess(
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
    messages = {event["error"] for event in events(log) if event["event"] == "storage"}
    assert messages == {f"database {disk}/shudu.db: the disk is full; play continues once you free some space"}
    server.stop()


def test_a_locked_database_file(tmp_path: Path) -> None:
    file = tmp_path / "shudu.db"
    server = ServeProcess("--database", str(file))
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = new_game(client, line=MEDIUM)
        append(client, game, 1, "r1c3=4")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = append(client, game, 2, "r1c4=2")
        assert refused.status_code == 503 and refused.json()["code"] == "server.storage-unavailable"
        health = client.get("/healthz")
        assert health.status_code == 503  # reading works, playing does not
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
    ended = subprocess.run(
        [*COMMAND, "--port", "0", "--database", str(file)], capture_output=True, text=True, timeout=60
    )
    holder.close()
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1 and "another program keeps the database locked" in ended.stderr


def test_a_damaged_database_file(tmp_path: Path) -> None:
    file, log = tmp_path / "shudu.db", tmp_path / "log"
    server = ServeProcess("--database", str(file), log=log)
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = new_game(client, line=MEDIUM)
        append(client, game, 1, "r1c3=4")
    server.stop()
    content = file.read_bytes()
    file.write_bytes(content[:4096] + os.urandom(len(content) - 4096))
    ended = subprocess.run(
        [*COMMAND, "--port", "0", "--database", str(file)], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1 and "damaged; restore a backup" in ended.stderr
    assert file.read_bytes()[:4096] == content[:4096]  # the file was not overwritten
    file.write_bytes(content)
    repaired = ServeProcess("--database", str(file))
    with httpx.Client(base_url=repaired.url, cookies=client.cookies, timeout=30) as client:
        assert client.get(f"/api/v1/games/{game['id']}").json()["length"] == 1
    repaired.stop()
