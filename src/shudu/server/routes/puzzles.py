"""Puzzles: new ones, the daily one, and any that was given out."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from fastapi import APIRouter, Depends, Request

from shudu.server.errors import ApiError, errors
from shudu.server.schemas.common import Id
from shudu.server.schemas.puzzles import OfferOut, PuzzleOut, PuzzleRequest
from shudu.server.state import CurrentState, NewOrCurrentPlayer, OptionalPlayer, State, client_address, limit_changes
from shudu.store.players import Player
from shudu.store.puzzles import (
    PuzzleRecord,
    StoredPuzzle,
    add_daily,
    find_daily,
    find_puzzle,
    find_unplayed,
    give_out,
    record_sight,
)

router = APIRouter(prefix="/puzzles", tags=["puzzles"])

_FIRST_DAY: Final = date(2026, 1, 1)
_CYCLE: Final = ("easy", "medium", "hard")  # day by day


@router.post("", status_code=201, responses=errors(429, changing=True), dependencies=[Depends(limit_changes)])
async def new_puzzle(
    wish: PuzzleRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState
) -> PuzzleOut:
    """A puzzle this player has not seen, by difficulty, level, clue count or technique.

    From now on it counts as seen. To be on the boards with it, start a game instead, or ask for an offer.
    """
    puzzle = await fresh_puzzle(state, player.id, client_address(request), *wished(wish))
    await record_sight(state.database, puzzle.id, player.id)
    return PuzzleOut(**asdict(puzzle))


@router.post("/offers", status_code=201, responses=errors(429, changing=True), dependencies=[Depends(limit_changes)])
async def offer_puzzle(
    wish: PuzzleRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState
) -> OfferOut:
    """What is known about a puzzle this player has not seen, without its digits; a game of its id shows them.

    It waits for a week.
    """
    puzzle = await fresh_puzzle(state, player.id, client_address(request), *wished(wish))
    return OfferOut(**{name: value for name, value in asdict(puzzle).items() if name != "line"})


@router.get("/daily/{day}", responses=errors(404))
async def get_daily(day: date, state: CurrentState, player: OptionalPlayer) -> PuzzleOut:
    """The puzzle of a day, the same for all. The player's clock runs from their first look at it."""
    return await _shown(state, player, await puzzle_of_day(state, day))


@router.get("/{puzzle_id}", responses=errors(404))
async def get_puzzle(puzzle_id: Id, state: CurrentState, player: OptionalPlayer) -> PuzzleOut:
    """A puzzle that was given out. The player's clock runs from their first look at it."""
    return await _shown(state, player, await known_puzzle(state, puzzle_id))


async def _shown(state: State, player: Player | None, puzzle: StoredPuzzle) -> PuzzleOut:
    await record_sight(state.database, puzzle.id, player.id if player else None)
    return PuzzleOut(**asdict(puzzle))


async def known_puzzle(state: State, puzzle_id: str) -> StoredPuzzle:
    """A puzzle that was given out. Raises Refusal 404."""
    found = await find_puzzle(state.database, puzzle_id)
    if found is None:
        raise ApiError("server.unknown-puzzle")
    return found


def wished(wish: PuzzleRequest) -> tuple[str, Any]:
    """The one thing a wish asks for: what, and which."""
    (kind,) = wish.model_fields_set
    return kind, getattr(wish, kind)


async def fresh_puzzle(state: State, player_id: str, client: str, kind: str, value: Any) -> StoredPuzzle:
    """A puzzle as wished: from the stock, else one that others have seen, else made now."""
    found = await state.stock.take(kind, value) if kind in ("difficulty", "level") else None
    return found or await known_or_made(state, player_id, client, kind, value)


async def known_or_made(state: State, player_id: str, client: str, kind: str, value: Any) -> StoredPuzzle:
    """A puzzle as wished that others have seen but this player has not played, else one made now.

    What is made by clues or technique is on no board but its own: sixty clues are no match for the forty of others.
    """
    wish = kind if kind in ("difficulty", "level") else None
    if wish:
        found = await find_unplayed(state.database, player_id, kind, value)
        if found:
            return found
    await state.rate_limits.count("costly", player_id)
    await state.rate_limits.count("address", client)
    made = await _made(state, {_ARGUMENTS.get(kind, kind): value})
    return await give_out(state.database, made, wish)


async def puzzle_of_day(state: State, day: date) -> StoredPuzzle:
    """The puzzle of a day, made when it is first asked for: from chance, so that nobody knows it before.

    Raises Refusal 404 for days that are not.
    """
    if not _FIRST_DAY <= day <= _last_day():
        raise ApiError("server.no-daily-puzzle", day=str(day), first=str(_FIRST_DAY))
    name = day.isoformat()
    return await find_daily(state.database, name) or await _first_of_day(state, name, day.toordinal())


async def _first_of_day(state: State, name: str, number: int) -> StoredPuzzle:
    """The puzzle of a day that nobody has asked for yet. When a day begins many ask at once: one of them makes it."""
    async with state.daily_lock:
        found = await find_daily(state.database, name)
        if found is None:
            await add_daily(state.database, name, await _made(state, {"difficulty": _CYCLE[number % len(_CYCLE)]}))
            found = await find_daily(state.database, name)
    assert found is not None
    return found


_ARGUMENTS: Final = {"technique": "needs"}


async def _made(state: State, request: dict[str, Any]) -> PuzzleRecord:
    return PuzzleRecord(**await state.pool.run("make", state.settings.make_seconds, request=request))


def _last_day() -> date:
    """Today where the day begins first."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()
