"""Puzzles in any format: read what a person has, write what another program takes."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from shudu.formats.io.registry import FORMATS
from shudu.server.exchange_schemas import FormatOut, ReadOut, ReadWish, WriteWish, WrittenOut
from shudu.server.problems import errors
from shudu.server.state import Now, costly

router = APIRouter(prefix="/exchange", tags=["exchange"])
_COSTLY = [Depends(costly)]


@router.get("/formats", responses=errors())
async def formats() -> list[FormatOut]:
    """The formats there are, in the order in which they are recognised."""
    return [
        FormatOut(
            id=known.name,
            english=known.english,
            chinese=known.chinese,
            suffix=known.suffix,
            kind=known.kind,
            carries=sorted(known.carries),
        )
        for known in FORMATS.values()
    ]


@router.post("/read", responses=errors(429, changing=True), dependencies=_COSTLY)
async def read_text(wish: ReadWish, state: Now) -> ReadOut:
    """What a text holds. A text that is no Sudoku is no error of the request: `errors` say where and why."""
    return ReadOut(**await state.pool.run("read", state.settings.solve_seconds, **wish.model_dump()))


@router.post("/write", responses=errors(429, changing=True), dependencies=_COSTLY)
async def write_text(wish: WriteWish, state: Now) -> WrittenOut:
    """A Sudoku in a format, and the names of what the format cannot carry."""
    return WrittenOut(**await state.pool.run("write", state.settings.solve_seconds, **wish.model_dump()))
