"""`shudu serve`: run the web app and its HTTP API."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.language import CommandFailure, language, t
from shudu.core.errors import ShuduError

if TYPE_CHECKING:
    import uvicorn


class _WrongSettings(CommandFailure):
    """Ends the command with exit code 2, as wrong options do."""

    exit_code = 2


@new_command("serve")
@option("--host", default="127.0.0.1", show_default=True)
@option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@option("--database")
@option("--workers", type=click.IntRange(1, 64), default=1, show_default=True)
@option("--open", "browse", is_flag=True)
def command(host: str, port: int, database: str | None, workers: int, browse: bool) -> None:
    """Run the server until it is stopped."""
    check_setup(database, workers)
    listener = listen(host, port)
    address = address_of(listener)
    click.echo(t("serve.ready", address=address))
    if browse:
        click.launch(address)
    _run(listener, workers)


def check_setup(database: str | None, workers: int) -> None:
    """Check the settings and open the database once, so that problems are reported before anything listens."""
    import asyncio

    from shudu.server.settings import Settings
    from shudu.store.database import Database, database_url

    if database:
        os.environ["SHUDU_DATABASE"] = database  # the server reads its settings from the environment
    if "SHUDU_LOG" not in os.environ and sys.stderr.isatty():
        os.environ["SHUDU_LOG"] = "warning"

    async def open_and_close(database: str | None) -> None:
        await (await Database.open(database)).close()

    try:
        settings = Settings.load()
        backend = database_url(settings.database).get_backend_name()
    except ShuduError as error:
        raise _WrongSettings(error.render(language())) from error
    if workers > 1 and backend == "sqlite":
        raise _WrongSettings(t("serve.workers-need-postgresql"))
    asyncio.run(open_and_close(settings.database))


def make_config(workers: int = 1) -> uvicorn.Config:
    """Return how the server runs."""
    import uvicorn

    return uvicorn.Config(
        "shudu.server.app:create_app",
        factory=True,
        workers=workers,
        http="shudu.server.limits:LimitedProtocol",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=10,
    )


def _run(listener: socket.socket, workers: int) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = make_config(workers)
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn shuts down gracefully, then raises the signal again
        signal.signal(number, lambda *_: None)
    if workers == 1:
        uvicorn.Server(config).run([listener])
        return
    with TemporaryDirectory(prefix="shudu-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        Multiprocess(config, sockets=[listener]).run()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        CommandFailure: If the address cannot be used.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name != "nt":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CommandFailure(t("serve.port-in-use", host=host, port=port)) from error
        problem = error.strerror or str(error)
        raise CommandFailure(t("serve.cannot-listen", host=host, port=port, problem=problem)) from error
    return listener  # not inheritable: after the server is killed, a worker process would keep the port in use


def address_of(listener: socket.socket) -> str:
    """Return the URL to open in a browser on this machine."""
    host, port = listener.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"
