"""Players: who asks, their name, sessions, devices, statistics, backup, and their end."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from shudu.puzzles.difficulty import difficulty_of
from shudu.server.errors import ApiError, errors
from shudu.server.routes.pagination import read_cursor, write_cursor
from shudu.server.schemas.common import Id
from shudu.server.schemas.players import (
    GamePage,
    GameSummaryOut,
    NameRequest,
    PlayerOut,
    RestoredOut,
    SessionOut,
    StatisticsOut,
    SummaryOut,
    TransferClaimRequest,
    TransferOut,
)
from shudu.server.sessions import COOKIE, set_session_cookie
from shudu.server.state import (
    CurrentPlayer,
    CurrentState,
    NewOrCurrentPlayer,
    client_address,
    limit_changes,
    limit_costly,
)
from shudu.store.backup import BackupContents, backup, restore
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
from shudu.store.tables import now

router = APIRouter(prefix="/player", tags=["player"])
_PAGE = 50
_WORDS = "Minutes by which the player's days begin before those of UTC: 480 in Beijing."
Ahead = Annotated[int, Query(ge=-14 * 60, le=14 * 60, description=_WORDS)]
_UNPACK_SECONDS = 20.0
_REPLAY_SECONDS = 20.0  # for some games of a backup; all of them may take longer
_FILE = {  # read where it holds nobody up, so not by FastAPI
    "required": True,
    "content": {"application/json": {"schema": {"type": "object", "additionalProperties": True, "title": "File"}}},
}


@router.post("", responses=errors(429, changing=True))
async def become_player(player: NewOrCurrentPlayer) -> PlayerOut:
    """Who asks. A visitor becomes a player at once and gets a cookie; there is no password."""
    return _shown(player)


@router.get("", responses=errors(401))
async def get_player(player: CurrentPlayer) -> PlayerOut:
    """Who asks."""
    return _shown(player)


@router.patch("", responses=errors(401, 409, 429, changing=True), dependencies=[Depends(limit_changes)])
async def name_player(wish: NameRequest, player: CurrentPlayer, state: CurrentState) -> PlayerOut:
    """Gives the player a display name, or takes it away. It must not look like another player's."""
    try:
        name = await rename(state.database, player.id, wish.name)
    except WriteConflict:
        raise ApiError("server.name-taken") from None
    state.sessions.forget(player.id)
    return PlayerOut(id=player.id, name=name, created=player.created)


@router.delete("", status_code=204, responses=errors(401, changing=True))
async def remove_player(player: CurrentPlayer, state: CurrentState, response: Response) -> None:
    """Deletes the player and everything that is theirs."""
    await delete_player(state.database, player.id)
    state.sessions.forget(player.id)
    state.live_games.forget(player.id)
    response.delete_cookie(COOKIE, path="/")


@router.get("/sessions", responses=errors(401))
async def get_sessions(player: CurrentPlayer, state: CurrentState) -> list[SessionOut]:
    """The browsers this player is open in."""
    found = await list_sessions(state.database, player.id)
    return [SessionOut(**asdict(session), current=session.id == player.session) for session in found]


@router.delete("/sessions/{session_id}", status_code=204, responses=errors(401, 404, changing=True))
async def remove_session(session_id: Id, player: CurrentPlayer, state: CurrentState, response: Response) -> None:
    """Ends a session, this one or another."""
    if not await end_session(state.database, player, session_id):
        raise ApiError("server.unknown-session")
    state.sessions.forget(player.id)
    if session_id == player.session:
        response.delete_cookie(COOKIE, path="/")


@router.post("/transfer", responses=errors(401, 429, changing=True), dependencies=[Depends(limit_changes)])
async def make_transfer(player: CurrentPlayer, state: CurrentState) -> TransferOut:
    """A code that opens this player on another device, once, within ten minutes."""
    code, expires = await create_transfer(state.database, player.id)
    return TransferOut(code=code, expires=expires)


@router.post("/transfer/claim", status_code=204, responses=errors(404, 429, changing=True))
async def use_transfer(claim: TransferClaimRequest, request: Request, response: Response, state: CurrentState) -> None:
    """Opens the player of a code in this browser."""
    await state.rate_limits.count("claims", client_address(request))
    secret = await claim_transfer(state.database, claim.code)
    if secret is None:
        raise ApiError("server.unknown-transfer-code")
    set_session_cookie(request, response, secret)


@router.get("/statistics", responses=errors(401))
async def get_statistics(player: CurrentPlayer, state: CurrentState, ahead: Ahead = 0) -> StatisticsOut:
    """Per difficulty: started, finished, best, mean, median, distribution, trend; and the streak of days."""
    found = await compute_statistics(state.database, player.id, now(), ahead)
    shown = {name: SummaryOut(**_with_text_keys(asdict(part))) for name, part in found.by_difficulty.items()}
    return StatisticsOut(by_difficulty=shown, streak=found.streak, longest_streak=found.longest_streak)


@router.get("/games", responses=errors(401))
async def get_games(
    player: CurrentPlayer, state: CurrentState, unfinished: bool = False, after: str | None = None
) -> GamePage:
    """The player's games, the last started first."""
    before = read_cursor(after, (int, str))
    found = await list_games(state.database, player.id, open_only=unfinished, before=before, limit=_PAGE + 1)
    rows = found[:_PAGE]
    goes_on = write_cursor((rows[-1].started, rows[-1].id)) if len(found) > _PAGE else None
    return GamePage(games=[_summary(row) for row in rows], next=goes_on)


@router.get("/backup", response_model=None, responses=errors(401, 429), dependencies=[Depends(limit_costly)])
async def get_backup(player: CurrentPlayer, state: CurrentState) -> Response:
    """All of the player's data as one file."""
    file = await backup(state.database, player)
    headers = {"content-disposition": 'attachment; filename="shudu-backup.json"'}
    return Response(file, media_type="application/json", headers=headers)


@router.post(
    "/restore",
    responses=errors(401, 429, changing=True),
    dependencies=[Depends(limit_costly)],
    openapi_extra={"requestBody": _FILE},
)
async def post_restore(request: Request, player: NewOrCurrentPlayer, state: CurrentState) -> RestoredOut:
    """Adds the games of a backup to this player. The file is what GET /player/backup gave."""

    async def unpack(file: bytes, key: bytes) -> BackupContents:
        pieces = [piece async for piece in state.pool.stream("unpack", _UNPACK_SECONDS, file, key=key.hex())]
        genuine, name = json.loads(pieces[0])
        return BackupContents(genuine, name, pieces[1:])

    async def replay_games(part: bytes) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await state.pool.run("replay", _REPLAY_SECONDS, part)
        return found

    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ApiError("server.json-expected")
    done = await restore(state.database, player, await request.body(), unpack, replay_games)
    state.sessions.forget(player.id)
    state.judges.wake()
    return RestoredOut(**asdict(done))


def _shown(player: Player) -> PlayerOut:
    return PlayerOut(id=player.id, name=player.name, created=player.created)


def _summary(row: GameSummary) -> GameSummaryOut:
    plain = {name: getattr(row, name) for name in ("id", "puzzle_id", "level", "started", "finished", "length")}
    difficulty = difficulty_of(81 - row.line.count("."))
    return GameSummaryOut.model_validate({**plain, "puzzle": row.line, "difficulty": difficulty})


def _with_text_keys(summary: dict[str, Any]) -> dict[str, Any]:
    return {**summary, "distribution": {str(minutes): n for minutes, n in summary["distribution"].items()}}
