"""Solving, counting, rating, hints and traces for any puzzle, and the lists of algorithms and techniques."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, StringConstraints

from shudu.server.errors import ApiError, errors
from shudu.server.routes import (
    WHOLE,
    Candidate,
    ClueSymmetry,
    Language,
    Level,
    Line,
    Natural,
    RequestedDifficulty,
    RequestModel,
)
from shudu.server.state import CurrentClient, CurrentState, OptionalPlayer, limit_costly
from shudu.server.workers.pool import JobTimeout
from shudu.store.results import read_played_times

if TYPE_CHECKING:
    from shudu.search.algorithms import Pseudocode

router: APIRouter = APIRouter(tags=["solving"])
ProfileName = Literal["hodoku", "se", "player"]
_COSTLY = [Depends(limit_costly)]
_TRACE_RESPONSES = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": "The packed trace, streamed while the search runs.",
    },
    **errors(404, 409, 429, changing=True),
}


class LinkOut(BaseModel):
    """An inference between two sets of candidates."""

    start: list[str] = Field(description="The candidates it starts from.")
    end: list[str] = Field(description="The candidates it leads to.")
    strong: bool = Field(description="Whether the link is strong: if the start is false, the end is true.")
    proof: str = Field(description="The house, cell or almost locked set that proves the link.")


class StepOut(BaseModel):
    """A step of human logic."""

    technique: str = Field(description="The id of the technique.")
    places: list[str] = Field(description="The candidates the step places.")
    removes: list[str] = Field(description="The candidates the step removes.")
    roles: dict[str, list[str]] = Field(
        description="The parts of the pattern by role: candidates, cells, houses or digits."
    )
    links: list[LinkOut] = Field(description="The links of a chain; empty for other techniques.")


class MistakeOut(BaseModel):
    """A mistake that has to be corrected before a step can be found."""

    placed: bool = Field(description="True for a wrong entry, false for a correct digit that is crossed out.")
    cell: str | None = Field(description="The cell, from stage 2 on.")
    reason: str | None = Field(default=None, description="Why a wrong entry cannot be right, from stage 2 on.")


class StepHint(BaseModel):
    """As much of the next step as a stage reveals.

    Stages: 1 the region, 2 the technique, 3 the cells of the pattern, 4 the step with its explanation, 5 the moves that
    apply it.
    """

    kind: Literal["step", "mistake", "solved", "no solution", "several solutions", "stuck"] = Field(
        description="What was found: a step, a mistake, or a reason why there is no step."
    )
    level: int = Field(description="The stage of the hint.")
    region: list[str] = Field(description="The houses where the step is.")
    technique: str | None = Field(description="The id of the technique.")
    cells: list[str] = Field(description="The cells of the pattern.")
    step: StepOut | None = Field(description="The step.")
    sentence: str | None = Field(description="The explanation of the step.")
    mistake: MistakeOut | None = Field(description="The mistake, if `kind` is `mistake`.")
    moves: list[str] = Field(description="The moves that apply the step.")
    lines: list[str] = Field(default_factory=list, description="The hint in words: one line per stage revealed.")
    spot: str | None = Field(default=None, description="What to look for to find the technique, from stage 2 on.")
    target: str | None = Field(default=None, description="The cell that an elimination leads to, from stage 4 on.")
    purpose: str | None = Field(default=None, description="A sentence that says where an elimination leads.")


class PositionRequest(RequestModel):
    """A position outside of any game, and the hint to give."""

    puzzle: Line = Field(description="The givens.")
    digits: Line = Field(description="The givens and entries.")
    crossed: list[Candidate] = Field(default_factory=list, max_length=729, description="Candidates crossed out.")
    last: Candidate | None = Field(default=None, description="The entry made last; steps near it are preferred.")
    level: Annotated[int, Field(ge=1, le=5), WHOLE] = Field(default=5, description="The stage of the hint.")
    language: Language = Field(default="en", description="The language of the explanation.")


class PuzzleTextRequest(RequestModel):
    """A puzzle as text."""

    puzzle: Line = Field(description="81 characters or nine rows; `.` or `0` for empty cells.")


class CountRequest(PuzzleTextRequest):
    """A puzzle whose solutions to count."""

    limit: Annotated[int, Field(ge=2, le=10_000), WHOLE] = Field(default=2, description="Stop counting here.")


class CountOut(BaseModel):
    """The number of solutions of a puzzle."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    count: int = Field(description="The number of solutions, up to `limit`.")
    limit: int = Field(description="Where counting stops.")
    solutions: list[str] = Field(description="The first two solutions.")
    differing: list[str] = Field(description="The cells in which these two differ.")


class SolveOut(BaseModel):
    """The only solution of a puzzle."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    solution: str = Field(description="The solution: 81 digits.")


class RateRequest(PuzzleTextRequest):
    """A puzzle to rate."""

    profile: ProfileName = Field(default="hodoku", description="The rating profile.")
    language: Language = Field(default="en", description="The language of the explanations.")


class RatingOut(BaseModel):
    """How hard a puzzle is for a person, and a path to its solution."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    profile: str = Field(description="The rating profile.")
    level: Level = Field(description="The level of the hardest technique.")
    score: float = Field(description="The score.")
    hardest: str = Field(description="The id of the hardest technique.")
    counts: dict[str, int] = Field(description="How often each technique occurs in the path.")
    path: list[StepOut] = Field(description="The steps from the givens to the solution.")
    sentences: list[str] = Field(description="The explanations of the steps.")
    turning_points: list[int] = Field(
        default_factory=list, description="The indexes of the steps that decide the solution, between runs of singles."
    )


class RatingFigures(BaseModel):
    """The figures of a rating. Those that the profile does not have are null."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    profile: ProfileName = Field(description="The rating profile.")
    score: float = Field(description="The score of `hodoku`, the ER of `se`, the minutes of `player`.")
    band: str = Field(description="The level of `hodoku`, the whole number of the ER, or a range of minutes.")
    hardest: str = Field(description="The id of the hardest technique.")
    hardest_name: str = Field(description="Its name in the language of the request.")
    steps: int = Field(description="The number of steps.")
    level: Level | None = Field(default=None, description="`hodoku`: the level.")
    er: float | None = Field(default=None, description="`se`: the rating of the hardest step.")
    ep: float | None = Field(default=None, description="`se`: that of the hardest step up to the first digit.")
    ed: float | None = Field(default=None, description="`se`: that of the first step.")
    minutes: float | None = Field(default=None, description="`player`: the expected minutes of an average solver.")
    your_minutes: float | None = Field(
        default=None, description="`player`: the minutes to expect of this player; null after fewer than five games."
    )
    reasons: list[str] = Field(description="The rating in words.")


class TraceRequest(PuzzleTextRequest):
    """A search to trace."""

    by: Annotated[str, StringConstraints(pattern=r"^[a-z0-9+-]{2,40}$")] = Field(
        default="mrv", description="The id of the algorithm."
    )
    limit: Annotated[int, Field(ge=1, le=1000), WHOLE] | None = Field(
        default=1, description="Stop after this many solutions; null for all."
    )
    events: Annotated[int, Field(ge=1, le=1_000_000), WHOLE] = Field(
        default=1_000_000, description="Stop after this many events."
    )
    seed: Natural = Field(default=0, description="The random seed of algorithms that use one.")


class IterationsRequest(RequestModel):
    """Puzzles whose searches to count."""

    puzzles: list[Line] = Field(min_length=1, max_length=20, description="The puzzles.")
    by: Annotated[str, StringConstraints(pattern=r"^[a-z0-9+-]{2,40}$")] = Field(description="The id of the algorithm.")
    seed: Natural = Field(default=0, description="The random seed of algorithms that use one.")


class IterationsOut(BaseModel):
    """The iterations of an algorithm up to the first solution of each puzzle."""

    iterations: list[int | None] = Field(
        description="One for each puzzle; null if a limit was reached before. Fewer than puzzles if time ran out."
    )


class GenerationTraceRequest(RequestModel):
    """The generation of a final grid or a puzzle to trace."""

    method: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,40}$")] = Field(
        default="backtrack", description="The id of the method; `dig`, `dig-blind` and `graded-puzzle` make a puzzle."
    )
    seed: Natural = Field(default=0, description="The random seed.")
    clues: Annotated[int, Field(ge=17, le=80), WHOLE] = Field(
        default=28, description="The number of clues at which digging stops."
    )
    symmetry: ClueSymmetry = Field(default="none", description="The symmetry of the clues when digging.")
    grid: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,40}$")] = Field(
        default="uniform", description="The method that makes the final grid to dig."
    )
    difficulty: RequestedDifficulty | None = Field(
        default=None, description="The difficulty of the stored puzzle for `graded-puzzle`; any by default."
    )


class WordsOut(BaseModel):
    """A text in both languages."""

    zh: str = Field(description="Chinese.")
    en: str = Field(description="English.")


class CodeOut(BaseModel):
    """An algorithm that can be traced, with its pseudocode."""

    id: str = Field(description="The id.")
    name: WordsOut = Field(description="The name.")
    about: WordsOut = Field(description="A short description.")
    lines: list[WordsOut] = Field(description="The pseudocode, line by line.")


class AlgorithmOut(CodeOut):
    """A search algorithm."""


class MethodOut(CodeOut):
    """A method of making final grids or puzzles."""

    makes: Literal["grid", "puzzle"] = Field(description="What it generates.")


class TechniqueOut(BaseModel):
    """A technique that a requested puzzle can need."""

    id: str = Field(description="The id.")
    family: str = Field(description="The family it belongs to.")
    level: Level = Field(description="Its HoDoKu level.")
    score: int = Field(description="Its HoDoKu score.")


@router.post("/solve", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def solve(body: PuzzleTextRequest, state: CurrentState, client: CurrentClient) -> SolveOut:
    """Return the only solution of a puzzle.

    The answer is 409 if there is none or several; `fields.solutions` then has two of them.
    """
    await client.record_lookup("solver", body.puzzle)
    answer = await state.pool.run("count", state.settings.solve_seconds, puzzle=body.puzzle, limit=2)
    if answer["count"] == 0:
        raise ApiError("server.no-solution", solutions=[], differing=[])
    if answer["count"] > 1:
        raise ApiError("server.several-solutions", solutions=answer["solutions"], differing=answer["differing"])
    return SolveOut(puzzle=answer["puzzle"], solution=answer["solutions"][0])


@router.post("/check", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def count_solutions(body: CountRequest, state: CurrentState, client: CurrentClient) -> CountOut:
    """Count the solutions of a puzzle; return two of them if there are several."""
    await client.record_lookup("solver", body.puzzle)
    answer = await state.pool.run("count", state.settings.solve_seconds, puzzle=body.puzzle, limit=body.limit)
    return CountOut(**answer)


@router.post("/rate", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def rate(body: RateRequest, state: CurrentState, client: CurrentClient) -> RatingOut | RatingFigures:
    """Rate how hard a puzzle with one solution is for a person. With `hodoku`, also return a path to its solution."""
    await client.record_lookup("solver", body.puzzle)
    answer = await state.pool.run("rate", state.settings.solve_seconds, **body.model_dump(), path=True)
    return RatingOut(**answer) if body.profile == "hodoku" else RatingFigures(**answer)


@router.get("/rate", responses=errors(409, 429), dependencies=_COSTLY)
async def rate_figures(
    query: Annotated[RateRequest, Query()], state: CurrentState, player: OptionalPlayer, client: CurrentClient
) -> RatingFigures:
    """Rate how hard a puzzle with one solution is for a person, without the path.

    With `player`, a player who has finished some games also gets the minutes to expect of themselves.
    """
    await client.record_lookup("solver", query.puzzle, but_givens=True)
    options = query.model_dump()
    if query.profile == "player" and player is not None:
        times = await read_played_times(state.database, player.id, query.puzzle.replace("0", "."))
        options |= {"times": [tuple(each) for each in times], "player": player.id}
    return RatingFigures(**await state.pool.run("rate", state.settings.solve_seconds, **options, path=False))


@router.post("/hint", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def hint(body: PositionRequest, state: CurrentState, client: CurrentClient) -> StepHint:
    """Return the next step from a position, as much of it as the stage reveals."""
    await client.record_lookup("hint", body.puzzle, body.digits)
    return StepHint(**await state.pool.run("hint", state.settings.solve_seconds, **body.model_dump()))


@router.post("/trace", response_class=StreamingResponse, responses=_TRACE_RESPONSES, dependencies=_COSTLY)
async def trace(body: TraceRequest, state: CurrentState, client: CurrentClient) -> StreamingResponse:
    """Trace a search, streamed while it runs."""
    await client.record_lookup("solver", body.puzzle)
    seconds = state.settings.trace_seconds
    return await _stream(state.pool.stream("trace", 2 * seconds, **body.model_dump(), seconds=seconds))


@router.post("/iterations", responses=errors(404, 409, 429, changing=True), dependencies=_COSTLY)
async def iterations(body: IterationsRequest, state: CurrentState, client: CurrentClient) -> IterationsOut:
    """Count the iterations that an algorithm needs for each of up to 20 puzzles.

    For an algorithm that does not report its steps, such as `sat`, its decisions are counted.
    """
    await client.record_lookup("solver", *body.puzzles, but_givens=True)
    seconds = state.settings.solve_seconds
    answer = await state.pool.run("iterations", 2 * seconds, **body.model_dump(), seconds=seconds)
    return IterationsOut(iterations=answer)


@router.post("/trace/making", response_class=StreamingResponse, responses=_TRACE_RESPONSES, dependencies=_COSTLY)
async def trace_generation(body: GenerationTraceRequest, state: CurrentState) -> StreamingResponse:
    """Trace the generation of a final grid or a puzzle, streamed while it runs."""
    return await _stream(state.pool.stream("trace_generation", state.settings.trace_seconds, **body.model_dump()))


@router.get("/methods", responses=errors())
async def methods() -> list[MethodOut]:
    """List the methods of making final grids and puzzles that can be traced."""
    from shudu.grids.methods import TRACEABLE
    from shudu.puzzles.traces import CODES

    grids = [MethodOut(**_code(each.code), makes="grid") for each in TRACEABLE.values()]
    return [*grids, *(MethodOut(**_code(code), makes="puzzle") for code in CODES.values())]


@router.get("/techniques", responses=errors())
async def techniques() -> list[TechniqueOut]:
    """List the techniques that a requested puzzle can need, easiest first."""
    from shudu.logic.rating.by_path import HODOKU
    from shudu.logic.registry import techniques

    used = [each for each in techniques() if HODOKU.uses(each)]
    return [TechniqueOut(id=each.id, family=each.family, level=each.level, score=each.score) for each in used]


@router.get("/algorithms", responses=errors())
async def algorithms() -> list[AlgorithmOut]:
    """List the search algorithms that can be traced."""
    from shudu.search.run import ALGORITHMS

    return [AlgorithmOut(**_code(each.code)) for each in ALGORITHMS.values() if each.is_available]


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
        return  # without its `stop` event, the reader knows that the trace was cut off
