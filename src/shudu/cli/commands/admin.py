"""`shudu admin`: back up, check and clean the database of a server, and moderate its leaderboards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from shudu.cli.command import Group, group, option
from shudu.cli.language import CommandFailure, t
from shudu.core.errors import quote

if TYPE_CHECKING:
    from shudu.store.database import Database

T = TypeVar("T")


@group("admin")
def command() -> None:
    """Look after a database."""


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@option("--database")
def backup(file: Path, database: str | None) -> None:
    """Copy the database."""
    from shudu.store.maintenance import back_up_database

    back_up_database(_address(database), file)
    click.echo(t("admin.backup.done", file=str(file), size=file.stat().st_size))


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@option("--database")
def restore(file: Path, database: str | None) -> None:
    """Replace the database by a copy."""
    from shudu.store.database import database_url, describe_url
    from shudu.store.maintenance import restore_database

    former = restore_database(_address(database), file)
    click.echo(t("admin.restore.done", database=describe_url(database_url(_address(database)))))
    if former is not None:
        click.echo(t("admin.restore.kept", file=str(former)))


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@option("--database")
def check(file: Path | None, database: str | None) -> None:
    """Check that a database is whole."""
    from shudu.store.maintenance import check_database

    name = check_database(str(file) if file else _address(database))
    click.echo(t("admin.check.done", file=name))


@command.command("stats")
@option("--database")
def stats(database: str | None) -> None:
    """Count players, games and results."""
    from shudu.store.maintenance import count_rows

    for name, number in _run(database, count_rows).items():
        click.echo(f"{name:8} {number:>15,}")


@command.command("prune")
@option("--database")
def prune(database: str | None) -> None:
    """Delete abandoned data."""
    from shudu.server.settings import Settings
    from shudu.store.maintenance import prune
    from shudu.store.tables import now

    settings = Settings.load()
    report = _run(database, lambda opened: prune(opened, now(), settings.keep_players, settings.keep_games))
    click.echo(t("admin.prune.done", players=report.players, games=report.games, puzzles=report.puzzles))


@command.group("player", cls=Group)
def player() -> None:
    """Manage players."""


@player.command("delete")
@click.argument("player")
@option("--database")
def delete(player: str, database: str | None) -> None:
    """Delete a player and all their data."""
    from shudu.store.players import delete_player, find_player_id

    async def work(opened: Database) -> bool:
        player_id = await find_player_id(opened, player)
        if player_id is not None:
            await delete_player(opened, player_id)
        return player_id is not None

    if not _run(database, work):
        raise CommandFailure(t("admin.unknown-player", player=quote(player)))
    click.echo(t("admin.player.delete.done", player=player))


@command.group("result", cls=Group)
def result() -> None:
    """Manage results."""


@result.command("remove")
@click.argument("game")
@option("--database")
def remove(game: str, database: str | None) -> None:
    """Take a result off the leaderboards."""
    from shudu.store.results import remove_result

    if not _run(database, lambda opened: remove_result(opened, game)):
        raise CommandFailure(t("admin.unknown-result", game=quote(game)))
    click.echo(t("admin.result.remove.done", game=game))


def _address(database: str | None) -> str | None:
    from shudu.server.settings import Settings

    return database or Settings.load().database


def _run(database: str | None, work: Callable[[Database], Awaitable[T]]) -> T:
    """Return the result of work on the open database, which must exist: a misspelled name would create an empty one."""
    from shudu.store.maintenance import open_existing

    async def run() -> T:
        opened = await open_existing(_address(database))
        try:
            return await work(opened)
        finally:
            await opened.close()

    return asyncio.run(run())
