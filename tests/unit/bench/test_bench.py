"""The signature, the puzzle sets, the other solvers and the chart."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import shudu
from shudu.bench.measure import Speed, bundled_sets, compute_signature, draw_speeds, load_sets, measure_rounds
from shudu.bench.peers import find_peers
from shudu.cli.commands.bench import measure_speed
from shudu.kernel.load import supported_instruction_sets


def test_the_signature_changes_only_on_purpose(root: Path) -> None:
    """If the change is intended, write the new number to the file and to the last line of the commit message."""
    assert compute_signature() == int((root / "tests/data/signature.txt").read_text())


@pytest.mark.parametrize("instructions", supported_instruction_sets())
def test_every_instruction_set_has_the_same_signature(instructions: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "shudu", "bench", "--signature"],
        env={**os.environ, "SHUDU_KERNEL": instructions},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == compute_signature()


def test_bundled_sets_match_their_names() -> None:
    counts = {name: set(shudu.solve_many(lines).counts.tolist()) for name, lines in bundled_sets().items()}
    assert counts.pop("several-solutions") == {2}
    assert counts.pop("no-solution") == {0}
    assert set(counts) == {"easy", "minimal", "hard", "few-clues"} and all(found == {1} for found in counts.values())


def test_a_folder_of_lists_is_read(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("." * 81 + "\n")
    assert load_sets(tmp_path) == {"mine": ["." * 81]}
    with pytest.raises(ValueError, match="contains no"):
        load_sets(tmp_path / "nothing")


def test_other_solvers_solve_easy_puzzles() -> None:
    lines = bundled_sets()["easy"][:3]
    expected = [shudu.solve(line).line for line in lines]
    for peer in find_peers():
        assert peer.solve(lines) == expected, peer.name
        assert re.search(r" \d+\.\d", peer.name) or peer.name == "Norvig's method (in Python)", "which version?"


def test_the_report_names_version_and_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shudu.bench.measure.measure_shudu", lambda sets, report: report(Speed("shudu", "easy", 1e6)))
    monkeypatch.setattr("shudu.bench.measure.measure_peers", lambda sets, seconds, report: None)
    measure_speed({}, 1.0, None)
    about = capsys.readouterr().out.splitlines()[0]
    assert about.startswith(f"shudu {shudu.__version__}, ") and f"Python {platform.python_version()}" in about


def test_the_chart_has_a_bar_for_each_speed() -> None:
    drawing = draw_speeds([Speed("shudu <1>", "easy", 1e6), Speed("other", "easy", 100.0)], "here & now")
    assert [text for text in ("shudu &lt;1&gt;", "1,000,000", "here &amp; now") if text not in drawing] == []
    widths = {series: float(width) for series, width in re.findall(r'class="bar (s\d)".*? width="([\d.]+)"', drawing)}
    assert widths["s0"] / widths["s1"] == pytest.approx(7 / 3, rel=0.01), "seven and three powers of ten above a tenth"


def test_a_set_that_is_solved_in_no_time_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    now = [0.0]

    def solve(puzzles: NDArray[np.uint8], threads: int) -> None:
        sizes.append(len(puzzles))
        now[0] += len(puzzles) // 1024 / 16  # a clock that stands still for fewer puzzles

    monkeypatch.setattr("shudu.bench.measure.solve_many", solve)
    for clock in ("process_time", "perf_counter"):
        monkeypatch.setattr(f"shudu.bench.measure.time.{clock}", lambda: now[0])
        assert measure_rounds(np.zeros((1, 81), np.uint8), 1 + (clock == "perf_counter")) == 1024 * 16
    assert set(sizes) == {2**power for power in range(11)}
    assert measure_rounds(np.zeros((0, 81), np.uint8), 1) == 0.0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_help_names_no_path_of_a_working_copy(language: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "shudu", "bench", "--help", "--lang", language],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "../" not in done.stdout
