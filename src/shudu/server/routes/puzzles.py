"""Puzzles: new ones, the daily one, and any that was given out."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from fastapi import APIRouter, Depends

from shudu.server.problems import Refusal, errors
from shudu.server.schemas import Id, PuzzleOut, PuzzleWish
from shudu.server.state import AnyPlayer, Now, State, changing
from shudu.store.puzzles import Graded, StoredPuzzle, add_daily, daily_puzzle, give_out, puzzle_by_id

router = APIRouter(prefix="/puzzles", tags=["puzzles"])

_FIRST_DAY: Final = date(2026, 1, 1)
_CYCLE: Final = ("easy", "medium", "hard")  # day by day


@router.post("", status_code=201, responses=errors(429, changing=True), dependencies=[Depends(changing)])
async def new_puzzle(wish: PuzzleWish, player: AnyPlayer, state: Now) -> PuzzleOut:
    """A puzzle this player has not seen, by difficulty, level, clue count or technique."""
    return PuzzleOut(**asdict(await fresh_puzzle(state, player.id, wish)))


@router.get("/daily/{day}", responses=errors(404))
async def get_daily(day: date, state: Now) -> PuzzleOut:
    """The puzzle of a day, the same for all."""
    return PuzzleOut(**asdict(await puzzle_of_day(state, day)))


@router.get("/{puzzle_id}", responses=errors(404))
async def get_puzzle(puzzle_id: Id, state: Now) -> PuzzleOut:
    """A puzzle that was given out."""
    return PuzzleOut(**asdict(await known_puzzle(state, puzzle_id)))


async def known_puzzle(state: State, puzzle_id: str) -> StoredPuzzle:
    """A puzzle that was given out. Raises Refusal 404."""
    found = await puzzle_by_id(state.database, puzzle_id)
    if found is None:
        raise Refusal(404, "no-puzzle", "there is no puzzle of this id")
    return found


async def fresh_puzzle(state: State, player_id: str, wish: PuzzleWish) -> StoredPuzzle:
    """A puzzle as wished: from the stock, else made now."""
    kind = next(name for name in ("difficulty", "level", "clues", "technique") if getattr(wish, name) is not None)
    value = getattr(wish, kind)
    if kind in ("difficulty", "level"):
        found = await state.stock.take(player_id, kind, value)
        if found:
            return found
    state.limits.take("costly", player_id)
    return await give_out(state.database, await _made(state, {_ARGUMENTS.get(kind, kind): value}, None))


async def puzzle_of_day(state: State, day: date) -> StoredPuzzle:
    """The puzzle of a day, made when it is first asked for. Raises Refusal 404 for days that are not."""
    if not _FIRST_DAY <= day <= _last_day():
        raise Refusal(404, "no-day", f"there are daily puzzles from {_FIRST_DAY} to today")
    name = day.isoformat()
    found = await daily_puzzle(state.database, name)
    if found is None:
        difficulty = _CYCLE[day.toordinal() % len(_CYCLE)]
        await add_daily(state.database, name, await _made(state, {"difficulty": difficulty}, f"daily {name}"))
        found = await daily_puzzle(state.database, name)
    assert found is not None
    return found


_ARGUMENTS: Final = {"technique": "needs"}


async def _made(state: State, request: dict[str, Any], seed: str | None) -> Graded:
    return Graded(**await state.pool.run("make", state.settings.make_seconds, request=request, seed=seed))


def _last_day() -> date:
    """Today where the day begins first."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()
