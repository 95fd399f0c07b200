"""The number of iterations of `mrv`, compared with an independent implementation of its definition."""

from pathlib import Path
from random import Random

import pytest

from shudu.search.run import trace

PEERS_OF = {
    cell: [
        other
        for other in range(81)
        if other != cell
        and (
            other // 9 == cell // 9
            or other % 9 == cell % 9
            or (other // 27 == cell // 27 and other % 9 // 3 == cell % 9 // 3)
        )
    ]
    for cell in range(81)
}


def candidates(grid: dict[int, int], cell: int) -> list[int]:
    seen = {grid.get(other) for other in PEERS_OF[cell]}
    return [digit for digit in range(1, 10) if digit not in seen]


def iterations_by_definition(puzzle: str) -> tuple[int, str | None]:
    """Return the number of writes and the solution; the untried candidates of a cell are those above its digit."""
    grid = {cell: int(character) for cell, character in enumerate(puzzle) if character in "123456789"}
    blanks = [cell for cell in range(81) if cell not in grid]
    written: list[int] = []
    iterations = 0
    while blanks:
        lengths = [len(candidates(grid, cell)) for cell in blanks]
        if min(lengths) > 0:
            cell = blanks.pop(lengths.index(min(lengths)))
            grid[cell] = candidates(grid, cell)[0]
            written.append(cell)
            iterations += 1
            continue
        while written:
            cell = written[-1]
            held = grid.pop(cell)
            untried = [digit for digit in candidates(grid, cell) if digit > held]
            if untried:
                grid[cell] = untried[0]
                iterations += 1
                break
            blanks.append(written.pop())
        if not written:
            return iterations, None
    return iterations, "".join(str(grid[cell]) for cell in range(81))


KNOWN = {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": 51,
    "12345678.........." + "." * 9 + "........9" + "." * 45: 0,
    "." * 81: 81,
}


@pytest.mark.parametrize(("puzzle", "count"), KNOWN.items())
def test_known_numbers_of_iterations(puzzle: str, count: int) -> None:
    assert trace(puzzle, "mrv").stats.iterations == count
    assert iterations_by_definition(puzzle)[0] == count


def check(folder: Path, numbers: dict[str, int]) -> int:
    checked = 0
    for name, number in numbers.items():
        lines = (folder / "puzzles" / f"{name}.txt").read_text().split()
        for puzzle in Random(3).sample(lines, number):
            run = trace(puzzle, "mrv")
            count, solution = iterations_by_definition(puzzle)
            assert run.stats.iterations == count, puzzle
            assert run.solutions[0].line == solution
            checked += 1
    return checked


def test_iterations_of_200_puzzles_match_the_definition(shared: Path) -> None:
    assert check(shared, {"easy": 80, "many_solutions": 60, "minimal": 59, "magictour_1465": 1}) == 200


@pytest.mark.soak
def test_iterations_of_long_runs_match_the_definition(shared: Path) -> None:
    check(shared, {"minimal": 300, "magictour_1465": 100, "17_clue": 30, "hardest_1106": 30, "hardest_11plus": 30})


def test_every_cleared_cell_is_one_event() -> None:
    puzzle = ".....6....59.....82....8....45........3........6..3.54...325..6.................."
    run = trace(puzzle, "mrv", events=20_000)
    held: dict[int, int] = {}
    for event in run:
        if event.kind in ("place", "guess"):
            assert event.cell is not None
            held[event.cell] = event.digit
            assert len(held) == event.depth
        elif event.kind == "remove":
            assert event.cell is not None
            assert len(held) == event.depth
            assert held.pop(event.cell) == event.digit
    assert any(event.kind == "remove" for event in run)
