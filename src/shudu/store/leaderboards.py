"""Leaderboards: each player's best time, in pages that do not shift.

Players are ranked by the time from the moment the server showed them the puzzle, pauses included, so studying a puzzle
before playing it gains nothing. The leaderboards of a difficulty or a level contain only puzzles that were made for them
and that no player had seen before. So a second account gains nothing, and neither does playing a level whose puzzles are
the easier ones of a difficulty. A puzzle that many people play, such as the daily one, has its own leaderboard.

Results that are still pending, flagged or unranked are left out; flagged ones can be included.

A leaderboard can be limited to *established* players: those with ten ranked results without flags, the last of them
a week or more after the first. A new account cannot be on it, however fast its first result is.

All leaderboards are read from the table `standings`, which `settle_result` keeps up to date: ranking a million results with
every request would take seconds. Reading a page, a rank or a percentage looks at a bounded number of rows. Leaderboards of
days and weeks are kept for five weeks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, literal, select, text, tuple_, update

from shudu.store.database import Database
from shudu.store.tables import now, players, results, standings

PagePosition = tuple[int, int, int, str]  # rank, time, finished, game
ALL_TIME, A_DAY, A_WEEK = 0, 1, 7  # periods, by their number of days
ESTABLISHED_RESULTS: Final = 10
ESTABLISHED_SPAN: Final = 7 * 86_400_000  # milliseconds between the first and the last of these results
ENOUGH_ESTABLISHED: Final = 10  # such players on an all-time leaderboard, to show only those by default
KEPT_DAYS: Final = 35  # for which the leaderboards of days and weeks are kept
_DAY: Final = 86_400_000
_MONDAY: Final = -3 * _DAY  # the first day of the week of 1970-01-01
_MOST_COUNTED: Final = 10_000  # entries looked at for a rank or a percentage
_ORDER: Final = (results.c.elapsed, results.c.finished, results.c.game_id)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Which results a leaderboard shows: with `days`, only those of the day or week that starts at `since`."""

    difficulty: str | None = None
    level: str | None = None
    puzzle_id: str | None = None
    help: str | None = None
    days: int = ALL_TIME
    since: int = 0
    flagged: bool = False
    established: bool = False  # only players with a history of results

    @property
    def key(self) -> str:
        """The column `board` of the table `standings`."""
        if self.puzzle_id is not None:
            return f"puzzle {self.puzzle_id}"
        if self.difficulty is not None:
            return f"difficulty {self.difficulty}"
        return "all" if self.level is None else f"level {self.level}"


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A player's best result on a leaderboard. Equal times share a rank; the earlier finish is listed first.

    `time` runs from the moment the player first saw the puzzle to the finish. `rank` is None for a player's own entry that
    is not among the first ten thousand.
    """

    rank: int | None
    player_id: str
    name: str | None
    time: int
    help: str
    hints: int
    mistakes: int
    finished: int
    game_id: str
    flags: str

    @property
    def position(self) -> PagePosition:
        """Where the next page starts if this entry is the last of its page."""
        assert self.rank is not None
        return self.rank, self.time, self.finished, self.game_id


async def read_leaderboard(
    database: Database, board: Leaderboard, after: PagePosition | None, limit: int
) -> list[LeaderboardEntry]:
    """Return a page of a leaderboard.

    Args:
        database: Where the results are.
        board: Which leaderboard.
        after: The position of the last entry of the page before; None for the first page.
        limit: The most entries to return.
    """
    return await database.read(lambda connection: _read_page(connection, board, after, limit))


async def has_established(database: Database, board: Leaderboard) -> bool:
    """Return whether enough established players are on an all-time leaderboard to show only those."""
    some = select(standings.c.player_id).where(*_match(replace(board, established=True))).limit(ENOUGH_ESTABLISHED)
    return len(await database.all(some)) == ENOUGH_ESTABLISHED


async def find_entry(database: Database, board: Leaderboard, player_id: str) -> LeaderboardEntry | None:
    """Return a player's own entry on a leaderboard."""

    def look(connection: Connection) -> LeaderboardEntry | None:
        mine = connection.execute(_select_entries(board).where(standings.c.player_id == player_id)).one_or_none()
        if mine is None:
            return None
        better = _count(connection, board, standings.c.elapsed < mine.time)
        return LeaderboardEntry(rank=1 + better if better < _MOST_COUNTED else None, **mine._mapping)

    return await database.read(look)


async def percent_slower(database: Database, board: Leaderboard, player_id: str, time: int) -> int | None:
    """Return the percentage of the others on a leaderboard who took longer than a player, or None without others.

    Of more than ten thousand others, that many are compared. They are chosen by their identifiers, which are random.
    """
    others = select(standings.c.elapsed).where(*_match(board), standings.c.player_id != player_id)
    some = others.order_by(standings.c.player_id).limit(_MOST_COUNTED).subquery()
    counts = select(func.count(), func.count().filter(some.c.elapsed > time)).select_from(some)
    count, slower = await database.read(lambda connection: connection.execute(counts).one())
    return round(100 * slower / count) if count else None


def find_oldest_day() -> int:
    """Return the moment since which leaderboards of days and weeks are kept."""
    return now() // _DAY * _DAY - KEPT_DAYS * _DAY


def update_standings(connection: Connection, game_id: str) -> None:
    """Enter a judged result on its leaderboards, unless the player has a better one there.

    Their tenth or later result may establish the player, whose other results then enter as well.
    """
    row = connection.execute(select(results).where(results.c.game_id == game_id)).one_or_none()
    if row is None or row.unranked or row.pending:
        return
    player = _lock_player(connection, row.player_id)
    if player is None:
        return
    connection.execute(_ENTER, _make_standings(row, player.established is not None))
    if player.established is None and (since := _find_established(connection, row.player_id)) is not None:
        connection.execute(update(players).where(players.c.id == row.player_id).values(established=since))
        connection.execute(_ESTABLISH, {"player_id": row.player_id})


def rebuild_standings(connection: Connection, player_id: str) -> None:
    """Enter all results of a player again; call this after one was removed."""
    if _lock_player(connection, player_id) is None:
        return
    since = _find_established(connection, player_id)
    connection.execute(update(players).where(players.c.id == player_id).values(established=since))
    connection.execute(delete(standings).where(standings.c.player_id == player_id))
    ranked = select(results).where(results.c.player_id == player_id, results.c.unranked == "", ~results.c.pending)
    bests: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in connection.execute(ranked.order_by(*_ORDER)):
        for each in _make_standings(row, since is not None):
            bests.setdefault(tuple(each[name] for name in _KEY), each)
    if bests:
        connection.execute(insert(standings), list(bests.values()))


def _lock_player(connection: Connection, player_id: str) -> Any:
    """Return the player's row, or None if they were deleted meanwhile.

    On PostgreSQL, other servers wait with changes to the player's standings: two of them might each miss what the other adds.
    """
    query = select(players.c.established).where(players.c.id == player_id)
    return connection.execute(query.with_for_update(key_share=True)).one_or_none()


def _find_established(connection: Connection, player_id: str) -> int | None:
    """Return when a player had a history of results, or None if they have none yet."""
    finished = results.c.finished
    clean = (results.c.player_id == player_id, results.c.unranked == "", results.c.flags == "", ~results.c.pending)
    count, first, last = connection.execute(
        select(func.count(), func.min(finished), func.max(finished)).where(*clean)
    ).one()
    return last if count >= ESTABLISHED_RESULTS and last - first >= ESTABLISHED_SPAN else None


def _make_standings(row: Any, is_established: bool) -> list[dict[str, Any]]:
    entry = {name: getattr(row, name) for name in ("player_id", "elapsed", "finished", "game_id")}
    helps = "", row.help
    flagged = (True,) if row.flags else (True, False)
    established = (False, True) if is_established else (False,)
    views = product(_list_periods(row.finished), _list_boards(row), helps, flagged, established)
    return [{**dict(zip(_KEY, (*period, *view), strict=False)), **entry} for period, *view in views]


def _list_periods(finished: int) -> Iterator[tuple[int, int]]:
    """Yield the days and the start of the periods a result belongs to, without those that are no longer kept."""
    yield ALL_TIME, 0
    for days, first in ((A_DAY, 0), (A_WEEK, _MONDAY)):
        since = finished - (finished - first) % (days * _DAY)
        if since >= find_oldest_day():
            yield days, since


def _list_boards(row: Any) -> Iterator[str]:
    yield f"puzzle {row.puzzle_id}"
    if not row.shared:
        yield "all"
        if row.level is not None:
            yield f"level {row.level}"
        elif row.difficulty:
            yield f"difficulty {row.difficulty}"


_KEY: Final = ("days", "since", "board", "help", "flagged", "established", "player_id")
_ENTER: Final = text(
    """
    INSERT INTO standings (days, since, board, help, flagged, established, player_id, elapsed, finished, game_id)
    VALUES (:days, :since, :board, :help, :flagged, :established, :player_id, :elapsed, :finished, :game_id)
    ON CONFLICT (days, since, board, help, flagged, established, player_id)
    DO UPDATE SET elapsed = excluded.elapsed, finished = excluded.finished, game_id = excluded.game_id
    WHERE (excluded.elapsed, excluded.finished, excluded.game_id)
        < (standings.elapsed, standings.finished, standings.game_id)
    """
)
_ESTABLISH: Final = text(
    """
    INSERT INTO standings (days, since, board, help, flagged, established, player_id, elapsed, finished, game_id)
    SELECT days, since, board, help, flagged, true, player_id, elapsed, finished, game_id
    FROM standings WHERE player_id = :player_id AND NOT established
    """
)
_PLACE: Final = (standings.c.elapsed, standings.c.finished, standings.c.game_id)


def _read_page(
    connection: Connection, board: Leaderboard, after: PagePosition | None, limit: int
) -> list[LeaderboardEntry]:
    query = _select_entries(board).order_by(*_PLACE).limit(limit)
    place, rank, time = 0, 0, -1  # of the entry before the page
    if after:
        rank, time, *tie = after
        query = query.where(tuple_(*_PLACE) > tuple_(time, *tie))
        same = (standings.c.elapsed == time) & (tuple_(*_PLACE[1:]) <= tuple_(*tie))
        place = rank - 1 + _count(connection, board, same)
    entries: list[LeaderboardEntry] = []
    for number, row in enumerate(connection.execute(query), 1):
        rank, time = rank if row.time == time else place + number, row.time
        entries.append(LeaderboardEntry(rank=rank, **row._mapping))
    return entries


def _select_entries(board: Leaderboard) -> Select[Any]:
    columns = [results.c[name] for name in ("help", "hints", "mistakes", "finished", "game_id", "flags")]
    return (
        select(results.c.player_id, players.c.name, results.c.elapsed.label("time"), *columns)
        .select_from(standings)
        .join(results, results.c.game_id == standings.c.game_id)
        .join(players, players.c.id == standings.c.player_id)
        .where(*_match(board))
    )


def _count(connection: Connection, board: Leaderboard, condition: ColumnElement[bool]) -> int:
    """Count entries of a leaderboard, at most ten thousand."""
    some = select(literal(1)).select_from(standings).where(*_match(board), condition).limit(_MOST_COUNTED)
    return connection.execute(select(func.count()).select_from(some.subquery())).scalar_one()


def _match(board: Leaderboard) -> Sequence[ColumnElement[bool]]:
    return (
        standings.c.days == board.days,
        standings.c.since == board.since,
        standings.c.board == board.key,
        standings.c.help == (board.help or ""),
        standings.c.flagged == board.flagged,
        standings.c.established == board.established,
    )
