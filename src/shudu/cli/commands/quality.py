"""`shudu quality` and `shudu holes`: studies of generation, as tables and charts.

`quality` compares how fair the methods of making final grids are. `holes` covers cells without a test and counts the
puzzles with several solutions, to show how many holes are safe.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from shudu.cli.command import command, option
from shudu.cli.language import language, t
from shudu.cli.options import SEED, OutputFile, format_option, threads_option
from shudu.cli.output import show_progress
from shudu.grids import METHOD_IDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from shudu.grids.fairness import ClueCounts, Fairness
    from shudu.puzzles.dig import HoleCount

_COLUMNS: Final = ("method", "grids", "reach", "distinct", "symmetry", "distance", "p", "pair", "fours", "fair")


@command("quality")
@option("--method", "methods", type=click.Choice(METHOD_IDS), multiple=True)
@option("-n", "--count", "n", type=int, default=3000, show_default=True)
@option("--uniform-count", type=click.IntRange(100))
@option("--puzzles", type=click.IntRange(0), default=20_000, show_default=True)
@option("--unbiased", type=click.IntRange(0), default=0)
@option("--speed", is_flag=True)
@option("--seed", type=SEED, default=1, show_default=True)
@option("--data", type=click.Path(path_type=Path, dir_okay=False))
@format_option("table", "json")
@option("--charts", type=click.Path(path_type=Path, file_okay=False))
@option("--html", type=OutputFile(".html"))
def quality_command(
    methods: tuple[str, ...],
    n: int,
    uniform_count: int | None,
    puzzles: int,
    unbiased: int,
    speed: bool,
    seed: int,
    data: Path | None,
    style: str,
    charts: Path | None,
    html: Path | None,
) -> None:
    """Compare methods."""
    from shudu.grids.fairness import Comparison, read_comparison, write_comparison

    if n and n < 100:
        raise click.BadParameter(t("quality.too-few", n=n), param_hint="'-n'")
    names = methods or METHOD_IDS
    results = read_comparison(data) if data else Comparison()
    assessed = show_progress(_assess(names, n, uniform_count or n, seed), lambda _: 1, "units.methods", len(names))
    results = results.with_measurements(
        list(assessed), _count_clues(puzzles, unbiased, seed), _speeds(names) if speed else None
    )
    if data:
        write_comparison(data, results)
    qualities, counts = list(results.methods.values()), list(results.clues.values())
    if style == "json":
        rows = [{**asdict(each), "fair": each.is_fair} for each in qualities]
        click.echo(json.dumps({"methods": rows, "clues": [asdict(each) for each in counts]}))
    else:
        _print(qualities, counts, results.speeds)
    _write_charts(qualities, counts, charts, html)


def _assess(names: tuple[str, ...], n: int, uniform: int, seed: int) -> Iterator[Fairness]:
    from shudu.grids.fairness import assess
    from shudu.grids.full_grids import find_method

    for name in names if n else ():
        sample = partial(_sample, name, seed)
        yield assess(name, find_method(name).reach, sample, uniform if name == "uniform" else n)


def _sample(name: str, seed: int, first: int, n: int) -> NDArray[np.uint8]:
    from shudu.grids.full_grids import full_grids

    return full_grids(n, name, seed, first)


def _speeds(names: tuple[str, ...]) -> dict[str, float]:
    from shudu.grids.fairness import measure_speeds

    return measure_speeds(names)


def _count_clues(puzzles: int, unbiased: int, seed: int) -> list[ClueCounts]:
    import numpy as np

    from shudu.grids.fairness import clue_counts
    from shudu.puzzles.api import generate_many

    counts = []
    if puzzles:
        counts.append(clue_counts("dig", generate_many(puzzles, minimal=True, seed=seed).puzzles))
    if unbiased:
        batch = generate_many(unbiased, unbiased=True, seed=seed)
        weights = np.array([origin.weight for origin in batch.origins])
        counts.append(clue_counts("unbiased", batch.puzzles, weights))
    return counts


def _header() -> tuple[str, ...]:
    return tuple(t(f"quality.columns.{name}") for name in _COLUMNS)


def _quality_row(quality: Fairness) -> tuple[str, ...]:
    from shudu.core.geometry import cell_name

    a, b = map(cell_name, quality.pair.cells)
    return (
        quality.method,
        f"{quality.grids:,}",
        f"{quality.reach:.3g}" if quality.reach > 10**9 else f"{quality.reach:,}",
        f"{quality.distinct:,}",
        f"{quality.distinct_up_to_symmetry:,}",
        f"{quality.class_distance:.3f} ({quality.distance_floor:.3f})",
        f"{min(quality.class_p, quality.pair_p):.2g}",
        f"{a}={b} {quality.pair.seen:.4f} ({quality.pair.expected:.4f})",
        f"{quality.fours:.2f}",
        t("quality.yes" if quality.is_fair else "quality.no"),
    )


def _print(qualities: list[Fairness], counts: list[ClueCounts], speeds: dict[str, float]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if Console().is_terminal else 150)
    table = Table(*_header(), box=None)
    for quality in qualities:
        table.add_row(*_quality_row(quality))
    console.print(table)
    for each in counts:
        shares = [f"{clues}: {share:.3g} %" for clues, share in each.shares.items()]
        console.print(t("quality.clues", puzzles=each.puzzles, how=each.how, mean=each.mean, shares=shares))
    if speeds:
        console.print(t("quality.speeds", speeds=[f"{name} {rate:,.0f}" for name, rate in speeds.items()]))


def _write_charts(qualities: list[Fairness], counts: list[ClueCounts], charts: Path | None, html: Path | None) -> None:
    if charts is None and html is None:
        return
    drawings = _draw_quality_charts(qualities, counts)
    if charts:
        charts.mkdir(parents=True, exist_ok=True)
        for name, svg in drawings.items():
            (charts / f"{name}.svg").write_text(svg, "utf-8")
    if html:
        html.write_text(_page(qualities, list(drawings.values())), "utf-8")


def _page(qualities: list[Fairness], drawings: list[str]) -> str:
    """Return a page of HTML with the table and the charts."""
    style = "body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:2em auto;padding:0 1em}"
    style += "table{border-collapse:collapse}td,th{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:right}"
    rows = [("th", _header()), *(("td", _quality_row(each)) for each in qualities)]
    table = "".join(f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>" for tag, cells in rows)
    title = escape(t("quality.title"))
    head = (
        f'<!doctype html><html lang="{language()}"><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
    )
    return f"{head}<h1>{title}</h1><table>{table}</table>{''.join(drawings)}</html>\n"


def _draw_quality_charts(qualities: list[Fairness], counts: list[ClueCounts]) -> dict[str, str]:
    """Return the charts by name, as SVG."""
    from shudu.core.charts import draw_vertical_bars
    from shudu.grids.fairness import MEAN_FOURS

    def bars(name: str, **series: list[float]) -> str:
        methods = [each.method for each in qualities]
        title = t(f"quality.charts.{name}")
        return draw_vertical_bars(title, methods, {t(f"quality.charts.{key}"): row for key, row in series.items()})

    drawings = {
        "distance": bars(
            "distance",
            method=[each.class_distance for each in qualities],
            chance=[each.distance_floor for each in qualities],
        ),
        "distinct": bars("distinct", symmetry=[100 * each.distinct_up_to_symmetry / each.grids for each in qualities]),
        "fours": bars("fours", method=[each.fours for each in qualities], uniform=[MEAN_FOURS] * len(qualities)),
    }
    drawings |= {f"classes-{each.method}": _draw_classes(each) for each in qualities}
    return drawings | ({"clues": _draw_clue_counts(counts)} if counts else {})


def _draw_classes(quality: Fairness) -> str:
    """Draw the shares of the 60 commonest classes of bands, beside the exact ones."""
    from shudu.core.charts import draw_vertical_bars
    from shudu.grids.fairness import expected_shares

    order = sorted(range(416), key=lambda k: -expected_shares()[k])[:60]
    series = {
        quality.method: [100 * quality.classes[k] for k in order],
        t("quality.charts.exact"): [100 * expected_shares()[k] for k in order],
    }
    return draw_vertical_bars(t("quality.charts.classes", method=quality.method), [str(k) for k in order], series, "%")


def _draw_clue_counts(counts: list[ClueCounts]) -> str:
    from shudu.core.charts import draw_vertical_bars
    from shudu.grids.fairness import PUBLISHED_UNBIASED

    clues = range(20, 32)
    series = {each.how: [each.shares.get(k, 0.0) for k in clues] for each in counts}
    series[t("quality.charts.published")] = [PUBLISHED_UNBIASED.get(k, 0.0) for k in clues]
    return draw_vertical_bars(t("quality.charts.clues"), [str(k) for k in clues], series, "%")


_BAR: Final = 40  # columns of a full bar


@command("holes")
@option("-n", "--count", "n", type=click.IntRange(1), default=1000, show_default=True)
@option("--grid", type=click.Choice(METHOD_IDS), default="uniform", show_default=True)
@option("--seed", type=SEED, default=1, show_default=True)
@option("--chart", type=OutputFile(".svg"))
@format_option("table", "csv", "json")
@threads_option
def holes_command(n: int, grid: str, seed: int, chart: Path | None, style: str, threads: int | None) -> None:
    """Count puzzles with several solutions."""
    from shudu.puzzles.dig import ALL_CLUES, study_holes

    study = study_holes(n, ALL_CLUES, grid=grid, seed=seed, threads=threads)
    counts = list(show_progress(study, lambda _: 1, "units.done", len(ALL_CLUES)))
    if style == "json":
        click.echo(json.dumps([{**each._asdict(), "share": each.share} for each in counts]))
    elif style == "csv":
        click.echo("clues,puzzles,several,share")
        click.echo("\n".join(f"{each.clues},{each.puzzles},{each.several},{each.share:.6g}" for each in counts))
    else:
        click.echo(t("holes.heading", n=n, grid=grid))
        click.echo("\n".join(map(_holes_row, reversed(counts))))
    if chart:
        chart.write_text(_draw_holes_chart(counts, n), "utf-8")


def _holes_row(each: HoleCount) -> str:
    return f"{each.clues:3} {each.share:7.1%} {'█' * round(_BAR * each.share)}".rstrip()


def _draw_holes_chart(counts: list[HoleCount], n: int) -> str:
    from shudu.core.charts import draw_vertical_bars

    visible = [each for each in reversed(counts) if each.clues % 2 == 0 and 22 <= each.clues <= 80]
    series = {t("holes.several"): [100 * each.share for each in visible]}
    return draw_vertical_bars(t("holes.title", n=n), [str(each.clues) for each in visible], series, " %")
