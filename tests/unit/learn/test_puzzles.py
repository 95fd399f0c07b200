"""Puzzles for what a learner knows."""

import pytest

from shudu.core.errors import ShuduError
from shudu.core.grid import Grid
from shudu.kernel.solve import count
from shudu.learn.path import PATH, topic
from shudu.learn.puzzles import find_puzzle, load_needed
from shudu.logic.solver import solve_by_logic

SINGLES = ["full-house", "hidden-single", "naked-single"]
LEARNED = [each.id for each in PATH[: [each.id for each in PATH].index("x-wing") + 1]]


def test_beginners_get_singles() -> None:
    made = find_puzzle([], seed=1)
    assert solve_by_logic(made.puzzle, SINGLES).solved


@pytest.mark.parametrize("seed", [1, 2])
def test_puzzles_need_nothing_that_is_not_learned(seed: int) -> None:
    made = find_puzzle(LEARNED, seed=seed)
    assert count(made.puzzle) == 1
    assert solve_by_logic(made.puzzle, {*SINGLES, *(topic(id).technique for id in LEARNED)}).solved
    assert not solve_by_logic(made.puzzle, SINGLES).solved


def test_one_technique_more_is_needed() -> None:
    made = find_puzzle(LEARNED, more="skyscraper", seed=3)
    known = {*SINGLES, *(topic(id).technique for id in LEARNED)}
    assert made.technique == "skyscraper"
    assert not solve_by_logic(made.puzzle, known).solved
    assert solve_by_logic(made.puzzle, known | {"skyscraper"}).solved


def test_unknown_topics() -> None:
    with pytest.raises(ShuduError, match="nonsense"):
        find_puzzle(["nonsense"])


@pytest.mark.parametrize(
    "id",
    [
        "pointing",
        "hidden-triple",
        "naked-quad",
        "jellyfish",
        "xy-wing",
        "remote-pair",
        "als-xz",
        "forcing-chain-verity",
    ],
)
def test_there_is_a_puzzle_for_those_who_learned_no_more(id: str) -> None:
    """At each stop of the path there is a puzzle that the topics before it do not solve and that with it is solvable."""
    before = [each.id for each in PATH[: [each.id for each in PATH].index(id)]]
    known = {*SINGLES, *(topic(name).technique for name in before)}
    made = find_puzzle(before, more=id, seed=5)
    assert count(made.puzzle) == 1
    assert not solve_by_logic(made.puzzle, known).solved
    assert solve_by_logic(made.puzzle, {*known, id}).solved


def test_stored_puzzles_need_their_topic() -> None:
    assert {id: len(puzzles) for id, puzzles in load_needed().items()} == {
        "jellyfish": 12,
        "remote-pair": 12,
        "forcing-chain-verity": 12,
    }
    for id, puzzles in load_needed().items():
        known = {*SINGLES, *(each.technique for each in PATH[: PATH.index(topic(id))])}
        for puzzle in puzzles:
            assert count(Grid(puzzle)) == 1
            assert not solve_by_logic(Grid(puzzle), known).solved
            assert solve_by_logic(Grid(puzzle), {*known, id}).solved
