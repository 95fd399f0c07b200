"""Scores, environments and leaks."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result
from gymnasium.utils.env_checker import check_env

import shudu
from shudu import ml
from shudu.cli.app import group

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


@pytest.mark.parametrize(
    "completion",
    [
        "The rows are:\n\n{rows}\n\nDone.",
        "<think>123 or 124?</think><answer>{rows}</answer>",
        "The solution is {line} as asked.",
        "```\n{boxes}\n```",
        "{table}\nEach row is complete.",
        "The puzzle:\n{puzzle}\nThe solution:\n{rows}",
        "{puzzle}\n{rows}",
        "{question} becomes {line}",
        "{question} {line}",
        "123456789\n{rows}",
        "The answer is **{line}**.",
        "The answer is {line}.",
        "\\boxed{{{line}}}",
        "{labelled}",
        "{numbered}",
        "{texts}",
        "Answer: {texts}",
    ],
)
def test_the_last_grid_of_a_completion_counts(completion: str) -> None:
    rows = ml.make_task(LINE)["answer"]
    table = "\n".join(f"| {' | '.join(row.split())} |" for row in rows.splitlines())
    puzzle = "\n".join(LINE[start : start + 9] for start in range(0, 81, 9))
    labelled = "\n".join(f"Row {number}: {row}" for number, row in enumerate(rows.splitlines(), 1))
    fields = {
        "labelled": labelled,
        "numbered": "\n".join(f"{number}. {row}" for number, row in enumerate(rows.splitlines(), 1)),
        "texts": str(rows.replace(" ", "").splitlines()),
        "rows": rows,
        "line": SOLUTION,
        "boxes": shudu.solve(LINE),
        "table": table,
        "puzzle": puzzle,
        "question": LINE,
    }
    assert ml.verify(LINE, completion.format(**fields))
    other = shudu.full_grid(seed=1)
    assert not ml.verify(LINE, completion.format(**fields) + f"\nOr rather\n{other}")


@pytest.mark.parametrize(
    "completion", ["{eight}", "{eight}\nand so on\n{last}", "{eight}\n12345678", "x{line}", "{line}9"]
)
def test_parts_of_a_grid_are_no_answer(completion: str) -> None:
    *eight, last = ml.make_task(LINE)["answer"].splitlines()
    assert ml.reward(LINE, completion.format(eight="\n".join(eight), last=last, line=SOLUTION)) == 0.0


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


def test_wrong_use_of_an_environment_is_an_error() -> None:
    games = ml.SudokuVectorEnv(2, [LINE])
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        games.step(np.zeros(2, np.int64))
    games.reset(seed=1)
    for actions in ([-1, 0], [0, 729], [0.5, 1.5], [0]):
        with pytest.raises(shudu.ShuduError, match="actions are"):
            games.step(np.array(actions))
    for puzzles in ([], [LINE, "55" + "." * 79]):
        with pytest.raises(shudu.ShuduError, match=r"no puzzles|row 1 has no solution"):
            ml.SudokuEnv(puzzles)


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
    pq.write_table(pa.table({"question": [LINE]}), tmp_path / "test.parquet")
    assert audit("test.parquet").exit_code == 1 and "same as a training puzzle: 1" in audit("test.parquet").output
    assert audit("other.txt").exit_code == 0 and "same up to symmetry: 0" in audit("other.txt").output


def test_equivalent_puzzles_go_to_the_same_side_of_a_split() -> None:
    puzzles = shudu.generate_many(60, clues=30, seed=3).puzzles
    images = np.array([np.rot90(row.reshape(9, 9)).reshape(81) for row in puzzles])
    both = np.concatenate([puzzles, images])
    train, test = ml.split(both, 0.3)
    assert len(train) + len(test) == 120 and 10 < len(test) < 80
    assert {int(row) % 60 for row in train}.isdisjoint(int(row) % 60 for row in test)
    assert ml.find_leaks(both[train], both[test]).same_grid == 0
    assert set(ml.split(both, 0.1)[1]) <= set(test), "a smaller test set is part of a larger one"


def test_a_split_needs_unique_puzzles_and_a_share() -> None:
    with pytest.raises(shudu.ShuduError, match="row 1 "):
        ml.split([LINE, "." * 81])
    with pytest.raises(shudu.ShuduError, match="between 0 and 1"):
        ml.split([LINE], 2)


def test_arrays_for_hrm_and_trm_hold_shifted_puzzles_and_solutions(tmp_path: Path) -> None:
    ml.export_npy(tmp_path / "data", [LINE, LINE], [LINE])
    inputs = np.load(tmp_path / "data/train/all__inputs.npy")
    labels = np.load(tmp_path / "data/train/all__labels.npy")
    assert inputs.shape == labels.shape == (2, 81)
    assert "".join(str(value - 1) for value in inputs[0]) == LINE.replace(".", "0")
    assert "".join(str(value - 1) for value in labels[0]) == SOLUTION
    assert np.load(tmp_path / "data/test/all__puzzle_indices.npy").tolist() == [0, 1]
    facts = json.loads((tmp_path / "data/train/dataset.json").read_text())
    assert (facts["seq_len"], facts["vocab_size"], facts["sets"]) == (81, 11, ["all"])
    assert (facts["total_groups"], facts["total_puzzles"]) == (2, 2), "TRM requires both"


def test_a_task_asks_in_both_languages_and_its_answer_is_right() -> None:
    for language in ("en", "zh"):
        task = ml.make_task(LINE, language)
        assert "5 3 _ _ 7" in task["question"]
        assert ml.verify(LINE, task["answer"]) and ml.verify(task["metadata"]["puzzle"], task["metadata"]["solution"])


@pytest.mark.soak
def test_reasoning_gym_scores_our_tasks() -> None:
    """Needs `pip install reasoning-gym`, which pins packages of its own."""
    gym = pytest.importorskip("reasoning_gym")
    scorer, task = gym.create_dataset("sudoku", size=1, seed=1), ml.make_task(LINE)
    assert scorer.score_answer(task["answer"], task) == 1.0
    assert scorer.score_answer(task["answer"].replace("5", "4"), task) < 1.0
    theirs = scorer[0]
    assert ml.verify(theirs["metadata"]["puzzle"], theirs["answer"])


@pytest.mark.soak
def test_verifiers_asks_and_scores_our_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Needs `pip install verifiers`, which brings a hundred packages."""
    vf = pytest.importorskip("verifiers.v1")
    loaders = pytest.importorskip("verifiers.v1.utils.loaders")
    (tmp_path / "my_sudoku.py").write_text(
        "from shudu.ml.verifiers import SudokuTaskset\n__all__ = ['SudokuTaskset']\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "puzzles.sdm").write_text(f"{LINE}\n")
    config = loaders.taskset_config_type("my_sudoku")
    assert len(list(loaders.load_taskset(config(id="my_sudoku", count=5, seed=1)))) == 5
    (task,) = loaders.load_taskset(config(id="my_sudoku", file=tmp_path / "puzzles.sdm", language="zh"))
    assert (
        task.data.puzzle == LINE and "请解这道数独" in task.data.prompt and SOLUTION not in task.data.model_dump_json()
    )

    def score(reply: str) -> tuple[float, float]:
        row = vf.TraceTask(type="SudokuTask", data=task.data)
        trace = vf.Trace(task=row, agent=vf.AgentInfo(config=vf.AgentConfig()), root_reply=reply)
        asyncio.run(task.score(trace))
        return trace.reward, trace.metrics["solved"]

    assert score(f"It is\n{ml.make_task(LINE)['answer']}") == (1.0, 1.0)
    assert score(SOLUTION[:9] + LINE[9:]) == (ml.reward(LINE, SOLUTION[:9] + LINE[9:]), 0.0)
    assert score("I give up") == (0.0, 0.0)


@pytest.mark.soak
def test_the_recipe_learns(root: Path) -> None:
    """Needs `pip install torch`. After a few steps the network is already better than its baseline."""
    pytest.importorskip("torch")
    recipe = [sys.executable, str(root / "docs/recipes/train.py"), "--steps", "60", "--puzzles", "2000"]
    output = subprocess.run(recipe, capture_output=True, text=True, check=True).stdout
    trained, baseline = (float(share) for share in re.findall(r"([\d.]+) % of blank cells", output))
    assert "same_grid=0" in output and trained > baseline + 5, output


def test_bulk_writes_the_columns_of_papers() -> None:
    table = pa.table({"puzzle": [LINE]})
    names = "source,question,answer,rating,level,hardest,split,explanation_en,explanation_zh"
    (row,) = shudu.bulk.solve(table, columns=names).to_pylist()
    assert (row["question"], row["answer"], row["rating"], row["level"]) == (LINE, SOLUTION, 0, "easy")
    assert row["split"] in ("train", "test")
    assert row["explanation_en"].startswith("1. ") and len(row["explanation_en"].splitlines()) == LINE.count(".")
    assert "宫" in row["explanation_zh"]
