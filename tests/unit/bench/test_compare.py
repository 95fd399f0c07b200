"""The comparison of search algorithms: figures, table and chart."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shudu.bench.compare import FIGURES, compare, print_comparison
from shudu.search.run import ALGORITHMS, trace

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."


def test_figures_are_median_and_worst() -> None:
    (row,) = compare({"both": [EASY, HARD]}, ["mrv"], sample=2, seconds=60)
    iterations = sorted(trace(puzzle, "mrv").stats.iterations for puzzle in (EASY, HARD))
    assert row.figures["iterations"] == (sum(iterations) / 2, iterations[1])
    assert (row.runs, row.finished) == (2, 2)


def test_runs_that_stop_at_the_limit_are_not_finished() -> None:
    (row,) = compare({"both": [SOLUTION, HARD]}, ["rows"], sample=2, seconds=0.1)
    assert (row.runs, row.finished) == (2, 1)


def test_the_report_shows_every_algorithm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "chart.svg"
    print_comparison({"easy & plain": [EASY]}, chart, sample=1, seconds=0.2)
    printed = capsys.readouterr().out
    names = [name for name, each in ALGORITHMS.items() if each.is_available]
    assert all(name in printed for name in (*names, *FIGURES, "easy & plain", "1 of 1"))
    assert max(map(len, printed.splitlines())) <= 144
    drawn = "".join(ElementTree.fromstring(chart.read_text("utf-8")).itertext())
    assert all(name in drawn for name in (*names, "easy & plain"))


def test_the_report_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "chart.svg"
    print_comparison({"一题": [EASY]}, chart, sample=1, seconds=0.2, language="zh")
    printed = capsys.readouterr().out
    assert all(word in printed for word in ("迭代次数", "完成", "1/1", "一题"))
    assert "最差时间" in chart.read_text("utf-8")


def test_the_table_is_split_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, as far as the console knows
    print_comparison({"easy": [EASY]}, sample=1, seconds=0.2)
    printed = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert printed.count("finished") == 3
    assert max(map(len, printed.splitlines())) <= 80


def test_puzzles_whose_givens_conflict_are_left_out() -> None:
    (row,) = compare({"both": ["55" + "." * 79, EASY]}, ["mrv"], sample=2, seconds=60)
    assert (row.runs, row.finished) == (1, 1)
