"""A worked example of every technique: a position of this project's own in which the technique applies.

`examples.txt` has one line per technique: its id, the position (`.` empty, `+d` placed and not given) and the
candidates removed before, as triples of digit, row and column. `shudu.puzzles.worked_examples` writes the file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from shudu.core.candidate import Candidate
from shudu.core.errors import ShuduError
from shudu.core.geometry import parse_cell
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.cases import read_position
from shudu.logic.registry import technique


def example(name: str) -> tuple[Grid, Step]:
    """Return a position and the step that a technique finds in it.

    >>> example("x-wing")[1].technique
    'x-wing'

    Args:
        name: Any name of the technique.

    Raises:
        ShuduError: If the technique is unknown or has no example.
    """
    known = technique(name)
    if known.id not in _load_examples():
        raise ShuduError("logic.no-example", technique=known.id)
    grid = parse_example(_load_examples()[known.id])
    return grid, next(step for step in known.find(grid) if step.technique == known.id)


def parse_example(text: str) -> Grid:
    """Return the position of an example: digits, then the removed candidates."""
    position, *removed = text.split(" ")
    return read_position(position).remove(
        Candidate(int(name[0]), parse_cell(f"r{name[1]}c{name[2]}")) for name in removed
    )


def format_example(grid: Grid) -> str:
    """Return a position as `parse_example` reads it."""
    digits = "".join(
        "." if not digit else str(digit) if cell in grid.givens else f"+{digit}"
        for cell, digit in enumerate(grid.digits)
    )
    by_rules = Grid(grid.digits)
    removed = (
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell in grid.empty
        for digit in by_rules.candidates(cell) - grid.candidates(cell)
    )
    return " ".join([digits, *removed])


@cache
def _load_examples() -> dict[str, str]:
    lines = files("shudu.logic").joinpath("examples.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)
