"""Every search algorithm agrees with the kernel on solutions and counts, for puzzles of every set."""

from pathlib import Path
from random import Random

import pytest

import shudu
from shudu.core.geometry import PEERS
from shudu.search.run import ALGORITHMS, trace

SETS = ("easy", "minimal", "17_clue", "magictour_1465", "hardest_1106", "hardest_11plus", "many_solutions")
FINISH_ALL = ("mrv+propagate", "norvig", "exact-cover", "sat", "kernel")
MAY_STOP = ("rows", "random")
PLAIN = ("rows", "random")


def sample(folder: Path, name: str, number: int, seed: int) -> list[str]:
    lines = (folder / "puzzles" / f"{name}.txt").read_text().split()
    return Random(seed).sample(lines, min(number, len(lines)))


def without_solution(puzzle: str, random: Random) -> str | None:
    """Return the puzzle with one given changed so that it has no conflict and no solution, or None if that is impossible."""
    cells = [cell for cell in range(81) if puzzle[cell] != "."]
    for cell in random.sample(cells, len(cells)):
        for digit in random.sample("123456789", 9):
            changed = puzzle[:cell] + digit + puzzle[cell + 1 :]
            if all(changed[peer] != digit for peer in PEERS[cell]) and not shudu.count(changed, limit=1):
                return changed
    return None


def check_run(puzzle: str, by: str, events: int | None) -> bool:
    """Check a run against the kernel and return whether it finished."""
    run = trace(puzzle, by, limit=2, events=events)
    expected = shudu.count(puzzle, limit=2)
    found = {grid.line for grid in run.solutions}
    assert all(grid.is_solved() for grid in run.solutions), puzzle
    if expected == 1:
        assert found <= {shudu.solve(puzzle).line}, puzzle
    if run.reason in ("solutions", "exhausted"):
        assert len(found) == len(run.solutions) == expected, (puzzle, by)
        return True
    assert len(found) <= expected
    return False


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("by", FINISH_ALL)
def test_complete_algorithms_on_a_few_of_each_set(shared: Path, name: str, by: str) -> None:
    if not ALGORITHMS[by].is_available:
        pytest.skip(f"{by} is not installed")
    for puzzle in sample(shared, name, 4, seed=11):
        assert check_run(puzzle, by, events=None), puzzle


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("by", ["mrv", *MAY_STOP])
def test_algorithms_that_may_stop_early_are_never_wrong(shared: Path, name: str, by: str) -> None:
    for puzzle in sample(shared, name, 3, seed=12):
        check_run(puzzle, by, events=10_000)


def anneal_solves(puzzle: str, events: int) -> bool:
    """Check what annealing finds against the kernel and return whether it finds a solution."""
    run = trace(puzzle, "anneal", limit=1, events=events)
    for grid in run.solutions:
        assert grid.is_solved() and all(
            given in (0, digit) for given, digit in zip(shudu.Puzzle(puzzle), grid, strict=True)
        )
    assert bool(run.solutions) == (run.reason == "solutions")
    return bool(run.solutions)


@pytest.mark.parametrize("name", ["easy", "many_solutions"])
def test_anneal_solves_easy_puzzles(shared: Path, name: str) -> None:
    for puzzle in sample(shared, name, 3, seed=12):
        assert anneal_solves(puzzle, events=100_000), puzzle


@pytest.mark.parametrize("by", [*FINISH_ALL, "mrv"])
def test_puzzles_without_solution(shared: Path, by: str) -> None:
    if not ALGORITHMS[by].is_available:
        pytest.skip(f"{by} is not installed")
    random = Random(13)
    changed = [without_solution(puzzle, random) for puzzle in sample(shared, "minimal", 8, seed=13)]
    assert any(changed)
    for puzzle in filter(None, changed):
        assert check_run(puzzle, by, events=None), puzzle


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("by", FINISH_ALL)
def test_a_thousand_of_each_set(shared: Path, name: str, by: str) -> None:
    for puzzle in sample(shared, name, 1000, seed=21):
        assert check_run(puzzle, by, events=None), puzzle


@pytest.mark.soak
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("name", SETS)
def test_mrv_finishes_95_of_100_within_its_default_limit(shared: Path, name: str) -> None:
    puzzles = sample(shared, name, 1000, seed=22)
    finished = 0
    for puzzle in puzzles:
        run = trace(puzzle, "mrv")
        assert all(grid.line == shudu.solve(puzzle).line for grid in run.solutions if name != "many_solutions")
        finished += run.reason == "solutions"
    print(f"mrv finishes {finished} of {len(puzzles)} of {name}")
    assert finished >= 0.95 * len(puzzles)


@pytest.mark.soak
@pytest.mark.timeout(14400)
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("by", PLAIN)
def test_plain_algorithms_report_how_many_they_finish(shared: Path, name: str, by: str) -> None:
    puzzles = sample(shared, name, 1000, seed=23)
    finished = sum(check_run(puzzle, by, events=20_000) for puzzle in puzzles)
    print(f"{by} finishes {finished} of {len(puzzles)} of {name} within 20,000 events")


@pytest.mark.soak
@pytest.mark.timeout(14400)
@pytest.mark.parametrize(
    ("name", "share"), [("easy", 0.9), ("many_solutions", 0.9), ("minimal", 0.5), ("17_clue", 0.0)]
)
def test_anneal_solves_most_puzzles_that_are_not_hard(shared: Path, name: str, share: float) -> None:
    puzzles = sample(shared, name, 20, seed=25)
    solved = sum(anneal_solves(puzzle, events=1_000_000) for puzzle in puzzles)
    print(f"anneal solves {solved} of {len(puzzles)} of {name}")
    assert solved >= share * len(puzzles)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("by", FINISH_ALL)
def test_hundreds_without_solution(shared: Path, by: str) -> None:
    random = Random(24)
    for name in SETS[:6]:
        changed = [without_solution(puzzle, random) for puzzle in sample(shared, name, 100, seed=24)]
        assert any(changed), name
        for puzzle in filter(None, changed):
            assert check_run(puzzle, by, events=None), puzzle
