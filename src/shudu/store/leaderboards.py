"""Leaderboards: each player's best time, in pages that do not shift.

Players are ranked by the time from the moment the server showed them the puzzle, pauses included, so studying a puzzle
before playing it gains nothing. The leaderboards of a difficulty or a level contain only puzzles that were made for them
and that no player had seen before. So a second account gains nothing, and neither does playing a level whose puzzles are
the easier ones of a difficulty. A puzzle that many people play, such as the daily one, has its own leaderboard.

Results that are still pending, flagged or unranked are left out; flagged ones can be included.

A leaderboard can be limited to *established* players: those with ten ranked results without flags, the last of them
a week or more after the first. A new account cannot be on it, however fast its first result is.

The all-time leaderboards of difficulties and levels are read from the table `standings`, which `settle_result` keeps up to
date: ranking a million results with every request would take seconds. The others have few results and are ranked when read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Select,
    Subquery,
    delete,
    func,
    insert,
    select,
    text,
    true,
    tuple_,
    update,
)

from shudu.store.database import Database
from shudu.store.tables import players, results, standings

PagePosition = tuple[int, int, str]
ESTABLISHED_RESULTS: Final = 10
ESTABLISHED_SPAN: Final = 7 * 86_400_000  # milliseconds between the first and the last of these results
ENOUGH_ESTABLISHED: Final = 10  # such players on an all-time leaderboard, to show only those by default
_ESTABLISHED: Final = select(players.c.id).where(players.c.established.is_not(None))
_ORDER: Final = (results.c.elapsed, results.c.finished, results.c.game_id)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Which results a leaderboard shows: those finished at `since` or later and before `until`."""

    difficulty: str | None = None
    level: str | None = None
    puzzle_id: str | None = None
    help: str | None = None
    since: int | None = None
    until: int | None = None
    flagged: bool = False
    established: bool = False  # only players with a history of results

    @property
    def is_stored(self) -> bool:
        """Whether the leaderboard is in the table `standings`."""
        return self.puzzle_id is None and self.since is None and self.until is None

    @property
    def key(self) -> str:
        """The column `board` of the table `standings`."""
        if self.difficulty is not None:
            return f"difficulty {self.difficulty}"
        return "all" if self.level is None else f"level {self.level}"


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A player's best result on a leaderboard. Equal times share a rank; the earlier finish is listed first.

    `time` runs from the moment the player first saw the puzzle to the finish.
    """

    rank: int
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
        return self.time, self.finished, self.game_id


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
    if board.is_stored:
        read = database.read if after is None else database.read_long  # later pages count the ranks before them
        return await read(lambda connection: _read_standings(connection, board, after, limit))
    ranking = _rank(board)
    position = ranking.c.elapsed, ranking.c.finished, ranking.c.game_id
    page = select(ranking).order_by(*position).limit(limit)
    if after:
        page = page.where(tuple_(*position) > tuple_(*after))
    selection = page.subquery()
    query = (
        select(selection.c.rank, results.c.player_id, players.c.name, *_columns(results))
        .join(results, results.c.game_id == selection.c.game_id)
        .join(players, players.c.id == results.c.player_id)
        .order_by(*_ORDER)
    )
    rows = await database.read_long(lambda connection: connection.execute(query).all())
    return [LeaderboardEntry(**row._mapping) for row in rows]


async def has_established(database: Database, board: Leaderboard) -> bool:
    """Return whether enough established players are on an all-time leaderboard to show only those."""
    some = select(standings.c.player_id).where(*_match(replace(board, established=True))).limit(ENOUGH_ESTABLISHED)
    return len(await database.all(some)) == ENOUGH_ESTABLISHED


async def find_entry(database: Database, board: Leaderboard, player_id: str) -> LeaderboardEntry | None:
    """Return a player's own entry on a leaderboard."""
    if board.is_stored:
        return await database.read(lambda connection: _find_standing(connection, board, player_id))
    conditions = _conditions(board)
    best = (
        select(results.c.player_id, players.c.name, *_columns(results))
        .join(players, players.c.id == results.c.player_id)
        .where(*conditions, results.c.player_id == player_id)
        .order_by(*_ORDER)
        .limit(1)
    )

    def look(connection: Connection) -> LeaderboardEntry | None:
        mine = connection.execute(best).one_or_none()
        if mine is None:
            return None
        better = select(func.count(results.c.player_id.distinct())).where(*conditions, results.c.elapsed < mine.time)
        return LeaderboardEntry(rank=1 + connection.execute(better).scalar_one(), **mine._mapping)

    return await database.read(look)


async def percent_slower(database: Database, board: Leaderboard, time: int) -> int | None:
    """Return the percentage of the other players on a puzzle's leaderboard who took longer, or None without others."""
    player = results.c.player_id
    query = select(func.count(player.distinct()), func.count(player.distinct()).filter(results.c.elapsed <= time))
    everybody, others = await database.read_long(
        lambda connection: connection.execute(query.where(*_conditions(board))).one()
    )
    return round(100 * (everybody - others) / (everybody - 1)) if everybody > 1 else None


def update_standings(connection: Connection, game_id: str) -> None:
    """Enter a result that was judged on the all-time leaderboards, unless the player has a better one there.

    Their tenth or later result may establish the player, whose other results then enter as well.
    """
    row = connection.execute(select(results).where(results.c.game_id == game_id)).one_or_none()
    if row is None or row.unranked or row.pending:
        return
    since = connection.execute(select(players.c.established).where(players.c.id == row.player_id)).scalar_one()
    if since is None and _find_established(connection, row.player_id) is not None:
        rebuild_standings(connection, row.player_id)
    elif not row.shared:
        connection.execute(_ENTER, _make_standings(row, since is not None))


def rebuild_standings(connection: Connection, player_id: str) -> None:
    """Enter all results of a player again; call this after one was removed, or when they become established."""
    since = _find_established(connection, player_id)
    connection.execute(update(players).where(players.c.id == player_id).values(established=since))
    connection.execute(delete(standings).where(standings.c.player_id == player_id))
    ranked = select(results).where(results.c.player_id == player_id, *_conditions(Leaderboard(flagged=True)))
    bests: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in connection.execute(ranked.order_by(*_ORDER)):
        for each in _make_standings(row, since is not None):
            bests.setdefault(tuple(each[name] for name in _KEY), each)
    if bests:
        connection.execute(insert(standings), list(bests.values()))


def _find_established(connection: Connection, player_id: str) -> int | None:
    """Return when a player had a history of results, or None if they have none yet."""
    finished = results.c.finished
    clean = (results.c.player_id == player_id, results.c.unranked == "", results.c.flags == "", ~results.c.pending)
    count, first, last = connection.execute(
        select(func.count(), func.min(finished), func.max(finished)).where(*clean)
    ).one()
    return last if count >= ESTABLISHED_RESULTS and last - first >= ESTABLISHED_SPAN else None


def _make_standings(row: Any, is_established: bool) -> list[dict[str, Any]]:
    boards = ["all"]
    if row.level is not None:
        boards.append(f"level {row.level}")
    elif row.difficulty:
        boards.append(f"difficulty {row.difficulty}")
    entry = {name: getattr(row, name) for name in ("player_id", "elapsed", "finished", "game_id")}
    return [
        {"board": board, "help": help, "flagged": flagged, "established": established, **entry}
        for board in boards
        for help in ("", row.help)
        for flagged in ((True,) if row.flags else (True, False))
        for established in ((False, True) if is_established else (False,))
    ]


_KEY: Final = ("board", "help", "flagged", "established")
_ENTER: Final = text(
    """
    INSERT INTO standings (board, help, flagged, established, player_id, elapsed, finished, game_id)
    VALUES (:board, :help, :flagged, :established, :player_id, :elapsed, :finished, :game_id)
    ON CONFLICT (board, help, flagged, established, player_id)
    DO UPDATE SET elapsed = excluded.elapsed, finished = excluded.finished, game_id = excluded.game_id
    WHERE (excluded.elapsed, excluded.finished, excluded.game_id)
        < (standings.elapsed, standings.finished, standings.game_id)
    """
)
_PLACE: Final = (standings.c.elapsed, standings.c.finished, standings.c.game_id)


def _read_standings(
    connection: Connection, board: Leaderboard, after: PagePosition | None, limit: int
) -> list[LeaderboardEntry]:
    query = _select_standings(board).order_by(*_PLACE).limit(limit)
    rows = connection.execute(query.where(tuple_(*_PLACE) > tuple_(*after)) if after else query).all()
    if not rows:
        return []
    first = rows[0]
    rank = place = 1
    if after:
        same = (standings.c.elapsed == first.time) & (tuple_(*_PLACE[1:]) < tuple_(first.finished, first.game_id))
        rank += _count(connection, board, standings.c.elapsed < first.time)
        place = rank + _count(connection, board, same)
    entries: list[LeaderboardEntry] = []
    for number, row in enumerate(rows):
        rank = rank if row.time == rows[max(0, number - 1)].time else place + number
        entries.append(LeaderboardEntry(rank=rank, **row._mapping))
    return entries


def _find_standing(connection: Connection, board: Leaderboard, player_id: str) -> LeaderboardEntry | None:
    mine = connection.execute(_select_standings(board).where(standings.c.player_id == player_id)).one_or_none()
    if mine is None:
        return None
    return LeaderboardEntry(rank=1 + _count(connection, board, standings.c.elapsed < mine.time), **mine._mapping)


def _select_standings(board: Leaderboard) -> Select[Any]:
    return (
        select(results.c.player_id, players.c.name, *_columns(results))
        .select_from(standings)
        .join(results, results.c.game_id == standings.c.game_id)
        .join(players, players.c.id == standings.c.player_id)
        .where(*_match(board))
    )


def _count(connection: Connection, board: Leaderboard, condition: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(standings).where(*_match(board), condition)).scalar_one()


def _match(board: Leaderboard) -> Sequence[ColumnElement[bool]]:
    return (
        standings.c.board == board.key,
        standings.c.help == (board.help or ""),
        standings.c.flagged == board.flagged,
        standings.c.established == board.established,
    )


def _rank(board: Leaderboard) -> Subquery:
    """Select each player's best position with its rank; no other columns, since all rows are sorted."""
    nth = func.row_number().over(partition_by=results.c.player_id, order_by=_ORDER).label("nth")
    bests = select(*_ORDER, nth).where(*_conditions(board)).subquery()
    return select(bests, func.rank().over(order_by=bests.c.elapsed).label("rank")).where(bests.c.nth == 1).subquery()


def _conditions(board: Leaderboard) -> Sequence[ColumnElement[bool]]:
    return (
        results.c.unranked == "",
        results.c.pending.is_(False),
        true() if board.puzzle_id is not None else results.c.shared.is_(False),
        true() if board.flagged else results.c.flags == "",
        true() if board.difficulty is None else (results.c.difficulty == board.difficulty) & results.c.level.is_(None),
        true() if board.level is None else results.c.level == board.level,
        true() if board.puzzle_id is None else results.c.puzzle_id == board.puzzle_id,
        true() if board.help is None else results.c.help == board.help,
        true() if board.since is None else results.c.finished >= board.since,
        true() if board.until is None else results.c.finished < board.until,
        results.c.player_id.in_(_ESTABLISHED) if board.established else true(),
    )


def _columns(source: FromClause) -> Sequence[ColumnElement[object]]:
    plain = [source.c[name] for name in ("help", "hints", "mistakes", "finished", "game_id", "flags")]
    return [source.c.elapsed.label("time"), *plain]
