"""Statistics: counts by DuckDB, on the terminal, in charts and on the page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import shudu
from shudu import bulk
from shudu.bulk.statistics import draw_chart, render_page
from shudu.cli.app import group

LEVELS = ["easy", "hard", "hard", "extreme", None, "easy", "easy", "medium"] * 10
SCORES = [300.0, 1500.0, 1700.0, 9000.0, None, 400.0, 380.0, 950.0] * 10
HARDEST = ["naked-single", "xy-wing", "w-wing", "forcing-net", None, "naked-single", "hidden-single", "x-wing"] * 10


@pytest.fixture
def rated(tmp_path: Path, lines: list[str]) -> Path:
    table = pa.table({"puzzle": [*lines[:79], "nonsense"], "level": LEVELS, "score": SCORES, "hardest": HARDEST})
    pq.write_table(table, tmp_path / "rated.parquet", row_group_size=30)
    return tmp_path / "rated.parquet"


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".csv.gz", ".txt", ".txt.zst"])
def test_clues_are_counted_in_every_type_of_file(source: Path, tmp_path: Path, lines: list[str], suffix: str) -> None:
    path = tmp_path / f"p{suffix}"
    bulk.solve(source, path, columns="puzzle,solutions")
    statistics = bulk.stats(path)
    counts = Counter(len(shudu.Puzzle(line).givens) for line in lines)
    assert (
        statistics.rows == 600
        and statistics.malformed == 0
        and statistics.distinct == len(set(lines))
        and not statistics.approximate
    )
    assert statistics.columns[0].column == "clues"
    assert dict(statistics.columns[0].counts) == {str(clues): many for clues, many in counts.items()}
    assert statistics.columns[0].summary["min"] == min(counts)
    assert statistics.columns[0].summary["median"] == sorted(counts.elements())[299]
    assert statistics.columns[0].summary["mean"] == pytest.approx(sum(k * n for k, n in counts.items()) / 600)


def test_known_columns_are_counted(rated: Path) -> None:
    statistics = bulk.stats(rated)
    assert (statistics.rows, statistics.malformed) == (80, 1)
    by_name = {each.column: each for each in statistics.columns}
    assert list(by_name) == ["clues", "level", "score", "hardest"]
    assert by_name["level"].counts == (("easy", 30), ("medium", 10), ("hard", 20), ("extreme", 10))
    assert by_name["level"].missing == 10
    assert by_name["hardest"].counts[0] == ("naked-single", 20)
    assert sum(many for _, many in by_name["score"].counts) == 70
    assert by_name["score"].summary["max"] == 9000


class StrictParser(HTMLParser):
    """Rejects unbalanced tags and references to other files."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href"} & {name for name, _ in attributes}, "the page loads nothing"
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_is_well_formed_and_bilingual(rated: Path, tmp_path: Path) -> None:
    bulk.stats(rated, tmp_path / "page.html")
    parser = StrictParser()
    parser.feed((tmp_path / "page.html").read_text("utf-8"))
    assert not parser.open
    text = " ".join(parser.text)
    for word in ("Hardest technique", "最难的技巧", "XY-Wing", "XY 翼", "extreme", "极难", "rows that are not grids"):
        assert word in text, word


def test_charts_have_a_bar_per_value(rated: Path) -> None:
    for column in bulk.stats(rated).columns:
        drawing = Xml.fromstring(draw_chart(column, "zh"))
        rectangles = drawing.iter("{http://www.w3.org/2000/svg}rect")
        bars = [bar for bar in rectangles if "bar" in bar.get("class", "").split()]
        assert len(bars) == len(column.counts)


def test_names_of_files_are_escaped(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a<b>&c.txt"
    path.write_text(lines[0])
    assert "a&lt;b&gt;&amp;c.txt" in render_page(bulk.stats(path))


def test_the_command_prints_tables_and_writes_page_and_charts(rated: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        group, ["bulk", "stats", str(rated), str(tmp_path / "p.html"), "--charts", str(tmp_path / "charts")]
    )
    assert done.exit_code == 0, done.output
    assert re.search(r"easy +30 +42\.86 % +█{30}", done.output)
    assert (tmp_path / "p.html").exists() and len(list((tmp_path / "charts").glob("*.svg"))) == 4
    chinese = CliRunner().invoke(group, ["bulk", "stats", str(rated), "--lang", "zh"])
    assert "已知数" in chinese.output


def test_uncountable_inputs_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "in.txt").touch()
    with pytest.raises(bulk.BulkError, match="is empty"):
        bulk.stats(tmp_path / "in.txt")
    pq.write_table(pa.table({"text": ["x"]}), tmp_path / "in.parquet")
    with pytest.raises(bulk.BulkError, match="no column 'puzzle', only text"):
        bulk.stats(tmp_path / "in.parquet")
    with pytest.raises(bulk.BulkError, match="several types"):
        bulk.stats(tmp_path)
