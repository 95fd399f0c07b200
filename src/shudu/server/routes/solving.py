"""Any puzzle somebody posts: solve it, count its solutions, rate it, give a hint, watch a search."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Depends
from fastapi.responses import StreamingResponse

from shudu.server.errors import ApiError, errors
from shudu.server.schemas.solving import (
    AlgorithmOut,
    CountOut,
    CountRequest,
    GenerationTraceRequest,
    MethodOut,
    PositionRequest,
    PuzzleTextRequest,
    RateRequest,
    RatingOut,
    SolveOut,
    StepHint,
    TechniqueOut,
    TraceRequest,
)
from shudu.server.state import CurrentState, limit_costly
from shudu.server.workers.pool import JobTimeout

if TYPE_CHECKING:
    from shudu.search.algorithms.pseudocode import Pseudocode

router = APIRouter(tags=["solving"])
_COSTLY = [Depends(limit_costly)]
_TRACE = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": "The trace, packed, in pieces as it goes on.",
    },
    **errors(429, changing=True),
}


@router.post("/solve", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def solve(wish: PuzzleTextRequest, state: CurrentState) -> SolveOut:
    """The one solution of a puzzle. 409 if it has none or several; `detail.solutions` then has two of them."""
    found = await state.pool.run("count", state.settings.solve_seconds, puzzle=wish.puzzle, limit=2)
    if found["count"] != 1:
        if not found["count"]:
            raise ApiError("server.no-solution", solutions=[], differing=[])
        raise ApiError("server.several-solutions", solutions=found["solutions"], differing=found["differing"])
    return SolveOut(puzzle=found["puzzle"], solution=found["solutions"][0])


@router.post("/check", responses=errors(429, changing=True), dependencies=_COSTLY)
async def count_solutions(wish: CountRequest, state: CurrentState) -> CountOut:
    """How many solutions a puzzle has: none, one or several, with two that differ."""
    found = await state.pool.run("count", state.settings.solve_seconds, puzzle=wish.puzzle, limit=wish.limit)
    return CountOut(**found)


@router.post("/rate", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def rate(wish: RateRequest, state: CurrentState) -> RatingOut:
    """How hard a puzzle with one solution is for a person, and the path a logician takes."""
    found = await state.pool.run("rate", state.settings.solve_seconds, **wish.model_dump())
    return RatingOut(**found)


@router.post("/hint", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def hint(wish: PositionRequest, state: CurrentState) -> StepHint:
    """The next step from any position, as much of it as the level tells."""
    found = await state.pool.run("hint", state.settings.solve_seconds, **wish.model_dump())
    return StepHint(**found)


@router.post("/trace", response_class=StreamingResponse, responses=_TRACE, dependencies=_COSTLY)
async def trace(wish: TraceRequest, state: CurrentState) -> StreamingResponse:
    """A search to watch, streamed while it runs."""
    seconds = state.settings.trace_seconds
    return await _streamed(state.pool.stream("trace", 2 * seconds, **wish.model_dump(), seconds=seconds))


@router.post("/trace/making", response_class=StreamingResponse, responses=_TRACE, dependencies=_COSTLY)
async def trace_making(wish: GenerationTraceRequest, state: CurrentState) -> StreamingResponse:
    """The making of a full grid or a puzzle to watch, streamed while it runs."""
    return await _streamed(state.pool.stream("making", state.settings.trace_seconds, **wish.model_dump()))


@router.get("/methods", responses=errors())
async def methods() -> list[MethodOut]:
    """The ways to make full grids, and to dig puzzles of them, that can be watched."""
    from shudu.grids.full_grids import METHODS
    from shudu.puzzles import dig_trace

    grids = [MethodOut(**_code(each.code), makes="grid") for each in METHODS.values()]
    return [*grids, MethodOut(**_code(dig_trace.CODE), makes="puzzle")]


@router.get("/techniques", responses=errors())
async def techniques() -> list[TechniqueOut]:
    """The techniques that puzzles can be asked for, easiest first."""
    from shudu.logic.registry import techniques

    return [TechniqueOut(id=t.id, family=t.family, level=t.level, score=t.score) for t in techniques() if t.on]


@router.get("/algorithms", responses=errors())
async def algorithms() -> list[AlgorithmOut]:
    """The searches that can be watched here."""
    from shudu.search.run import ALGORITHMS

    return [AlgorithmOut(**_code(known.code)) for known in ALGORITHMS.values() if known.is_available]


def _code(code: Pseudocode) -> dict[str, Any]:
    return {"id": code.id, "name": code.name, "about": code.about, "lines": code.lines}


async def _streamed(pieces: AsyncIterator[bytes]) -> StreamingResponse:
    first = await anext(pieces)  # what is wrong with the request shows here, while the status can still tell
    return StreamingResponse(_all(first, pieces), media_type="application/octet-stream")


async def _all(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    try:
        async for piece in rest:
            yield piece
    except JobTimeout:
        return  # the trace ends without its `stop`, which tells the reader that it was cut off
