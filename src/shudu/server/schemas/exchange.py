"""Requests and responses for reading, writing and printing Sudokus."""

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
    """A Sudoku with everything that was played; the same fields as a shudu game file."""

    puzzle: Cells = Field(description="The givens.")
    digits: Cells = Field(description="The givens and the player's digits.")
    candidates: ByCell | None = Field(
        default=None, description="The candidates of every empty cell, unless they are exactly those the rules leave."
    )
    centre: ByCell = Field(default_factory=dict)
    corner: ByCell = Field(default_factory=dict)
    colours: dict[str, str] = Field(default_factory=dict, max_length=810, description="A to H, by cell or candidate.")
    facts: dict[str, Annotated[str, StringConstraints(max_length=10_000)]] = Field(default_factory=dict, max_length=20)
    moves: list[Annotated[str, StringConstraints(max_length=8000)]] = Field(
        default_factory=list,
        max_length=20_000,
        description="Moves with their times in milliseconds, like `1520 r1c1=7`.",
    )


class SheetOut(BaseModel):
    """A Sudoku as it was read from a text."""

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
    format: FormatName | None = Field(default=None, description="Recognised by the content if omitted.")
    language: Language = "en"


class FoundSheet(BaseModel):
    """A Sudoku in a text."""

    line: int = Field(description="The line on which it begins.")
    sheet: SheetOut
    dropped: list[str] = Field(description="What the text contains and a Sudoku here cannot hold.")


class ReadError(BaseModel):
    """An error in a text. `message` is rendered in the language of the request, without the place."""

    line: int
    column: int
    code: str
    fields: dict[str, int | str] = Field(description="The values that the message mentions, by name.")
    message: str


class ReadOut(BaseModel):
    """The Sudokus of a text, up to 500, and its errors, up to 20."""

    format: str | None
    sheets: list[FoundSheet]
    errors: list[ReadError]
    more: bool = Field(description="Whether the text has more of either.")


class WriteRequest(RequestModel):
    """A Sudoku and the format to write it in."""

    format: FormatName
    sheet: SheetData


class WrittenOut(BaseModel):
    """A file: its name and content."""

    text: str = Field(description="The content; a PNG picture is base64.")
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
    carries: list[str] = Field(description="The parts of a Sudoku that it keeps besides the digits.")


class PrintPuzzlesRequest(RequestModel):
    """Puzzles to generate, no two equivalent under symmetry, by number of clues or by level."""

    count: int = Field(default=12, ge=1, le=MOST_MADE)
    difficulty: Difficulty | None = None
    level: Level | None = None
    symmetry: Literal[
        "none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "both"
    ] = "none"  # fmt: skip
    seed: int | None = Field(default=None, ge=0, lt=2**53, description="Random seed; drawn if omitted.")


class WorksheetRequest(RequestModel):
    """A worksheet: a worked example of a technique, and exercises."""

    technique: TechniqueId
    exercises: int = Field(default=4, ge=1, le=12)
    seed: int | None = Field(default=None, ge=0, lt=2**53)


class PrintStyleRequest(RequestModel):
    """What is printed and how it looks; see `BookletStyle`."""

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
    """What to print (exactly one of make, sheets and worksheet) and how."""

    make: PrintPuzzlesRequest | None = None
    sheets: list[SheetData] | None = Field(default=None, min_length=1, max_length=MOST_PRINTED)
    worksheet: WorksheetRequest | None = None
    style: PrintStyleRequest = Field(default_factory=PrintStyleRequest)

    @model_validator(mode="after")
    def _check_choice(self) -> PrintRequest:
        if sum(part is not None for part in (self.make, self.sheets, self.worksheet)) != 1:
            raise ValueError("give exactly one of make, sheets, worksheet")
        return self
