"""Leaderboards: per day, week and of all time, by difficulty, level or puzzle, in classes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from shudu.server.errors import ApiError, errors
from shudu.server.routes.pagination import read_cursor, write_cursor
from shudu.server.schemas.common import Difficulty, Help, Id, Level
from shudu.server.schemas.leaderboards import BoardPage, EntryOut
from shudu.server.state import CurrentState, OptionalPlayer
from shudu.store.leaderboards import Leaderboard, LeaderboardEntry, find_entry, read_leaderboard

router = APIRouter(prefix="/leaderboards", tags=["leaderboards"])
_PAGE = 50
_FIRST_DAY = date(1971, 1, 1)
_LAST_DAY = date(9000, 1, 1)
Period = Literal["day", "week", "all"]


@router.get("/{period}", responses=errors(404))  # 404: an address with a line break
async def leaderboard(
    period: Period,
    state: CurrentState,
    player: OptionalPlayer,
    difficulty: Difficulty | None = None,
    level: Level | None = None,
    puzzle: Id | None = None,
    help: Annotated[Help | None, Query(description="The class; by default all classes together.")] = None,
    day: Annotated[date | None, Query(description="A day of the period (UTC); by default today.")] = None,
    flagged: Annotated[bool, Query(description="Show results with signs that no hand played them, too.")] = False,
    after: Annotated[str | None, Query(description="`next` of the page before.")] = None,
) -> BoardPage:
    """Each player's best time; players with the same time share a rank.

    Give one of difficulty, level and puzzle, or none of them.
    """
    if sum(wish is not None for wish in (difficulty, level, puzzle)) > 1:
        raise ApiError("server.several-filters")
    since, until = _span(period, day or datetime.now(UTC).date())
    board = Leaderboard(difficulty, level, puzzle, help, since, until, flagged)
    found = await read_leaderboard(state.database, board, read_cursor(after, (int, int, str)), _PAGE + 1)
    entries = found[:_PAGE]
    mine = await find_entry(state.database, board, player.id) if player else None
    me = player.id if player else ""
    return BoardPage(
        entries=[_shown(entry, me) for entry in entries],
        next=write_cursor(entries[-1].position) if len(found) > _PAGE else None,
        you=_shown(mine, me) if mine else None,
    )


def _shown(entry: LeaderboardEntry, me: str) -> EntryOut:
    plain = {name: getattr(entry, name) for name in ("rank", "name", "time", "help", "hints", "mistakes", "finished")}
    return EntryOut.model_validate({**plain, "you": entry.player_id == me, "flags": entry.flags.split()})


def _span(period: Period, day: date) -> tuple[int | None, int | None]:
    """From when until before when, in milliseconds; a week begins on Monday."""
    if period == "all":
        return None, None
    if not _FIRST_DAY <= day <= _LAST_DAY:
        raise ApiError("server.date-out-of-range", day=str(day), first=str(_FIRST_DAY), last=str(_LAST_DAY))
    first = day - timedelta(days=day.weekday()) if period == "week" else day
    days = 7 if period == "week" else 1
    start = int(datetime.combine(first, time(), UTC).timestamp() * 1000)
    return start, start + days * 86_400_000
