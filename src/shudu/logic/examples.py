"""A worked example for every technique: a position of this project's own where it is the thing to do.

`examples.txt` has a line a technique: its id, the position (`.` empty, `+d` placed and not given) and the candidates that
were removed before, as triples of digit, row and column. `python -m shudu.logic.examples CASES…` writes it anew: from
puzzles it makes itself and, for what those never show, from files of cases.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from shudu.core.candidate import Candidate
from shudu.core.errors import ShuduError
from shudu.core.geometry import parse_cell
from shudu.core.grid import Grid
from shudu.core.step import Step
from shudu.logic.cases import parse_case, read_position
from shudu.logic.families import technique, techniques


def example(name: str) -> tuple[Grid, Step]:
    """A position and the step that the technique finds in it.

    >>> example("x-wing")[1].technique
    'x-wing'

    Raises ShuduError if there is no such technique, or no example of it.
    """
    known = technique(name)
    if known.id not in _examples():
        raise ShuduError(f"there is no example of {known.id}")
    grid = _read(_examples()[known.id])
    return grid, next(step for step in known.find(grid) if step.technique == known.id)


@cache
def _examples() -> dict[str, str]:
    lines = files("shudu.logic").joinpath("examples.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)


def _read(text: str) -> Grid:
    position, *removed = text.split(" ")
    return read_position(position).remove(
        Candidate(int(name[0]), parse_cell(f"r{name[1]}c{name[2]}")) for name in removed
    )


def _write(grid: Grid) -> str:
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


def _from_paths(seed: int, puzzles: int) -> Iterator[tuple[str, Grid]]:
    """Every step on the paths of fresh puzzles, with the position before it."""
    from shudu.logic.solver import solve_by_logic
    from shudu.puzzles.api import generate_many

    for digits in generate_many(puzzles, minimal=True, seed=seed).puzzles:
        path = solve_by_logic(Grid(digits.tobytes()))
        for step, grid in zip(path.steps, path.grids(), strict=False):
            yield step.technique, grid


def _from_cases(paths: list[str]) -> Iterator[tuple[str, Grid]]:
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            if line.startswith(":"):
                case = parse_case(line)
                if case.fires:
                    yield case.technique.id, case.grid


def _finds(id: str, grid: Grid) -> bool:
    return any(step.technique == id for step in technique(id).find(grid))


def _write_all(paths: list[str]) -> None:
    found: dict[str, Grid] = {}
    hard: list[Grid] = []
    for id, grid in (*_from_paths(seed=9, puzzles=600), *_from_cases(paths)):
        if technique(id).level in ("unfair", "extreme"):
            hard.append(grid)
        if id not in found and _finds(id, grid):
            found[id] = grid
    for known in techniques():
        if known.id not in found and "mutant" not in known.id:
            shown = next((grid for grid in hard[:60] if _finds(known.id, grid)), None)
            if shown is not None:
                found[known.id] = shown
    for known in techniques():
        if known.id in found:
            print(known.id, _write(found[known.id]))
        else:
            print(f"no example of {known.id}", file=sys.stderr)


if __name__ == "__main__":
    _write_all(sys.argv[1:])
