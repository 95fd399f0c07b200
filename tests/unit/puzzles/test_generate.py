"""Generation by clues, difficulty, symmetry and pattern."""

from typing import get_args

import numpy as np
import pytest

import shudu
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.logic.registry import Level
from shudu.puzzles import SYMMETRIES
from shudu.puzzles.clues import orbits_of
from shudu.puzzles.difficulty import BANDS, DIFFICULTIES, LEVELS, Difficulty, difficulty_of, parse_difficulty
from shudu.puzzles.dig import are_minimal
from shudu.puzzles.result import PuzzleBatch
from shudu.puzzles.spec import PuzzleSpec

CHECKERBOARD = ("x." * 41)[:81]


def check_solutions(batch: PuzzleBatch) -> PuzzleBatch:
    """Check that every puzzle has one solution, the one it comes with."""
    solved = shudu.solve_many(batch.puzzles)
    assert (solved.counts == 1).all()
    assert (solved.solutions == batch.solutions).all()
    return batch


@pytest.mark.parametrize("clues", [80, 79, 60, 45, 33, 30, 27, 26, 25, 24, 23, 22])
def test_dig_to_a_clue_count(clues: int) -> None:
    batch = check_solutions(shudu.generate_many(40, clues, seed=clues))
    assert (batch.clues == clues).all()
    assert len({puzzle.tobytes() for puzzle in batch.puzzles}) == 40
    assert {origin.how for origin in batch.origins} == {"dig"}


@pytest.mark.parametrize("clues", [19, 20, 21])
def test_search_for_a_clue_count(clues: int) -> None:
    batch = check_solutions(shudu.generate_many(4, clues, seed=1))
    assert (batch.clues == clues).all()
    assert {origin.how for origin in batch.origins} == {"search"}


@pytest.mark.parametrize("clues", [17, 18])
def test_17_and_18_clues_are_images_of_stored_puzzles(clues: int) -> None:
    batch = check_solutions(shudu.generate_many(200, clues, seed=1))
    assert (batch.clues == clues).all()
    assert len({puzzle.tobytes() for puzzle in batch.puzzles}) == 200
    assert len({origin.image_of for origin in batch.origins}) > 5
    for puzzle in batch[:5]:
        assert puzzle.origin.how == "stored"
        assert shudu.same_up_to_symmetry(puzzle, puzzle.origin.image_of or "")


def test_minimal() -> None:
    batch = check_solutions(shudu.generate_many(300, minimal=True, seed=1))
    assert are_minimal(batch.puzzles).all()
    assert 24.0 < batch.clues.mean() < 24.8, "digging leaves 24.38 clues on average"
    assert not are_minimal(shudu.generate_many(5, 40, seed=1).puzzles).any()


def test_stored_puzzles_are_minimal() -> None:
    for clues in (17, 18):
        assert are_minimal(shudu.generate_many(500, clues, minimal=True, seed=1).puzzles).all()


def test_minimal_with_a_clue_count_and_with_symmetry() -> None:
    assert are_minimal(shudu.generate_many(20, 25, minimal=True, seed=1).puzzles).all()
    batch = shudu.generate_many(3, minimal=True, symmetry="rotate180", seed=1)
    assert are_minimal(batch.puzzles).all()
    assert is_symmetric(batch, "rotate180")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetry(symmetry: str) -> None:
    batch = check_solutions(shudu.generate_many(30, 32, symmetry=symmetry, seed=1))
    assert (batch.clues == 32).all()
    assert is_symmetric(batch, symmetry)


def is_symmetric(batch: PuzzleBatch, symmetry: str) -> bool:
    clues, orbits = batch.puzzles > 0, orbits_of(symmetry)
    return bool((clues == clues[:, orbits]).all())


def test_orbit_sizes_of_each_symmetry() -> None:
    sizes = {name: sorted(np.unique(np.unique(orbits_of(name), return_counts=True)[1]).tolist()) for name in SYMMETRIES}
    assert sizes == {
        "none": [1],
        "rotate180": [1, 2],
        "rotate90": [1, 4],
        "horizontal": [1, 2],
        "vertical": [1, 2],
        "diagonal": [1, 2],
        "antidiagonal": [1, 2],
        "both": [1, 2, 4],
    }


@pytest.mark.parametrize(("difficulty", "n"), [("easy", 40), ("medium", 8), ("hard", 8), ("expert", 3)])
def test_a_difficulty_is_right_in_every_sense(difficulty: str, n: int) -> None:
    batch = check_solutions(shudu.generate_many(n, difficulty=difficulty, seed=1))
    assert {origin.seed for origin in batch.origins} == {1}
    for puzzle in batch:
        rating = shudu.rate(puzzle)
        assert len(puzzle.givens) in BANDS[difficulty]
        assert rating.level == shudu.technique(rating.hardest).level == {"expert": "unfair"}.get(difficulty, difficulty)
    assert shudu.generate(difficulty=difficulty, seed=1) == batch[0]


@pytest.mark.soak
def test_extreme_puzzles_are_found_by_digging() -> None:
    puzzle = shudu.generate(difficulty="extreme", seed=1)
    assert shudu.rate(puzzle).level == shudu.technique(shudu.rate(puzzle).hardest).level == "extreme"


def test_easy_puzzles_have_up_to_55_clues_and_hard_ones_as_few_as_17() -> None:
    assert {38, 55} <= set(shudu.generate_many(300, difficulty="easy", seed=2).clues.tolist())
    few = {puzzle.clues for name in ("hard", "expert", "extreme") for puzzle in graded_puzzles(name)}
    assert {17, 18, 19, 20, 21} <= few


def test_the_names_of_difficulties() -> None:
    assert parse_difficulty("Unfair") == parse_difficulty("expert") == "expert"
    assert PuzzleSpec(difficulty="UNFAIR") == PuzzleSpec(difficulty="expert")


@pytest.mark.parametrize(
    ("clues", "level", "hardest", "difficulty"),
    [
        (38, "easy", "hidden-single", "easy"),
        (37, "easy", "hidden-single", None),
        (56, "easy", "naked-single", None),
        (28, "medium", "naked-pair", "medium"),
        (27, "medium", "naked-pair", None),
        (27, "hard", "x-wing", "hard"),
        (28, "hard", "x-wing", None),
        (17, "unfair", "xy-chain", "expert"),
        (25, "extreme", "forcing-chain-verity", "extreme"),
        (25, "extreme", "xy-chain", None),  # the level is high only because the steps are many
        (25, "incomplete", "", None),
    ],
)
def test_clues_technique_and_level_must_agree(clues: int, level: str, hardest: str, difficulty: str | None) -> None:
    assert difficulty_of(clues, level, hardest) == difficulty


def test_a_range_of_clue_counts() -> None:
    batch = check_solutions(shudu.generate_many(80, clues="28-37", seed=1))
    assert set(batch.clues.tolist()) == set(range(28, 38))
    assert PuzzleSpec(clues="30") == PuzzleSpec(clues=" 30-30 ") == PuzzleSpec(clues=30)
    assert set(shudu.generate_many(20, clues="28-31", symmetry="rotate90", seed=1).clues.tolist()) == {28, 29}


def test_the_bands_are_those_of_the_paper() -> None:
    assert [(band[0], band[-1]) for band in BANDS.values()] == [(38, 55), (28, 37), (17, 27), (17, 27), (17, 27)]


def test_the_lists_of_names_are_those_of_the_types() -> None:
    assert get_args(Difficulty) == DIFFICULTIES == tuple(BANDS)
    assert get_args(Level) == LEVELS


def test_medium_is_the_default() -> None:
    assert shudu.generate(seed=1) == shudu.generate(difficulty="medium", seed=1)


def test_a_pattern_is_filled_exactly() -> None:
    puzzle = shudu.generate(pattern=CHECKERBOARD, seed=1)
    assert puzzle.givens == shudu.CellSet(cell for cell, mark in enumerate(CHECKERBOARD) if mark == "x")
    assert shudu.count(puzzle, limit=2) == 1
    assert puzzle.origin.how == "pattern"
    assert shudu.generate(pattern=puzzle.givens, seed=1) == puzzle


def test_unbiased_puzzles_are_minimal_and_weighted() -> None:
    puzzle = shudu.generate(unbiased=True, seed=1)
    assert are_minimal(np.frombuffer(puzzle.digits, np.uint8).reshape(1, 81)).all()
    assert puzzle.origin.weight is not None and puzzle.origin.weight > 0


def test_threads_do_not_change_the_result() -> None:
    for options in ({"clues": 24}, {"clues": "22-27"}, {"clues": 20}, {"clues": 17}, {"minimal": True}):
        one = shudu.generate_many(30, seed=5, threads=1, **options)
        three = shudu.generate_many(30, seed=5, threads=3, **options)
        assert (one.puzzles == three.puzzles).all(), options
        assert shudu.generate(seed=5, **options).digits == one.puzzles[0].tobytes(), options


def test_a_stream_has_the_puzzles_of_the_batch() -> None:
    parts = list(shudu.generate_stream(500, clues=35, seed=2))
    assert (
        np.concatenate([part.puzzles for part in parts]).tolist()
        == shudu.generate_many(500, 35, seed=2).puzzles.tolist()
    )
    endless = shudu.generate_stream(clues=35, seed=2)
    assert sum(len(next(endless)) for _ in range(3)) > 0


def test_no_puzzles() -> None:
    assert len(shudu.generate_many(0, 30)) == 0
    assert list(shudu.generate_stream(0, 30)) == []


def test_grids_of_other_methods_can_be_dug() -> None:
    puzzle = shudu.generate(clues=30, grid="template", seed=1)
    assert shudu.canonical(puzzle.solution) == shudu.canonical(shudu.full_grid("template", seed=2))


@pytest.mark.soak
def test_unbiased_puzzles_have_the_published_clue_counts() -> None:
    batch = check_solutions(shudu.generate_many(300, unbiased=True, seed=1))
    assert are_minimal(batch.puzzles).all()
    assert abs(batch.clues.mean() - 25.67) < 0.3, "under controlled bias, before weighting"
    weights = np.array([origin.weight for origin in batch.origins])
    assert abs((batch.clues * weights).sum() / weights.sum() - 26.578) < 0.5
