"""Stored graded puzzles: the list, and random images of its puzzles."""

from pathlib import Path

import numpy as np
import pytest

import shudu
from shudu.grids.graded_puzzles import graded_puzzles, read_graded_puzzles
from shudu.puzzles.by_difficulty import have_difficulty
from shudu.puzzles.difficulty import DIFFICULTIES, difficulty_of
from shudu.puzzles.rebuild_lists import write_graded_puzzles


def grade(puzzle: shudu.Puzzle) -> str | None:
    rating = shudu.rate(puzzle)
    return difficulty_of(len(puzzle.givens), rating.level, rating.hardest)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_images_keep_difficulty_and_uniqueness(difficulty: str) -> None:
    batch = shudu.generate_many(3, method="graded", difficulty=difficulty, seed=1)
    solved = shudu.solve_many(batch.puzzles)
    assert (solved.counts == 1).all() and (solved.solutions == batch.solutions).all()
    assert {(origin.how, origin.grade) for origin in batch.origins} == {("graded", difficulty)}
    assert {grade(puzzle) for puzzle in batch} == {difficulty}


def test_having_a_difficulty_is_what_the_ratings_say() -> None:
    """Among them are puzzles with too many clues for their level, and some whose score raises the level."""
    stored = np.stack([puzzle.digits for puzzle in graded_puzzles()[::25]])
    puzzles = np.concatenate(
        [stored, *(shudu.generate_many(40, clues=clues, seed=7).puzzles for clues in (24, 30, 38))]
    )
    ratings = shudu.rate_many(puzzles)
    rows = zip(
        np.count_nonzero(puzzles, axis=1).tolist(), ratings["level"].tolist(), ratings["hardest"].tolist(), strict=True
    )
    names = [difficulty_of(*row) for row in rows]
    assert None in names
    for difficulty in DIFFICULTIES:
        assert have_difficulty(puzzles, difficulty).tolist() == [name == difficulty for name in names]


def test_an_image_names_its_original() -> None:
    puzzle = shudu.generate(method="graded", seed=3)
    assert shudu.same_up_to_symmetry(puzzle, puzzle.origin.image_of or "")


def test_the_list_is_long_unique_and_essentially_different() -> None:
    assert all(len(graded_puzzles(difficulty)) >= 40 for difficulty in DIFFICULTIES)
    lines = [puzzle.line for puzzle in graded_puzzles()]
    assert (shudu.solve_many(lines).counts == 1).all()
    assert len({shudu.canonical(line) for line in lines}) == len(lines)


def test_grades_are_what_the_puzzles_demand() -> None:
    for puzzle in graded_puzzles()[::40]:
        rating = shudu.rate(puzzle.line)
        assert (81 - puzzle.line.count("."), rating.level, rating.hardest) == (
            puzzle.clues,
            puzzle.level,
            puzzle.hardest,
        )
    for puzzle in graded_puzzles():
        assert (difficulty_of(puzzle.clues, puzzle.level, puzzle.hardest) or "-") == puzzle.difficulty


def test_there_are_puzzles_for_most_techniques() -> None:
    assert len({puzzle.hardest for puzzle in graded_puzzles()}) >= 40


def test_unknown_difficulties_are_rejected() -> None:
    with pytest.raises(shudu.ImpossibleRequest, match="use one of easy, medium, hard, expert, extreme"):
        graded_puzzles("nightmare")


def test_a_short_list_is_made(tmp_path: Path) -> None:
    file = tmp_path / "graded.tsv"
    assert write_graded_puzzles(file, per_difficulty=2, most_candidates=3) == len(read_graded_puzzles(file)) > 5


@pytest.mark.soak
def test_the_whole_list_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "graded.tsv"
    write_graded_puzzles(file)
    assert read_graded_puzzles(file) == graded_puzzles()
