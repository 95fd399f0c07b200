"""`shudu quality`: which method of making grids is fair, as a table and as charts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from shudu.cli.progress import watched
from shudu.cli.seeds import SEED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from shudu.grids.fairness import ClueCounts, Quality

_METHODS: Final = ["template", "backtrack", "search", "digits", "seeds", "diagonal", "uniform"]
_HEAD: Final = (
    "method",
    "grids",
    "reach",
    "distinct",
    "up to symmetry",
    "distance",
    "p",
    "worst pair",
    "fours",
    "fair",
)


@click.command("quality")
@click.option("--method", "methods", type=click.Choice(_METHODS), multiple=True, help="One or more; all if not given.")
@click.option(
    "-n", "--count", "n", type=int, default=3000, show_default=True, help="Grids of each; 0 measures none (see --data)."
)
@click.option(
    "--uniform-count", type=click.IntRange(100), help="Grids of the uniform method, which is a thousand times faster."
)
@click.option(
    "--puzzles", type=click.IntRange(0), default=20_000, show_default=True, help="Minimal puzzles to count clues of."
)
@click.option(
    "--unbiased", type=click.IntRange(0), default=0, help="Unbiased minimal puzzles to count clues of; 5 a second."
)
@click.option("--speed", is_flag=True, help="Measure also how many grids a second each method makes, on one core.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Makes chance repeatable.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file that keeps results: new ones replace those of the same method, and all that it holds is shown.",
)
@click.option("--format", "style", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--charts", type=click.Path(path_type=Path, file_okay=False), help="A folder for SVG charts.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="A page with table and charts.")
def command(
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
    """Show how fair the methods of making grids are.

    `distance` is the total variation over 416 classes of bands (in brackets what chance alone gives), `p` the smallest
    chance that uniform grids look as uneven, `fours` the unavoidable sets of four cells a grid (11.577 in uniform ones).
    """
    from shudu.core.randomness import check_seed
    from shudu.grids.comparison import Comparison, read_comparison, write_comparison

    if n and n < 100:
        raise click.BadParameter(f"{n} grids tell nothing; ask for 100 or more, or 0 for none", param_hint="'-n'")
    seed = check_seed(seed)
    names = methods or tuple(_METHODS)
    known = read_comparison(data) if data else Comparison()
    measured = list(watched(_assessed(names, n, uniform_count or n, seed), lambda one: 1, "methods", len(names)))
    known = known.with_new(measured, _clue_counts(puzzles, unbiased, seed), _speeds(names) if speed else None)
    if data:
        write_comparison(data, known)
    found, counts = list(known.methods.values()), list(known.clues.values())
    if style == "json":
        click.echo(json.dumps({"methods": [_told(one) for one in found], "clues": [asdict(one) for one in counts]}))
    else:
        _print(found, counts, known.speeds)
    drawn = _charts(found, counts)
    if charts:
        charts.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn.items():
            (charts / f"{name}.svg").write_text(svg, "utf-8")
    if html:
        from shudu.grids.charts import page, table

        html.write_text(
            page("Which method is fair?", [table(_HEAD, [_row(one) for one in found]), *drawn.values()]), "utf-8"
        )


def _assessed(names: tuple[str, ...], n: int, uniform: int, seed: int) -> Iterator[Quality]:
    from shudu.grids.fairness import assess
    from shudu.grids.full_grids import find_method, full_grids

    for name in names if n else ():
        made = partial(_sample, full_grids, name, seed)
        yield assess(name, find_method(name).reach, made, uniform if name == "uniform" else n)


def _speeds(names: tuple[str, ...]) -> dict[str, float]:
    from shudu.grids.speed import grids_per_second

    return grids_per_second(names)


def _sample(make: Callable[..., NDArray[np.uint8]], name: str, seed: int, first: int, n: int) -> NDArray[np.uint8]:
    return make(n, name, seed, first)


def _clue_counts(puzzles: int, unbiased: int, seed: int) -> list[ClueCounts]:
    import numpy as np

    from shudu.grids.fairness import clue_counts
    from shudu.puzzles.api import generate_many

    found = []
    if puzzles:
        found.append(clue_counts("dug", generate_many(puzzles, minimal=True, seed=seed).puzzles))
    if unbiased:
        batch = generate_many(unbiased, unbiased=True, seed=seed)
        weights = np.array([origin.weight for origin in batch.origins])
        found.append(clue_counts("unbiased", batch.puzzles, weights))
    return found


def _told(one: Quality) -> dict[str, object]:
    return {**asdict(one), "fair": one.is_fair}


def _row(one: Quality) -> tuple[str, ...]:
    from shudu.core.geometry import cell_name

    a, b = map(cell_name, one.pair.cells)
    return (
        one.method,
        f"{one.grids:,}",
        f"{one.reach:.3g}" if one.reach > 10**9 else f"{one.reach:,}",
        f"{one.distinct:,}",
        f"{one.distinct_up_to_symmetry:,}",
        f"{one.class_distance:.3f} ({one.distance_floor:.3f})",
        f"{min(one.class_p, one.pair_p):.2g}",
        f"{a}={b} {one.pair.seen:.4f} ({one.pair.expected:.4f})",
        f"{one.fours:.2f}",
        "yes" if one.is_fair else "no",
    )


def _print(found: list[Quality], counts: list[ClueCounts], speeds: dict[str, float]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if Console().is_terminal else 150)
    shown = Table(*_HEAD, box=None)
    for one in found:
        shown.add_row(*_row(one))
    console.print(shown)
    for each in counts:
        shares = ", ".join(f"{clues}: {share:.3g} %" for clues, share in each.shares.items())
        console.print(f"clues of {each.puzzles:,} minimal puzzles, {each.how}: mean {each.mean:.2f}; {shares}")
    if speeds:
        told = ", ".join(f"{name} {rate:,.0f}" for name, rate in speeds.items())
        console.print(f"grids a second on one core of this machine: {told}")


def _charts(found: list[Quality], counts: list[ClueCounts]) -> dict[str, str]:
    from shudu.grids.charts import bars
    from shudu.grids.fairness import FOURS, PUBLISHED_UNBIASED, expected_shares

    names = [one.method for one in found]
    drawn = {
        "distance": bars(
            "Distance from uniform over the 416 classes of bands",
            names,
            {"method": [one.class_distance for one in found], "chance": [one.distance_floor for one in found]},
        ),
        "distinct": bars(
            "Different grids up to symmetry, in a hundred made",
            names,
            {"up to symmetry": [100 * one.distinct_up_to_symmetry / one.grids for one in found]},
        ),
        "fours": bars(
            "Unavoidable sets of four cells a grid",
            names,
            {"method": [one.fours for one in found], "uniform": [FOURS] * len(found)},
        ),
    }
    for one in found:
        order = sorted(range(416), key=lambda k: -expected_shares()[k])[:60]
        drawn[f"classes-{one.method}"] = bars(
            f"The 60 most frequent classes of bands: {one.method}",
            [str(k) for k in order],
            {one.method: [100 * one.classes[k] for k in order], "exact": [100 * expected_shares()[k] for k in order]},
            "%",
        )
    if counts:
        clues = range(20, 32)
        series = {each.how: [each.shares.get(k, 0.0) for k in clues] for each in counts}
        series["all minimal (published)"] = [PUBLISHED_UNBIASED.get(k, 0.0) for k in clues]
        drawn["clues"] = bars("Clues of minimal puzzles", [str(k) for k in clues], series, "%")
    return drawn
