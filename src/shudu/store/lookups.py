"""Lookups: which games had their puzzle posted to a solver, or asked hints about, while the clock ran.

The clock of a game runs from the moment its player sees the puzzle. So a lookup marks the open games of the puzzle, and
puzzles that the player has seen without starting a game; a game that starts later takes over the mark.

A posted puzzle is that of a game if the two agree in 17 givens and differ in none. So leaving out givens or adding entries
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, Table, or_, select, update

from shudu.store.database import Database
from shudu.store.tables import games, now, puzzles, sights

Lookup = Literal["hint", "solver"]
_OLDEST: Final = 7 * 86_400_000  # milliseconds that the clock may have run for a lookup to count
_MOST: Final = 5_000  # games compared with a posted puzzle, the newest first; starting more takes hours
_FEWEST_CLUES: Final = 17  # two puzzles that agree in this many givens are the same


async def mark_lookup(
    database: Database,
    kind: Lookup,
    lines: Sequence[str],
    *,
    player_id: str | None,
    origin: str | None,
    other_than: str | None = None,
    but_givens: bool = False,
) -> None:
    """Mark the games whose puzzles are posted, by their player or from their address.

    Args:
        database: Where the games are.
        kind: What the puzzle was posted to.
        lines: The posted puzzles or positions, 81 characters each.
        player_id: The player who posts them, if known.
        origin: Identifies the address they are posted from.
        other_than: The game in which the help was taken: it has recorded that already.
        but_givens: Whether the answer reveals something only if the givens of the game are posted with changes. The answer
            whether a puzzle has a solution, for example, tells if a digit that was added is right.
    """
    is_posted = _compare_with(lines, but_givens)
    open_games = _select_open_games(kind, player_id, origin).where(games.c.id != (other_than or ""))
    seen_puzzles = _select_seen_puzzles(kind, player_id)

    def find(connection: Connection) -> list[list[str]]:
        rows = [connection.execute(query).all() for query in (open_games, seen_puzzles)]
        return [[row.id for row in each if is_posted(row.line)] for each in rows]

    found_games, found_puzzles = await database.read(find)
    its_sights = (sights.c.player_id == player_id) & sights.c.puzzle_id.in_(found_puzzles)
    changes = (
        update(games).where(games.c.id.in_(found_games), _lacks(games, kind)).values(lookup=kind),
        update(sights).where(its_sights, _lacks(sights, kind)).values(lookup=kind),
    )
    if found_games or found_puzzles:
        await database.writer.run(lambda connection: [connection.execute(each).rowcount for each in changes])


def _select_open_games(kind: Lookup, player_id: str | None, origin: str | None) -> Select[Any]:
    """Return the query for open games. Those that cannot be ranked are left out, so opening them does not hide others."""
    someone = or_(games.c.player_id == player_id, games.c.origin == origin)
    is_open = games.c.finished.is_(None) & (games.c.started > now() - _OLDEST)
    may_rank = games.c.puzzle_id.is_not(None) & ~games.c.again & ~games.c.offline & ~games.c.restored
    query = select(games.c.id, games.c.line).where(someone, is_open, may_rank, _lacks(games, kind))
    return query.order_by(games.c.started.desc()).limit(_MOST)


def _select_seen_puzzles(kind: Lookup, player_id: str | None) -> Select[Any]:
    """Return the query for puzzles that a player has seen."""
    query = select(puzzles.c.id, puzzles.c.line).join(sights, sights.c.puzzle_id == puzzles.c.id)
    query = query.where(sights.c.player_id == player_id, sights.c.at > now() - _OLDEST, _lacks(sights, kind))
    return query.order_by(sights.c.at.desc()).limit(_MOST)


def _lacks(table: Table, kind: Lookup) -> ColumnElement[bool]:
    """Return the condition that a row is not marked yet. A solver reveals more than a hint, so it replaces that mark."""
    return table.c.lookup.not_in((kind, "solver"))


class _Cells(NamedTuple):
    """A puzzle as two numbers with four bits per cell, so that thousands can be compared in a moment."""

    digits: int
    filled: int  # 1 in every cell with a digit


def _compare_with(lines: Sequence[str], but_givens: bool) -> Callable[[str], bool]:
    """Return the function that tells whether a puzzle is one of those posted, see `mark_lookup`."""
    posted = [(line, _pack_cells(line)) for line in dict.fromkeys(lines)]

    def is_posted(line: str) -> bool:
        cells = _pack_cells(line)
        return any(_agree(cells, others) and not (but_givens and line == other) for other, others in posted)

    return is_posted


def _pack_cells(line: str) -> _Cells:
    return _Cells(int(line.replace(".", "0"), 16), int("".join("0" if cell == "." else "1" for cell in line), 16))


def _agree(one: _Cells, other: _Cells) -> bool:
    """Return whether two puzzles agree in 17 givens and differ in none."""
    common = one.filled & other.filled
    return common.bit_count() >= _FEWEST_CLUES and not (one.digits ^ other.digits) & (15 * common)
