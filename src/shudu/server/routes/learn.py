"""Learning: the path, lessons, drills, and the player's learning records."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import AfterValidator, BaseModel, Field, StringConstraints, WithJsonSchema

from shudu.learn.review import PATTERN, Record
from shudu.server.errors import errors
from shudu.server.routes import Candidate, Cell, Language, Natural, RequestModel, TechniqueId
from shudu.server.routes.solving import StepOut
from shudu.server.state import (
    CurrentClient,
    CurrentPlayer,
    CurrentState,
    NewOrCurrentPlayer,
    client_address,
    count_many_rows,
    count_storage,
    limit_changes,
    limit_costly,
    limit_reads,
)
from shudu.store.players import add_records, list_records
from shudu.store.tables import learning

router: APIRouter = APIRouter(prefix="/learn", tags=["learn"])
_COSTLY = [Depends(limit_costly)]
_MOST_SENT = 2_000  # records in one request
_RECORD_BYTES = 80  # of a stored record
_MOST_GAME = 400_000  # characters of a game
TopicId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{2,48}$")]
PathTopic = Annotated[TopicId, Path(description="The id of a topic of the path.")]


def _check_record(line: str) -> str:
    Record.from_text(line)
    return line


RecordLine = Annotated[
    str,
    StringConstraints(max_length=100),
    AfterValidator(_check_record),
    WithJsonSchema({"type": "string", "maxLength": 100, "pattern": f"^{PATTERN}$"}),
]
AnyLanguage = Annotated[Language, Query(description="The language of the texts.")]


class TopicOut(BaseModel):
    """A topic of the path."""

    id: TopicId = Field(description="The id of the topic.")
    name: str = Field(description="Its name.")
    technique: TechniqueId = Field(description="The id of its technique.")
    needs: list[TopicId] = Field(description="The topics to learn before.")
    spot: str = Field(description="What to look for, in a sentence.")


class ChapterOut(BaseModel):
    """A chapter of the path."""

    id: str = Field(description="The id of the chapter.")
    name: str = Field(description="Its name.")
    about: str = Field(description="What it is about, in a sentence.")
    topics: list[TopicOut] = Field(description="Its topics in order.")


class PathOut(BaseModel):
    """The path, and the texts that every drill needs."""

    chapters: list[ChapterOut] = Field(description="The chapters in order.")
    verdicts: dict[str, str] = Field(description="What to say about an answer, by reason, with fields in braces.")
    mixed: str = Field(description="The question of a mixed set.")


class PositionOut(BaseModel):
    """A position on the board."""

    digits: str = Field(description="81 characters, `.` for empty cells.")
    puzzle: str = Field(description="The givens alone, likewise.")
    removed: list[Candidate] = Field(description="Candidates that the rules allow but that are removed.")


class ScreenOut(BaseModel):
    """One screen of a lesson."""

    text: str = Field(description="What it says.")
    drawn: StepOut = Field(description="The part of the step that is drawn.")
    kind: Literal["cells", "any", "remove", "place"] = Field(
        description="The action: tap all cells, tap any of them, remove or write candidates."
    )
    cells: list[Cell] = Field(description="The cells to tap, or those of the candidates.")
    candidates: list[Candidate] = Field(description="The candidates to remove or write.")
    houses: list[str] = Field(description="The houses to look at, such as `r3`, `c5` or `b2`.")
    found: list[Cell] = Field(description="The cells found on earlier screens.")
    reach: list[Cell] = Field(description="The cells that the digits found rule out.")
    digit: int = Field(ge=0, le=9, description="The digit to follow; 0 if there are several.")


class AnswerOut(BaseModel):
    """A right answer to a drill."""

    places: list[Candidate] = Field(description="Digits to write.")
    removes: list[Candidate] = Field(description="Candidates to remove.")
    pattern: list[Cell] = Field(description="The cells of the pattern.")
    step: StepOut | None = Field(description="The step, to be drawn; null beyond the first answers.")
    sentence: str | None = Field(description="Its explanation, likewise.")


class DrillOut(BaseModel):
    """A drill with everything needed to check answers."""

    topic: TopicId = Field(description="The topic.")
    position: PositionOut = Field(description="The position.")
    notes: bool = Field(description="Whether the board shows candidates.")
    marks_pattern: bool = Field(description="Whether an answer must mark the pattern.")
    writes: bool = Field(description="Whether the answer is a digit to write.")
    question: str = Field(description="What to do.")
    solution: str = Field(description="The solution, 81 digits.")
    answers: list[AnswerOut] = Field(description="All right answers.")
    absent: list[TopicId] = Field(
        description="Other topics, none of which occurs in the position: wrong answers in mixed sets."
    )


class LessonOut(BaseModel):
    """The lesson of a topic, and drills to go with it."""

    topic: TopicId = Field(description="The topic.")
    position: PositionOut = Field(description="The position on the board.")
    notes: bool = Field(description="Whether the board shows candidates.")
    screens: list[ScreenOut] = Field(description="The screens in order.")
    step: StepOut = Field(description="The whole step.")
    remember: str = Field(description="What to remember, in a sentence.")
    drills: list[DrillOut] = Field(description="Drills, different each time.")


class DrillsRequest(RequestModel):
    """A request for a set of drills."""

    topics: Annotated[list[TopicId], Field(min_length=1, max_length=20, description="A topic for each drill.")]
    language: Language = Field(default="en", description="The language of the texts.")


class RecordsRequest(RequestModel):
    """Learning records to add."""

    records: Annotated[list[RecordLine], Field(max_length=_MOST_SENT, description="Lines `at topic kind times time`.")]


class RecordsOut(BaseModel):
    """The player's learning records."""

    records: list[str] = Field(description="All lines, oldest first.")


class AssessmentRequest(RequestModel):
    """A game to learn from."""

    game: Annotated[str, StringConstraints(max_length=_MOST_GAME, pattern=r"^[1-9.]{81}(\n[0-9]{1,16} .+)*\n?$")] = (
        Field(description="The puzzle, then one timed move per line.")
    )
    started: Natural = Field(description="When it was started.")


class LearnerPuzzleRequest(RequestModel):
    """A request for a puzzle that needs what the learner knows."""

    known: Annotated[list[TopicId], Field(max_length=100, description="The topics learned.")]
    more: TopicId | None = Field(default=None, description="One more topic, which the puzzle must need.")


class LearnerPuzzleOut(BaseModel):
    """A puzzle for a learner."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    technique: TechniqueId = Field(description="The hardest technique it needs.")


@router.get("/path", responses=errors())
async def get_path(language: AnyLanguage = "en") -> PathOut:
    """Return the path: chapters and topics in the order in which people learn them."""
    from shudu.learn.path import CHAPTERS, PATH
    from shudu.locale.catalogue import table, text
    from shudu.logic.explain import how_to_spot

    chapters = []
    for id in CHAPTERS:
        topics = [
            TopicOut(
                id=each.id,
                name=each.name(language),
                technique=each.technique,
                needs=list(each.needs),
                spot=how_to_spot(each.technique, language),
            )
            for each in PATH
            if each.chapter == id
        ]
        chapters.append(ChapterOut(id=id, **table(f"learn.chapters.{id}", language), topics=topics))
    verdicts = table("learn.verdicts", language)
    return PathOut(chapters=chapters, verdicts=verdicts, mixed=text("learn.questions.mixed", language))


@router.get("/topics/{topic}", responses=errors(404, 429), dependencies=_COSTLY)
async def get_topic(
    topic: PathTopic,
    state: CurrentState,
    language: AnyLanguage = "en",
    drills: Annotated[int, Query(ge=0, le=20, description="How many drills.")] = 10,
) -> LessonOut:
    """Return the lesson of a topic, and drills that differ each time."""
    seed = secrets.randbits(48)
    arguments = {"topic": topic, "language": language, "count": drills, "seed": seed}
    return LessonOut(**await state.pool.run("topic", state.settings.solve_seconds, **arguments))


@router.post("/drills", responses=errors(404, 429, changing=True), dependencies=_COSTLY)
async def make_drills(body: DrillsRequest, state: CurrentState) -> list[DrillOut]:
    """Return a drill for each of the given topics, in the same order."""
    arguments: dict[str, Any] = {**body.model_dump(), "seed": secrets.randbits(48)}
    return [DrillOut(**each) for each in await state.pool.run("drills", state.settings.solve_seconds, **arguments)]


@router.get("/records", responses=errors(401, 429), dependencies=[Depends(limit_reads)])
async def get_records(player: CurrentPlayer, state: CurrentState) -> RecordsOut:
    """Return the player's learning records."""
    await count_many_rows(state, learning, player.id)
    return RecordsOut(records=await list_records(state.database, player.id))


@router.post("/records", responses=errors(429, changing=True), dependencies=[Depends(limit_changes)])
async def post_records(
    body: RecordsRequest, request: Request, player: NewOrCurrentPlayer, state: CurrentState
) -> RecordsOut:
    """Add learning records, also those made offline or on another device; return all that the player has."""
    records = [Record.from_text(line) for line in body.records]
    await count_storage(state, client_address(request), player.id, _RECORD_BYTES * len(records))
    await count_many_rows(state, learning, player.id)
    await add_records(state.database, player.id, records)
    return RecordsOut(records=await list_records(state.database, player.id))


@router.post("/assessment", responses=errors(409, 429, changing=True), dependencies=_COSTLY)
async def assess(body: AssessmentRequest, state: CurrentState, client: CurrentClient) -> RecordsOut:
    """Return the learning records that a game gives its player: which techniques they saw, and how fast."""
    seconds = 3 * state.settings.solve_seconds
    records, is_finished = await state.pool.run("assess", seconds, text=body.game, started=body.started)
    # The answer says which entries are right. A finished game has all of them; its last move may still be under way.
    if not is_finished:
        await client.record_lookup("solver", body.game[:81])
    return RecordsOut(records=records)


@router.post("/puzzle", responses=errors(404, 409, 429, changing=True), dependencies=_COSTLY)
async def make_learner_puzzle(body: LearnerPuzzleRequest, state: CurrentState) -> LearnerPuzzleOut:
    """Return a puzzle that can be solved with the topics learned, or with one more."""
    seconds = 3 * state.settings.solve_seconds
    return LearnerPuzzleOut(**await state.pool.run("learner_puzzle", seconds, **body.model_dump()))
