"""`shudu learn`: the path, lessons without a terminal, drills from a pipe, and the file with the progress."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shudu.cli.app import group
from shudu.cli.commands import learn
from shudu.core.errors import ShuduError
from shudu.learn.drill import describe_answer, drill
from shudu.learn.path import PATH


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(learn, "progress_file", lambda: tmp_path / "shudu" / "learn.txt")
    return tmp_path / "shudu" / "learn.txt"


def run(*arguments: str, answers: str = "") -> Result:
    return CliRunner().invoke(group, ["learn", *arguments], input=answers)


def test_the_path_lists_every_topic() -> None:
    lines = run().output
    assert all(topic.id in lines for topic in PATH)
    assert "0 of 39 learned" in lines
    assert "直观法" in run("--lang", "zh").output


def test_a_lesson_prints_its_screens_and_answers() -> None:
    printed = run("XY翼", "--lang", "zh").output
    assert "1/5" in printed and "5/5" in printed
    assert "→ -" in printed


def answer_to(topic: str, seed: int) -> str:
    """Return what a learner types who knows the answer to the first drill of a run with a seed."""
    from random import Random

    made = drill(topic, Random(seed).randrange(1 << 48))
    cells = " ".join(f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in made.patterns[0]) if made.marks_pattern else ""
    return f"{cells} {describe_answer(made.answers[0])}"


@pytest.mark.parametrize("topic", ["full-house", "x-wing", "aic"])
def test_a_right_answer_is_recorded(topic: str, file: Path) -> None:
    done = run(topic, "--drill", "-n", "1", "--seed", "5", answers=answer_to(topic, 5))
    assert "Yes!" in done.output and "1 of 1 right" in done.output
    assert file.read_text().split()[1:4] == [topic, "right", "1"]


@pytest.mark.parametrize(
    "lines",
    [
        ["-7r5c9 -7r7c8", "r4c9 r6c8 r7c9"],
        ["r4c9 r6c8 r7c9", "-7r5c9 -7r7c8"],
        ["r4c9", "-7r5c9", "r6c8 -7r7c8", "r7c9"],
    ],
)
def test_an_answer_may_take_several_lines(lines: list[str], file: Path) -> None:
    done = run("xy-wing", "--drill", "-n", "1", "--seed", "1", answers="\n".join(lines))
    assert "Yes!" in done.output and "1 of 1 right" in done.output
    assert file.read_text().split()[2] == "right"


@pytest.mark.parametrize(
    "lines",
    [
        ["-7r5c9 -7r7c8", "r1c1", "r4c9 r6c8 r7c9"],
        ["r1c1", "-7r5c9 -7r7c8", "r4c9 r6c8 r7c9"],
        ["-{}", "-7r5c9 -7r7c8", "r4c9 r6c8 r7c9"],
        ["r4c9 r6c8 r7c9", "-7r5c9 -{}", "-7r5c9 -7r7c8"],
    ],
)
def test_a_false_line_is_dropped_and_counts(lines: list[str]) -> None:
    from random import Random

    made = drill("xy-wing", Random(1).randrange(1 << 48))
    other = next(
        f"{made.grid.candidates(cell).mask.bit_length()}r1c{cell + 1}" for cell in range(9) if not made.grid[cell]
    )
    done = run("xy-wing", "--drill", "-n", "1", "--seed", "1", answers="\n".join(lines).format(other))
    assert "Yes!" in done.output and "0 of 1 right" in done.output


def test_giving_up_counts_as_wrong_and_leaving_does_not_count(file: Path) -> None:
    done = run("x-wing", "--drill", "-n", "3", "--seed", "5", answers="?\nnonsense\nq\n")
    assert "'nonsense' is not an answer" in done.output
    assert "0 of 1 right" in done.output
    assert [line.split()[2] for line in file.read_text().splitlines()] == ["wrong"]


def test_reviews_need_something_learned(file: Path) -> None:
    assert run("--review").exit_code == 1
    file.parent.mkdir()
    file.write_text("".join(f"{n} full-house right 1 900\n" for n in range(3)))
    assert "! full-house" in run().output
    assert "1 review is due" in run().output
    assert "Find the Full House" in run("--review", "--seed", "1", answers="q").output


def test_mixed_sets_ask_for_the_name_first(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("".join(f"{n} {id} right 1 900\n" for id in ("x-wing", "skyscraper") for n in range(3)))
    shown = run("--review", "-n", "1", "--seed", "3", answers="?\nq")
    names = next(line for line in shown.output.splitlines() if line.startswith("1 "))
    right = next(id for id in ("X-Wing", "Skyscraper") if f"Right. Find the {id}" in shown.output)
    wrong = "Skyscraper" if right == "X-Wing" else "X-Wing"
    assert right in names and wrong in names
    answered = run("--review", "-n", "1", "--seed", "3", "--timer", answers=f"9\n{wrong}\n{right}\n?")
    assert "from 1 to 4" in answered.output
    assert f"There is no {wrong} here" in answered.output
    assert "0 of 1 right" in answered.output and "on average" in answered.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "nonsense"),
        (["kraken-fish-1"], "not on the learning path"),
        (["--seed", "3"], "needs --drill"),
        (["x-wing", "--review"], "cannot be"),
    ],
)
def test_wrong_uses(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert words in done.output


def test_a_damaged_file_is_named(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("not a record\n")
    done = run()
    assert done.exit_code == 1
    assert "learn.txt" in done.output


def test_answers_in_both_notations() -> None:
    cells, places, removes = learn.read_answer("r1c1, r2c2 r3c3=4 -5r6c7 r6c8<>5")
    assert (cells, [str(c) for c in places], [str(c) for c in removes]) == ([0, 10], ["4r3c3"], ["5r6c7", "5r6c8"])
    with pytest.raises(ShuduError, match="not an answer"):
        learn.read_answer("r0c1")
