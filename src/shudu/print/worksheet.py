"""A worksheet for teaching a technique: an example with its explanation, exercises, and the answers.

Techniques of the learning path are taken from its drills; for others, generated puzzles are searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from shudu.core.arguments import check_language
from shudu.core.drawing import draw_layers
from shudu.core.errors import ImpossibleRequest
from shudu.core.grid import Grid
from shudu.core.randomness import derive_seed
from shudu.core.step import Step
from shudu.formats.io.sheet import Sheet
from shudu.formats.pictures import place_marks
from shudu.learn.drill import drill
from shudu.learn.path import topics_of
from shudu.locale.catalogue import text
from shudu.logic.explain import explain
from shudu.logic.registry import technique as find_technique
from shudu.logic.solver import solve_by_logic
from shudu.logic.texts import technique_name
from shudu.print.booklet import draw_mark, generate_distinct, mark_givens
from shudu.print.typesetting import PAPERS, lay_out, typeset_pdf, typeset_pictures

Position = tuple[Grid, Step]
_TEMPLATE: Final = "worksheet.typ"
_TRIES: Final = 600  # puzzles


def make_worksheet(
    technique: str, seed: int, exercises: int = 4, language: str = "en", paper: str = "a4", font: Path | None = None
) -> bytes:
    """Return a worksheet as PDF. The same arguments give the same bytes.

    Args:
        technique: The id or a name of the technique.
        seed: The same seed gives the same positions.
        exercises: The number of exercises.
        language: `en` or `zh`.
        paper: `a4`, `letter` or `a5`.
        font: A font file, or a folder of fonts, to prefer to all others.

    Raises:
        ImpossibleRequest: If the technique does not occur in enough puzzles.
        ShuduError: If there is no such technique, or typst or a font is missing.
    """
    positions = list(find_positions(technique, seed, exercises + 1))
    return typeset_positions(technique, positions, language, paper, font)


def typeset_positions(
    technique: str, positions: list[Position], language: str = "en", paper: str = "a4", font: Path | None = None
) -> bytes:
    """Return a worksheet of given positions; the other arguments are those of `make_worksheet`."""
    return typeset_pdf(_TEMPLATE, _fill_template(find_technique(technique).id, positions, language, paper), font)


def preview_positions(technique: str, positions: list[Position], language: str, paper: str) -> list[bytes]:
    """Return PNG pictures of the first two pages of a worksheet."""
    return typeset_pictures(_TEMPLATE, _fill_template(find_technique(technique).id, positions, language, paper))[:2]


def find_positions(technique: str, seed: int, count: int) -> Iterator[Position]:
    """Yield positions, each from another puzzle or image of one, in which the technique is the easiest step.

    Args:
        technique: The id or a name of the technique.
        seed: The same seed gives the same positions.
        count: How many.

    Raises:
        ImpossibleRequest: If there are not enough in the first 600 puzzles.
    """
    technique = find_technique(technique).id
    if topics_of(technique):
        yield from _drill_positions(technique, seed, count)
        return
    number = 0
    for number, position in enumerate(_search(technique, seed), 1):
        yield position
        if number == count:
            return
    raise ImpossibleRequest("print.technique-not-found", technique=technique, n=number, tries=_TRIES, needed=count)


def _drill_positions(technique: str, seed: int, count: int) -> Iterator[Position]:
    topics = topics_of(technique)
    for number in range(count):
        exercise = drill(topics[0].id, derive_seed(seed, "worksheet", number))
        yield exercise.grid, exercise.answers[0]


def _search(technique: str, seed: int) -> Iterator[Position]:
    puzzles = generate_distinct(seed, clues="28-37" if find_technique(technique).level == "easy" else "22-27")
    for _ in range(_TRIES):
        path = solve_by_logic(next(puzzles))
        for grid, step in zip(path.grids(), path.steps, strict=False):
            if step.technique == technique:
                yield grid, step
                break


def _fill_template(technique: str, positions: list[Position], language: str, paper: str) -> dict[str, Any]:
    """Return the data of the template: the first position is the example, the others are the exercises."""
    check_language(language)
    layout = lay_out(paper, 1, 10)
    width, height = PAPERS[paper]
    (example, example_step), exercises = positions[0], positions[1:]
    name = technique_name(technique, language)
    topics = topics_of(technique)
    notes = not topics or topics[0].notes  # scanning is learned without candidates
    return {
        "title": name,
        "language": language,
        "width": width,
        "height": height,
        "margin": layout.margin,
        "size": 11,
        "side": round(layout.side * 0.75, 1),
        "small": round((width - 2 * layout.margin - 6) / 2, 1),
        "cover": None,
        "example": {
            "title": text("print.example", language),
            "picture": _picture(example, example_step, notes),
            "words": explain(example_step, language),
        },
        "exercises": {
            "title": text("print.exercises", language),
            "task": text("print.task", language, technique=name),
            "items": [
                {"caption": str(number), "picture": _picture(grid, None, notes)}
                for number, (grid, _) in enumerate(exercises, 1)
            ],
        },
        "answers": {
            "title": text("print.answers", language),
            "items": [
                {"caption": f"{number}.", "words": explain(step, language)}
                for number, (_, step) in enumerate(exercises, 1)
            ],
        },
    }


def _picture(grid: Grid, step: Step | None, notes: bool) -> dict[str, Any]:
    """Return a position, its candidates if wanted, and a step in it, as the template draws them."""
    sheet = Sheet.from_grid(grid)
    placed = {(candidate.digit, candidate.cell) for candidate in step.places} if step else set()
    marks: list[tuple[object, ...]] = []
    for mark in place_marks(sheet, candidates=notes):
        drawn = draw_mark(mark)
        marks.append((*drawn, "#ffffff") if (mark.digit, mark.cell) in placed else drawn)
    beneath, above = draw_layers(step) if step else (None, None)
    return {
        "digits": grid.line,
        "givens": mark_givens(sheet),
        "marks": marks,
        "beneath": beneath,
        "above": above,
    }
