"""The kernel agrees with solvers that share no code with it: a SAT solver and the readable twin."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest
from pysat.solvers import Cadical153

import shudu
from shudu.core.geometry import HOUSES
from shudu.kernel import reference
from shudu.kernel.solve import as_digits


def clauses() -> list[list[int]]:
    """Return the rules as clauses; variable 9 · cell + digit is true if the cell holds the digit."""
    rules = [[9 * cell + digit for digit in range(1, 10)] for cell in range(81)]
    rules += [[-9 * cell - a, -9 * cell - b] for cell in range(81) for a, b in combinations(range(1, 10), 2)]
    for house in HOUSES:
        for digit in range(1, 10):
            rules += [[-9 * a - digit, -9 * b - digit] for a, b in combinations(house, 2)]
    return rules


@pytest.fixture(scope="module")
def sat() -> Iterator[Cadical153]:
    with Cadical153(bootstrap_with=clauses()) as solver:
        yield solver


def solve_by_sat(sat: Cadical153, line: str) -> str | None:
    givens = [9 * cell + int(digit) for cell, digit in enumerate(line) if digit in "123456789"]
    if not sat.solve(assumptions=givens):
        return None
    true = {number for number in sat.get_model() if number > 0}
    return "".join(str(digit) for cell in range(81) for digit in range(1, 10) if 9 * cell + digit in true)


def count_by_sat(line: str, limit: int) -> int:
    givens = [[9 * cell + int(digit)] for cell, digit in enumerate(line) if digit in "123456789"]
    with Cadical153(bootstrap_with=clauses() + givens) as solver:
        for found in range(limit):
            if not solver.solve():
                return found
            solver.add_clause([-number for number in solver.get_model() if number > 0])
    return limit


@pytest.mark.parametrize("name", ["easy", "minimal", "17_clue", "magictour_1465", "hardest_11plus", "hardest_1106"])
def test_sat_finds_the_same_solutions(name: str, shared: Path, sat: Cadical153) -> None:
    lines = [line[:81] for line in (shared / "puzzles" / f"{name}.txt").read_text().splitlines()]
    sample = Random(name).sample(lines, min(len(lines), 60 if "hardest" in name else 400))
    batch = shudu.solve_many(sample)
    for line, solution in zip(sample, batch.solutions, strict=True):
        assert solve_by_sat(sat, line) == "".join(map(str, solution))


def random_puzzle(random: Random) -> str:
    """Return a puzzle with some clues of a grid and up to two random ones; it has no, one or several solutions."""
    grid = shudu.Symmetry.random(random).apply(next(shudu.solutions("." * 81)).digits)
    kept = set(random.sample(range(81), random.randint(0, 40)))
    line = ["." if cell not in kept else str(digit) for cell, digit in enumerate(grid)]
    for cell in random.sample(range(81), random.randint(0, 2)):
        line[cell] = str(random.randint(1, 9))
    return "".join(line)


def test_sat_agrees_on_no_one_and_several_solutions(sat: Cadical153) -> None:
    random = Random(17)
    lines = [random_puzzle(random) for _ in range(1500)]
    batch = shudu.solve_many(lines, limit=2)
    seen = set()
    for line, count in zip(lines, batch.counts.tolist(), strict=True):
        assert (solve_by_sat(sat, line) is None) == (count == 0), line
        seen.add(count)
    assert seen == {0, 1, 2}


def test_counts_from_ten_to_thousands_agree() -> None:
    random = Random(5)
    checked = 0
    while checked < 12:
        line = random_puzzle(random)
        count = shudu.count(line, limit=1500)
        if not 10 <= count < 1500:
            continue
        checked += 1
        assert sum(1 for _ in islice(reference.solutions(shudu.Grid(line).digits), 1501)) == count, line
        if count <= 60:
            assert count_by_sat(line, 61) == count


def test_every_kind_of_puzzle_is_solved_in_time() -> None:
    """Solve the empty grid, puzzles with few clues, and thousands of random ones, all within the timeout of a test."""
    random = Random(8)
    few = ["." * 81, *(line_with(random, clues) for clues in range(1, 9) for _ in range(50))]
    noise = ["".join(random.choice("........123456789") for _ in range(81)) for _ in range(2000)]
    mixed = [random_puzzle(random) for _ in range(2000)]
    givens = as_digits([*few, *noise, *mixed])
    batch = shudu.solve_many(givens, limit=2)
    assert batch.counts[0] == 2
    kept = ((givens == 0) | (givens == batch.solutions)).all(axis=1)
    assert (kept == (batch.counts > 0)).all(), "a solution keeps the givens; without one the digits are zeros"


def line_with(random: Random, clues: int) -> str:
    line = ["."] * 81
    for cell in random.sample(range(81), clues):
        line[cell] = str(random.randint(1, 9))
    return "".join(line)
