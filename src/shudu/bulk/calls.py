"""What can be called: the same operations on tables in memory, on files and on a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa

from shudu.bulk import deduping, making
from shudu.bulk.columns import chosen
from shudu.bulk.compute import Wish, from_pairs
from shudu.bulk.errors import BulkError, missing
from shudu.bulk.inputs import Found
from shudu.bulk.job import Job
from shudu.bulk.options import Path, plan, plan_making
from shudu.bulk.run import Crew, Report, Watch, crew_for, run
from shudu.bulk.tables import first_ones, is_table, with_columns
from shudu.kernel.solve import solve_many
from shudu.puzzles.api import generate_many

Columns = str | Sequence[str] | None


def solve(source: Any, out: Path | None = None, *, columns: Columns = None, limit: int = 2, **options: Any) -> Any:
    """Solves all puzzles of a table, and tells how many solutions each has, up to the limit.

    >>> table = pa.table({"id": [7], "puzzle": ["." * 81]})
    >>> solve(table, columns="id,solutions").to_pylist()
    [{'id': 7, 'solutions': 2}]

    `source` is a table of pyarrow, pandas or polars; then one of the same kind comes back, with columns added. Or it is
    a file, a folder or an address such as s3://…; then the result is written to `out`, and a Report comes back. Options:
    `puzzle_column`, `workers`, `strict`; for files also `scheduler` (of a Dask cluster), `overwrite`, `format`,
    `compression`, `part_rows` and `watch`.
    """
    return _call("solve", source, out, columns, Wish((), limit), options)


def rate(
    source: Any, out: Path | None = None, *, columns: Columns = None, profile: str = "hodoku", **options: Any
) -> Any:
    """Rates all puzzles of a table: level, score, hardest technique, steps. What `source` may be is told at `solve`."""
    return _call("rate", source, out, columns, Wish((), profile=profile), options)


def canonical(source: Any, out: Path | None = None, *, columns: Columns = None, **options: Any) -> Any:
    """Finds the canonical forms of all puzzles of a table. What `source` may be is told at `solve`."""
    return _call("canonical", source, out, columns, Wish(()), options)


def dedupe(source: Any, out: Path | None = None, *, columns: Columns = None, **options: Any) -> Any:
    """Keeps the first of all puzzles that are the same up to symmetry, and tells how many copies each has.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> dedupe(pa.table({"puzzle": [puzzle, puzzle[::-1]]}))["copies"].to_pylist()
    [2]
    """
    if out is None:
        _need_table(source)
        column, strict = options.pop("puzzle_column", "puzzle"), options.pop("strict", False)
        _refuse(options)
        return first_ones(source, columns, column, strict)
    return _on_files("dedupe", source, out, columns, Wish(()), options)


def generate(n: int, out: Path | None = None, *, seed: int | None = None, columns: Columns = None, **wish: Any) -> Any:
    """Makes puzzles, each with exactly one solution; what they are like is said as for `shudu.generate`.

    >>> generate(3, clues=30, seed=1).column_names
    ['puzzle', 'solution', 'clues']

    Without `out` a table of pyarrow comes back. The same seed gives the same rows whatever the number of workers.
    """
    if out is None:
        batch = generate_many(n, seed=seed, **wish)
        names = chosen(columns, "generate")
        made = from_pairs(batch.puzzles, batch.solutions, Wish(names))
        return pa.table({name: made[name] for name in names})
    run_with = {name: wish.pop(name) for name in ("workers", "scheduler", "overwrite", "watch") if name in wish}
    job = plan_making(n, out, seed=seed, columns=columns, **wish)
    watch = run_with.get("watch") or Watch()
    with _crew(job, run_with.get("workers"), run_with.get("scheduler"), watch) as crew:
        return making.make(job, n, crew, watch, run_with.get("overwrite", False))


def stats(source: Path, out: Path | None = None, *, puzzle_column: str = "puzzle") -> Any:
    """Distributions of what a file or folder holds, worked out by DuckDB; `out` is a page of HTML to write."""
    try:
        from shudu.bulk.distributions import distributions
    except ModuleNotFoundError as error:
        raise missing(error) or error from error
    from shudu.bulk.page import page

    found = distributions(source, puzzle_column)
    if out is not None:
        from pathlib import Path as LocalPath

        LocalPath(out).write_text(page(found), "utf-8")
    return found


def _call(operation: str, source: Any, out: Path | None, columns: Columns, wish: Wish, options: dict[str, Any]) -> Any:
    if out is not None:
        return _on_files(operation, source, out, columns, wish, options)
    _need_table(source)
    column, strict = options.pop("puzzle_column", "puzzle"), options.pop("strict", False)
    workers = options.pop("workers", None)
    _refuse(options)
    return with_columns(source, operation, columns, column, wish, workers, strict)


def _on_files(operation: str, source: Path, out: Path, columns: Columns, wish: Wish, options: dict[str, Any]) -> Report:
    watch = options.pop("watch", None) or Watch()
    workers, scheduler = options.pop("workers", None), options.pop("scheduler", None)
    overwrite = options.pop("overwrite", False)
    column = options.pop("puzzle_column", "puzzle")
    job, found = plan(
        operation, source, out, columns=columns, column=column, limit=wish.limit, profile=wish.profile, **options
    )
    _tell(found, watch)
    with _crew(job, workers, scheduler, watch) as crew:
        work = deduping.dedupe if operation == "dedupe" else run
        return work(job, found.files, crew, watch, overwrite)


@contextmanager
def _crew(job: Job, workers: int | None, scheduler: str | None, watch: Watch) -> Iterator[Crew]:
    if scheduler is None:
        solve_many(np.zeros((1, 81), np.uint8), limit=1)  # the kernel is loaded once, before threads ask for it
        yield crew_for(job, workers)
        return
    try:
        from shudu.bulk.cluster import Cluster
    except ModuleNotFoundError as error:
        raise missing(error) or error from error
    cluster = Cluster(scheduler, watch.note)
    try:
        yield cluster
    finally:
        cluster.close()


def _tell(found: Found, watch: Watch) -> None:
    if found.ignored:
        more = f" and {len(found.ignored) - 3:,} more" if len(found.ignored) > 3 else ""
        watch.note(f"left alone, since their names are not those of tables: {', '.join(found.ignored[:3])}{more}")
    empty = [file.name for file in found.files if file.size == 0]
    if empty:
        watch.note(f"empty: {', '.join(empty[:3])}")


def _need_table(source: Any) -> None:
    if isinstance(source, str | os.PathLike):
        raise BulkError(f"{os.fspath(source)} is a file; say where the result goes with out=")
    if not is_table(source):
        raise TypeError(f"a table of pyarrow, pandas or polars, or a path, is expected, not {type(source).__name__}")


def _refuse(options: dict[str, Any]) -> None:
    if options:
        raise TypeError(f"not an option for tables in memory: {', '.join(options)}")
