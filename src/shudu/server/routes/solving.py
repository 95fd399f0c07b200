"""Solving, counting, rating, hints and traces for any puzzle, and the lists of algorithms and techniques."""

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
_TRACE_RESPONSES = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": "The packed trace, streamed while the search runs.",
    },
    **errors(429, changing=True),
}


@router.post("/solve", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def solve(body: PuzzleTextRequest, state: CurrentState) -> SolveOut:
    """Return the only solution of a puzzle.

    The answer is 409 if there is none or several; `fields.solutions` then has two of them.
    """
    found = await state.pool.run("count", state.settings.solve_seconds, puzzle=body.puzzle, limit=2)
    if found["count"] == 0:
        raise ApiError("server.no-solution", solutions=[], differing=[])
    if found["count"] > 1:
        raise ApiError("server.several-solutions", solutions=found["solutions"], differing=found["differing"])
    return SolveOut(puzzle=found["puzzle"], solution=found["solutions"][0])


@router.post("/check", responses=errors(429, changing=True), dependencies=_COSTLY)
async def count_solutions(body: CountRequest, state: CurrentState) -> CountOut:
    """Count the solutions of a puzzle; return two of them if there are several."""
    found = await state.pool.run("count", state.settings.solve_seconds, puzzle=body.puzzle, limit=body.limit)
    return CountOut(**found)


@router.post("/rate", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def rate(body: RateRequest, state: CurrentState) -> RatingOut:
    """Rate how hard a puzzle with one solution is for a person, and return a path to its solution."""
    return RatingOut(**await state.pool.run("rate", state.settings.solve_seconds, **body.model_dump()))


@router.post("/hint", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def hint(body: PositionRequest, state: CurrentState) -> StepHint:
    """Return the next step from a position, as much of it as the stage discloses."""
    return StepHint(**await state.pool.run("hint", state.settings.solve_seconds, **body.model_dump()))


@router.post("/trace", response_class=StreamingResponse, responses=_TRACE_RESPONSES, dependencies=_COSTLY)
async def trace(body: TraceRequest, state: CurrentState) -> StreamingResponse:
    """Trace a search, streamed while it runs."""
    seconds = state.settings.trace_seconds
    return await _stream(state.pool.stream("trace", 2 * seconds, **body.model_dump(), seconds=seconds))


@router.post("/trace/making", response_class=StreamingResponse, responses=_TRACE_RESPONSES, dependencies=_COSTLY)
async def trace_generation(body: GenerationTraceRequest, state: CurrentState) -> StreamingResponse:
    """Trace the generation of a full grid or a puzzle, streamed while it runs."""
    return await _stream(state.pool.stream("trace_generation", state.settings.trace_seconds, **body.model_dump()))


@router.get("/methods", responses=errors())
async def methods() -> list[MethodOut]:
    """List the methods of generating full grids and puzzles that can be traced."""
    from shudu.grids.full_grids import METHODS
    from shudu.puzzles import dig_trace

    grids = [MethodOut(**_code(each.code), makes="grid") for each in METHODS.values()]
    return [*grids, MethodOut(**_code(dig_trace.CODE), makes="puzzle")]


@router.get("/techniques", responses=errors())
async def techniques() -> list[TechniqueOut]:
    """List the techniques that a requested puzzle can need, easiest first."""
    from shudu.logic.registry import techniques

    return [TechniqueOut(id=t.id, family=t.family, level=t.level, score=t.score) for t in techniques() if t.on]


@router.get("/algorithms", responses=errors())
async def algorithms() -> list[AlgorithmOut]:
    """List the search algorithms that can be traced."""
    from shudu.search.run import ALGORITHMS

    return [AlgorithmOut(**_code(known.code)) for known in ALGORITHMS.values() if known.is_available]


def _code(code: Pseudocode) -> dict[str, Any]:
    return {"id": code.id, "name": code.name, "about": code.about, "lines": code.lines}


async def _stream(pieces: AsyncIterator[bytes]) -> StreamingResponse:
    first = await anext(pieces)  # raises errors of the request while the status can still be set
    return StreamingResponse(_stream_until_timeout(first, pieces), media_type="application/octet-stream")


async def _stream_until_timeout(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    try:
        async for piece in rest:
            yield piece
    except JobTimeout:
        return  # the missing `stop` event tells the reader that the trace was cut off
