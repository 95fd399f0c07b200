"""The signature, the sets, the peers and the chart."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

import shudu
from shudu.bench.chart import chart
from shudu.bench.measure import Rate
from shudu.bench.peers import installed
from shudu.bench.sets import load, own
from shudu.bench.signature import signature
from shudu.cli.commands.bench import measure_speed
from shudu.kernel.load import instruction_sets


def test_the_signature_changes_only_on_purpose(root: Path) -> None:
    """If the kernel is meant to behave differently, write the new number to the file, and into the commit's last line."""
    assert signature() == int((root / "tests/data/signature.txt").read_text())


@pytest.mark.parametrize("level", instruction_sets())
def test_every_level_has_the_same_signature(level: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "shudu", "bench", "--signature"],
        env={**os.environ, "SHUDU_KERNEL": level},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == signature()


def test_own_sets_are_what_they_say() -> None:
    counts = {name: set(shudu.solve_many(lines).counts.tolist()) for name, lines in own().items()}
    assert counts.pop("several-solutions") == {2}
    assert counts.pop("no-solution") == {0}
    assert set(counts) == {"easy", "minimal", "hard", "few-clues"} and all(found == {1} for found in counts.values())


def test_a_folder_of_sets(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("." * 81 + "\n")
    assert load(tmp_path) == {"mine": ["." * 81]}
    with pytest.raises(ValueError, match="holds no"):
        load(tmp_path / "nothing")


def test_peers_solve_what_they_are_given() -> None:
    lines = own()["easy"][:3]
    expected = [shudu.solve(line).line for line in lines]
    for peer in installed():
        assert peer.solve(lines) == expected, peer.name
        assert re.search(r" \d+\.\d", peer.name) or peer.name == "Norvig's method (in Python)", "which version?"


def test_what_is_measured_and_where_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shudu.bench.measure.shudu_rates", lambda sets, told: told(Rate("shudu", "easy", 1e6)))
    monkeypatch.setattr("shudu.bench.measure.peer_rates", lambda sets, seconds, told: None)
    measure_speed({}, 1.0, None)
    about = capsys.readouterr().out.splitlines()[0]
    assert about.startswith(f"shudu {shudu.__version__}, ") and f"Python {platform.python_version()}" in about


def test_the_chart_has_a_bar_for_each_rate() -> None:
    drawing = chart([Rate("shudu <1>", "easy", 1e6), Rate("other", "easy", 100.0)], "here & now")
    assert [text for text in ("shudu &lt;1&gt;", "1,000,000", "here &amp; now") if text not in drawing] == []
    widths = {
        kind: int(width) for kind, width in re.findall(r'class="(ours|peer)" x="230" y="\d+" width="(\d+)"', drawing)
    }
    assert widths == {"ours": 420, "peer": 180}, "seven and three powers of ten above a tenth"
