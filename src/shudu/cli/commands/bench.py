"""`shudu bench`: speed side by side with other solvers, and the signature."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shudu import __version__
from shudu.cli.options import Seconds, language_option, refuse

if TYPE_CHECKING:
    from rich.table import Table

    from shudu.bench.measure import Rate


@click.command("bench")
@click.option("--signature", is_flag=True, help="Only print the number that changes if the kernel's behaviour does.")
@click.option("--search", is_flag=True, help="Compare the algorithms one can watch instead.")
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A folder of puzzle lists.")
@click.option(
    "--seconds",
    type=Seconds(0.1),
    default=2.0,
    show_default=True,
    help="For each other solver and set, or each search.",
)
@click.option("--sample", type=click.IntRange(1), default=10, show_default=True, help="Puzzles of each set, --search.")
@language_option
@click.option("--chart", type=click.Path(dir_okay=False, path_type=Path), help="Write the chart to this SVG file.")
@click.pass_context
def command(
    context: click.Context,
    signature: bool,
    search: bool,
    data: Path | None,
    seconds: float,
    sample: int,
    lang: str,
    chart: Path | None,
) -> None:
    """Measure speed side by side with other solvers.

    Puzzles are those of --data or of ../shared/data/puzzles, else a few hundred that come with the package.
    """
    if signature:
        refuse(context, ["search", "data", "seconds", "sample", "lang", "chart"], "does not go with --signature")
        from shudu.bench.signature import signature as number

        click.echo(number())
        return
    from shudu.bench.sets import load

    shared = Path("../shared/data/puzzles")
    sets = load(data or (shared if shared.is_dir() else None))
    if search:
        from shudu.bench.compare import report

        report(sets, chart, sample, seconds, lang)
        return
    refuse(context, ["sample", "lang"], "goes with --search")
    _speed(sets, seconds, chart)


def _speed(sets: dict[str, list[str]], seconds: float, chart: Path | None) -> None:
    from rich.console import Console

    from shudu.bench.chart import chart as draw
    from shudu.bench.measure import peer_rates, shudu_rates

    rates: list[Rate] = []
    with Console(stderr=True).status("measuring …") as status:

        def told(rate: Rate) -> None:
            rates.append(rate)
            status.update(f"{rate.solver}: {rate.set} {rate.shown}/s")

        shudu_rates(sets, told)
        peer_rates(sets, seconds, told)
    about = f"shudu {__version__}, {platform.platform()}, Python {platform.python_version()}, {_processor()}"
    click.echo(about)
    Console().print(_table(rates))
    if chart:
        chart.write_text(draw(rates, about), encoding="utf-8")
        click.echo(f"chart: {chart}")


def _table(rates: list[Rate]) -> Table:
    from rich.table import Table

    table = Table("set", "solver")
    table.add_column("puzzles a second", justify="right")
    for name in dict.fromkeys(rate.set for rate in rates):
        for rate in (rate for rate in rates if rate.set == name):
            table.add_row(name, rate.solver, rate.shown)
        table.add_section()
    return table


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
