"""`shudu serve`: the web app and its API."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from tempfile import TemporaryDirectory
from typing import NoReturn

import click


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0: any free one.")
@click.option("--database", help="A file for SQLite, or postgresql+asyncpg://… [default: a file in your data folder]")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Several need PostgreSQL.")
@click.option("--open", "browse", is_flag=True, help="Open the web app in a browser.")
def command(host: str, port: int, database: str | None, workers: int, browse: bool) -> None:
    """Serve the web app and its API."""
    _prepare(database, workers)
    listening = _listen(host, port)
    address = _address(listening)
    click.echo(f"shudu is at {address}  (Ctrl+C stops it)")
    if browse:
        click.launch(address)
    _run(listening, workers)


def _prepare(database: str | None, workers: int) -> None:
    """Opens the database once, so that what is wrong with it is said before anything listens."""
    import asyncio

    from shudu.server.settings import Settings
    from shudu.store.database import Database, database_url
    from shudu.store.errors import StorageError

    if database:
        os.environ["SHUDU_DATABASE"] = database
    if "SHUDU_LOG" not in os.environ and sys.stderr.isatty():
        os.environ["SHUDU_LOG"] = "warning"

    async def look() -> None:
        await (await Database.open(os.environ.get("SHUDU_DATABASE"))).close()

    try:
        Settings.load()
        backend = database_url(os.environ.get("SHUDU_DATABASE")).get_backend_name()
    except (ValueError, StorageError) as error:
        _refuse(str(error), code=2)
    if workers > 1 and backend == "sqlite":
        _refuse("several workers need PostgreSQL; name one with --database postgresql+asyncpg://…", code=2)
    try:
        asyncio.run(look())
    except StorageError as error:
        _refuse(str(error))


def _run(listening: socket.socket, workers: int) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "shudu.server.app:create_app",
        factory=True,
        workers=workers,
        http="shudu.server.middleware.slow_clients:TimeLimitedProtocol",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=10,
    )
    for wish in (signal.SIGINT, signal.SIGTERM):  # uvicorn stops gracefully, then raises them again: then all is said
        signal.signal(wish, lambda *_: None)
    if workers == 1:
        uvicorn.Server(config).run([listening])
        return
    with TemporaryDirectory(prefix="shudu-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        Multiprocess(config, sockets=[listening]).run()


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name != "nt":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        _refuse(_why_not(host, port, error))
    listening.set_inheritable(True)
    return listening


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is taken; choose another with --port, or --port 0 for any free one"
    return f"cannot listen on {host} port {port}: {error.strerror or error}"


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _refuse(words: str, code: int = 1) -> NoReturn:
    click.echo(f"shudu: {words}", err=True)
    sys.exit(code)
