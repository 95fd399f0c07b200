"""A booklet of puzzles as PDF: cover, puzzles with level and rating, solutions at the end.

The puzzles are repeatable from a seed, rated, and no two of them are equivalent under symmetry.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from shudu.core.arguments import check_language
from shudu.core.errors import ShuduError
from shudu.core.puzzle import Puzzle
from shudu.core.text import write_line
from shudu.formats.io.marks import NO_MARKS, digits_in
from shudu.formats.io.sheet import Sheet, tidy_facts
from shudu.formats.pictures import PAINTS, Mark, place_marks
from shudu.kernel.grids import canonical_puzzles
from shudu.kernel.solve import solve_digits
from shudu.locale.catalogue import table, text
from shudu.logic.rating.rate import rate
from shudu.logic.texts import technique_name
from shudu.print.typesetting import PAPERS, lay_out, lay_out_solutions, typeset_pdf, typeset_pictures
from shudu.puzzles.api import generate_stream
from shudu.puzzles.result import GeneratedPuzzle

_TEMPLATE: Final = "booklet.typ"


class NotOneSolution(ShuduError):
    """A puzzle has no solution or several, so its solution and rating cannot be printed."""


@dataclass(frozen=True, slots=True)
class BookletStyle:
    """What a booklet contains and how it looks.

    Attributes:
        title: The title on the cover; "Sudoku" if empty.
        language: `en` or `zh`.
        paper: `a4`, `letter` or `a5`.
        per_page: Puzzles per page: 1, 2, 4 or 6.
        candidates: Print the candidates.
        ratings: Print level, rating and hardest technique.
        solutions: Print the solutions.
        upside_down: Print the solutions upside down.
        cover: Print a cover.
        large: Large print.
        address: Where the web app is; adds a QR code that opens each puzzle there.
        progress: Print the player's digits, marks and colours.
        font: A font file, or a folder of fonts, to prefer to all others.
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


def make_booklet(
    puzzles: Sequence[Sheet | Puzzle | str], style: BookletStyle | None = None, seed: int | None = None
) -> bytes:
    """Return a booklet as PDF. The same arguments give the same bytes.

    Args:
        puzzles: The puzzles.
        style: What to print.
        seed: The seed of the puzzles, printed on the cover so that they can be generated again.

    Raises:
        NotOneSolution: If a puzzle has no solution or several, and solutions or ratings are printed.
        ShuduError: If there are no puzzles, or typst or a font is missing.
    """
    style = style or BookletStyle()
    return typeset_pdf(_TEMPLATE, _collect(puzzles, style, seed), style.font)


def preview_booklet(
    puzzles: Sequence[Sheet | Puzzle | str], style: BookletStyle | None = None, seed: int | None = None
) -> list[bytes]:
    """Return PNG pictures of the cover and the first page of puzzles. The arguments are those of `make_booklet`."""
    style = style or BookletStyle()
    data = _collect(puzzles[: style.per_page], replace(style, solutions=False), seed)
    if data["cover"]:
        data["cover"]["lines"][0] = text("print.puzzles", style.language, n=len(puzzles))
    return typeset_pictures(_TEMPLATE, data, style.font)


def _collect(puzzles: Sequence[Sheet | Puzzle | str], style: BookletStyle, seed: int | None) -> dict[str, Any]:
    check_language(style.language)
    sheets = [_make_sheet(puzzle, style) for puzzle in puzzles]
    if not sheets:
        raise ShuduError("print.no-puzzles")
    solutions = _solve(sheets) if style.solutions or style.ratings else []
    return _fill_template(sheets, solutions, style, seed)


def _make_sheet(puzzle: Sheet | Puzzle | str, style: BookletStyle) -> Sheet:
    if isinstance(puzzle, Sheet):
        return puzzle if style.progress else Sheet(puzzle.puzzle, facts=puzzle.facts)
    return Sheet((Puzzle(puzzle) if isinstance(puzzle, str) else puzzle).digits)


def _solve(sheets: list[Sheet]) -> list[bytes]:
    result = solve_digits(b"".join(sheet.puzzle for sheet in sheets), 2, None)
    for number, (sheet, count) in enumerate(zip(sheets, result.counts.tolist(), strict=True), 1):
        if count == 0:
            raise NotOneSolution("print.no-solution", number=number, puzzle=write_line(sheet.puzzle))
        if count > 1:
            raise NotOneSolution("print.many-solutions", number=number, puzzle=write_line(sheet.puzzle))
    return [row.tobytes() for row in result.solutions]


def _fill_template(
    sheets: list[Sheet], solutions: list[bytes], style: BookletStyle, seed: int | None
) -> dict[str, Any]:
    caption = (16 if style.address else 10) * (1.3 if style.large else 1)
    layout = lay_out(style.paper, style.per_page, caption)
    width, height = PAPERS[style.paper]
    return {
        "title": style.title or text("print.title", style.language),
        "language": style.language,
        "width": width,
        "height": height,
        "margin": layout.margin,
        "size": 16 if style.large else 10,
        "digit": 0.74 if style.large else 0.58,
        "caption": caption,
        "shape": asdict(layout),
        "cover": _fill_cover(sheets, style, seed) if style.cover else None,
        "puzzles": [_fill_puzzle(number, sheet, style) for number, sheet in enumerate(sheets, 1)],
        "solutions": _fill_solutions(sheets, solutions, style) if style.solutions else None,
    }


def _fill_cover(sheets: list[Sheet], style: BookletStyle, seed: int | None) -> dict[str, Any]:
    lines = [text("print.puzzles", style.language, n=len(sheets))]
    if seed is not None:
        lines.append(text("print.seed", style.language, seed=seed))
    side = 70 if style.paper == "a5" else 100
    rule = text("print.rule", style.language)
    return {"lines": lines, "rule": rule, "picture": write_line(sheets[0].puzzle), "side": side}


def _fill_puzzle(number: int, sheet: Sheet, style: BookletStyle) -> dict[str, Any]:
    only_candidates = style.candidates and sheet.corner == NO_MARKS and not sheet.colours
    marks = [] if only_candidates else place_marks(sheet, style.candidates)
    caption, note = _caption(number, sheet, style)
    link = link_to(write_line(sheet.puzzle), style.address) if style.address else ""
    return {
        "digits": write_line(sheet.digits),
        "givens": mark_givens(sheet),
        "candidates": [digits_in(sheet.digit_masks, cell) for cell in range(81)] if only_candidates else None,
        "colours": [(cell, PAINTS[colour], colour) for cell, colour in sheet.cell_colours.items()],
        "marks": [draw_mark(mark) for mark in marks],
        "caption": caption,
        "note": note,
        "link": link,
        "code": _draw_qr_code(link) if link else None,
    }


def _caption(number: int, sheet: Sheet, style: BookletStyle) -> tuple[str, str]:
    """Return the caption of a puzzle, and the note below it."""
    language, clues = style.language, sheet.givens.bit_count()
    if not style.ratings:
        return text("print.caption-without-level", language, number=number, n=clues), ""
    sheet = add_rating(sheet, language)
    level, score, technique = sheet.fact("level"), sheet.fact("rating"), sheet.fact("comment")
    fields = {"number": number, "level": table("print.levels", language).get(level.lower(), level), "score": score}
    return (
        text("print.caption" if score else "print.caption-without-score", language, **fields),
        text("print.note-with-technique" if technique else "print.note", language, n=clues, technique=technique),
    )


def _fill_solutions(sheets: list[Sheet], solutions: list[bytes], style: BookletStyle) -> dict[str, Any]:
    items = [
        {"digits": write_line(solution), "givens": mark_givens(sheet), "caption": str(number)}
        for number, (sheet, solution) in enumerate(zip(sheets, solutions, strict=True), 1)
    ]
    title, layout = text("print.solutions", style.language), lay_out_solutions(style.paper)
    return {"title": title, "items": items, "upside_down": style.upside_down, "shape": asdict(layout)}


def draw_mark(mark: Mark) -> tuple[float, float, float, str, int, str]:
    """Return a mark as the templates draw it: middle and size in cells from the corner of the grid, digit, weight, paint."""
    x, y = mark.cell % 9 + mark.x, mark.cell // 9 + mark.y
    paint = PAINTS[mark.colour] if mark.colour else ""
    return round(x, 4), round(y, 4), mark.size, str(mark.digit), 600 if mark.heavy else 400, paint


def mark_givens(sheet: Sheet) -> str:
    """Return 81 characters: x for a given, else a dot."""
    return "".join("x" if sheet.givens >> cell & 1 else "." for cell in range(81))


def link_to(line: str, address: str) -> str:
    """Return the link that opens a puzzle in the web app. The part after `#` is never sent to a server.

    Args:
        line: The puzzle's 81 characters.
        address: Where the app is.

    >>> link_to("." * 81, "https://example.org")[:24]
    'https://example.org/#/p/'
    """
    return f"{address.rstrip('/')}/#/p/{line}"


def _draw_qr_code(link: str) -> str:
    """Return the QR code of a link as SVG."""
    try:
        import segno
    except ImportError:
        raise ShuduError("print.no-segno") from None
    buffer = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        buffer, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None
    )
    return buffer.getvalue().decode()


def select_puzzles(
    seed: int,
    *,
    clues: int | str | None = None,
    difficulty: str | None = None,
    level: str | None = None,
    symmetry: str = "none",
    language: str = "en",
) -> Iterator[Sheet]:
    """Yield rated puzzles without end, no two equivalent under symmetry.

    Args:
        seed: The same seed gives the same puzzles.
        clues: The number of clues, or a range such as `28-37`.
        difficulty: The difficulty, as in `shudu.generate`.
        level: The level, as in `shudu.generate`.
        symmetry: The symmetry of the clues.
        language: The language of the technique in their comments.

    Raises:
        ImpossibleRequest: If such puzzles do not turn up.
        ShuduError: If the request makes no sense.

    >>> from itertools import islice
    >>> [sheet.fact("level") for sheet in islice(select_puzzles(seed=1, clues=40), 2)]
    ['easy', 'easy']
    """
    for puzzle in generate_distinct(seed, clues=clues, difficulty=difficulty, level=level, symmetry=symmetry):
        yield add_rating(Sheet(puzzle.digits), language)


def add_rating(sheet: Sheet, language: str) -> Sheet:
    """Return a sheet with its level, rating and hardest technique, unless it has a level already.

    Args:
        sheet: A sheet whose puzzle has exactly one solution.
        language: The language of the technique's name.
    """
    if sheet.fact("level"):
        return sheet
    rating = rate(Puzzle(sheet.puzzle))
    facts = {"comment": technique_name(rating.hardest, language), "level": rating.level, "rating": f"{rating.score:g}"}
    return replace(sheet, facts=tidy_facts(dict(sheet.facts) | facts))


def generate_distinct(
    seed: int,
    *,
    clues: int | str | None = None,
    difficulty: str | None = None,
    level: str | None = None,
    symmetry: str = "none",
) -> Iterator[GeneratedPuzzle]:
    """Yield puzzles without end, no two equivalent under symmetry; the arguments are those of `shudu.generate`."""
    seen: set[bytes] = set()
    batches = generate_stream(None, clues, difficulty=difficulty, level=level, symmetry=symmetry, seed=seed, threads=1)
    for batch in batches:
        forms = canonical_puzzles(batch.puzzles, batch.solutions).forms
        for index, form in enumerate(forms):
            if form.tobytes() not in seen:
                seen.add(form.tobytes())
                yield batch[index]
