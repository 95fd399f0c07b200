"""Writes the worked examples of techniques, `logic/examples.txt`, to standard output.

`python -m shudu.puzzles.worked_examples [FILE…]` keeps the examples that are good and looks for others on the paths of
generated puzzles and of the puzzles in files, one per line. A good example concludes what no single step of an easier
technique concludes. Techniques without one are reported on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.logic.examples import easier_step, example, format_example
from shudu.logic.registry import Technique, technique, techniques
from shudu.logic.solver import solve_by_logic
from shudu.puzzles.api import generate_many

_PUZZLES = 600
_SECONDS = 30.0  # of search per technique


def find_examples(files: list[str]) -> dict[str, Grid]:
    """Return a position for each technique that has a good example, by its id.

    Args:
        files: Paths of files of puzzles, one per line; hard ones are needed for hard techniques.
    """
    positions: list[tuple[int, Grid]] = []
    examples = {known.id: grid for known in techniques() if (grid := _good_example(known)) is not None}
    for known in techniques():
        if known.id not in examples:
            positions = positions or [*_positions_on_paths(files)]
            if (grid := _find_example(known, positions)) is not None:
                examples[known.id] = grid
    return examples


def _good_example(known: Technique) -> Grid | None:
    try:
        grid, step = example(known.id)
    except ShuduError:
        return None
    return grid if easier_step(grid, step) is None else None


def _find_example(known: Technique, positions: list[tuple[int, Grid]]) -> Grid | None:
    """Return a position where nothing easier applies. Those with few empty cells come first."""
    start = process_time()
    for order, grid in positions:
        if process_time() - start > _SECONDS:
            return None
        if order >= known.order and any(step.technique == known.id for step in known.find(grid)):
            return grid
    return None


def _positions_on_paths(files: list[str]) -> Iterator[tuple[int, Grid]]:
    """Return positions, fewest empty cells first, each with the order of the easiest technique that applies."""
    puzzles = [digits.tobytes() for digits in generate_many(_PUZZLES, minimal=True, seed=9).puzzles]
    lines = (line for file in files for line in Path(file).read_text(encoding="utf-8").split())
    found = []
    for puzzle in (*puzzles, *lines):
        path = solve_by_logic(Grid(puzzle))
        for step, grid in zip(path.steps, path.grids(), strict=False):
            if technique(step.technique).family != "singles":
                found.append((technique(step.technique).order, grid))
    return iter(sorted(found, key=lambda entry: len(entry[1].empty)))


def main(files: list[str]) -> None:
    """Print the examples in search order."""
    examples = find_examples(files)
    for known in techniques():
        if known.id in examples:
            print(known.id, format_example(examples[known.id]))
        else:
            print(f"no example of {known.id}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
