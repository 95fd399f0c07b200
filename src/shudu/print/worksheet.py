"""A worksheet for teaching: a technique, a worked example with its explanation, exercises, and the answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from shudu.core.drawing import layers
from shudu.core.errors import ImpossibleRequest
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.formats.io.sheet import Sheet
from shudu.formats.marking import marks_of
from shudu.logic.explain import explain
from shudu.logic.registry import technique as find_technique
from shudu.logic.solver import solve_by_logic
from shudu.logic.texts import technique_name
from shudu.print.booklet import given_signs, written_mark
from shudu.print.choice import different
from shudu.print.paper import PAPERS, layout
from shudu.print.typeset import typeset
from shudu.print.words import words

TEMPLATE: Final = "worksheet.typ"
Position = tuple[Grid, Step]
_TRIES: Final = 600  # puzzles looked through


def worksheet(
    technique: str, seed: int, exercises: int = 4, language: str = "en", paper: str = "a4", font: Path | None = None
) -> bytes:
    """The PDF of a worksheet. The same request gives the same bytes.

    Raises ImpossibleRequest if the technique did not come up in enough puzzles, ShuduError if it is not known.
    """
    known = find_technique(technique).id
    return typeset(TEMPLATE, data(known, list(positions(known, seed, exercises + 1)), language, paper), font)


def positions(technique: str, seed: int, count: int) -> Iterator[Position]:
    """So many positions where the technique is the easiest step, each from another puzzle. Raises ImpossibleRequest."""
    found = 0
    for found, position in enumerate(_occurrences(technique, seed), 1):
        yield position
        if found == count:
            return
    raise ImpossibleRequest(f"{technique} came up in {found} of {_TRIES} puzzles; {count} are needed; try another seed")


def _occurrences(technique: str, seed: int) -> Iterator[Position]:
    puzzles = different(seed, difficulty="medium" if find_technique(technique).level == "easy" else "hard")
    for _ in range(_TRIES):
        path = solve_by_logic(next(puzzles))
        for grid, step in zip(path.grids(), path.steps, strict=False):
            if step.technique == technique:
                yield grid, step
                break


def data(technique: str, found: list[Position], language: str, paper: str) -> dict[str, Any]:
    """What the template is filled with: the first position is the worked example, the others are the exercises."""
    said, name = words(language), technique_name(technique, language)
    shape = layout(paper, 1, 10)
    width, height = PAPERS[paper]
    (example, shown), exercises = found[0], found[1:]
    return {
        "title": name,
        "language": language,
        "width": width,
        "height": height,
        "margin": shape.margin,
        "size": 11,
        "side": round(shape.side * 0.75, 1),
        "small": round((width - 2 * shape.margin - 6) / 2, 1),
        "cover": None,
        "worked": {
            "title": said["worked"],
            "picture": _picture(example, shown),
            "words": explain(shown, language),
        },
        "exercises": {
            "title": said["exercises"],
            "task": said["task"].format(technique=name),
            "items": [
                {"caption": str(number), "picture": _picture(grid, None)}
                for number, (grid, _) in enumerate(exercises, 1)
            ],
        },
        "answers": {
            "title": said["answers"],
            "items": [
                {"caption": f"{number}.", "words": explain(step, language)}
                for number, (_, step) in enumerate(exercises, 1)
            ],
        },
    }


def _picture(grid: Grid, step: Step | None) -> dict[str, Any]:
    """A position with its candidates, and a step in it: what the page draws."""
    sheet = Sheet.from_grid(grid)
    placed = {(candidate.digit, candidate.cell) for candidate in step.places} if step else set()
    written = []
    for mark in marks_of(sheet, candidates=True):
        told = written_mark(mark)
        written.append((*told, "#ffffff") if (mark.digit, mark.cell) in placed else told)
    beneath, above = layers(step) if step else (None, None)
    given = given_signs(sheet)
    return {"digits": grid.line, "given": given, "written": written, "beneath": beneath, "above": above}
