"""A booklet of puzzles as PDF: title page, puzzles with difficulty and rating, solutions at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from shudu.core.errors import ShuduError
from shudu.core.puzzle import Puzzle
from shudu.core.text import write_line
from shudu.formats.io.sheet import NONE, Sheet, digits_in
from shudu.formats.marking import PAINTS, Mark, marks_of, painted
from shudu.kernel.solve import solve_digits
from shudu.print.choice import rated
from shudu.print.codes import link_to, qr_code
from shudu.print.paper import PAPERS, layout, solutions_layout
from shudu.print.typeset import typeset, typeset_pictures
from shudu.print.words import words


class NotOneSolution(ShuduError):
    """A puzzle that cannot be printed with its solution or rating, for it has none or several."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a booklet looks. `address` is where the app is: then each puzzle has a code that opens it there.

    With `progress` the player's digits, marks and colours are printed too, where a puzzle has them.
    """

    title: str = ""
    language: str = "en"
    paper: str = "a4"
    per_page: int = 2
    candidates: bool = False
    ratings: bool = True
    solutions: bool = True
    upside_down: bool = False
    cover: bool = True
    large: bool = False
    address: str = ""
    progress: bool = True
    font: Path | None = None


def booklet(puzzles: Sequence[Sheet | Puzzle | str], style: Style | None = None, seed: int | None = None) -> bytes:
    """The PDF of a booklet. The same puzzles and style give the same bytes.

    `seed` is told on the title page, for whoever wants the same puzzles again.

    Raises ShuduError if there are no puzzles, if one has not exactly one solution but solutions or ratings are wished,
    or if typst or a font is not there.
    """
    return typeset("booklet.typ", _whole(puzzles, style or Style(), seed), (style or Style()).font)


def preview(
    puzzles: Sequence[Sheet | Puzzle | str], style: Style | None = None, seed: int | None = None
) -> list[bytes]:
    """PNG pictures of the first pages: the title page, and the first with puzzles. Raises ShuduError as `booklet`."""
    style = style or Style()
    data = _whole(puzzles[: style.per_page], replace(style, solutions=False), seed)
    if data["cover"]:
        data["cover"]["lines"][0] = words(style.language)["puzzles"].format(n=len(puzzles))
    return typeset_pictures("booklet.typ", data, style.font)


def _whole(puzzles: Sequence[Sheet | Puzzle | str], style: Style, seed: int | None) -> dict[str, Any]:
    sheets = [_sheet(puzzle, style) for puzzle in puzzles]
    if not sheets:
        raise ShuduError("there are no puzzles to print")
    solved = _solved(sheets) if style.solutions or style.ratings else []
    return _data(sheets, solved, style, seed)


def _sheet(puzzle: Sheet | Puzzle | str, style: Style) -> Sheet:
    if isinstance(puzzle, Sheet):
        return puzzle if style.progress else Sheet(puzzle.puzzle, facts=puzzle.facts)
    return Sheet((Puzzle(puzzle) if isinstance(puzzle, str) else puzzle).digits)


def _solved(sheets: list[Sheet]) -> list[bytes]:
    """The solution of each. Raises ShuduError if one has not exactly one."""
    result = solve_digits(b"".join(sheet.puzzle for sheet in sheets), 2, None)
    for number, (sheet, count) in enumerate(zip(sheets, result.counts.tolist(), strict=True), 1):
        if count != 1:
            many = "more than one solution" if count else "no solution"
            raise NotOneSolution(
                f"puzzle {number}, {write_line(sheet.puzzle)}, has {many}; leave out solutions and ratings to print it"
            )
    return [row.tobytes() for row in result.solutions]


def _data(sheets: list[Sheet], solved: list[bytes], style: Style, seed: int | None) -> dict[str, Any]:
    said = words(style.language)
    width, height = PAPERS.get(style.paper, (0, 0))
    caption = (16 if style.address else 10) * (1.3 if style.large else 1)
    shape = layout(style.paper, style.per_page, caption)
    title = style.title or said["title"]
    return {
        "title": title,
        "language": style.language,
        "width": width,
        "height": height,
        "margin": shape.margin,
        "size": 16 if style.large else 10,
        "digit": 0.74 if style.large else 0.58,
        "caption": caption,
        "shape": asdict(shape),
        "cover": _cover(sheets, style, seed) if style.cover else None,
        "puzzles": [_puzzle(number, sheet, style) for number, sheet in enumerate(sheets, 1)],
        "solutions": _solutions(sheets, solved, style) if style.solutions else None,
    }


def _cover(sheets: list[Sheet], style: Style, seed: int | None) -> dict[str, Any]:
    said = words(style.language)
    lines = [said["puzzles"].format(n=len(sheets))]
    if seed is not None:
        lines.append(said["seed"].format(seed=seed))
    side = 70 if style.paper == "a5" else 100
    return {"lines": lines, "rule": said["rule"], "picture": write_line(sheets[0].puzzle), "side": side}


def _puzzle(number: int, sheet: Sheet, style: Style) -> dict[str, Any]:
    line = write_line(sheet.digits)
    plain = style.candidates and sheet.corner == NONE and not sheet.colours
    marks = [digits_in(sheet.digit_masks, cell) for cell in range(81)] if plain else None
    caption, note = _told(number, sheet, style)
    link = link_to(write_line(sheet.puzzle), style.address) if style.address else ""
    return {
        "digits": line,
        "given": given_signs(sheet),
        "marks": marks,
        "painted": [(cell, PAINTS[colour], colour) for cell, colour in painted(sheet)],
        "written": [] if plain else [written_mark(mark) for mark in marks_of(sheet, style.candidates)],
        "caption": caption,
        "note": note,
        "link": link,
        "code": qr_code(link) if link else None,
    }


def written_mark(mark: Mark) -> tuple[float, float, float, str, int, str]:
    """A mark as the page draws it: its middle and size in cells from the grid's corner."""
    x, y = mark.cell % 9 + mark.x, mark.cell // 9 + mark.y
    paint = PAINTS[mark.colour] if mark.colour else ""
    return round(x, 4), round(y, 4), mark.size, str(mark.digit), 600 if mark.heavy else 400, paint


def _told(number: int, sheet: Sheet, style: Style) -> tuple[str, str]:
    """What stands above a puzzle: its number, level and score, and beneath them the hardest technique."""
    said = words(style.language)
    clues = said["clues"].format(number=number, clues=sheet.givens.bit_count())
    if not style.ratings:
        return clues, ""
    sheet = rated(sheet, style.language)
    level, rating, hardest = sheet.fact("level"), sheet.fact("rating"), sheet.fact("comment")
    shown = said["levels"].get(level.lower(), level)
    note = clues.split(" · ", 1)[1] + (f" · {hardest}" if hardest else "")
    return (said["caption"].format(number=number, level=shown, score=rating) if rating else f"{number} · {shown}"), note


def given_signs(sheet: Sheet) -> str:
    """An x for each cell that is given, else a dot."""
    return "".join("x" if sheet.givens >> cell & 1 else "." for cell in range(81))


def _solutions(sheets: list[Sheet], solved: list[bytes], style: Style) -> dict[str, Any]:
    items = [
        {"digits": write_line(solution), "given": given_signs(sheet), "caption": str(number)}
        for number, (sheet, solution) in enumerate(zip(sheets, solved, strict=True), 1)
    ]
    title = words(style.language)["solutions"]
    return {"title": title, "items": items, "turned": style.upside_down, "shape": asdict(solutions_layout(style.paper))}
