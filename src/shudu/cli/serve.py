"""`shudu serve`: the web app and its API."""

from __future__ import annotations

import errno
import os
import socket
import sys

import click


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 for any free one."
)
@click.option("--database", help="A file for SQLite, or postgresql+asyncpg://… [default: a file in your data folder]")
@click.option(
    "--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes; several need PostgreSQL."
)
@click.option("--open", "browse", is_flag=True, help="Open the web app in a browser.")
def command(host: str, port: int, database: str | None, workers: int, browse: bool) -> None:
    """Serve the web app and its API."""
    listening = _listen(host, port)
    address = _address(listening)
    click.echo(f"shudu is at {address}  (Ctrl+C stops it)")
    if browse:
        click.launch(address)
    _run(listening, workers)


def _run(listening: socket.socket, workers: int) -> None:
    import uvicorn

    config = uvicorn.Config(
        "shudu.server.app:create_app", factory=True, workers=workers, log_config=None, timeout_graceful_shutdown=10
    )
    uvicorn.Server(config).run([listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    if os.name != "nt":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        click.echo(f"shudu: {_why_not(host, port, error)}", err=True)
        sys.exit(1)
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
