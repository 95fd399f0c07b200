"""Generated puzzles do not depend on the instruction set, and an independent solver agrees that they are unique."""

import os
import subprocess
import sys

import pytest

import shudu
from shudu.grids import METHOD_IDS
from shudu.kernel.load import supported_instruction_sets
from shudu.puzzles import SYMMETRIES
from shudu.puzzles.clues import orbits_of
from shudu.puzzles.difficulty import DIFFICULTIES

SCRIPT = """
import hashlib, shudu
parts = [shudu.generate_many(64, c, seed=1, threads=1).puzzles for c in (17, 20, 24, 30)]
parts.append(shudu.generate_many(64, minimal=True, seed=1, threads=1).puzzles)
parts.append(shudu.generate_many(1, unbiased=True, seed=1, threads=1).puzzles)
print(hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest())
"""


def test_all_instruction_sets_make_the_same_puzzles() -> None:
    digests = set()
    for level in supported_instruction_sets():
        environment = {**os.environ, "SHUDU_KERNEL": level}
        digests.add(subprocess.check_output([sys.executable, "-c", SCRIPT], env=environment, text=True))
    assert len(digests) == 1


def test_an_independent_solver_agrees() -> None:
    _compare_with_sat([17, 20, 24, 30], 12)


@pytest.mark.soak
@pytest.mark.parametrize("clues", [*range(17, 81)])
def test_ten_thousand_puzzles_of_each_clue_count(clues: int) -> None:
    many = 100 if 19 <= clues <= 21 else 10_000
    batch = shudu.generate_many(many, clues, seed=1)
    solved = shudu.solve_many(batch.puzzles)
    assert (solved.counts == 1).all()
    assert (solved.solutions == batch.solutions).all()
    assert (batch.clues == clues).all()


@pytest.mark.soak
@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_ten_thousand_puzzles_of_each_symmetry(symmetry: str) -> None:
    batch = shudu.generate_many(10_000, 32, symmetry=symmetry, seed=1)
    clues = batch.puzzles > 0
    assert (shudu.solve_many(batch.puzzles).counts == 1).all()
    assert (clues == clues[:, orbits_of(symmetry)]).all()


@pytest.mark.soak
@pytest.mark.parametrize("grid", [method for method in METHOD_IDS if method != "uniform"])
def test_ten_thousand_puzzles_from_grids_of_each_method(grid: str) -> None:
    batch = shudu.generate_many(10_000, 30, grid=grid, seed=1)
    solved = shudu.solve_many(batch.puzzles)
    assert (solved.counts == 1).all() and (solved.solutions == batch.solutions).all() and (batch.clues == 30).all()


@pytest.mark.soak
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_ten_thousand_images_of_graded_puzzles(difficulty: str) -> None:
    batch = shudu.generate_many(10_000, method="graded", difficulty=difficulty, seed=1)
    solved = shudu.solve_many(batch.puzzles)
    assert (solved.counts == 1).all() and (solved.solutions == batch.solutions).all()
    assert {origin.grade for origin in batch.origins} == {difficulty}


@pytest.mark.soak
def test_an_independent_solver_agrees_on_ten_thousand() -> None:
    _compare_with_sat([*range(17, 81, 3)], 480)


def _compare_with_sat(clue_counts: list[int], n: int) -> None:
    pytest.importorskip("pysat")
    for clues in clue_counts:
        for puzzle in shudu.generate_many(n, clues, seed=2):
            trace = shudu.trace(puzzle, by="sat", limit=2)
            assert [grid.digits for grid in trace.solutions] == [puzzle.solution.digits]
            assert trace.reason == "exhausted"
