"""The examples of the operators' guide: nginx runs with its example, and the container's commands run without Docker."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from shudu.cli.commands.serve import command as serve
from shudu.server.settings import Settings

from .conftest import problem_of
from .served_process import ROOT, ServeProcess

PAGES: Final = ("docs/operate.md", "docs/operate.zh.md")
NGINX: Final = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
OPENSSL: Final = shutil.which("openssl")
FRAME: Final = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{server}
}}
"""


def read_example(page: str, language: str) -> str:
    """Return the only code block in a language of a page."""
    (example,) = re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return str(example)


def read_container_file(instruction: str) -> list[str]:
    """Return the arguments of all lines of the container file with an instruction."""
    lines = re.sub(r"\\\n\s*", "", read_example(PAGES[0], "dockerfile")).splitlines()
    return [line.partition(" ")[2] for line in lines if line.startswith(instruction + " ")]


def read_variables(text: str) -> dict[str, Any]:
    """Return variables written `NAME=value NAME=value`."""
    return dict(part.split("=", 1) for part in shlex.split(text))


@pytest.mark.parametrize("language", ["nginx", "ini", "dockerfile", "sh"])
def test_both_languages_have_the_same_examples(language: str) -> None:
    one, other = (re.sub(r"\s*#.*", "", read_example(page, language)) for page in PAGES)
    assert one == other


@pytest.fixture(scope="module")
def shudu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    database = str(tmp_path_factory.mktemp("shudu") / "shudu.db")
    running = ServeProcess("--database", database, SHUDU_HOSTS="sudoku.example.org", SHUDU_LIMIT_PLAYERS="1/day")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def proxy(shudu: ServeProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run nginx with the example in front of the server; return its address."""
    if NGINX is None or OPENSSL is None:
        pytest.skip("needs nginx and openssl")
    folder = tmp_path_factory.mktemp("nginx")
    names = ("-keyout", f"{folder}/sudoku.key", "-out", f"{folder}/sudoku.pem", "-subj", "/CN=sudoku.example.org")
    subprocess.run([OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names], check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    example = read_example(PAGES[0], "nginx")
    for documented, used in (
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("/etc/ssl", str(folder)),
        ("http://127.0.0.1:8000", shudu.url),
    ):
        assert documented in example
        example = example.replace(documented, used)
    (folder / "nginx.conf").write_text(FRAME.format(folder=folder, server=example), encoding="utf-8")
    nginx = subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf"])
    address = f"https://127.0.0.1:{port}"
    try:
        wait_until_it_answers(nginx, address)
        yield address
    finally:
        nginx.terminate()
        nginx.wait(30)


def wait_until_it_answers(nginx: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            httpx.get(address, verify=False, timeout=5)
            return
        except httpx.TransportError:
            assert nginx.poll() is None and time.monotonic() < deadline, "nginx did not start"
            time.sleep(0.05)


@pytest.fixture
def visit(proxy: str) -> Iterator[Callable[..., httpx.Client]]:
    """Return a function that makes a client of the proxy with a loopback address of its own."""
    clients: list[httpx.Client] = []
    host = f"sudoku.example.org:{proxy.rpartition(':')[2]}"

    def visit(address: str, **headers: str) -> httpx.Client:
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        client = httpx.Client(base_url=proxy, transport=transport, headers={"host": host, **headers}, timeout=60)
        clients.append(client)
        return client

    yield visit
    for client in clients:
        client.close()


@pytest.mark.skipif(sys.platform != "linux", reason="uses several loopback addresses")
class TestNginx:
    def test_each_player_has_their_own_address(self, visit: Callable[..., httpx.Client]) -> None:
        def register(address: str, **headers: str) -> int:
            return visit(address, **headers).post("/api/v1/player").status_code

        assert [register("127.0.0.2"), register("127.0.0.2"), register("127.0.0.3")] == [200, 429, 200]
        assert register("127.0.0.2", **{"x-forwarded-for": "192.0.2.1"}) == 429  # what clients claim is replaced

    def test_the_origin_of_a_page_on_another_port_is_recognised(self, visit: Callable[..., httpx.Client]) -> None:
        client = visit("127.0.0.4")
        same = f"https://{client.headers['host']}"
        assert problem_of(client.post("/api/v1/player", headers={"origin": same + "1"}), 403) == "server.cross-site"
        answer = client.post("/api/v1/player", headers={"origin": same})
        assert answer.status_code == 200 and "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]

    def test_metrics_are_not_published(self, visit: Callable[..., httpx.Client]) -> None:
        client = visit("127.0.0.5")
        assert (client.get("/metrics").status_code, client.get("/healthz").status_code) == (404, 200)

    def test_progress_arrives_before_the_end(self, visit: Callable[..., httpx.Client], shudu: ServeProcess) -> None:
        client = visit("127.0.0.6")
        request = {"make": {"count": 200, "level": "extreme"}}
        with client.stream("POST", "/api/v1/print", json=request) as answer:
            lines = answer.iter_lines()
            assert json.loads(next(lines))["done"] == 0
            levels = httpx.get(f"{shudu.url}/metrics", timeout=60).text
            assert 'shudu_level{kind="jobs_running"} 1.0' in levels

    def test_nginx_lets_backups_pass_and_nothing_larger(self, visit: Callable[..., httpx.Client]) -> None:
        client = visit("127.0.0.7", **{"content-type": "application/json"})
        too_large = client.post("/api/v1/player/restore", content=b" " * (32 * 1024 * 1024 + 1))
        assert too_large.status_code == 413 and "nginx" in too_large.text
        backup = client.post("/api/v1/player/restore", content=b" " * (32 * 1024 * 1024 - 2) + b"{}")
        assert problem_of(backup, 409) == "store.backup-format"
        puzzle = client.post("/api/v1/solve", content=b" " * 300_000)
        assert problem_of(puzzle, 413) == "server.body-too-large"


def test_the_container_runs(tmp_path: Path) -> None:
    (variables,) = map(read_variables, read_container_file("ENV"))
    (volume,), (port,), (start,) = map(read_container_file, ("VOLUME", "EXPOSE", "CMD"))
    assert variables["SHUDU_DATABASE"].startswith(volume + "/")
    assert [f"{option.default}" for option in serve.params if option.name == "port"] == [port]
    name, subcommand, *options = json.loads(start)
    assert (name, subcommand) == ("shudu", "serve")
    variables["SHUDU_DATABASE"] = str(tmp_path / "shudu.db")
    server = ServeProcess(*options, **variables, FORWARDED_ALLOW_IPS="127.0.0.2/31")
    (check,) = read_container_file("HEALTHCHECK")
    assert check.startswith("CMD python ") and f"127.0.0.1:{port}/" in check
    script = shlex.split(check)[3].replace(f"127.0.0.1:{port}", server.url.removeprefix("http://"))
    assert subprocess.run([sys.executable, "-c", script], timeout=60, check=False).returncode == 0
    server.stop()
    assert subprocess.run([sys.executable, "-c", script], timeout=60, check=False, capture_output=True).returncode == 1


@pytest.mark.skipif(sys.platform != "linux", reason="uses several loopback addresses")
def test_the_network_of_the_proxy_is_trusted_and_no_other(tmp_path: Path) -> None:
    (options,) = re.findall(r"docker run (.*?)$", re.sub(r"\\\n\s*", "", read_example(PAGES[0], "sh")), re.MULTILINE)
    given = read_variables(" ".join(re.findall(r"--env (\S+)", options)))
    assert set(given) == {"SHUDU_HOSTS", "FORWARDED_ALLOW_IPS"}
    given["FORWARDED_ALLOW_IPS"] = "127.0.0.2/31"  # in place of the addresses of Docker
    database = str(tmp_path / "shudu.db")
    server = ServeProcess("--database", database, **given, SHUDU_LIMIT_PLAYERS="1/day")

    def register(proxy: str, client: str) -> int:
        with httpx.Client(transport=httpx.HTTPTransport(local_address=proxy), timeout=60) as visitor:
            headers = {"x-forwarded-for": client}
            return visitor.post(f"{server.url}/api/v1/player", headers=headers).status_code

    assert [register("127.0.0.2", f"192.0.2.{n}") for n in (1, 2, 1)] == [200, 200, 429]
    assert [register("127.0.0.4", f"192.0.2.{n}") for n in (3, 4)] == [200, 429]
    server.stop()


def test_documented_variables_and_extras_exist() -> None:
    known = {f"SHUDU_{name.upper()}" for name in Settings.model_fields} | {"FORWARDED_ALLOW_IPS"}
    text = "".join(read_example(PAGES[0], language) for language in ("ini", "dockerfile", "sh"))
    named = set(re.findall(r"\b(SHUDU_[A-Z_]+|FORWARDED_[A-Z_]+)\b", text))
    assert {"SHUDU_DATABASE", "SHUDU_HOSTS"} <= named <= known
    (extras,) = re.findall(r"shudu\[([a-z,]+)\]", text)
    project: Any = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras.split(","))
