"""Reading and writing puzzles in the formats of other programs, and printing them."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator

from fastapi import APIRouter, Depends
from fastapi.responses import StreamingResponse

from shudu.core.errors import ShuduError
from shudu.formats.io.registry import FORMATS
from shudu.server.errors import errors
from shudu.server.schemas.exchange import FormatOut, PrintRequest, ReadOut, ReadRequest, WriteRequest, WrittenOut
from shudu.server.state import CurrentState, limit_costly
from shudu.server.workers.pool import JobTimeout

router = APIRouter(tags=["exchange"])
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


@router.post("/exchange/read", responses=errors(429, changing=True), dependencies=_COSTLY)
async def read_text(body: ReadRequest, state: CurrentState) -> ReadOut:
    """Read the Sudokus in a text.

    A text without a Sudoku is not an error of the request: the answer is 200, and `errors` lists what is wrong where.
    """
    return ReadOut(**await state.pool.run("read", state.settings.solve_seconds, **body.model_dump()))


@router.post("/exchange/write", responses=errors(429, changing=True), dependencies=_COSTLY)
async def write_text(body: WriteRequest, state: CurrentState) -> WrittenOut:
    """Write a Sudoku in a format, and list what the format cannot represent."""
    return WrittenOut(**await state.pool.run("write", state.settings.solve_seconds, **body.model_dump()))


@router.post("/print", response_class=StreamingResponse, responses=_PRINT_RESPONSES, dependencies=_COSTLY)
async def print_puzzles(body: PrintRequest, state: CurrentState) -> StreamingResponse:
    """Print a booklet or a worksheet as a PDF, reporting progress. Close the connection to stop it."""
    part = body.make or body.worksheet
    seed = secrets.randbelow(10**9) if part is None or part.seed is None else part.seed
    pieces = state.pool.stream("print", state.settings.print_seconds, request=body.model_dump(), seed=seed)
    first = await anext(pieces)  # raises errors of the request while the status can still be set
    return StreamingResponse(_stream_pdf(first, pieces), media_type="application/octet-stream")


async def _stream_pdf(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    try:
        async for piece in rest:
            yield piece
    except JobTimeout as error:
        yield _problem_line("TooLong", error)
    except ShuduError as error:
        yield _problem_line(type(error).__name__, error)


def _problem_line(kind: str, error: ShuduError) -> bytes:
    return json.dumps({"problem": kind, "code": error.code, "message": str(error)}).encode() + b"\n"
