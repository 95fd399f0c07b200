"""Leaderboards of a day, a week or all time, by difficulty, level or puzzle."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query
from pydantic import BaseModel, Field

from shudu.server.errors import ApiError, errors
from shudu.server.routes import Help, Id, Level, RequestedDifficulty, read_cursor, write_cursor
from shudu.server.state import CurrentState, OptionalPlayer, limit_reads
from shudu.store.leaderboards import (
    A_DAY,
    A_WEEK,
    ALL_TIME,
    Leaderboard,
    LeaderboardEntry,
    find_entry,
    find_oldest_day,
    has_established,
    read_leaderboard,
)
from shudu.store.tables import now

router: APIRouter = APIRouter(prefix="/leaderboards", tags=["leaderboards"])
Period = Literal["day", "week", "all"]
_PAGE = 50
_EPOCH: Final = date(1970, 1, 1)
_LAST_DAY: Final = date(9000, 1, 1)
_COPIED: Final = ("rank", "name", "time", "help", "hints", "mistakes", "finished")


class EntryOut(BaseModel):
    """An entry of a leaderboard."""

    rank: int | None = Field(
        description="The rank; players with the same time share a rank. Null for the caller's own entry if it is not among "
        "the first 10,000."
    )
    name: str | None = Field(description="The player's display name, if they have one.")
    you: bool = Field(description="Whether this is the caller's own entry.")
    time: int = Field(description="Time from the player's first sight of the puzzle to the finish, with pauses.")
    help: Help = Field(description="The strongest help used.")
    hints: int = Field(description="The number of hints taken.")
    mistakes: int = Field(description="The number of wrong entries.")
    finished: int = Field(description="When the game was finished.")
    flags: list[str] = Field(description="Signs that a program played the game.")


class BoardPage(BaseModel):
    """A page of a leaderboard."""

    entries: list[EntryOut] = Field(description="The entries of this page, best first.")
    next: str | None = Field(default=None, description="The value of `after` for the next page; null on the last.")
    you: EntryOut | None = Field(default=None, description="The caller's own entry, on whichever page it is.")
    established: bool = Field(description="Whether only players with a history of results are included.")


# 404 if the address contains a line break
@router.get("/{period}", responses=errors(404, 429), dependencies=[Depends(limit_reads)])
async def leaderboard(
    period: Annotated[Period, Path(description="The period to rank.")],
    state: CurrentState,
    player: OptionalPlayer,
    difficulty: Annotated[RequestedDifficulty | None, Query(description="Only results of this difficulty.")] = None,
    level: Annotated[Level | None, Query(description="Only results of this level.")] = None,
    puzzle: Annotated[Id | None, Query(description="Only results with the puzzle of this id.")] = None,
    help: Annotated[Help | None, Query(description="Only results with this strongest help; by default all.")] = None,
    day: Annotated[
        date | None,
        Query(description="A day of the period, in UTC; by default today. Periods are kept for five weeks."),
    ] = None,
    flagged: Annotated[bool, Query(description="Include results that a program seems to have played.")] = False,
    established: Annotated[
        bool | None,
        Query(
            description="Only players with a history: ten ranked results without flags, over a week or more. By default "
            "yes on the all-time leaderboards of difficulties and levels that have ten such players, and no elsewhere."
        ),
    ] = None,
    after: Annotated[str | None, Query(description="The value of `next` from the previous page.")] = None,
) -> BoardPage:
    """Return a page of a leaderboard: each player's best time. Players with the same time share a rank.

    Give at most one of difficulty, level and puzzle.
    """
    if sum(each is not None for each in (difficulty, level, puzzle)) > 1:
        raise ApiError("server.several-filters")
    days, since = _find_period(period, day or _find_date(now()))
    board = Leaderboard(difficulty, level, puzzle, help, days, since, flagged)
    if established is None:
        established = period == "all" and puzzle is None and await has_established(state.database, board)
    board = replace(board, established=established)
    rows = await read_leaderboard(state.database, board, read_cursor(after, (int, int, int, str)), _PAGE + 1)
    entries = rows[:_PAGE]
    own = await find_entry(state.database, board, player.id) if player else None
    player_id = player.id if player else ""
    return BoardPage(
        entries=[_entry_out(entry, player_id) for entry in entries],
        next=write_cursor(entries[-1].position) if len(rows) > _PAGE else None,
        you=_entry_out(own, player_id) if own else None,
        established=established,
    )


def _entry_out(entry: LeaderboardEntry, player_id: str) -> EntryOut:
    copied = {name: getattr(entry, name) for name in _COPIED}
    return EntryOut.model_validate({**copied, "you": entry.player_id == player_id, "flags": entry.flags.split()})


def _find_period(period: Period, day: date) -> tuple[int, int]:
    """Return the days of a period and when it starts. A week begins on Monday."""
    if period == "all":
        return ALL_TIME, 0
    days = A_WEEK if period == "week" else A_DAY
    oldest = _find_date(find_oldest_day())
    first = oldest + timedelta(days=-oldest.weekday() % 7 if days == A_WEEK else 0)
    if not first <= day <= _LAST_DAY:
        raise ApiError("server.date-out-of-range", day=str(day), first=str(first), last=str(_LAST_DAY))
    start = day - timedelta(days=day.weekday() if days == A_WEEK else 0)
    return days, (start - _EPOCH).days * 86_400_000


def _find_date(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).date()
