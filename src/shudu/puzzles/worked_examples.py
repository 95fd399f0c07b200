"""Writes the worked examples of techniques, `logic/examples.txt`, to standard output.

`python -m shudu.puzzles.worked_examples CASES…` takes each example from the paths of generated puzzles or, for
techniques that never occur there, from files of cases. It reports techniques without an example on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from shudu.core.grid import Grid
from shudu.logic.cases import parse_case
from shudu.logic.examples import format_example
from shudu.logic.registry import technique, techniques
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.api import generate_many

_PUZZLES = 600
_HARD_POSITIONS = 60  # searched for techniques that no path needs


def find_examples(case_files: list[str]) -> dict[str, Grid]:
    """Return a position for each technique that applies somewhere, by its id.

    Args:
        case_files: Paths of files of cases; see `shudu.logic.cases`.
    """
    examples: dict[str, Grid] = {}
    hard: list[Grid] = []
    for id, grid in (*_positions_on_paths(seed=9, puzzles=_PUZZLES), *_positions_of_cases(case_files)):
        if technique(id).level in ("unfair", "extreme"):
            hard.append(grid)
        if id not in examples and _applies(id, grid):
            examples[id] = grid
    for known in techniques():
        if known.id not in examples and "mutant" not in known.id:  # mutant fish take minutes to search for
            grids = (grid for grid in hard[:_HARD_POSITIONS] if _applies(known.id, grid))
            if (grid_found := next(grids, None)) is not None:
                examples[known.id] = grid_found
    return examples


def _positions_on_paths(seed: int, puzzles: int) -> Iterator[tuple[str, Grid]]:
    """Yield every step on the paths of generated puzzles, with the position before it."""
    for digits in generate_many(puzzles, minimal=True, seed=seed).puzzles:
        path = solve_by_logic(Grid(digits.tobytes()))
        for step, grid in zip(path.steps, path.grids(), strict=False):
            yield step.technique, grid


def _positions_of_cases(case_files: list[str]) -> Iterator[tuple[str, Grid]]:
    for file in case_files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            if line.startswith(":"):
                case = parse_case(line)
                if case.fires:
                    yield case.technique.id, case.grid


def _applies(id: str, grid: Grid) -> bool:
    return any(step.technique == id for step in technique(id).find(grid))


def main(case_files: list[str]) -> None:
    """Print the examples in search order."""
    examples = find_examples(case_files)
    for known in techniques():
        if known.id in examples:
            print(known.id, format_example(examples[known.id]))
        else:
            print(f"no example of {known.id}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
