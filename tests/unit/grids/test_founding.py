"""The methods of the founding documents, written again from their descriptions, under the same random choices."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from shudu.core.randomness import derive_seed
from shudu.grids.full_grids import trace_making
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.puzzles.traces import trace_graded

Writes = list[tuple[int, int]]
MODEL = "ABCDEFGHI DEFGHIABC GHIABCDEF BCDEFGHIA EFGHIABCD HIABCDEFG CDEFGHIAB FGHIABCDE IABCDEFGH".replace(" ", "")


def box(cell: int) -> tuple[int, int]:
    return cell // 27, cell % 9 // 3


def permutation(random: Random) -> list[int]:
    return random.sample(range(1, 10), 9)


def template(random: Random) -> Writes:
    temp = permutation(random)
    return [(cell, temp[n]) for n in range(9) for cell in range(81) if MODEL[cell] == "ABCDEFGHI"[n]]


def backtrack(random: Random) -> Writes:
    """Look only above, to the left, and at the filled cells of the box; strike what was taken."""
    grid = [*permutation(random), *[0] * 72]
    writes = list(enumerate(grid[:9]))
    sets: dict[int, list[int]] = {}
    cell = 9
    while cell < 81:
        if cell not in sets:
            row, column = divmod(cell, 9)
            above = {grid[9 * r + column] for r in range(row)}
            left = set(grid[9 * row : cell])
            in_box = {grid[other] for other in range(cell) if box(other) == box(cell)}
            sets[cell] = [digit for digit in range(1, 10) if digit not in above | left | in_box]
        may = sets[cell]
        if not may:
            del sets[cell]
            cell -= 1
            continue
        grid[cell] = may.pop(random.randrange(len(may)))
        writes.append((cell, grid[cell]))
        cell += 1
    return writes


def search(random: Random) -> Writes:
    grid = [*permutation(random), *[0] * 72]
    writes = list(enumerate(grid[:9]))

    def fill(cell: int) -> bool:
        if cell == 81:
            return True
        for digit in range(1, 10):
            if any(
                grid[other] == digit and (other // 9 == cell // 9 or other % 9 == cell % 9 or box(other) == box(cell))
                for other in range(81)
            ):
                continue
            grid[cell] = digit
            writes.append((cell, digit))
            if fill(cell + 1):
                return True
            grid[cell] = 0
        return False

    assert fill(9)
    return writes


def digits(random: Random) -> Writes:
    writes: Writes = []
    while True:
        grid = [0] * 81
        if all(any(place_everywhere(grid, digit, random, writes) for _ in range(100)) for digit in range(1, 10)):
            return writes


def place_everywhere(grid: list[int], digit: int, random: Random, writes: Writes) -> bool:
    placed: list[int] = []
    for row in range(9):
        index_in_list = [
            9 * row + column
            for column in range(9)
            if not grid[9 * row + column]
            and column not in {other % 9 for other in placed}
            and box(9 * row + column) not in map(box, placed)
        ]
        if not index_in_list:
            for cell in placed:
                grid[cell] = 0
            return False
        cell = index_in_list[random.randrange(len(index_in_list))]
        grid[cell] = digit
        placed.append(cell)
        writes.append((cell, digit))
    return True


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("method", [template, backtrack, search, digits])
def test_the_same_digits_are_written_in_the_same_order(method: Callable[[Random], Writes], seed: int) -> None:
    name = method.__name__
    writes = method(Random(derive_seed(seed, name, 0)))
    trace = trace_making(name, seed)
    assert [(event.cell, event.digit) for event in trace if event.kind in ("place", "guess")] == writes
    assert trace.stats.iterations == len(writes)
    assert trace.solutions[0].digits == bytes(dict(writes)[cell] for cell in range(81))


@pytest.mark.parametrize("seed", range(20))
def test_a_graded_puzzle_is_turned_renumbered_and_shuffled(seed: int) -> None:
    random = Random(derive_seed(seed, "graded-puzzle"))
    stored = graded_puzzles("hard")[random.randrange(len(graded_puzzles("hard")))]
    grid = [int(character.replace(".", "0")) for character in stored.line]
    for _ in range(random.randrange(4)):
        grid = [grid[9 * (8 - column) + row] for row in range(9) for column in range(9)]
    names = [0, *permutation(random)]
    rows = [row for first in (0, 3, 6) for row in random.sample(range(first, first + 3), 3)]
    columns = [column for first in (0, 3, 6) for column in random.sample(range(first, first + 3), 3)]
    image = bytes(names[grid[9 * row + column]] for row in rows for column in columns)
    trace = trace_graded("hard", seed=seed)
    assert trace.seek(len(trace)).digits == image
