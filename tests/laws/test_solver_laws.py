"""Laws of solving that hold for every puzzle."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

import shudu
from shudu.core.text import write_line
from shudu.kernel import reference

LIMIT = 60


def puzzle_of(seed: int, clues: int) -> bytes:
    """Return some clues of a random final grid, which have at least one solution."""
    random = Random(seed)
    start = shudu.Symmetry.random(random).apply(next(shudu.solutions("." * 81)).digits)
    kept = set(random.sample(range(81), clues))
    return bytes(digit if cell in kept else 0 for cell, digit in enumerate(start))


puzzles = st.builds(puzzle_of, st.integers(0, 2**32), st.integers(24, 60))


def all_lines(puzzle: bytes) -> set[str]:
    return {grid.line for grid in shudu.solutions(shudu.Grid(puzzle), limit=LIMIT)}


@given(puzzles, st.integers(0, 2**32))
def test_symmetries_map_solutions_to_solutions(puzzle: bytes, seed: int) -> None:
    symmetry = shudu.Symmetry.random(Random(seed))
    ours = all_lines(puzzle)
    theirs = all_lines(symmetry.apply(puzzle))
    assert len(ours) == len(theirs)
    if len(ours) < LIMIT:
        assert theirs == {write_line(symmetry.apply(shudu.Grid(line).digits)) for line in ours}


@given(puzzles, st.integers(0, 80))
def test_adding_a_clue_of_a_solution_keeps_that_solution(puzzle: bytes, cell: int) -> None:
    solution = shudu.solve_many([write_line(puzzle)], limit=1).solutions[0].tobytes()
    more = puzzle[:cell] + solution[cell : cell + 1] + puzzle[cell + 1 :]
    assert shudu.count(shudu.Grid(more), limit=LIMIT) <= shudu.count(shudu.Grid(puzzle), limit=LIMIT)
    assert write_line(solution) in all_lines(more) or shudu.count(shudu.Grid(more), limit=LIMIT) == LIMIT


@given(puzzles, st.integers(0, 80))
def test_removing_a_clue_never_lowers_the_count(puzzle: bytes, cell: int) -> None:
    fewer = puzzle[:cell] + b"\0" + puzzle[cell + 1 :]
    assert shudu.count(shudu.Grid(fewer), limit=LIMIT) >= shudu.count(shudu.Grid(puzzle), limit=LIMIT)


@given(puzzles)
def test_the_kernel_agrees_with_the_reference(puzzle: bytes) -> None:
    expected = {write_line(solution) for _, solution in zip(range(LIMIT), reference.solutions(puzzle), strict=False)}
    found = all_lines(puzzle)
    assert len(found) == len(expected)
    assert found == expected or len(found) == LIMIT


@given(st.builds(puzzle_of, st.integers(0, 2**32), st.integers(30, 60)), st.integers(0, 80), st.integers(1, 9))
def test_counts_are_right_for_a_wrong_clue(puzzle: bytes, cell: int, digit: int) -> None:
    changed = puzzle[:cell] + bytes((digit,)) + puzzle[cell + 1 :]
    assert shudu.count(changed, limit=LIMIT) == reference.count(changed, LIMIT)


@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_symmetries_form_a_group(first: int, second: int) -> None:
    a, b = shudu.Symmetry.random(Random(first)), shudu.Symmetry.random(Random(second))
    grid = bytes(range(1, 10)) * 9
    assert (a @ b).apply(grid) == a.apply(b.apply(grid))
    assert (a @ b).inverse() == b.inverse() @ a.inverse()
    assert a @ a.inverse() == shudu.Symmetry()
