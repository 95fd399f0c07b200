"""Puzzles the server gives out: from the stock, daily, or made to order.

A puzzle is *given* when it leaves the stock and *shown* when anyone first sees its digits. In between it is an *offer*:
the player knows its difficulty and starts a game to see it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, func, insert, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from shudu.store.database import Database
from shudu.store.errors import WriteConflict
from shudu.store.tables import dailies, games, new_id, now, puzzles, sights

MOST_OFFERS: Final = 3  # open offers of one difficulty, level or technique per player
KINDS: Final = ("difficulty", "level", "technique")  # what the stock is sorted by


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A puzzle with its grades. The difficulty is empty if it has none; the level is empty if it is not rated."""

    line: str
    clues: int
    difficulty: str
    level: str
    score: int
    technique: str


def make_record(line: str, difficulty: str = "", level: str = "") -> PuzzleRecord:
    """Return a puzzle of which little is known."""
    return PuzzleRecord(line, 81 - line.count("."), difficulty, level, score=0, technique="")


@dataclass(frozen=True, slots=True)
class StoredPuzzle(PuzzleRecord):
    """A stored puzzle. `made_for` is "difficulty", "level" or "technique"; None: made to order."""

    id: str
    made_for: str | None

    @property
    def ranked_level(self) -> str | None:
        """The level on whose leaderboard its results are ranked; None: they are ranked by difficulty."""
        return self.level if self.made_for == "level" else None

    @property
    def is_ranked_with_others(self) -> bool:
        """Whether its results are ranked with those of other puzzles, by difficulty or level."""
        return self.made_for in ("difficulty", "level")


_COLUMNS = (
    puzzles.c.line,
    puzzles.c.clues,
    puzzles.c.difficulty,
    puzzles.c.level,
    puzzles.c.score,
    puzzles.c.technique,
    puzzles.c.id,
    puzzles.c.made_for,
)


async def find_puzzle(database: Database, puzzle_id: str) -> StoredPuzzle | None:
    """Return a puzzle that was given out; None for puzzles still in stock."""
    return await _first(database, select(*_COLUMNS).where(puzzles.c.id == puzzle_id, puzzles.c.given.is_not(None)))


def match_puzzle(connection: Connection, puzzle_id: str | None, line: str) -> StoredPuzzle | None:
    """Return the puzzle with this identifier if it has this line."""
    row = connection.execute(select(*_COLUMNS).where(puzzles.c.id == puzzle_id, puzzles.c.line == line)).one_or_none()
    return StoredPuzzle(**row._mapping) if row else None


async def record_sight(database: Database, puzzle_id: str, player_id: str | None) -> None:
    """Record that a player, or a visitor without an account, sees a puzzle now; only the first time counts."""
    mine = (sights.c.puzzle_id == puzzle_id) & (sights.c.player_id == player_id)
    query = select(puzzles.c.shown, sights.c.at).join(sights, mine, isouter=True).where(puzzles.c.id == puzzle_id)
    row = await database.one(query)
    if row.shown is not None and (player_id is None or row.at is not None):
        return

    def add_sight(connection: Connection) -> None:
        connection.execute(insert(sights), {"player_id": player_id, "puzzle_id": puzzle_id, "at": now()})

    await database.writer.run(lambda connection: mark_shown(connection, puzzle_id, now()))
    if player_id is not None:
        with suppress(WriteConflict):  # two requests of the same player, or a deleted one; it stays shown
            await database.writer.run(add_sight)


def mark_shown(connection: Connection, puzzle_id: str, moment: int) -> bool:
    """Mark a puzzle as shown; return whether this is the first time."""
    unseen = update(puzzles).where(puzzles.c.id == puzzle_id, puzzles.c.shown.is_(None))
    return connection.execute(unseen.values(shown=moment)).rowcount == 1


async def find_daily(database: Database, date: str) -> StoredPuzzle | None:
    """Return the daily puzzle of an ISO date, if it exists already."""
    return await _first(database, select(*_COLUMNS).join(dailies).where(dailies.c.date == date))


async def add_daily(database: Database, date: str, record: PuzzleRecord) -> None:
    """Make a puzzle the daily one of an ISO date, unless that date already has one."""

    def work(connection: Connection) -> None:
        puzzle_id = _keep(connection, record, "difficulty", given=now())
        mark_shown(connection, puzzle_id, now())
        connection.execute(insert(dailies), {"date": date, "puzzle_id": puzzle_id})

    with suppress(WriteConflict):
        await database.writer.run(work)


async def add_to_stock(database: Database, made_for: str, *records: PuzzleRecord) -> None:
    """Add puzzles to the stock of their difficulty, level or technique; those already stored stay as they are."""

    def work(connection: Connection) -> None:
        for record in records:
            _keep(connection, record, made_for, given=None)

    await database.writer.run(work)


async def give_out(
    database: Database, record: PuzzleRecord, made_for: str | None, offered_to: str | None = None
) -> StoredPuzzle:
    """Store a puzzle as given out.

    Args:
        database: Where to store it.
        record: The puzzle.
        made_for: "difficulty", "level" or "technique"; None for a puzzle made to order. Those made for a
            technique or to order are ranked on their own leaderboards only.
        offered_to: The player who does not see it yet, if it is an offer.
    """

    def work(connection: Connection) -> StoredPuzzle:
        puzzle_id = _keep(connection, record, made_for, given=now())
        if made_for is None:
            mark_shown(connection, puzzle_id, now())
        if offered_to is not None:
            connection.execute(update(puzzles).where(puzzles.c.id == puzzle_id).values(offered_to=offered_to))
        return StoredPuzzle(**asdict(record), id=puzzle_id, made_for=made_for)

    return await database.writer.run(work)


async def take_from_stock(database: Database, kind: str, value: str) -> StoredPuzzle | None:
    """Take an unseen puzzle out of the stock; return None if none is left.

    Args:
        database: Where the stock is.
        kind: Whether `value` is a "difficulty", a "level" or a "technique".
        value: The difficulty, level or technique.
    """
    return await database.writer.run(lambda connection: take(connection, kind, value, now(), shown=None))


async def offer_from_stock(
    database: Database, player_id: str, kind: str, value: str, may_take: bool = True
) -> StoredPuzzle | None:
    """Offer an unseen puzzle to a player; return None if none is left.

    A player with several open offers of a kind gets the latest of them again: two can be declined, the third is binding.

    Args:
        database: Where the stock is.
        player_id: Who gets the offer.
        kind: Whether `value` is a "difficulty", a "level" or a "technique".
        value: The difficulty, level or technique.
        may_take: Whether the player may get one out of the stock; else only an earlier offer is returned.
    """
    mine = (puzzles.c.offered_to == player_id) & puzzles.c.shown.is_(None)
    same = (puzzles.c.made_for == kind) & (puzzles.c[kind] == value)
    open_offers = select(*_COLUMNS).where(mine, same).order_by(puzzles.c.given.desc(), puzzles.c.id)

    def work(connection: Connection) -> StoredPuzzle | None:
        offers = connection.execute(open_offers).all()
        if len(offers) >= MOST_OFFERS:
            return StoredPuzzle(**offers[0]._mapping)
        puzzle = take(connection, kind, value, now(), shown=None) if may_take else None
        if puzzle is not None:
            connection.execute(update(puzzles).where(puzzles.c.id == puzzle.id).values(offered_to=player_id))
        return puzzle

    return await database.writer.run(work)


def take(connection: Connection, kind: str, value: str, given: int, shown: int | None) -> StoredPuzzle | None:
    """Take a puzzle out of the stock within a transaction, see `take_from_stock`."""
    row = connection.execute(_TAKE[kind], {"value": value, "moment": given, "shown_at": shown}).one_or_none()
    return StoredPuzzle(**row._mapping) if row else None


def _build_take(kind: str) -> ReturningUpdate[Any]:
    """Return the statement behind `take`. It is built once: building takes longer than running."""
    unseen = (puzzles.c.made_for == kind) & puzzles.c.given.is_(None) & puzzles.c.shown.is_(None)
    waiting = select(puzzles.c.id).where(puzzles.c[kind] == bindparam("value"), unseen).limit(1)
    first = waiting.with_for_update(skip_locked=True).scalar_subquery()
    change = update(puzzles).where(puzzles.c.id == first)
    return change.values(given=bindparam("moment"), shown=bindparam("shown_at")).returning(*_COLUMNS)


_TAKE: Final = {kind: _build_take(kind) for kind in KINDS}


async def find_unplayed(database: Database, player_id: str, kind: str, value: str) -> StoredPuzzle | None:
    """Return the newest puzzle others have seen but this player has not played, except daily ones.

    Newest by when it was given out: the index has that order, so that few rows are read.
    """
    own = select(games.c.puzzle_id).where(games.c.player_id == player_id, games.c.puzzle_id.is_not(None))
    query = (
        select(*_COLUMNS)
        .where(puzzles.c[kind] == value, puzzles.c.shown.is_not(None))
        .where(puzzles.c.id.not_in(own), puzzles.c.id.not_in(select(dailies.c.puzzle_id)))
        .order_by(puzzles.c.given.desc())
        .limit(1)
    )
    return await _first(database, query)


async def count_stock(database: Database, kind: str, values: Iterable[str]) -> dict[str, int]:
    """Return how many puzzles are in stock for each of some difficulties, levels or techniques, without those with none."""
    column = puzzles.c[kind]
    waiting = column.in_(tuple(values)) & puzzles.c.given.is_(None)  # by the index; others would read all puzzles
    query = select(column, func.count()).where(waiting, puzzles.c.made_for == kind).group_by(column)
    return {row[0]: row[1] for row in await database.all(query)}


async def _first(database: Database, query: Select[Any]) -> StoredPuzzle | None:
    row = await database.one(query)
    return StoredPuzzle(**row._mapping) if row else None


def _keep(connection: Connection, record: PuzzleRecord, made_for: str | None, given: int | None) -> str:
    """Store a puzzle unless it is stored already; return its identifier."""
    id = connection.execute(select(puzzles.c.id).where(puzzles.c.line == record.line)).scalar_one_or_none()
    if id is not None:
        if given is not None:
            in_stock = (puzzles.c.id == id) & puzzles.c.given.is_(None)
            connection.execute(update(puzzles).where(in_stock).values(given=given))
        return str(id)
    row = {**asdict(record), "id": new_id(), "created": now(), "made_for": made_for, "given": given}
    connection.execute(insert(puzzles), row)
    return str(row["id"])
