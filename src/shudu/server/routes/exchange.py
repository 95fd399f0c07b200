"""Reading and writing puzzles in the formats of other programs, and printing them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, ClassVar, Literal

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, StringConstraints

from shudu.core.errors import ShuduError
from shudu.formats.io.registry import FORMATS
from shudu.server.errors import errors
from shudu.server.routes import (
    WHOLE,
    Cell,
    ChoiceRequest,
    ClueSymmetry,
    Language,
    Level,
    Natural,
    RequestedDifficulty,
    RequestModel,
    TechniqueId,
    read_json_body,
)
from shudu.server.state import CurrentClient, CurrentState, State, limit_costly
from shudu.server.workers.pool import JobTimeout

router: APIRouter = APIRouter(tags=["exchange"])
_COSTLY = [Depends(limit_costly)]
_PRINT_RESPONSES = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": (
            "Lines of JSON with `done` and `of`, or with `problem` and `message`. The last line has `bytes`; the PDF of "
            "that length follows it."
        ),
    },
    **errors(429, changing=True),
}


LONGEST_TEXT = 2_000_000
MOST_PRINTED = 500
MOST_MADE = 200

Cells = Annotated[str, StringConstraints(pattern=r"^[1-9.]{81}$")]
Digits = Annotated[str, StringConstraints(pattern="^[1-9]{0,9}$")]
ByCell = Annotated[dict[Cell, Digits], Field(max_length=81, json_schema_extra={"additionalProperties": False})]
CellOrCandidate = Annotated[str, StringConstraints(pattern="^[1-9]?r[1-9]c[1-9]$")]
Colour = Annotated[str, StringConstraints(pattern="^[A-H]$")]
Colours = Annotated[
    dict[CellOrCandidate, Colour], Field(max_length=810, json_schema_extra={"additionalProperties": False})
]
FormatName = Annotated[str, StringConstraints(pattern=f"^({'|'.join(FORMATS)})$")]


class SheetData(RequestModel):
    """A Sudoku with everything that was played; the same fields as a shudu game file."""

    puzzle: Cells = Field(description="The givens.")
    digits: Cells = Field(description="The givens and the player's digits.")
    candidates: ByCell | None = Field(
        default=None, description="The candidates of every empty cell, unless they are exactly those the rules leave."
    )
    centre: ByCell = Field(default_factory=dict, description="Centre notes by cell.")
    corner: ByCell = Field(default_factory=dict, description="Corner notes by cell.")
    colours: Colours = Field(default_factory=dict, description="A to H, by cell or candidate.")
    facts: dict[str, Annotated[str, StringConstraints(max_length=10_000)]] = Field(
        default_factory=dict, max_length=20, description="Facts about the puzzle, such as its title and author."
    )
    moves: list[Annotated[str, StringConstraints(max_length=8000, pattern=r"^[^\r\n]*$")]] = Field(
        default_factory=list,
        max_length=20_000,
        description="Moves with their times in milliseconds, like `1520 r1c1=7`.",
    )


class SheetOut(BaseModel):
    """A Sudoku as it was read from a text."""

    puzzle: str = Field(description="The givens: 81 characters, `.` for empty cells.")
    digits: str = Field(description="The givens and the player's digits.")
    candidates: dict[str, str] | None = Field(
        default=None, description="The candidates of every empty cell, unless they are exactly those the rules leave."
    )
    centre: dict[str, str] = Field(description="Centre notes by cell.")
    corner: dict[str, str] = Field(description="Corner notes by cell.")
    colours: dict[str, str] = Field(description="A to H, by cell or candidate.")
    facts: dict[str, str] = Field(description="Facts about the puzzle, such as its title and author.")
    moves: list[str] = Field(description="Moves with their times in milliseconds, like `1520 r1c1=7`.")


class ReadRequest(RequestModel):
    """A text in any format."""

    text: str = Field(max_length=LONGEST_TEXT, description="The text.")
    format: FormatName | None = Field(default=None, description="Recognised by the content if omitted.")
    language: Language = Field(default="en", description="The language of error messages.")


class FoundSheet(BaseModel):
    """A Sudoku in a text."""

    line: int = Field(description="The line on which it begins.")
    sheet: SheetOut = Field(description="The Sudoku.")
    dropped: list[str] = Field(description="What the text contains and a Sudoku here cannot hold.")


class ReadError(BaseModel):
    """An error in a text. `message` is rendered in the language of the request, without the place."""

    line: int = Field(description="The line, counted from 1.")
    column: int = Field(description="The column, counted from 1.")
    code: str = Field(description="Identifies the error for programs.")
    fields: dict[str, int | str] = Field(description="The values that the message mentions, by name.")
    message: str = Field(description="The message in the language of the request.")


class ReadOut(BaseModel):
    """The Sudokus of a text, up to 500, and its errors, up to 20."""

    format: str | None = Field(description="The id of the format; null if none was recognised.")
    sheets: list[FoundSheet] = Field(description="The Sudokus.")
    errors: list[ReadError] = Field(description="The errors.")
    more: bool = Field(description="Whether the text has more of either.")


class WriteRequest(RequestModel):
    """A Sudoku and the format to write it in."""

    format: FormatName = Field(description="The id of the format.")
    sheet: SheetData = Field(description="The Sudoku.")


class WrittenOut(BaseModel):
    """A file: its name and content."""

    text: str = Field(description="The content; a PNG picture is base64.")
    encoding: Literal["utf-8", "base64"] = Field(description="The encoding of `text`.")
    name: str = Field(description="A file name with the format's extension.")
    media: str = Field(description="The media type.")
    lost: list[str] = Field(description="What the format cannot carry.")


class FormatOut(BaseModel):
    """A format."""

    id: str = Field(description="The id.")
    english: str = Field(description="The English name.")
    chinese: str = Field(description="The Chinese name.")
    suffix: str = Field(description="The file extension.")
    kind: Literal["line", "document", "collection", "picture"] = Field(
        description="Whether it holds one line or document per Sudoku, a collection, or a picture."
    )
    carries: list[str] = Field(description="The parts of a Sudoku that it keeps besides the digits.")


class PrintPuzzlesRequest(RequestModel):
    """Puzzles to generate, no two equivalent under symmetry, by number of clues or by level."""

    count: Annotated[int, Field(ge=1, le=MOST_MADE), WHOLE] = Field(default=12, description="The number of puzzles.")
    difficulty: RequestedDifficulty | None = Field(default=None, description="The difficulty, as for new puzzles.")
    level: Level | None = Field(default=None, description="The HoDoKu level of the hardest technique needed.")
    symmetry: ClueSymmetry = Field(default="none", description="The symmetry of the clues.")
    seed: Natural | None = Field(default=None, description="Random seed; drawn if omitted.")


class WorksheetRequest(RequestModel):
    """A worksheet: a worked example of a technique, and exercises."""

    technique: TechniqueId = Field(description="The id of the technique.")
    exercises: Annotated[int, Field(ge=1, le=12), WHOLE] = Field(default=4, description="The number of exercises.")
    seed: Natural | None = Field(default=None, description="Random seed; drawn if omitted.")


class PrintStyleRequest(RequestModel):
    """What is printed and how it looks; see `BookletStyle`."""

    title: str = Field(default="", max_length=80, description="The title.")
    language: Language = Field(default="en", description="The language of all texts.")
    paper: Literal["a4", "letter", "a5"] = Field(default="a4", description="The paper size.")
    per_page: Literal[1, 2, 4, 6] = Field(default=2, description="Puzzles per page.")
    candidates: bool = Field(default=False, description="Print the candidates into empty cells.")
    ratings: bool = Field(default=True, description="Print level, rating and hardest technique.")
    solutions: bool = Field(default=True, description="Print the solutions at the end.")
    upside_down: bool = Field(default=False, description="Print the solutions upside down.")
    cover: bool = Field(default=True, description="Print a cover page.")
    large: bool = Field(default=False, description="Use large digits.")
    progress: bool = Field(default=True, description="Print the player's digits and notes.")
    address: Annotated[str, StringConstraints(pattern=r"^(https?://[^\s#]{1,200})?$")] = Field(
        default="", description="The address of the web app, for QR codes that open the puzzles; empty for none."
    )


class PrintRequest(ChoiceRequest):
    """What to print (exactly one of make, sheets and worksheet) and how."""

    choices: ClassVar[tuple[str, ...]] = ("make", "sheets", "worksheet")
    make: PrintPuzzlesRequest | None = Field(default=None, description="Puzzles to generate.")
    sheets: list[SheetData] | None = Field(
        default=None, min_length=1, max_length=MOST_PRINTED, description="Sudokus to print."
    )
    worksheet: WorksheetRequest | None = Field(default=None, description="A worksheet.")
    style: PrintStyleRequest = Field(default_factory=PrintStyleRequest, description="What is printed and how it looks.")


BODIES = (ReadRequest, WriteRequest, PrintRequest)  # parsed by worker processes, so FastAPI does not know of them


def _body_of(model: type[RequestModel]) -> dict[str, Any]:
    """Return the part of the OpenAPI description that FastAPI makes for a parsed body."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.get("/exchange/formats", responses=errors())
async def formats() -> list[FormatOut]:
    """List the formats in the order in which they are recognised."""
    return [
        FormatOut(
            id=each.name,
            english=each.label.render(),
            chinese=each.label.render("zh"),
            suffix=each.suffix,
            kind=each.kind,
            carries=sorted(each.carries),
        )
        for each in FORMATS.values()
    ]


@router.post(
    "/exchange/read",
    response_model=ReadOut,
    responses=errors(409, 429, changing=True),
    dependencies=_COSTLY,
    openapi_extra=_body_of(ReadRequest),
)
async def read_text(request: Request, state: CurrentState) -> Response:
    """Read the Sudokus in a text.

    A text without a Sudoku is not an error of the request: the answer is 200, and `errors` lists what is wrong where.
    """
    return await _run(state, "read", await read_json_body(request))


@router.post(
    "/exchange/write",
    response_model=WrittenOut,
    responses=errors(409, 429, changing=True),
    dependencies=_COSTLY,
    openapi_extra=_body_of(WriteRequest),
)
async def write_text(request: Request, state: CurrentState) -> Response:
    """Write a Sudoku in a format, and list what the format cannot represent."""
    return await _run(state, "write", await read_json_body(request))


async def _run(state: State, job: str, body: bytes) -> Response:
    pieces = state.pool.stream(job, state.settings.solve_seconds, body)
    return Response(b"".join([piece async for piece in pieces]), media_type="application/json")


@router.post(
    "/print",
    response_class=StreamingResponse,
    responses=_PRINT_RESPONSES,
    dependencies=_COSTLY,
    openapi_extra=_body_of(PrintRequest),
)
async def print_puzzles(request: Request, state: CurrentState, client: CurrentClient) -> StreamingResponse:
    """Print a booklet or a worksheet as a PDF, reporting progress. Close the connection to stop it."""
    pieces = state.pool.stream("print", state.settings.print_seconds, await read_json_body(request))
    posted = json.loads(await anext(pieces))  # raises errors of the request while the status can still be set
    await client.record_lookup("solver", *posted["puzzles"], but_givens=not posted["solutions"])
    return StreamingResponse(_stream_pdf(pieces), media_type="application/octet-stream")


async def _stream_pdf(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    try:
        async for piece in pieces:
            yield piece
    except JobTimeout as error:
        yield _problem_line("TooLong", error)
    except ShuduError as error:
        yield _problem_line(type(error).__name__, error)


def _problem_line(kind: str, error: ShuduError) -> bytes:
    return json.dumps({"problem": kind, "code": error.code, "message": str(error)}).encode() + b"\n"
