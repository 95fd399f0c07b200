"""Puzzles the server gives out: the stock, the daily ones, and those it was asked for.

A puzzle is *given* when it leaves the stock and *shown* when somebody first sees its digits. Between the two it is on offer:
a player knows how hard it is and starts a game to see it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from shudu.store.database import Database
from shudu.store.errors import WriteConflict
from shudu.store.tables import dailies, games, new_id, now, puzzles, sights


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A puzzle with what is known about it: clues, the paper's difficulty, and what human logic needs for it."""

    line: str
    clues: int
    difficulty: str
    level: str
    score: int
    technique: str


@dataclass(frozen=True, slots=True)
class StoredPuzzle(PuzzleRecord):
    """A graded puzzle that has an identifier; `wish` are the boards it was made for, those of a difficulty or of a level."""

    id: str
    wish: str | None

    @property
    def board_level(self) -> str | None:
        """The level on whose board its results count; none: they count on that of its difficulty."""
        return self.level if self.wish == "level" else None


_COLUMNS = (
    puzzles.c.line,
    puzzles.c.clues,
    puzzles.c.difficulty,
    puzzles.c.level,
    puzzles.c.score,
    puzzles.c.technique,
    puzzles.c.id,
    puzzles.c.wish,
)


async def find_puzzle(database: Database, puzzle_id: str) -> StoredPuzzle | None:
    """A puzzle that was given out."""
    found = select(*_COLUMNS).where(puzzles.c.id == puzzle_id, puzzles.c.given.is_not(None))
    return await _first(database, found)


def match_puzzle(connection: Connection, puzzle_id: str | None, line: str) -> StoredPuzzle | None:
    """The puzzle of this id if it is that line."""
    row = connection.execute(select(*_COLUMNS).where(puzzles.c.id == puzzle_id, puzzles.c.line == line)).one_or_none()
    return StoredPuzzle(**row._mapping) if row else None


async def record_sight(database: Database, puzzle_id: str, player_id: str | None) -> None:
    """Notes that somebody sees a puzzle now: a player, whose clock runs from their first sight, or a stranger."""
    mine = (sights.c.puzzle_id == puzzle_id) & (sights.c.player_id == player_id)
    seen = select(puzzles.c.shown, sights.c.at).join(sights, mine, isouter=True).where(puzzles.c.id == puzzle_id)
    row = await database.one(seen)
    if row.shown is not None and (player_id is None or row.at is not None):
        return

    def sight(connection: Connection) -> None:
        connection.execute(insert(sights), {"player_id": player_id, "puzzle_id": puzzle_id, "at": now()})

    await database.writer.run(lambda connection: mark_shown(connection, puzzle_id, now()))
    if player_id is not None:
        with suppress(WriteConflict):  # the same player, twice at once, or one who is gone: it stays shown
            await database.writer.run(sight)


def mark_shown(connection: Connection, puzzle_id: str, moment: int) -> bool:
    """Notes that a puzzle is seen; whether nobody had seen it before."""
    unseen = update(puzzles).where(puzzles.c.id == puzzle_id, puzzles.c.shown.is_(None))
    return connection.execute(unseen.values(shown=moment)).rowcount == 1


async def drop_offers(database: Database, before: int) -> None:
    """Drops offers that nobody took up since a moment: who kept their ids could spoil them for others."""

    def work(connection: Connection) -> None:
        connection.execute(delete(puzzles).where(puzzles.c.given < before, puzzles.c.shown.is_(None)))

    await database.writer.run(work)


async def find_daily(database: Database, date: str) -> StoredPuzzle | None:
    """The puzzle of a day, if it has been made."""
    return await _first(database, select(*_COLUMNS).join(dailies).where(dailies.c.date == date))


async def add_daily(database: Database, date: str, graded: PuzzleRecord) -> None:
    """Makes a puzzle that of a day; if the day has one by now, that one stays."""

    def work(connection: Connection) -> None:
        puzzle_id = _keep(connection, graded, "difficulty", given=now())
        mark_shown(connection, puzzle_id, now())
        connection.execute(insert(dailies), {"date": date, "puzzle_id": puzzle_id})

    try:
        await database.writer.run(work)
    except WriteConflict:
        return


async def add_to_stock(database: Database, graded: PuzzleRecord, wish: str) -> None:
    """Puts a puzzle made for a difficulty or a level into the stock; one that is known already changes nothing."""

    def work(connection: Connection) -> None:
        _keep(connection, graded, wish, given=None)

    await database.writer.run(work)


async def give_out(database: Database, graded: PuzzleRecord, wish: str | None) -> StoredPuzzle:
    """Keeps a puzzle that was made on request, as given out; one made to measure also as shown, for a board of its own."""

    def work(connection: Connection) -> StoredPuzzle:
        puzzle = StoredPuzzle(**asdict(graded), id=_keep(connection, graded, wish, given=now()), wish=wish)
        if wish is None:
            mark_shown(connection, puzzle.id, now())
        return puzzle

    return await database.writer.run(work)


async def take_from_stock(database: Database, kind: str, value: str) -> StoredPuzzle | None:
    """A puzzle nobody has seen, of a difficulty or a level (`kind` says which); None if there is none left."""
    return await database.writer.run(lambda connection: take(connection, kind, value, now(), shown=None))


def take(connection: Connection, kind: str, value: str, given: int, shown: int | None) -> StoredPuzzle | None:
    """Takes a puzzle out of the stock."""
    row = connection.execute(_TAKE[kind], {"value": value, "moment": given, "shown_at": shown}).one_or_none()
    return StoredPuzzle(**row._mapping) if row else None


def _taking(kind: str) -> ReturningUpdate[Any]:
    """Built once: building it takes longer than running it."""
    unseen = (puzzles.c.wish == kind) & puzzles.c.given.is_(None) & puzzles.c.shown.is_(None)
    waiting = select(puzzles.c.id).where(puzzles.c[kind] == bindparam("value"), unseen).limit(1)
    first = waiting.with_for_update(skip_locked=True).scalar_subquery()
    taken = update(puzzles).where(puzzles.c.id == first)
    return taken.values(given=bindparam("moment"), shown=bindparam("shown_at")).returning(*_COLUMNS)


_TAKE: Final = {kind: _taking(kind) for kind in ("difficulty", "level")}


async def find_unplayed(database: Database, player_id: str, kind: str, value: str) -> StoredPuzzle | None:
    """A puzzle that others have seen but this player has not played, the newest first."""
    played = select(games.c.puzzle_id).where(games.c.player_id == player_id, games.c.puzzle_id.is_not(None))
    daily = select(dailies.c.puzzle_id)
    open_to = (
        select(*_COLUMNS)
        .where(puzzles.c[kind] == value, puzzles.c.shown.is_not(None))
        .where(puzzles.c.id.not_in(played), puzzles.c.id.not_in(daily))
        .order_by(puzzles.c.shown.desc())
        .limit(1)
    )
    return await _first(database, open_to)


async def count_stock(database: Database, kind: str) -> dict[str, int]:
    """How many puzzles wait, by difficulty or level."""
    column = puzzles.c[kind]
    waiting = (puzzles.c.wish == kind) & puzzles.c.given.is_(None)
    query = select(column, func.count()).where(waiting).group_by(column)
    return {row[0]: row[1] for row in await database.all(query)}


async def _first(database: Database, query: Select[Any]) -> StoredPuzzle | None:
    row = await database.one(query)
    return StoredPuzzle(**row._mapping) if row else None


def _keep(connection: Connection, graded: PuzzleRecord, wish: str | None, given: int | None) -> str:
    known = (connection.execute(select(puzzles.c.id).where(puzzles.c.line == graded.line))).scalar_one_or_none()
    if known is not None:
        if given is not None:
            unseen = (puzzles.c.id == known) & puzzles.c.given.is_(None)
            connection.execute(update(puzzles).where(unseen).values(given=given))
        return str(known)
    row = {**asdict(graded), "id": new_id(), "created": now(), "wish": wish, "given": given}
    connection.execute(insert(puzzles), row)
    return str(row["id"])
