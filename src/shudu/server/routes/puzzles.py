"""Puzzles: new ones, the daily puzzle, and puzzles by id."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.convertors import StringConvertor, register_url_convertor

from shudu.server.errors import ApiError, errors
from shudu.server.puzzle_stock import find_nearest_techniques, techniques_with_puzzles
from shudu.server.routes import (
    WHOLE,
    ChoiceRequest,
    Difficulty,
    Id,
    Level,
    PathId,
    RequestedDifficulty,
    TechniqueId,
)
from shudu.server.state import (
    CurrentState,
    NewOrCurrentPlayer,
    OptionalPlayer,
    State,
    client_address,
    count_costly,
    count_storage,
    limit_changes,
)
from shudu.store.players import Player
from shudu.store.puzzles import (
    KINDS,
    PuzzleRecord,
    StoredPuzzle,
    add_daily,
    find_daily,
    find_puzzle,
    find_unplayed,
    give_out,
    record_sight,
)

router: APIRouter = APIRouter(prefix="/puzzles", tags=["puzzles"])


class _IdConvertor(StringConvertor):
    """An id in an address. Without it, a wrong method for `/puzzles/offers` would be taken for a wrong id."""

    regex = "[A-Za-z0-9_-]{22}"


register_url_convertor("id", _IdConvertor())

_FIRST_DAY: Final = date(2026, 1, 1)
_TIME_ZONES: Final = timedelta(days=2)  # the dates of two places on Earth differ by so much at most
_DAILY: Final = ("easy", "medium", "hard")  # difficulties of the daily puzzles; of single ones, in turn
_SIGHT_BYTES: Final = 100  # that a player has seen a puzzle, about
_ARGUMENTS: Final = {"technique": "needs"}  # fields of a request whose name differs in `shudu.generate`


class OfferOut(BaseModel):
    """What is known about a puzzle without its digits."""

    id: Id = Field(description="The id of the puzzle.")
    clues: int = Field(description="The number of givens.")
    difficulty: Difficulty | None = Field(
        description="The difficulty, if clue count, hardest technique and level agree; null if they do not."
    )
    level: Level = Field(description="The HoDoKu level of the hardest technique needed.")
    score: int = Field(description="The HoDoKu score.")
    technique: str = Field(description="The technique asked for, or the hardest technique needed.")


class PuzzleOut(OfferOut):
    """A puzzle with exactly one solution."""

    line: str = Field(description="The givens: 81 characters, `.` for empty cells.")


class PuzzleRequest(ChoiceRequest):
    """The kind of puzzle to get. Give exactly one field."""

    difficulty: RequestedDifficulty | None = Field(
        default=None,
        description=(
            "The difficulty: easy has 38 to 55 givens, medium 28 to 37, hard, expert and extreme 17 to 27; hardest "
            "technique and level agree with it. `unfair` is accepted for expert."
        ),
    )
    level: Level | None = Field(default=None, description="The HoDoKu level of the hardest technique needed.")
    clues: Annotated[int, Field(ge=17, le=80), WHOLE] | None = Field(default=None, description="The number of givens.")
    technique: TechniqueId | None = Field(default=None, description="A technique the puzzle needs.")


@router.post("", status_code=201, responses=errors(404, 409, 429, changing=True), dependencies=[Depends(limit_changes)])
async def new_puzzle(
    body: PuzzleRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState
) -> PuzzleOut:
    """Return a puzzle this player has not seen, by difficulty, level, clue count or technique.

    From now on it counts as seen. To be ranked with a puzzle, start a game instead, or ask for an offer.
    """
    puzzle = await _take_puzzle(state, player.id, client_address(request), *requested_kind(body))
    await record_sight(state.database, puzzle.id, player.id)
    return _puzzle_out(puzzle)


@router.post(
    "/offers", status_code=201, responses=errors(404, 409, 429, changing=True), dependencies=[Depends(limit_changes)]
)
async def offer_puzzle(
    body: PuzzleRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState
) -> OfferOut:
    """Reserve a puzzle this player has not seen for a week, and describe it without its digits.

    Starting a game with its id shows the digits. A player who has three open offers of a difficulty or level gets the
    latest of them again.
    """
    kind, value = requested_kind(body)
    client = client_address(request)
    puzzle = None
    if kind in KINDS:
        puzzle = await state.stock.offer(player.id, kind, value, await may_take_from_stock(state, client, kind))
    puzzle = puzzle or await find_or_generate(state, player.id, client, kind, value, is_offer=True)
    return OfferOut(**_puzzle_out(puzzle).model_dump(exclude={"line"}))


DailyDifficulty = Literal["easy", "medium", "hard"]

DailyName = Annotated[str, Field(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(/(easy|medium|hard))?$")]


@router.get("/daily/{day}", responses=errors(404, 429))
async def get_daily(
    day: Annotated[date, Path(description="The day, such as 2026-01-31.")],
    request: Request,
    state: CurrentState,
    player: OptionalPlayer,
    difficulty: Annotated[
        DailyDifficulty | None,
        Query(description="Which of the day's three puzzles; by default the single one of earlier versions."),
    ] = None,
) -> PuzzleOut:
    """Return a daily puzzle, the same for everyone. The player's clock starts when they first see it."""
    name = f"{day}/{difficulty}" if difficulty else str(day)
    return await _show(request, state, player, await get_daily_puzzle(state, name))


@router.get("/{puzzle_id:id}", responses=errors(404, 429))
async def get_puzzle(puzzle_id: PathId, request: Request, state: CurrentState, player: OptionalPlayer) -> PuzzleOut:
    """Return a puzzle by its id. The player's clock starts when they first see it."""
    return await _show(request, state, player, await get_known_puzzle(state, puzzle_id))


async def _show(request: Request, state: State, player: Player | None, puzzle: StoredPuzzle) -> PuzzleOut:
    if player:
        await count_storage(state, client_address(request), player.id, _SIGHT_BYTES)
    await record_sight(state.database, puzzle.id, player.id if player else None)
    return _puzzle_out(puzzle)


def _puzzle_out(puzzle: StoredPuzzle) -> PuzzleOut:
    return PuzzleOut.model_validate(asdict(puzzle) | {"difficulty": puzzle.difficulty or None})


async def get_known_puzzle(state: State, puzzle_id: str) -> StoredPuzzle:
    """Return a puzzle that was given out before.

    Raises:
        ApiError: 404 if there is none with this id.
    """
    puzzle = await find_puzzle(state.database, puzzle_id)
    if puzzle is None:
        raise ApiError("server.unknown-puzzle")
    return puzzle


def requested_kind(body: PuzzleRequest) -> tuple[str, Any]:
    """Return the name and value of the one field that a request gives.

    Raises:
        ApiError: 404 if no puzzle is known that needs the technique; the nearest techniques that have some are named.
    """
    kind = body.chosen
    value = getattr(body, kind)
    if kind == "technique" and value not in techniques_with_puzzles():
        nearest = find_nearest_techniques(value)
        raise ApiError("server.no-puzzle-needs", technique=value, nearest=nearest)
    return kind, value


async def _take_puzzle(state: State, player_id: str, client: str, kind: str, value: Any) -> StoredPuzzle:
    """Return a puzzle from the stock; if there is none, one as from `find_or_generate`."""
    puzzle = await state.stock.take(kind, value) if await may_take_from_stock(state, client, kind) else None
    return puzzle or await find_or_generate(state, player_id, client, kind, value)


async def may_take_from_stock(state: State, client: str, kind: str) -> bool:
    """Return whether a client may get an unseen puzzle; one that has taken very many gets puzzles others have seen."""
    return kind in KINDS and await state.rate_limits.allow("stock", client)


async def find_or_generate(
    state: State, player_id: str, client: str, kind: str, value: Any, is_offer: bool = False
) -> StoredPuzzle:
    """Return a puzzle that others have seen but this player has not played; if there is none, generate one.

    A puzzle by difficulty, level or technique is then a random image of a stored one, which takes milliseconds. A puzzle
    by clue count or technique counts only on its own leaderboard: a game with 60 clues does not compare with one of the
    same difficulty that has 40.

    Args:
        state: The state of the server.
        player_id: The player who asks.
        client: The address that generating counts for.
        kind: The field of the request: difficulty, level, clues or technique.
        value: The value of that field.
        is_offer: Whether the player does not see the puzzle yet.

    Raises:
        ApiError: 429 if the player or the address has reached its limit, 503 if it takes too long.
        ImpossibleRequest: If no such puzzle was found.
    """
    request = {_ARGUMENTS.get(kind, kind): value}
    if kind in KINDS:
        puzzle = await find_unplayed(state.database, player_id, kind, value)
        if puzzle:
            return puzzle
        request["method"] = "graded"
    await count_costly(state, player_id, client)
    record = await _generate(state, request)
    return await give_out(
        state.database, record, kind if kind in KINDS else None, offered_to=player_id if is_offer else None
    )


async def get_daily_puzzle(state: State, name: str) -> StoredPuzzle:
    """Return a puzzle of a day. It is chosen at random when first requested, so nobody can know it earlier.

    Args:
        state: The state of the server.
        name: The day and which of its puzzles, such as `2026-01-31/easy`, or the day alone.

    Raises:
        ApiError: 404 for a day before the first or after today, and for one that no month has.
    """
    iso, _, difficulty = name.partition("/")
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        day = date.min
    if not _FIRST_DAY <= day <= _last_day():
        raise ApiError("server.no-daily-puzzle", day=iso, first=str(_FIRST_DAY))
    key = f"{day:%Y%m%d}-{difficulty[0]}" if difficulty else iso  # ten characters, as wide as the column
    difficulty = difficulty or _DAILY[day.toordinal() % len(_DAILY)]
    puzzle = await find_daily(state.database, key)
    return puzzle or await _choose_daily(state, key, difficulty, is_current=day >= _last_day() - _TIME_ZONES)


async def _choose_daily(state: State, key: str, difficulty: str, is_current: bool) -> StoredPuzzle:
    """Return the puzzle of a new day. Many players ask at once; the first of them chooses it.

    Today's puzzle comes from the stock, so it is there at once even if all workers are busy. Past days are generated, or
    asking for all of them would empty the stock. Each puzzle has its own lock, so today's does not wait for past ones.
    """
    lock = state.daily_locks.setdefault(key, asyncio.Lock())
    async with lock:
        puzzle = await find_daily(state.database, key)
        if puzzle is None:
            stored = await state.stock.take("difficulty", difficulty) if is_current else None
            await add_daily(state.database, key, stored or await _generate(state, {"difficulty": difficulty}))
            puzzle = await find_daily(state.database, key)
    assert puzzle is not None
    return puzzle


async def _generate(state: State, request: dict[str, Any]) -> PuzzleRecord:
    return PuzzleRecord(**await state.pool.run("make", state.settings.make_seconds, request=request))


def _last_day() -> date:
    """Return today's date in the time zone where the day begins first."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()
