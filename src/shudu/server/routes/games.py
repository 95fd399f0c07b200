"""Games: start one, append moves, take hints, check entries, get the result."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse

from shudu.core.geometry import parse_cell
from shudu.server.errors import ApiError, errors
from shudu.server.live_games import IncomingMove, LiveGame, MovesConflict
from shudu.server.routes import PathId
from shudu.server.routes.fast_route import FastRoute
from shudu.server.routes.game_schemas import (
    Appended,
    AppendRequest,
    CheckOut,
    CheckRequest,
    GameOut,
    GameRequest,
    HintOut,
    HintRequest,
    ResultOut,
)
from shudu.server.routes.puzzles import (
    find_or_generate,
    get_daily_puzzle,
    get_known_puzzle,
    may_take_from_stock,
    requested_kind,
)
from shudu.server.state import (
    CurrentClient,
    CurrentPlayer,
    CurrentState,
    NewOrCurrentPlayer,
    State,
    client_address,
    find_player,
    get_state,
    limit_changes,
    limit_costly,
    require_player,
)
from shudu.server.workers.pool import JobTimeout
from shudu.store.games import start_game
from shudu.store.leaderboards import Leaderboard, find_entry, percent_slower
from shudu.store.players import Player
from shudu.store.puzzles import PuzzleRecord, StoredPuzzle, make_record
from shudu.store.results import find_result

router: APIRouter = APIRouter(prefix="/games", tags=["games"])
_GRADE_SECONDS: Final = 2.0  # for a puzzle the player entered; one that takes longer has no level
_ROW_BYTES: Final = 32  # of a stored move, besides its text
_MOVES_PER_REQUEST: Final = 5  # a request with more moves counts as several
_MOVES_PER_READ: Final = 250  # an answer with more moves counts as several


async def append(game_id: PathId, body: AppendRequest, request: Request) -> Response:
    """Append moves: all of them, or none.

    Sending the same moves again is harmless. If the game has other moves with these numbers, the answer is 409 with the
    moves it has. If a move cannot be played, the answer is 422 with its index and the reason. Moves that arrive more
    than 10 s after they were made (`at`) count as made offline: they are accepted, and the result is not ranked.
    """
    state = await get_state(request)  # called directly: on this route, the busiest, injection took half the time
    player = await require_player(await find_player(request, state))
    await state.rate_limits.count("moves", player.id, 1 + len(body.moves) // _MOVES_PER_REQUEST)
    size = sum(len(each.move) + _ROW_BYTES for each in body.moves)
    await state.rate_limits.count("storage", client_address(request), size)
    await state.rate_limits.count("player_storage", player.id, size)
    moves = [IncomingMove(each.move, each.at) for each in body.moves]
    was_finished = _is_finished(state, game_id)
    try:
        live = await state.live_games.append(player.id, game_id, body.seq, moves)
    except MovesConflict as error:
        await state.rate_limits.count("reads", player.id)
        await _count_moves_read(state, player, error.count)
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
        answer["result"] = (await _result_out(state, live)).model_dump()
    return JSONResponse(answer)


append_route: FastRoute = FastRoute(
    f"{router.prefix}/{{game_id}}/moves",
    append,
    methods=["POST"],
    response_model=Appended,
    responses=errors(401, 404, 409, 429, changing=True),
    tags=["games"],
)
router.routes.append(append_route)


@router.post(
    "", status_code=201, responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_changes)]
)
async def new_game(body: GameRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState) -> GameOut:
    """Start a game.

    The clock of the leaderboards starts now, or when the player first saw the puzzle. A visitor becomes a player. If
    the server chooses the puzzle, nobody has seen it before as long as the stock lasts.
    """
    live = await _start(state, player, client_address(request), body)
    state.metrics.games.inc()
    return await _game_out(state, live)


@router.get("/{game_id}", responses=errors(401, 404, 429))
async def get_game(
    game_id: PathId,
    player: CurrentPlayer,
    state: CurrentState,
    after: Annotated[int, Query(ge=0, le=10_000, description="Leave out the moves up to this number.")] = 0,
) -> GameOut:
    """Return a game of the player with its moves: all of them, or those the client does not have yet."""
    await state.rate_limits.count("reads", player.id)
    live = await state.live_games.open(player.id, game_id)
    await _count_moves_read(state, player, len(live.game.moves) - after)
    return await _game_out(state, live, after)


@router.post(
    "/{game_id}/hint", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def take_hint(
    game_id: PathId, body: HintRequest, client: CurrentClient, player: CurrentPlayer, state: CurrentState
) -> HintOut:
    """Show the candidates of a cell, or open a stage of the next-step hint. The game records it as a move.

    A stage that is already open is shown again without counting twice.
    """
    live = await state.live_games.open(player.id, game_id)
    if body.level is None or body.level > live.game.hints.open:
        await state.live_games.play(live, f"hint:{body.cell or body.level}")
    board, length = live.game.board, len(live.game.moves)
    if body.cell:
        return HintOut(length=length, candidates=str(board.grid.candidates(parse_cell(body.cell))))
    line = live.game.puzzle.line
    await client.record_lookup("hint", line, other_than=game_id)
    crossed = [f"{digit}{cell}" for cell, digits in board.marks("crossed").items() for digit in digits]
    last = live.game.last_entry
    step = await state.pool.run(
        "hint",
        state.settings.solve_seconds,
        digits=board.line,
        puzzle=line,
        crossed=crossed,
        level=body.level,
        language=body.language,
        last=None if last is None else str(last),
    )
    return HintOut(length=length, step=step)


@router.post(
    "/{game_id}/check", responses=errors(401, 404, 409, 429, changing=True), dependencies=[Depends(limit_costly)]
)
async def check(
    game_id: PathId, body: CheckRequest, client: CurrentClient, player: CurrentPlayer, state: CurrentState
) -> CheckOut:
    """Find the wrong entries, by the rules or by the solution. The game records the check as a move."""
    live = await state.live_games.open(player.id, game_id)
    await state.live_games.play(live, "check:now")
    length, text = len(live.game.moves), live.game.text
    await client.record_lookup("solver", live.game.puzzle.line, other_than=game_id)
    found = await state.pool.run(
        "check", state.settings.solve_seconds, text=text, mode=body.mode, language=body.language
    )
    return CheckOut(length=length, **found)


@router.post("/{game_id}/finish", responses=errors(401, 404, 409, 429, changing=True))
async def finish(game_id: PathId, player: CurrentPlayer, state: CurrentState) -> ResultOut:
    """Return the result of a finished game. Only moves can finish a game; this cannot."""
    await state.rate_limits.count("reads", player.id)
    live = await state.live_games.open(player.id, game_id)
    if live.game.finished is None:
        raise ApiError("server.game-unfinished", empty=live.game.board.digits.count(0))
    state.live_games.release(live)
    return await _result_out(state, live)


async def _start(state: State, player: Player, client: str, body: GameRequest) -> LiveGame:
    """Start the requested game, with a puzzle from the stock if the server may choose it."""
    kind, value = requested_kind(body)
    who: Any = {"origin": state.hash_address(client), "most_games": state.settings.quota_games}
    if await may_take_from_stock(state, client, kind):
        started = await state.stock.start_game(player.id, kind, value, **who)
        if started:
            row, puzzle = started
            return state.live_games.add(row, puzzle)
    chosen = await _choose_puzzle(state, player, client, kind, value)
    row = await start_game(state.database, player.id, chosen, **who)
    return state.live_games.add(row, chosen if isinstance(chosen, StoredPuzzle) else None)


async def _choose_puzzle(
    state: State, player: Player, client: str, kind: str, value: Any
) -> StoredPuzzle | PuzzleRecord:
    """Return the requested puzzle; it is stored unless it is the player's own."""
    if kind == "line":
        return await _grade_own(state, value)
    if kind == "again":
        live = await state.live_games.open(player.id, value)
        return live.puzzle or make_record(live.row.line, live.row.difficulty, live.row.level)
    if kind == "puzzle":
        return await get_known_puzzle(state, value)
    if kind == "daily":
        return await get_daily_puzzle(state, value)
    return await find_or_generate(state, player.id, client, kind, value)


async def _grade_own(state: State, line: str) -> PuzzleRecord:
    """Return a puzzle that a player entered, with its level if it has one solution and rating it does not take long."""
    playable = await state.pool.run("playable", state.settings.solve_seconds, puzzle=line)
    if playable["unique"]:
        with suppress(JobTimeout):
            return PuzzleRecord(**await state.pool.run("grade", _GRADE_SECONDS, puzzle=playable["line"]))
    return make_record(playable["line"])


async def _count_moves_read(state: State, player: Player, moves: int) -> None:
    """Count a long answer with this many moves against the limit of its player."""
    if moves >= _MOVES_PER_READ:
        await state.rate_limits.count("reads", player.id, moves // _MOVES_PER_READ)


async def _game_out(state: State, live: LiveGame, after: int = 0) -> GameOut:
    row, game = live.row, live.game
    return GameOut.model_validate(
        {
            **game.state,
            "id": row.id,
            "puzzle_id": row.puzzle_id,
            "difficulty": row.difficulty or None,
            "level": row.level or None,
            "started": row.started,
            "seen": row.seen,
            "shared": row.shared,
            "again": row.again,
            "offline": row.offline,
            "moves": [{"at": at, "move": str(move)} for at, move in game.moves[after:]],
            "result": await _result_out(state, live) if game.finished is not None else None,
        }
    )


_COPIED: Final = (
    "time",
    "elapsed",
    "help",
    "hints",
    "mistakes",
    "moves",
    "pauses",
    "finished",
    "shared",
    "level",
    "pending",
)


async def _result_out(state: State, live: LiveGame) -> ResultOut:
    row = await find_result(state.database, live.row.id)
    if row is None:  # deleted by another process meanwhile
        raise ApiError("server.unknown-game")
    rank = faster = None
    if not row["unranked"] and not row["flags"] and not row["pending"]:
        board = _main_leaderboard(row)
        entry = await find_entry(state.database, board, live.row.player_id)
        rank = entry.rank if entry else None
        faster = await percent_slower(state.database, board, entry.time) if entry and row["shared"] else None
    words = {name: row[name].split() for name in ("unranked", "flags")}
    return ResultOut(**{name: row[name] for name in _COPIED}, **words, rank=rank, faster=faster)


def _main_leaderboard(row: dict[str, Any]) -> Leaderboard:
    """Return the leaderboard whose rank is reported with a result."""
    if row["shared"]:
        return Leaderboard(puzzle_id=row["puzzle_id"], help=row["help"])
    if row["level"]:
        return Leaderboard(level=row["level"], help=row["help"])
    return Leaderboard(difficulty=row["difficulty"] or None, help=row["help"])


def _is_finished(state: State, game_id: str) -> bool:
    live = state.live_games.peek(game_id)
    return live is not None and live.game.finished is not None
