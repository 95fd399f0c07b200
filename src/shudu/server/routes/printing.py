"""Puzzles on paper: a PDF that is made while the client waits, and hears how far it is."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator

from fastapi import APIRouter, Depends
from fastapi.responses import StreamingResponse

from shudu.server.exchange_schemas import PrintWish
from shudu.server.pool import JobRefused, TooLong
from shudu.server.problems import errors
from shudu.server.state import Now, costly

router = APIRouter(tags=["exchange"])
_PRINTED = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": "Lines of JSON: `done` and `of`, or a `problem`; the last has `bytes`, then comes the PDF.",
    },
    **errors(429, changing=True),
}


@router.post("/print", response_class=StreamingResponse, responses=_PRINTED, dependencies=[Depends(costly)])
async def print_puzzles(wish: PrintWish, state: Now) -> StreamingResponse:
    """A booklet or a worksheet. To stop it, close the connection."""
    part = wish.make or wish.worksheet
    seed = secrets.randbelow(10**9) if part is None or part.seed is None else part.seed
    pieces = state.pool.stream("print", state.settings.print_seconds, wish=wish.model_dump(), seed=seed)
    first = await anext(pieces)  # what is wrong with the request shows here, while the status can still tell
    return StreamingResponse(_all(first, pieces), media_type="application/octet-stream")


async def _all(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    try:
        async for piece in rest:
            yield piece
    except TooLong:
        yield _problem("TooLong", "this takes longer than a request may; ask for fewer puzzles")
    except JobRefused as error:
        yield _problem(error.kind, str(error))


def _problem(kind: str, message: str) -> bytes:
    return json.dumps({"problem": kind, "message": message}).encode() + b"\n"
