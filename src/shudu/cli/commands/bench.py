"""`shudu bench`: measure speed side by side with other solvers, or with tdoku, or print the kernel's signature."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shudu import __version__
from shudu.cli.command import command as new_command
from shudu.cli.command import option
from shudu.cli.language import language, t
from shudu.cli.options import OutputFile, Seconds, refuse

if TYPE_CHECKING:
    from rich.table import Table

    from shudu.bench.measure import Speed
    from shudu.bench.peers import Race


@new_command("bench")
@option("--signature", is_flag=True)
@option("--search", is_flag=True)
@option("--tdoku", type=click.Path(dir_okay=False, path_type=Path))
@option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@option("--seconds", type=Seconds(0.1), default=2.0, show_default=True)
@option("--sample", type=click.IntRange(1), default=10, show_default=True)
@option("--chart", type=OutputFile(".svg"))
@click.pass_context
def command(
    context: click.Context,
    signature: bool,
    search: bool,
    tdoku: Path | None,
    data: Path | None,
    seconds: float,
    sample: int,
    chart: Path | None,
) -> None:
    """Measure speed."""
    if signature:
        refuse(
            context, ["search", "tdoku", "data", "seconds", "sample", "chart"], "errors.not-with", other="--signature"
        )
        from shudu.bench.measure import compute_signature

        click.echo(compute_signature())
        return
    from shudu.bench.measure import load_sets

    sets = load_sets(data)
    if tdoku:
        refuse(context, ["search", "sample", "chart"], "errors.not-with", other="--tdoku")
        race_tdoku(sets, tdoku, seconds)
        return
    if search:
        from shudu.bench.compare import print_comparison

        print_comparison(sets, chart, sample, seconds, language())
        return
    refuse(context, ["sample"], "errors.only-with", other="--search")
    measure_speed(sets, seconds, chart)


def measure_speed(sets: dict[str, list[str]], seconds: float, chart: Path | None) -> None:
    """Print a table of puzzles per second, and draw it if a file for the chart is given."""
    from rich.console import Console

    from shudu.bench.measure import draw_speeds, measure_peers, measure_shudu

    speeds: list[Speed] = []
    with Console(stderr=True).status(t("bench.measuring")) as status:

        def report(speed: Speed) -> None:
            speeds.append(speed)
            status.update(f"{speed.solver}: {speed.set} {speed.text}/s")

        measure_shudu(sets, report)
        measure_peers(sets, seconds, report)
    about = _describe_machine()
    click.echo(about)
    Console().print(_table(speeds))
    if chart:
        chart.write_text(draw_speeds(speeds, about, language()), encoding="utf-8")
        click.echo(t("bench.chart-written", path=chart))


def race_tdoku(sets: dict[str, list[str]], path: Path, seconds: float) -> None:
    """Print a table that compares shudu with a library of tdoku."""
    from rich.console import Console

    from shudu.bench.peers import race

    races: list[Race] = []
    with Console(stderr=True).status(t("bench.measuring")) as status:
        for result in race(sets, path, seconds):
            races.append(result)
            status.update(f"{result.set} {max(result.times_as_fast):.1f}")
    click.echo(_describe_machine())
    click.echo(t("bench.race-head"))
    Console().print(_race_table(races))


def _race_table(races: list[Race]) -> Table:
    from rich.table import Table

    from shudu.kernel.load import supported_instruction_sets

    table = Table(t("bench.set"))
    table.add_column(t("bench.tdoku-per-second"), justify="right")
    for instructions in supported_instruction_sets():
        table.add_column(instructions, justify="right")
    for result in races:
        table.add_row(result.set, f"{result.per_second:,.0f}", *(f"{ratio:.2f}" for ratio in result.times_as_fast))
    return table


def _table(speeds: list[Speed]) -> Table:
    from rich.table import Table

    table = Table(t("bench.set"), t("bench.solver"))
    table.add_column(t("bench.puzzles-per-second"), justify="right")
    for name in dict.fromkeys(speed.set for speed in speeds):
        for speed in (speed for speed in speeds if speed.set == name):
            table.add_row(name, speed.solver, speed.text)
        table.add_section()
    return table


def _describe_machine() -> str:
    return f"shudu {__version__}, {platform.platform()}, Python {platform.python_version()}, {_processor()}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
