"""What goes over the wire when puzzles are read, written and printed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, model_validator

from shudu.formats.io.registry import FORMATS
from shudu.server.schemas.common import Difficulty, Language, Level, RequestModel, TechniqueId

LONGEST_TEXT = 2_000_000
MOST_PRINTED = 500
MOST_MADE = 200

Cells = Annotated[str, StringConstraints(pattern=r"^[1-9.]{81}$")]
ByCell = Annotated[dict[str, Annotated[str, StringConstraints(max_length=9)]], Field(max_length=81)]
FormatName = Annotated[str, StringConstraints(pattern=f"^({'|'.join(FORMATS)})$")]


class SheetData(RequestModel):
    """A Sudoku with all that was played: the same as our own file of a game."""

    puzzle: Cells = Field(description="The givens.")
    digits: Cells = Field(description="The givens and what the player wrote.")
    candidates: ByCell | None = Field(
        default=None, description="Of every empty cell, if not just what the rules leave."
    )
    centre: ByCell = Field(default_factory=dict)
    corner: ByCell = Field(default_factory=dict)
    colours: dict[str, str] = Field(default_factory=dict, max_length=810, description="By cell or candidate: A to H.")
    facts: dict[str, Annotated[str, StringConstraints(max_length=10_000)]] = Field(default_factory=dict, max_length=20)
    moves: list[Annotated[str, StringConstraints(max_length=8000)]] = Field(
        default_factory=list, max_length=20_000, description="Moves with their times, as in `1520 r1c1=7`."
    )


class SheetOut(BaseModel):
    """A Sudoku with all that a text tells of it."""

    puzzle: str
    digits: str
    candidates: dict[str, str] | None = None
    centre: dict[str, str]
    corner: dict[str, str]
    colours: dict[str, str]
    facts: dict[str, str]
    moves: list[str]


class ReadRequest(RequestModel):
    """A text in any format."""

    text: str = Field(max_length=LONGEST_TEXT)
    format: FormatName | None = Field(default=None, description="Recognised by the text if not given.")
    language: Language = "en"


class FoundSheet(BaseModel):
    """A Sudoku found in a text."""

    line: int = Field(description="Where it begins.")
    sheet: SheetOut
    dropped: list[str] = Field(description="What the text tells and nothing here can keep.")


class ReadError(BaseModel):
    """A place in the text that is wrong."""

    line: int
    column: int
    found: str
    expected: str


class ReadOut(BaseModel):
    """What a text holds; of very many the first."""

    format: str | None
    sheets: list[FoundSheet]
    errors: list[ReadError]
    more: bool = Field(description="There is more than is told here.")


class WriteRequest(RequestModel):
    """A Sudoku and the format to write it in."""

    format: FormatName
    sheet: SheetData


class WrittenOut(BaseModel):
    """A file's name and content."""

    text: str = Field(description="The content; of a PNG picture in base64.")
    encoding: Literal["utf-8", "base64"]
    name: str
    media: str
    lost: list[str] = Field(description="What the format cannot carry.")


class FormatOut(BaseModel):
    """A format."""

    id: str
    english: str
    chinese: str
    suffix: str
    kind: Literal["line", "document", "collection", "picture"]
    carries: list[str] = Field(description="What it keeps besides the digits.")


class PrintPuzzlesRequest(RequestModel):
    """Puzzles to make, none alike up to symmetry; by clues or by what they demand."""

    count: int = Field(default=12, ge=1, le=MOST_MADE)
    difficulty: Difficulty | None = None
    level: Level | None = None
    symmetry: Literal[
        "none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "both"
    ] = "none"  # fmt: skip
    seed: int | None = Field(default=None, ge=0, lt=2**53, description="Makes it repeatable; chosen if not given.")


class WorksheetRequest(RequestModel):
    """A worksheet: a technique, a worked example, exercises."""

    technique: TechniqueId
    exercises: int = Field(default=4, ge=1, le=12)
    seed: int | None = Field(default=None, ge=0, lt=2**53)


class PrintStyleRequest(RequestModel):
    """How the paper looks."""

    title: str = Field(default="", max_length=80)
    language: Language = "en"
    paper: Literal["a4", "letter", "a5"] = "a4"
    per_page: Literal[1, 2, 4, 6] = 2
    candidates: bool = False
    ratings: bool = True
    solutions: bool = True
    upside_down: bool = False
    cover: bool = True
    large: bool = False
    progress: bool = True
    address: Annotated[str, StringConstraints(pattern=r"^(https?://[^\s#]{1,200})?$")] = ""


class PrintRequest(RequestModel):
    """What to print, exactly one of three, and how."""

    make: PrintPuzzlesRequest | None = None
    sheets: list[SheetData] | None = Field(default=None, min_length=1, max_length=MOST_PRINTED)
    worksheet: WorksheetRequest | None = None
    style: PrintStyleRequest = Field(default_factory=PrintStyleRequest)

    @model_validator(mode="after")
    def _one(self) -> PrintRequest:
        if sum(part is not None for part in (self.make, self.sheets, self.worksheet)) != 1:
            raise ValueError("give exactly one of make, sheets, worksheet")
        return self
