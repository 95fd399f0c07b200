"""Paths found by the kernel: the same, step by step, as those found by the readable finders."""

import pickle
from itertools import islice
from pathlib import Path as File

import numpy as np
import pytest

from shudu.core.errors import ManySolutions
from shudu.core.grid import Grid
from shudu.kernel.logic import SEARCHES
from shudu.logic.path import Path, Plan, follow_plan, follow_plans, make_plan
from shudu.logic.rating.by_path import HODOKU, RatedRow
from shudu.logic.rating.rate import rate, rate_many
from shudu.logic.registry import select_techniques, technique, techniques
from shudu.logic.solver import follow_by_finders, solve_by_logic
from shudu.puzzles.api import generate_many
from shudu.puzzles.stored import needed_puzzles, rated_puzzles

HARD = [each.line for each in rated_puzzles() if each.level == "extreme"][5::30]


def assert_same_paths(grid: Grid, plan: Plan) -> None:
    fast, slow = follow_plan(grid, plan), follow_by_finders(grid, plan.searches)
    assert fast.techniques == slow.techniques, grid
    assert fast.steps == slow.steps, grid
    assert fast == slow


@pytest.mark.parametrize("level", HODOKU.levels)
def test_kernel_and_finders_take_the_same_steps(level: str) -> None:
    for puzzle in islice((each for each in rated_puzzles() if each.level == level), 0, None, 10):
        assert_same_paths(Grid(puzzle.line), HODOKU.plan())


@pytest.mark.parametrize("line", HARD)
def test_searches_of_the_kernel_and_of_python_alternate(line: str) -> None:
    assert_same_paths(Grid(line), make_plan(select_techniques(None)))


@pytest.mark.parametrize("id", ["als-chain", "als-xy-wing", "x-chain", "sashimi-swordfish", "avoidable-rectangle-1"])
def test_rare_techniques_conclude_the_same(id: str) -> None:
    for line in needed_puzzles()[id][:3]:
        assert_same_paths(Grid(line), HODOKU.plan())


def test_any_choice_of_techniques_gives_the_same_path() -> None:
    for puzzle in generate_many(6, minimal=True, seed=8).puzzles:
        for n in (2, 3):
            chosen = [known for i, known in enumerate(select_techniques(None)) if i % n or known.family == "singles"]
            assert_same_paths(Grid(puzzle.tobytes()), make_plan(chosen))


def test_a_path_starts_from_removed_candidates_and_written_digits() -> None:
    for puzzle in rated_puzzles()[::60]:
        grids = list(solve_by_logic(puzzle.line).grids())
        assert_same_paths(grids[len(grids) // 3], HODOKU.plan())


def test_the_kernel_has_every_search_of_a_plan_or_asks() -> None:
    plan = HODOKU.plan()
    assert all(id in {known.id for known in techniques()} for ids in SEARCHES for id in ids)
    asked = [plan.ids[n][0] for n, number in enumerate(plan.code[::2]) if not number]
    assert asked == ["forcing-chain-verity", "forcing-net-verity", "brute-force"]


def test_options_the_kernel_does_not_know_are_left_to_python() -> None:
    narrow = technique("x-wing").configure({"digits": (1, 2)})
    assert make_plan([narrow]).code == bytes(2)


def test_paths_compare_and_pickle() -> None:
    path = solve_by_logic(HARD[0])
    assert pickle.loads(pickle.dumps(path)) == path == solve_by_logic(HARD[0])
    assert path != solve_by_logic(HARD[1]) and hash(path) == hash(solve_by_logic(HARD[0]))
    assert len(path.steps) == len(path.techniques)
    assert Path(path.start, iter(path.steps), path.end).techniques == path.techniques


def test_many_puzzles_are_rated_like_one() -> None:
    rows = generate_many(40, minimal=True, seed=5).puzzles
    many = rate_many(rows, threads=2)
    one = [rate(Grid(row.tobytes())) for row in rows]
    for column in HODOKU.columns:
        assert many[column].tolist() == [getattr(rating, column) for rating in one], column
    for row, rating in zip(HODOKU.rate_rows(rows, threads=2), one, strict=True):
        assert isinstance(row, RatedRow)
        assert (row.counts, row.describe("zh")) == (rating.counts, rating.describe("zh"))


def test_puzzles_without_a_rating_are_listed() -> None:
    full = solve_by_logic(HARD[0]).end.line
    seen: list[int] = []
    ratings = rate_many([full, "1" + "." * 80, HARD[0]], progress=seen.append)
    assert ratings["steps"].tolist()[2] > 0 and sum(seen) == 3
    assert ratings.problems[0].code == "logic.already-solved" and isinstance(ratings.problems[1], ManySolutions)


def test_no_puzzles_have_no_paths() -> None:
    assert len(follow_plans(np.empty((0, 81), np.uint8), HODOKU.plan())) == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_thousand_paths_are_the_same(root: File) -> None:
    """Generated puzzles, most of them up to unfair, and the hardest known ones."""
    plan = HODOKU.plan()
    for puzzle in generate_many(9_500, minimal=True, seed=77).puzzles:
        assert_same_paths(Grid(puzzle.tobytes()), plan)
    folder = root.parent / "shared/data/puzzles"
    if not folder.exists():
        pytest.skip("needs the shared data for the hardest puzzles")
    for name, step in (("magictour_1465.txt", 5), ("hardest_1106.txt", 3), ("17_clue.txt", 500)):
        for line in (folder / name).read_text().split()[::step]:
            assert_same_paths(Grid(line), plan)
