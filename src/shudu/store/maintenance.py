"""For operators: figures, deleting what is no longer used, and copies of a whole database.

A copy is always a SQLite file, also that of a PostgreSQL database. So a copy can be checked anywhere, and restoring it
moves a server from one kind of database to the other.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Delete,
    Select,
    Table,
    create_engine,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    tuple_,
)

from shudu.store.database import Database, check_file, database_url, open_file
from shudu.store.errors import StorageError
from shudu.store.leaderboards import A_DAY, A_WEEK, find_oldest_day
from shudu.store.tables import (
    METADATA,
    dailies,
    games,
    learning,
    moves,
    players,
    puzzles,
    results,
    sessions,
    sights,
    standings,
    transfers,
)

DAY: Final = 86_400_000
_BATCH: Final = 50  # rows deleted in one transaction; a player may have thousands of games
_UNPLAYED_DAYS: Final = 30
_OFFER_DAYS: Final = 7  # how long an offered puzzle stays reserved
_SEARCH_BATCH: Final = 5_000  # rows looked for at once
_STANDINGS_BATCH: Final = 500  # entries of leaderboards deleted in one transaction


async def open_existing(address: str | None) -> Database:
    """Open a database as `Database.open` does, but do not create a SQLite file.

    Raises:
        StorageError: If it cannot be used.
        OSError: If there is no such file.
    """
    if _is_sqlite(address):
        _find_file(address).stat()
    return await Database.open(address)


async def count_rows(database: Database) -> dict[str, int]:
    """Return the number of rows of the main tables, and on SQLite the size of the file in bytes."""
    tables = (players, puzzles, games, moves, results)
    counts = {table.name: (await database.one(select(func.count()).select_from(table)))[0] for table in tables}
    if database.is_sqlite:
        counts["bytes"] = Path(database.name).stat().st_size
    return counts


@dataclass(frozen=True, slots=True)
class PruneReport:
    """How many rows were deleted."""

    players: int
    games: int
    puzzles: int


async def prune(database: Database, now: int, player_days: int, game_days: int) -> PruneReport:
    """Delete abandoned data, a few rows at a time, so that others can play meanwhile.

    Deleted are

    - players without games and lessons, after 30 days without a visit,
    - players without a name, after `player_days` without a visit,
    - unfinished games, `game_days` after their last move,
    - offers that are not accepted, after a week, and other puzzles that are not played, after 30 days,
    - leaderboards of days and weeks, after five weeks.

    Offers cannot return to the stock: anyone who kept their identifiers could look at them before others play them.

    Args:
        database: Where to delete.
        now: The current time.
        player_days: Days to keep a player without a name; 0: forever.
        game_days: Days to keep an unfinished game; 0: forever.

    Raises:
        StorageError: If the database cannot be used.
    """
    await _forget_periods(database)
    expired = delete(transfers).where(transfers.c.expires < now)
    await database.writer.run(lambda connection: connection.execute(expired).rowcount)
    empty = (~exists().where(table.c.player_id == players.c.id) for table in (games, learning))
    gone = await _delete(database, players, _select_absent(now - _UNPLAYED_DAYS * DAY).where(*empty))
    if player_days:
        gone += await _delete(database, players, _select_absent(now - player_days * DAY))
    abandoned = await _delete(database, games, _select_abandoned(now - game_days * DAY)) if game_days else 0
    unplayed = await _delete(database, puzzles, _select_unplayed(now - _UNPLAYED_DAYS * DAY))
    offers = select(puzzles.c.id).where(puzzles.c.given < now - _OFFER_DAYS * DAY, puzzles.c.shown.is_(None))
    unplayed += await _delete(database, puzzles, offers)
    return PruneReport(gone, abandoned, unplayed)


async def _delete(database: Database, table: Any, query: Select[Any]) -> int:
    """Delete the rows whose identifiers a query selects; return how many.

    Finding them may read whole tables, so it does not hold up the writer, which looks at each of them again.
    """
    total = 0
    while ids := [row[0] for row in await database.all(query.limit(_SEARCH_BATCH))]:
        for start in range(0, len(ids), _BATCH):
            batch = query.where(table.c.id.in_(ids[start : start + _BATCH]))
            change = delete(table).where(table.c.id.in_(batch.scalar_subquery()))
            total += await database.writer.run(partial(_count_changed, change))
        if len(ids) < _SEARCH_BATCH:
            break
    return total


async def _forget_periods(database: Database) -> None:
    """Delete leaderboards of days and weeks that are no longer kept."""
    key = standings.primary_key.columns
    old = select(*key).where(standings.c.days.in_((A_DAY, A_WEEK)), standings.c.since < find_oldest_day())
    change = delete(standings).where(tuple_(*key).in_(old.limit(_STANDINGS_BATCH)))
    while await database.writer.run(partial(_count_changed, change)) == _STANDINGS_BATCH:
        pass


def _count_changed(change: Delete, connection: Connection) -> int:
    return connection.execute(change).rowcount


def _select_absent(before: int) -> Select[Any]:
    """Select players without a name who were last seen before a moment."""
    recent = exists().where(sessions.c.player_id == players.c.id, sessions.c.seen >= before)
    return select(players.c.id).where(players.c.name.is_(None), players.c.created < before, ~recent)


def _select_abandoned(before: int) -> Select[Any]:
    """Select unfinished games whose last move was made before a moment."""
    last = select(func.coalesce(func.max(moves.c.at), 0)).where(moves.c.game_id == games.c.id).scalar_subquery()
    return select(games.c.id).where(
        games.c.finished.is_(None), games.c.started < before, games.c.started + last < before
    )


def _select_unplayed(before: int) -> Select[Any]:
    """Select puzzles that were given out before a moment and that no game, daily puzzle or player refers to."""
    used = (exists().where(table.c.puzzle_id == puzzles.c.id) for table in (games, dailies, sights))
    return select(puzzles.c.id).where(puzzles.c.given < before, *(~each for each in used))


_COPY_BATCH: Final = 5_000  # rows copied at once
_UNFINISHED: Final = """
SELECT count(*) FROM games
WHERE finished IS NOT NULL AND NOT EXISTS (SELECT 1 FROM results WHERE results.game_id = games.id)
"""
_GAPS: Final = """
SELECT count(*) FROM (SELECT game_id FROM moves GROUP BY game_id HAVING min(seq) <> 1 OR max(seq) <> count(*)) AS gaps
"""


def back_up_database(address: str | None, target: Path) -> None:
    """Write a copy of a database that is in use. It appears under its name once it is complete and checked.

    The copy is a snapshot: moves stored meanwhile do not delay it and are not in it.

    Args:
        address: The database, see `database_url`.
        target: The SQLite file to write; a file with this name is replaced.

    Raises:
        StorageError: If the database cannot be read, is the target itself, or the copy is damaged.
        OSError: If the copy cannot be written.
    """
    part = target.with_name(target.name + ".part")
    _delete_file(part)
    if _is_sqlite(address):
        _check_distinct(_find_file(address), target)
    try:
        if _is_sqlite(address):
            _copy_file(_find_file(address), part)
        else:
            asyncio.run(_copy_from_server(address, part))
        check_file(part)
        _sync(part)
        part.replace(target)
    finally:
        _delete_file(part)


def restore_database(address: str | None, source: Path) -> Path | None:
    """Put a copy in the place of a database. The server must be stopped.

    A SQLite database is replaced. A PostgreSQL database must be empty: nothing in it is overwritten.

    Args:
        address: The database, see `database_url`.
        source: The copy.

    Returns:
        Where the former SQLite database is kept; None if there was none.

    Raises:
        StorageError: If the copy is damaged, or the database is in use, not empty or the copy itself.
        OSError: If a file cannot be read or written.
    """
    target = _find_file(address) if _is_sqlite(address) else source
    part = target.with_name(target.name + ".part")
    if _is_sqlite(address):
        _check_distinct(source, target)
    try:
        shutil.copyfile(source, part)
        check_file(part, name=str(source))
        _sync(part)
        if not _is_sqlite(address):
            asyncio.run(_copy_to_server(part, address))
            return None
        former = _set_aside(target) if target.exists() else None
        part.replace(target)
    finally:
        _delete_file(part)
    return former


def check_database(address: str | None) -> str:
    """Check that a database is whole: no game lacks moves or its result, and a SQLite file is intact with its references.

    Args:
        address: The database or a copy, see `database_url`.

    Returns:
        How messages refer to it.

    Raises:
        StorageError: If it is damaged, or not a database of shudu.
        OSError: If the file does not exist.
    """
    if not _is_sqlite(address):
        return asyncio.run(_check_server(address))
    file = _find_file(address)
    check_file(file)
    with closing(open_file(file)) as connection:
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise StorageError("store.damaged", database=str(file), problem="foreign key")
        _report_games(str(file), *(connection.execute(query).fetchone()[0] for query in (_UNFINISHED, _GAPS)))
    return str(file)


async def _check_server(address: str | None) -> str:
    database = await Database.open(address)
    try:
        queries = (text(_UNFINISHED), text(_GAPS))
        counts = await database.read(lambda connection: [connection.execute(each).scalar_one() for each in queries])
        _report_games(database.name, *counts)
        return database.name
    finally:
        await database.close()


def _report_games(name: str, without_result: int, with_gaps: int) -> None:
    if without_result or with_gaps:
        raise StorageError("store.broken-games", database=name, results=without_result, moves=with_gaps)


def _copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite file page by page, in its order on disk, within one read transaction.

    A copy in several steps would start again after every change. `VACUUM INTO` reads the pages in the order of the keys,
    which takes three times as long where the file is not in memory.
    """
    try:
        with closing(open_file(source)) as connection, closing(sqlite3.connect(target)) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # the caller syncs the file once
            connection.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file, also while it is read
    except sqlite3.Error as error:
        raise StorageError("store.failed", database=str(source), cause=str(error)) from error


async def _copy_from_server(address: str | None, target: Path) -> None:
    """Copy all rows of a PostgreSQL database, as they are at one moment, into a new SQLite file."""
    source = await Database.open(address)
    try:
        await (await Database.open(str(target))).close()  # creates the tables

        def copy(connection: Connection) -> None:
            snapshot = connection.execution_options(isolation_level="REPEATABLE READ", yield_per=_COPY_BATCH)
            with closing(sqlite3.connect(target)) as file, file:
                for table in METADATA.sorted_tables:
                    for rows in snapshot.execute(select(table)).partitions():
                        _insert_into_file(file, table, rows)

        await source.read(copy)
    finally:
        await source.close()


def _insert_into_file(file: sqlite3.Connection, table: Table, rows: Sequence[Any]) -> None:
    marks = ", ".join("?" * len(table.columns))
    file.executemany(f"INSERT INTO {table.name} ({', '.join(table.columns.keys())}) VALUES ({marks})", map(tuple, rows))


async def _copy_to_server(source: Path, address: str | None) -> None:
    """Copy all rows of a SQLite file, which is upgraded first, into an empty PostgreSQL database, in one transaction."""
    await (await Database.open(str(source))).close()
    target = await Database.open(address)
    engine = create_engine(database_url(str(source)))

    def copy(connection: Connection) -> None:
        with engine.connect() as file:
            for table in METADATA.sorted_tables:
                for rows in file.execution_options(yield_per=_COPY_BATCH).execute(select(table)).partitions():
                    connection.execute(insert(table), [row._asdict() for row in rows])

    try:
        for table in METADATA.sorted_tables:  # a server that was once started leaves puzzles and its key
            if await target.one(select(table).limit(1)):
                raise StorageError("store.not-empty", database=target.name)
        await target.writer.run(copy)
    finally:
        engine.dispose()
        await target.close()


def _is_sqlite(address: str | None) -> bool:
    return database_url(address).get_backend_name() == "sqlite"


def _check_distinct(source: Path, target: Path) -> None:
    """Check that a copy does not replace its original: a server would go on writing to a file without a name."""
    if source.exists() and target.exists() and source.samefile(target):
        raise StorageError("store.same-file", file=str(target))


def _find_file(address: str | None) -> Path:
    return Path(str(database_url(address).database))


def _delete_file(file: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def _set_aside(target: Path) -> Path:
    """Rename a database that no process uses; return its new name."""
    try:
        with closing(sqlite3.connect(target, timeout=0)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.rollback()
            connection.execute("PRAGMA journal_mode = DELETE")  # moves what is in the -wal file into the database
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StorageError("store.in-use", database=str(target)) from error
    except sqlite3.DatabaseError:  # damaged, which is why it is replaced
        pass
    former = target.with_name(f"{target.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    target.replace(former)
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{target}{suffix}").replace(f"{former}{suffix}")
    return former


def _sync(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
