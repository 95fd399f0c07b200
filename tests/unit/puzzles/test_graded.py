"""Stored graded puzzles: the list, and random images of its puzzles."""

from pathlib import Path

import pytest

import shudu
from shudu.grids.graded_puzzles import graded_puzzles, read_graded_puzzles
from shudu.puzzles.difficulty import DIFFICULTIES, GENERATED_BANDS
from shudu.puzzles.rebuild_lists import write_graded_puzzles


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_images_keep_difficulty_and_uniqueness(difficulty: str) -> None:
    batch = shudu.generate_many(200, method="graded", difficulty=difficulty, seed=1)
    solved = shudu.solve_many(batch.puzzles)
    assert (solved.counts == 1).all() and (solved.solutions == batch.solutions).all()
    assert {(origin.how, origin.grade) for origin in batch.origins} == {("graded", difficulty)}
    assert set(batch.clues.tolist()) <= set(GENERATED_BANDS[difficulty])


def test_an_image_names_its_original() -> None:
    puzzle = shudu.generate(method="graded", seed=3)
    assert shudu.same_up_to_symmetry(puzzle, puzzle.origin.image_of or "")


def test_the_list_is_long_unique_and_essentially_different() -> None:
    assert all(len(graded_puzzles(difficulty)) >= 100 for difficulty in DIFFICULTIES)
    lines = [puzzle.line for puzzle in graded_puzzles()]
    assert (shudu.solve_many(lines).counts == 1).all()
    assert len({shudu.canonical(line) for line in lines}) == len(lines)
    for puzzle in graded_puzzles():
        assert 81 - puzzle.line.count(".") == puzzle.clues
        assert puzzle.clues in GENERATED_BANDS[puzzle.grade]


def test_unknown_grades_are_rejected() -> None:
    with pytest.raises(shudu.ImpossibleRequest, match="grades are easy, medium, hard"):
        graded_puzzles("nightmare")


def test_a_short_list_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "graded.tsv"
    assert write_graded_puzzles(file, per_grade=5) == 15
    assert read_graded_puzzles(file) == tuple(puzzle for puzzle in graded_puzzles() if puzzle.number < 5)


@pytest.mark.soak
def test_the_whole_list_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "graded.tsv"
    write_graded_puzzles(file)
    assert read_graded_puzzles(file) == graded_puzzles()
