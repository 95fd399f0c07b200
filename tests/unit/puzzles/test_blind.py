"""Digging without a test, as in the founding paper, and the study of how many holes are safe."""

import numpy as np
import pytest

import shudu
from shudu.core.geometry import cell_name
from shudu.puzzles.dig import study_holes


def test_blindly_dug_puzzles_have_the_clues_asked_for_and_often_several_solutions() -> None:
    batch = shudu.generate_many(200, 40, method="dig-blind", seed=5)
    assert set(batch.clues.tolist()) == {40} and {origin.how for origin in batch.origins} == {"dig-blind"}
    kept = batch.puzzles > 0
    assert np.array_equal(batch.puzzles[kept], batch.solutions[kept])
    counts = shudu.solve_many(batch.puzzles, limit=2).counts
    assert counts.min() == 1 and 0.5 < np.count_nonzero(counts == 2) / 200 < 0.85


def test_the_number_of_holes_is_random_if_it_is_not_given() -> None:
    clues = shudu.generate_many(400, method="dig-blind", seed=1).clues
    assert clues.min() < 22 and clues.max() > 75 and clues.min() >= 17
    assert 44 < clues.mean() < 53


def test_a_win_is_by_the_rules_so_any_solution_of_a_blind_puzzle_wins() -> None:
    puzzle = shudu.generate(30, method="dig-blind", seed=2)
    one, other = list(shudu.solutions(puzzle, limit=2))
    for solution in (one, other):
        game = shudu.Game(puzzle)
        for cell, digit in enumerate(solution.digits):
            if not puzzle.digits[cell]:
                game = game.play(f"{cell_name(cell)}={digit}")
        assert game.finished is not None


@pytest.mark.parametrize(
    "options", [{"difficulty": "easy"}, {"minimal": True}, {"unbiased": True}, {"level": "hard"}, {"pattern": "x" * 81}]
)
def test_what_needs_a_test_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(shudu.ShuduError):
        shudu.generate(method="dig-blind", **options)  # type: ignore[arg-type]


def test_the_share_of_ambiguous_puzzles_grows_with_the_holes() -> None:
    study = {each.clues: each.share for each in study_holes(400, seed=1)}
    assert list(study) == list(range(17, 81))
    assert all(study[clues] >= study[clues + 1] for clues in range(17, 80)), "a hole more never removes a solution"
    for clues, share in {60: 0.03, 50: 0.20, 40: 0.67, 32: 0.96}.items():
        assert abs(study[clues] - share) < 0.07
    assert study[26] > 0.99 and study[79] == 0


def test_the_study_agrees_with_counting_one_by_one() -> None:
    (found,) = study_holes(60, [45], grid="template", seed=9)
    batch = shudu.generate_many(60, 45, method="dig-blind", grid="template", seed=9)
    assert found.several == sum(shudu.count(puzzle, limit=2) == 2 for puzzle in batch)
