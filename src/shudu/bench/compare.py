"""All algorithms on samples of puzzle sets: median and worst of each counter, and how many runs finished.

The report is in Chinese or English, as table and as chart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Final

from shudu.search.run import ALGORITHMS, trace

if TYPE_CHECKING:
    from rich.table import Table

FIGURES: Final = ("iterations", "placements", "retractions", "guesses", "deepest", "nodes", "seconds")
FINISHED: Final = ("solutions", "exhausted")
_WIDE: Final = 144  # columns that hold the whole table; a narrower terminal gets it in parts
_NAME, _FIGURE = 28, 16  # columns of an algorithm with what it finished, and of a figure
WORDS: Final = {
    "en": {
        "head": "Median / worst of up to {sample} puzzles a set; each run has {seconds:g} s. "
        "The first solution is looked for.",
        "finished": "finished",
        "share": "{finished} of {runs}",
        "chart": "chart: {chart}",
        "legend": "bar: median time · line: worst time · figure: runs that finished",
        **{figure: figure for figure in FIGURES},
    },
    "zh": {
        "head": "每组至多 {sample} 题的中位数 / 最差值；每次运行限 {seconds:g} 秒，只找第一个解。",
        "finished": "完成",
        "share": "{finished}/{runs}",
        "chart": "图表：{chart}",
        "legend": "条：中位时间 · 线：最差时间 · 数字：完成的次数",
        "iterations": "迭代次数",
        "placements": "填入",
        "retractions": "退回",
        "guesses": "猜测",
        "deepest": "最深",
        "nodes": "节点",
        "seconds": "秒",
    },
}


@dataclass(frozen=True, slots=True)
class Row:
    """What one algorithm took on one set. `figures` are the median and the worst of each counter, over all runs."""

    set: str
    by: str
    runs: int
    finished: int
    figures: dict[str, tuple[float, float]]


def compare(
    sets: Mapping[str, Sequence[str]],
    names: Sequence[str],
    sample: int,
    seconds: float,
    told: Callable[[Row], object] = lambda row: None,
) -> list[Row]:
    """Runs algorithms on the same random puzzles of each set, looking for the first solution.

    >>> row, = compare({"blank": ["." * 81]}, ["mrv"], sample=1, seconds=10)
    >>> row.finished, row.figures["deepest"]
    (1, (81.0, 81.0))
    """
    rows: list[Row] = []
    for name, lines in sets.items():
        puzzles = Random(0).sample(lines, min(sample, len(lines)))
        for by in names:
            rows.append(_row(name, by, puzzles, seconds))
            told(rows[-1])
    return rows


def report(
    sets: Mapping[str, Sequence[str]],
    chart: Path | None = None,
    sample: int = 10,
    seconds: float = 2.0,
    language: str = "en",
) -> list[Row]:
    """Compares all installed algorithms, prints a table for each set, and draws the chart if a file is named."""
    from rich.console import Console

    from shudu.bench.comparison_chart import draw

    names = [name for name, each in ALGORITHMS.items() if each.is_available]
    with Console(stderr=True).status("running …") as status:
        rows = compare(sets, names, sample, seconds, lambda row: status.update(f"{row.set}: {row.by}"))
    words = WORDS[language]
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDE)
    console.print(words["head"].format(sample=sample, seconds=seconds), highlight=False)
    for name in sets:
        for table in _tables(name, [row for row in rows if row.set == name], words, console.width):
            console.print(table)
    if chart:
        chart.write_text(draw(rows, words), encoding="utf-8")
        console.print(words["chart"].format(chart=chart), highlight=False, soft_wrap=True)
    return rows


def short(number: float) -> str:
    """A number in few characters.

    >>> short(0.00042), short(7), short(12_345), short(1_500_000)
    ('0.00042', '7', '12.3k', '1.5M')
    """
    if number >= 1e6:
        return f"{number / 1e6:.1f}M"
    if number >= 1e4:
        return f"{number / 1e3:.1f}k"
    return f"{number:.2g}" if number < 1 else f"{number:.0f}"


def _row(name: str, by: str, puzzles: Sequence[str], seconds: float) -> Row:
    runs = [trace(puzzle, by, seconds=seconds) for puzzle in puzzles]
    stats = [run.stats.as_dict() for run in runs]
    figures = {figure: [float(str(each[figure])) for each in stats] for figure in FIGURES}
    finished = sum(run.reason in FINISHED for run in runs)
    return Row(name, by, len(runs), finished, {key: (median(each), max(each)) for key, each in figures.items()})


def _tables(name: str, rows: Sequence[Row], words: Mapping[str, str], width: int) -> Iterator[Table]:
    """The table of a set; in several parts, one below the other, if not all figures fit the width."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table

    for part in _parts(max(1, (width - _NAME) // _FIGURE)):
        heads = (Column(head, no_wrap=True) for head in (name, words["finished"]))
        figures = (Column(words[figure], justify="right", no_wrap=True) for figure in part)
        table = Table(*heads, *figures, box=SIMPLE_HEAD, pad_edge=False)
        for row in rows:
            cells = (f"{short(middle)} / {short(worst)}" for middle, worst in (row.figures[figure] for figure in part))
            table.add_row(row.by, words["share"].format(finished=row.finished, runs=row.runs), *cells)
        yield table


def _parts(size: int) -> Iterator[tuple[str, ...]]:
    return (FIGURES[start : start + size] for start in range(0, len(FIGURES), size))
