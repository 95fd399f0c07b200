"""The player: name, sessions, transfer to other devices, games, statistics, backup, deletion."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from shudu.server.errors import ApiError, errors
from shudu.server.routes import (
    Difficulty,
    Id,
    Level,
    PathId,
    RequestModel,
    read_cursor,
    read_json_body,
    write_cursor,
)
from shudu.server.state import (
    COOKIE,
    CurrentPlayer,
    CurrentState,
    NewOrCurrentPlayer,
    State,
    client_address,
    count_many_rows,
    count_storage,
    limit_changes,
    limit_costly,
    limit_reads,
    set_session_cookie,
)
from shudu.store.backup import FORMAT, MOST_GAMES, backup, restore
from shudu.store.errors import WriteConflict
from shudu.store.games import GameSummary, list_games
from shudu.store.players import (
    Player,
    claim_transfer,
    create_transfer,
    delete_player,
    end_session,
    list_sessions,
    rename,
)
from shudu.store.results import compute_statistics
from shudu.store.tables import now, results

router: APIRouter = APIRouter(prefix="/player", tags=["player"])
_PAGE = 50
_UNPACK_SECONDS: Final = 20.0
_REPLAY_SECONDS: Final = 20.0  # per portion of a backup's games
_RETRY_SECONDS: Final = 2
_FILE: Final[dict[str, Any]] = {
    "type": "object",
    "title": "File",
    "additionalProperties": True,
    "required": ["format", "games"],
    "properties": {
        "format": {"const": FORMAT, "description": "The name and version of the format."},
        "games": {
            "type": "array",
            "items": {"type": "object"},
            "maxItems": MOST_GAMES,
            "description": "The games with their moves.",
        },
    },
}
_BACKUP_RESPONSE: Final[dict[str, Any]] = {
    "content": {"application/json": {"schema": _FILE}},
    "description": "The backup.",
}
_COPIED: Final = ("id", "puzzle_id", "started", "finished", "length")
UtcOffset = Annotated[
    int,
    Query(ge=-14 * 60, le=14 * 60, description="Minutes the player's time zone is ahead of UTC: 480 in Beijing."),
]


class GameSummaryOut(BaseModel):
    """A game in a list."""

    id: Id = Field(description="The id of the game.")
    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    puzzle_id: Id | None = Field(description="The id of the puzzle; null for the player's own puzzle.")
    difficulty: Difficulty | None = Field(
        description="The difficulty, if clue count, hardest technique and level agree; null if they do not."
    )
    level: Level | None = Field(description="The level of logic the puzzle needs; null if unknown.")
    started: int = Field(description="When the game was started.")
    finished: int | None = Field(description="When the game was finished; null if it is not.")
    length: int = Field(description="The number of moves.")


class GamePage(BaseModel):
    """A page of a player's games."""

    games: list[GameSummaryOut] = Field(description="The games of this page, newest first.")
    next: str | None = Field(default=None, description="The value of `after` for the next page; null on the last.")


class PlayerOut(BaseModel):
    """The player who sent the request."""

    id: Id = Field(description="The id of the player.")
    name: str | None = Field(description="The display name; null if there is none.")
    created: int = Field(description="When the player was created.")


class NameRequest(RequestModel):
    """A new display name."""

    name: str | None = Field(max_length=200, description="The name; null removes it.")


class SessionOut(BaseModel):
    """A browser in which the player is signed in."""

    id: Id = Field(description="The id of the session.")
    created: int = Field(description="When the session began.")
    seen: int = Field(description="When the session was last used.")
    current: bool = Field(description="Whether this is the session of the request.")


class TransferOut(BaseModel):
    """A code that signs the player in on another device, once."""

    code: str = Field(description="The code.")
    expires: int = Field(description="When the code expires.")


class TransferClaimRequest(RequestModel):
    """A transfer code from another device."""

    code: str = Field(min_length=16, max_length=40, description="The code.")


class RestoredOut(BaseModel):
    """The outcome of restoring a backup."""

    games: int = Field(description="The number of games added.")
    known: int = Field(description="The number of games that were on the server already.")
    ranked: bool = Field(
        description=(
            "Whether the file is authentic. If so, its results stay on the leaderboards, except for games that now "
            "belong to another player."
        )
    )


class SummaryOut(BaseModel):
    """A player's results at one difficulty."""

    started: int = Field(description="Games started.")
    finished: int = Field(description="Games finished.")
    best: int | None = Field(description="The best time.")
    mean: float | None = Field(description="The mean time.")
    median: float | None = Field(description="The median time.")
    distribution: dict[str, int] = Field(description="The number of results by whole minutes.")
    trend: list[tuple[int, int]] = Field(description="The last 50 results, oldest first: when finished, and time.")
    helps: dict[str, int] = Field(description="The number of results by strongest help used.")


class StatisticsOut(BaseModel):
    """A player's statistics."""

    by_difficulty: dict[str, SummaryOut] = Field(
        description="The results at each difficulty; those of puzzles without one are under `other`."
    )
    streak: int = Field(description="Consecutive days with a finished game, up to today or yesterday.")
    longest_streak: int = Field(description="The longest streak ever.")


@router.post("", responses=errors(429, changing=True))
async def become_player(player: NewOrCurrentPlayer) -> PlayerOut:
    """Make the visitor a player, signed in by a session cookie; return the player. There is no password."""
    return _player_out(player)


@router.get("", responses=errors(401))
async def get_player(player: CurrentPlayer) -> PlayerOut:
    """Return the player."""
    return _player_out(player)


@router.patch("", responses=errors(401, 409, 429, changing=True), dependencies=[Depends(limit_changes)])
async def name_player(body: NameRequest, player: CurrentPlayer, state: CurrentState) -> PlayerOut:
    """Set or remove the display name. It must not look like another player's name."""
    try:
        name = await rename(state.database, player.id, body.name)
    except WriteConflict:
        raise ApiError("server.name-taken") from None
    state.sessions.forget(player.id)
    return PlayerOut(id=player.id, name=name, created=player.created)


@router.delete("", status_code=204, responses=errors(401, changing=True))
async def remove_player(player: CurrentPlayer, state: CurrentState, response: Response) -> None:
    """Delete the player and all their data."""
    await delete_player(state.database, player.id)
    state.sessions.forget(player.id)
    state.live_games.forget(player.id)
    response.delete_cookie(COOKIE, path="/")


@router.get("/sessions", responses=errors(401))
async def get_sessions(player: CurrentPlayer, state: CurrentState) -> list[SessionOut]:
    """List the browsers in which the player is signed in."""
    sessions = await list_sessions(state.database, player.id)
    return [SessionOut(**asdict(session), current=session.id == player.session) for session in sessions]


@router.delete("/sessions/{session_id}", status_code=204, responses=errors(401, 404, changing=True))
async def remove_session(session_id: PathId, player: CurrentPlayer, state: CurrentState, response: Response) -> None:
    """End a session: this one or another."""
    if not await end_session(state.database, player, session_id):
        raise ApiError("server.unknown-session")
    state.sessions.forget(player.id)
    if session_id == player.session:
        response.delete_cookie(COOKIE, path="/")


@router.post("/transfer", responses=errors(401, 429, changing=True), dependencies=[Depends(limit_changes)])
async def make_transfer(player: CurrentPlayer, state: CurrentState) -> TransferOut:
    """Create a code that signs the player in on another device, once, within ten minutes."""
    code, expires = await create_transfer(state.database, player.id)
    return TransferOut(code=code, expires=expires)


@router.post("/transfer/claim", status_code=204, responses=errors(404, 429, changing=True))
async def use_transfer(body: TransferClaimRequest, request: Request, response: Response, state: CurrentState) -> None:
    """Sign in with a transfer code from another device."""
    await state.rate_limits.count("claims", client_address(request))
    secret = await claim_transfer(state.database, body.code)
    if secret is None:
        raise ApiError("server.unknown-transfer-code")
    set_session_cookie(request, response, secret)


@router.get("/statistics", responses=errors(401, 429), dependencies=[Depends(limit_reads)])
async def get_statistics(player: CurrentPlayer, state: CurrentState, ahead: UtcOffset = 0) -> StatisticsOut:
    """Return the player's results at each difficulty, and their streak of days."""
    await count_many_rows(state, results, player.id)
    statistics = await compute_statistics(state.database, player.id, now(), ahead)
    summaries = {name: _summary_out(asdict(summary)) for name, summary in statistics.by_difficulty.items()}
    return StatisticsOut(by_difficulty=summaries, streak=statistics.streak, longest_streak=statistics.longest_streak)


@router.get("/games", responses=errors(401, 404))
async def get_games(
    player: CurrentPlayer,
    state: CurrentState,
    unfinished: Annotated[bool, Query(description="List only unfinished games.")] = False,
    after: Annotated[str | None, Query(description="The value of `next` from the previous page.")] = None,
) -> GamePage:
    """List the player's games, newest first."""
    before = read_cursor(after, (int, str))
    rows = await list_games(state.database, player.id, open_only=unfinished, before=before, limit=_PAGE + 1)
    page = rows[:_PAGE]
    cursor = write_cursor((page[-1].started, page[-1].id)) if len(rows) > _PAGE else None
    return GamePage(games=[_game_summary_out(row) for row in page], next=cursor)


@router.get(
    "/backup",
    response_class=StreamingResponse,
    responses={200: _BACKUP_RESPONSE, **errors(401, 429)},
    dependencies=[Depends(limit_costly)],
)
async def get_backup(player: CurrentPlayer, state: CurrentState) -> StreamingResponse:
    """Download all of the player's data as one JSON file. A player can make one backup at a time."""
    if player.id in state.backing_up:
        raise ApiError("server.too-many-jobs", retry_after=_RETRY_SECONDS)
    pieces = _back_up(state, player)
    first = await anext(pieces)  # raises errors while the status can still be set
    headers = {"content-disposition": 'attachment; filename="shudu-backup.json"'}
    return StreamingResponse(_prepend(first, pieces), media_type="application/json", headers=headers)


async def _back_up(state: State, player: Player) -> AsyncIterator[bytes]:
    state.backing_up.add(player.id)
    try:
        async for piece in backup(state.database, player):
            yield piece
    finally:
        state.backing_up.discard(player.id)


async def _prepend(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece


@router.post(
    "/restore",
    responses=errors(401, 409, 429, changing=True),
    dependencies=[Depends(limit_costly)],
    openapi_extra={"requestBody": {"required": True, "content": _BACKUP_RESPONSE["content"]}},
)
async def post_restore(request: Request, player: NewOrCurrentPlayer, state: CurrentState) -> RestoredOut:
    """Add the games of a backup to this player. The body is a file from GET /player/backup."""

    def unpack(file: bytes, key: bytes) -> AsyncIterator[bytes]:
        return state.pool.stream("unpack", _UNPACK_SECONDS, file, key=key.hex())

    async def replay(part: bytes) -> bytes:
        return b"".join([piece async for piece in state.pool.stream("replay", _REPLAY_SECONDS, part)])

    file = await read_json_body(request)
    await count_storage(state, client_address(request), player.id, max(1, len(file)))
    restored = await restore(state.database, player, file, unpack, replay, state.settings.quota_games)
    state.sessions.forget(player.id)
    state.judges.wake()
    return RestoredOut(**asdict(restored))


def _player_out(player: Player) -> PlayerOut:
    return PlayerOut(id=player.id, name=player.name, created=player.created)


def _game_summary_out(row: GameSummary) -> GameSummaryOut:
    copied = {name: getattr(row, name) for name in _COPIED}
    grades = {"difficulty": row.difficulty or None, "level": row.level or None}
    return GameSummaryOut.model_validate({**copied, **grades, "puzzle": row.line})


def _summary_out(summary: dict[str, Any]) -> SummaryOut:
    distribution = {str(minutes): number for minutes, number in summary["distribution"].items()}
    return SummaryOut(**{**summary, "distribution": distribution})
