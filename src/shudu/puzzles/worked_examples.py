"""Finds a worked example of a technique and prints its lines for `logic/examples.txt` and `tests/data/techniques-own.txt`.

`python -m shudu.puzzles.worked_examples TECHNIQUE [FILE…]` searches the paths of generated puzzles and of the puzzles in
files, one per line. A good example concludes what no single step of an easier technique concludes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.logic.examples import format_example
from shudu.logic.registry import Technique, technique
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.api import generate_many

_PUZZLES = 600


def find_example(technique: Technique, files: list[str]) -> Grid | None:
    """Return a position where a technique applies and nothing easier does, with as few empty cells as possible.

    Args:
        technique: The technique.
        files: Paths of files of puzzles, one per line; hard ones are needed for hard techniques.
    """
    grids = sorted(_positions_on_paths(files, technique.order), key=lambda grid: len(grid.empty))
    return next((grid for grid in grids if _first_step(technique, grid)), None)


def _positions_on_paths(files: list[str], order: int) -> Iterator[Grid]:
    """Yield positions in which no technique before a place in the search order applies."""
    puzzles = [digits.tobytes() for digits in generate_many(_PUZZLES, minimal=True, seed=9).puzzles]
    lines = (line for file in files for line in Path(file).read_text(encoding="utf-8").split())
    for puzzle in (*puzzles, *lines):
        path = solve_by_logic(Grid(puzzle))
        for step, grid in zip(path.steps, path.grids(), strict=False):
            if technique(step.technique).order >= order:
                yield grid


def write_cases(technique: Technique, grid: Grid) -> tuple[str, str]:
    """Return a case line that must fire, and one for the position after all conclusions, which must not.

    Args:
        technique: The technique.
        grid: A position where it applies.
    """
    code = (*technique.case_codes, technique.code)[0]
    step = _first_step(technique, grid)
    fires = _write_case(code, grid, step)
    while step is not None and grid.after(step) != grid:
        grid = grid.after(step)
        step = _first_step(technique, grid)
    return fires, _write_case(f"{code}-x", grid, step)


def _first_step(technique: Technique, grid: Grid) -> Step | None:
    return next((step for step in technique.find(grid) if step.technique == technique.id), None)


def _write_case(code: str, grid: Grid, step: Step | None) -> str:
    position, *deleted = format_example(grid).split(" ")
    removes, places = (_write_triples(each) for each in ((step.removes, step.places) if step else ((), ())))
    return f":{code}::{position}:{' '.join(deleted)}:{removes}:{places}:"


def _write_triples(candidates: Iterable[Candidate]) -> str:
    return " ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for digit, cell in candidates)


def main(name: str, files: list[str]) -> str:
    """Return the lines of a technique, or that no example was found."""
    target = technique(name)
    grid = find_example(target, files)
    if grid is None:
        return f"no example of {target.id} found; name a file of harder puzzles"
    return "\n".join((f"{target.id} {format_example(grid)}", *write_cases(target, grid)))


if __name__ == "__main__":
    print(main(sys.argv[1], sys.argv[2:]) if sys.argv[1:] else __doc__)
