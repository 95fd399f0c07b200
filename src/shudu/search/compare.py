"""All algorithms on samples of puzzle sets: median and worst of each counter, and how many runs finished."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
_WIDTH: Final = 144  # what the table needs; a narrower terminal may break its lines


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
    sets: Mapping[str, Sequence[str]], chart: Path | None = None, sample: int = 10, seconds: float = 2.0
) -> list[Row]:
    """Compares all installed algorithms, prints a table for each set, and draws the chart if a file is named."""
    from rich.console import Console

    from shudu.search.chart import draw

    names = [name for name, each in ALGORITHMS.items() if each.is_available]
    with Console(stderr=True).status("running …") as status:
        rows = compare(sets, names, sample, seconds, lambda row: status.update(f"{row.set}: {row.by}"))
    console = Console(width=max(Console().width, _WIDTH))
    console.print(
        f"Median / worst of {sample} puzzles a set; each run has {seconds:g} s. The first solution is looked for."
    )
    for name in sets:
        console.print(_table(name, [row for row in rows if row.set == name]))
    if chart:
        chart.write_text(draw(rows), encoding="utf-8")
        console.print(f"chart: {chart}")
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


def _table(name: str, rows: Sequence[Row]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table

    heads = (Column(head, no_wrap=True) for head in (name, "finished"))
    figures = (Column(figure, justify="right", no_wrap=True) for figure in FIGURES)
    table = Table(*heads, *figures, box=SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        cells = (f"{short(middle)} / {short(worst)}" for middle, worst in row.figures.values())
        table.add_row(row.by, f"{row.finished} of {row.runs}", *cells)
    return table
