"""Scores, environments and leaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from click.testing import CliRunner, Result
from gymnasium.utils.env_checker import check_env

import shudu
from shudu import ml
from shudu.cli import group

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = shudu.solve(LINE).line


def test_only_a_solution_that_keeps_the_givens_is_right() -> None:
    other = shudu.full_grid(seed=1)
    assert ml.verify(LINE, SOLUTION) and ml.verify(LINE, np.asarray(shudu.solve(LINE)))
    for wrong in (other, LINE, "nonsense", SOLUTION[:80], SOLUTION[:79] + "97", ""):
        assert not ml.verify(LINE, wrong)
    assert ml.verify("." * 81, other), "any solution of a puzzle with several is right"
    with pytest.raises(shudu.MalformedGrid):
        ml.verify("nonsense", SOLUTION)


def test_the_reward_does_not_depend_on_the_solution() -> None:
    blank = LINE.index(".")
    right, wrong = (LINE[:blank] + digit + LINE[blank + 1 :] for digit in ("4", "2"))
    assert shudu.count(wrong) == 0 and ml.reward(LINE, right) == ml.reward(LINE, wrong)
    assert ml.reward(LINE, SOLUTION) == 1.0 and ml.reward(LINE, shudu.full_grid(seed=1)) == 0.0
    one_row = SOLUTION[:9] + LINE[9:]
    assert ml.reward(LINE, one_row) == pytest.approx(1 / 27)


def test_the_environment_follows_the_interface_of_gymnasium() -> None:
    check_env(ml.SudokuEnv([LINE]), skip_render_check=True)


def test_a_game_is_won_by_the_solution_and_illegal_moves_cost() -> None:
    env = ml.SudokuEnv([LINE])
    observation, info = env.reset(seed=1)
    assert np.array_equal(observation, np.asarray(shudu.Puzzle(LINE)))
    legal = {9 * cell + digit - 1 for cell in shudu.Grid(LINE).empty for digit in shudu.Grid(LINE).candidates(cell)}
    assert set(np.flatnonzero(info["action_mask"]).tolist()) == legal
    after, reward, *_ = env.step(0)
    assert reward < 0 and np.array_equal(after, observation)
    for cell in shudu.Grid(LINE).empty:
        after, reward, solved, truncated, _ = env.step(9 * cell + int(SOLUTION[cell]) - 1)
    assert (reward, solved, truncated) == (1.0, True, False)
    assert ml.verify(LINE, after)


def test_many_games_are_the_same_as_single_ones() -> None:
    puzzles = shudu.generate_many(5, 30, seed=1).puzzles
    many = ml.SudokuVectorEnv(7, puzzles, max_steps=40)
    assert isinstance(many, gymnasium.vector.VectorEnv)
    observations, _ = many.reset(seed=3)
    singles = [ml.SudokuEnv([each.reshape(81)], max_steps=40) for each in observations]
    for single in singles:
        single.reset()
    random = np.random.default_rng(1)
    for _ in range(40):
        actions = random.integers(729, size=7)
        observations, rewards, solved, truncated, _ = many.step(actions)
        for number, single in enumerate(singles):
            step = single.step(int(actions[number]))
            assert np.array_equal(step[0], observations[number])
            assert step[1:4] == (rewards[number], solved[number], truncated[number])
    assert truncated.all()
    observations, rewards, _, truncated, _ = many.step(actions)
    assert not truncated.any() and not rewards.any(), "new games begin"
    assert all(any(np.array_equal(each.reshape(81), puzzle) for puzzle in puzzles) for each in observations)


def test_a_seed_repeats_the_puzzles() -> None:
    first, second = ml.SudokuVectorEnv(3), ml.SudokuVectorEnv(3)
    assert np.array_equal(first.reset(seed=5)[0], second.reset(seed=5)[0])
    assert not np.array_equal(first.reset(seed=5)[0], second.reset(seed=6)[0])


def test_leaks_are_found_up_to_symmetry() -> None:
    puzzles = shudu.generate_many(20, 30, seed=2).puzzles
    lines = ["".join(map(str, row)) for row in puzzles.tolist()]
    report = ml.find_leaks(puzzles[:15], [lines[0], lines[1][::-1], *lines[15:], "." * 81])
    assert (report.train, report.test, report.same, report.equivalent, report.skipped) == (15, 8, 1, 2, 1)
    assert not report.is_clean and ml.find_leaks(lines[:15], lines[15:]).is_clean
    blank = lines[0].index("0")
    one_more = lines[0][:blank] + shudu.solve(lines[0]).line[blank] + lines[0][blank + 1 :]
    found = ml.find_leaks(lines[:15], [one_more])
    assert (found.equivalent, found.same_grid) == (0, 1)
    assert ml.find_leaks([], []).is_clean


def test_scores_need_no_gymnasium() -> None:
    code = "import sys; sys.modules['gymnasium'] = None\nfrom shudu import ml; ml.verify\nml.SudokuEnv"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip().endswith("pip install 'shudu[ml]'")


def test_the_audit_of_two_files(tmp_path: Path) -> None:
    (tmp_path / "train.csv").write_text(f"question,answer\n{LINE},{SOLUTION}\n")
    (tmp_path / "test.txt").write_text(f"{LINE[::-1]}\n")
    (tmp_path / "other.txt").write_text(f"{shudu.generate(30, seed=1).line}\n")

    def audit(test: str) -> Result:
        return CliRunner().invoke(group, ["audit", str(tmp_path / "train.csv"), str(tmp_path / test)])

    assert audit("test.txt").exit_code == 1 and "same up to symmetry: 1" in audit("test.txt").output
    assert audit("other.txt").exit_code == 0 and "same up to symmetry: 0" in audit("other.txt").output
