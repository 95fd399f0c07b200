"""Appending moves, the busiest route, on a fast path.

Resolving parameters and searching for the route took FastAPI more than half the time of an appended move. `FastRoute`
reads its own request, and `FastRouteMiddleware` passes matching requests to it before any routing. FastAPI documents
the route like any other.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field, ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from shudu.server.errors import errors
from shudu.server.live_games import IncomingMove, MovesConflict
from shudu.server.routes import WHOLE, Natural, PathId, RequestModel, read_json_body
from shudu.server.routes.games import ResultOut, result_out
from shudu.server.state import (
    SESSION_REQUIRED,
    State,
    client_address,
    count_long_game,
    count_storage,
    find_player,
    get_state,
    require_player,
)
from shudu.store.games import MOST_MOVES

router: APIRouter = APIRouter(prefix="/games", tags=["games"])
_ROW_BYTES: Final = 32  # of a stored move, besides its text
_MOVES_PER_REQUEST: Final = 5  # a request with more moves counts as several
_CELL: Final = "r[1-9]c[1-9]"
_FORMS: Final = (
    f"{_CELL}=[1-9]",
    f"{_CELL}(,{_CELL})*([~^][1-9]|-|#[A-H])",
    f"[1-9]{_CELL}(,[1-9]{_CELL})*(-|#[A-H])",
    "undo|redo|restart|back:[1-9][0-9]{0,3}|pause|resume|uncolour|notes:(fill|auto|hand)|check:(end|rules|solution|now)",
    f"hint:([1-5]|{_CELL})|(checkpoint|return):.{{1,24}}",
)
_ID: Final = re.compile("[A-Za-z0-9_-]{22}")


class FastRoute(APIRoute):
    """A route that calls `endpoint(id, body, request)` with the id of the path and the validated JSON body."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function that answers a request."""
        assert self.body_field is not None
        model: type[BaseModel] = self.body_field.field_info.annotation  # type: ignore[assignment]

        async def handler(request: Request) -> Response:
            (id,) = request.path_params.values()
            if not _ID.fullmatch(id):
                raise RequestValidationError([{"loc": ("path",), "msg": "an id has 22 letters, digits, - or _"}])
            try:
                body = model.model_validate_json(await read_json_body(request))
            except ValidationError as error:
                raise RequestValidationError(error.errors(include_url=False, include_context=False)) from None
            response: Response = await self.endpoint(id, body, request)
            return response

        return handler


class FastRouteMiddleware:
    """Middleware that passes requests for one fast route straight to it.

    Args:
        app: The application for all other requests.
        route: The fast route.
        prefix: The path where the route's router is mounted.
        on_error: Returns the answer for an exception.
    """

    def __init__(
        self,
        app: ASGIApp,
        route: FastRoute,
        prefix: str,
        on_error: Callable[[Request, Exception], Awaitable[Response]],
    ) -> None:
        self.app = app
        self.route = route
        self.on_error = on_error
        self.handler: Callable[[Request], Awaitable[Response]] = route.get_route_handler()
        head, _, tail = (prefix + route.path).partition("{game_id}")
        self.pattern: re.Pattern[str] = re.compile(f"{re.escape(head)}([^/]+){re.escape(tail)}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] != "POST" or not (match := self.pattern.fullmatch(scope["path"])):
            await self.app(scope, receive, send)
            return
        scope["route"], scope["path_params"] = self.route, {"game_id": match[1]}
        request = Request(scope, receive)
        try:
            response = await self.handler(request)
        except Exception as error:
            response = await self.on_error(request, error)
        await response(scope, receive, send)


class SentMove(RequestModel):
    """A move to append."""

    move: str = Field(
        max_length=5000,
        examples=["r1c1=7"],
        description="The text of the move.",
        json_schema_extra={"pattern": f"^({'|'.join(_FORMS)})$"},
    )
    at: Natural | None = Field(
        default=None,
        description="When the move was made by the client's clock, in milliseconds since the start of the game.",
    )


class AppendRequest(RequestModel):
    """Moves to append. Sending the same request again is harmless."""

    seq: Annotated[int, Field(ge=1, le=MOST_MOVES), WHOLE] = Field(
        description="The number of the first of these moves; the first of a game is 1."
    )
    moves: list[SentMove] = Field(min_length=1, max_length=2_000, description="The moves in order.")


class Appended(BaseModel):
    """The state of the game after moves were appended."""

    length: int = Field(description="The number of moves the game has now.")
    at: int = Field(description="When the last move was made, in milliseconds since the start.")
    time: int = Field(description="Playing time without pauses.")
    finished: int | None = Field(
        description="When the game was finished, in milliseconds since the start; null if it is not."
    )
    result: ResultOut | None = Field(default=None, description="The result; null until the game is finished.")


async def append(game_id: PathId, body: AppendRequest, request: Request) -> Response:
    """Append moves: all of them, or none.

    Sending the same moves again is harmless. If the game has other moves with these numbers, or a move cannot be
    played, the answer is 409: `moves-conflict` with the moves it has, or `bad-move` with the index and the reason. Moves that arrive more
    than 10 s after they were made (`at`) count as made offline: they are accepted, and the result is not ranked.
    """
    state = await get_state(request)  # called directly: on this route, the busiest, injection took half the time
    player = await require_player(await find_player(request, state))
    await state.rate_limits.count("moves", player.id, 1 + len(body.moves) // _MOVES_PER_REQUEST)
    size = sum(len(each.move) + _ROW_BYTES for each in body.moves)
    await count_storage(state, client_address(request), player.id, size)
    moves = [IncomingMove(each.move, each.at) for each in body.moves]
    was_finished = _is_finished(state, game_id)
    try:
        live = await state.live_games.append(player.id, game_id, body.seq, moves)
    except MovesConflict as error:
        await state.rate_limits.count("reads", player.id)
        await count_long_game(state.rate_limits, player.id, error.count)
        raise error.add_moves() from None
    state.metrics.moves.inc(len(moves))
    game = live.game
    answer: dict[str, Any] = {
        "length": len(game.moves),
        "at": game.at,
        "time": game.time(),
        "finished": game.finished,
        "result": None,
    }
    if game.finished is not None:
        state.metrics.finished.inc(not was_finished)
        answer["result"] = (await result_out(state, live)).model_dump()
    return JSONResponse(answer)


append_route: FastRoute = FastRoute(
    f"{router.prefix}/{{game_id}}/moves",
    append,
    methods=["POST"],
    response_model=Appended,
    responses=errors(401, 404, 409, 429, changing=True),
    tags=["games"],
    openapi_extra=SESSION_REQUIRED,
)
router.routes.append(append_route)


def _is_finished(state: State, game_id: str) -> bool:
    live = state.live_games.peek(game_id)
    return live is not None and live.game.finished is not None
