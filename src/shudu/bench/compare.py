"""Comparison of all search algorithms on samples of puzzle sets, as a table and as a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Final

from shudu.core.charts import Bar, BarGroup, draw_horizontal_bars, log_scale
from shudu.core.grid import find_conflicts
from shudu.core.text import read_line
from shudu.locale.catalogue import text
from shudu.search.run import ALGORITHMS, trace

if TYPE_CHECKING:
    from rich.table import Table

FIGURES: Final = ("iterations", "placements", "retractions", "guesses", "deepest", "nodes", "seconds")
FINISHED: Final = ("solutions", "exhausted")
_WIDE: Final = 144  # columns of the whole table; in a narrower terminal it is split
_SCALE: Final = log_scale(
    [
        (1e-5, "10 µs"),
        (1e-4, "100 µs"),
        (1e-3, "1 ms"),
        (0.01, "10 ms"),
        (0.1, "100 ms"),
        (1, "1 s"),
        (10, "10 s"),
        (100, "100 s"),
    ]
)
_NAME, _FIGURE = 28, 16  # columns of the names, and of each statistic


@dataclass(frozen=True, slots=True)
class SearchComparison:
    """The results of one algorithm on one set.

    Attributes:
        set: The name of the set.
        by: The id of the algorithm.
        runs: The number of puzzles.
        finished: How many of them were solved within the limit.
        figures: The median and the worst value of each statistic.
    """

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
    report: Callable[[SearchComparison], object] = lambda result: None,
) -> list[SearchComparison]:
    """Run algorithms on the same random puzzles of each set, up to the first solution.

    Puzzles whose givens conflict are left out: there is nothing to search.

    >>> row, = compare({"blank": ["." * 81]}, ["mrv"], sample=1, seconds=10)
    >>> row.finished, row.figures["deepest"]
    (1, (81.0, 81.0))

    Args:
        sets: The puzzles by the name of their set.
        names: The ids of the algorithms.
        sample: The number of puzzles per set.
        seconds: The time limit of a run.
        report: Called with each result.
    """
    rows: list[SearchComparison] = []
    for name, lines in sets.items():
        searchable = [line for line in lines if not find_conflicts(read_line(line))]
        puzzles = Random(0).sample(searchable, min(sample, len(searchable)))
        for by in names:
            rows.append(_run_algorithm(name, by, puzzles, seconds))
            report(rows[-1])
    return rows


def print_comparison(
    sets: Mapping[str, Sequence[str]],
    chart: Path | None = None,
    sample: int = 10,
    seconds: float = 2.0,
    language: str = "en",
) -> list[SearchComparison]:
    """Compare all installed algorithms and print a table for each set.

    Args:
        sets: The puzzles by the name of their set.
        chart: A file to write the chart to, or None.
        sample: The number of puzzles per set.
        seconds: The time limit of a run.
        language: `en` or `zh`.
    """
    from rich.console import Console

    names = [name for name, each in ALGORITHMS.items() if each.is_available]
    with Console(stderr=True).status(text("bench.comparison.running", language)) as status:
        rows = compare(sets, names, sample, seconds, lambda row: status.update(f"{row.set}: {row.by}"))
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDE)
    console.print(text("bench.comparison.head", language, sample=sample, seconds=seconds), highlight=False)
    for name in sets:
        for table in _make_tables(name, [row for row in rows if row.set == name], language, console.width):
            console.print(table)
    if chart:
        chart.write_text(draw_comparison(rows, language), encoding="utf-8")
        console.print(text("bench.comparison.chart", language, chart=chart), highlight=False, soft_wrap=True)
    return rows


def draw_comparison(rows: Sequence[SearchComparison], language: str = "en") -> str:
    """Return the chart of a comparison as SVG: a bar to the median time and a line to the worst, for each algorithm."""
    groups = [
        BarGroup(name, [_to_bar(row, language) for row in rows if row.set == name])
        for name in dict.fromkeys(row.set for row in rows)
    ]
    return draw_horizontal_bars(groups, _SCALE, title=text("bench.comparison.legend", language))


def _to_bar(row: SearchComparison, language: str) -> Bar:
    middle, worst = row.figures["seconds"]
    return Bar(row.by, middle, _share(row, language), whisker=worst)


def _share(row: SearchComparison, language: str) -> str:
    return text("bench.comparison.share", language, finished=row.finished, runs=row.runs)


def shorten(number: float) -> str:
    """Return a number in few characters.

    >>> shorten(0.00042), shorten(7), shorten(12_345), shorten(1_500_000)
    ('0.00042', '7', '12.3k', '1.5M')
    """
    if number >= 1e6:
        return f"{number / 1e6:.1f}M"
    if number >= 1e4:
        return f"{number / 1e3:.1f}k"
    return f"{number:.2g}" if number < 1 else f"{number:.0f}"


def _run_algorithm(name: str, by: str, puzzles: Sequence[str], seconds: float) -> SearchComparison:
    runs = [trace(puzzle, by, seconds=seconds) for puzzle in puzzles]
    stats = [run.stats.to_dict() for run in runs]
    figures = {figure: [float(str(each[figure])) for each in stats] for figure in FIGURES}
    finished = sum(run.reason in FINISHED for run in runs)
    return SearchComparison(
        name, by, len(runs), finished, {key: (median(each), max(each)) for key, each in figures.items()}
    )


def _make_tables(name: str, rows: Sequence[SearchComparison], language: str, width: int) -> Iterator[Table]:
    """Yield the table of a set, in several parts if not all columns fit the width."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table

    for part in _split_figures(max(1, (width - _NAME) // _FIGURE)):
        heads = (Column(head, no_wrap=True) for head in (name, text("bench.comparison.finished", language)))
        figures = (Column(text(f"bench.figures.{figure}", language), justify="right", no_wrap=True) for figure in part)
        table = Table(*heads, *figures, box=SIMPLE_HEAD, pad_edge=False)
        for row in rows:
            cells = (
                f"{shorten(middle)} / {shorten(worst)}" for middle, worst in (row.figures[figure] for figure in part)
            )
            table.add_row(row.by, _share(row, language), *cells)
        yield table


def _split_figures(size: int) -> Iterator[tuple[str, ...]]:
    return (FIGURES[start : start + size] for start in range(0, len(FIGURES), size))
