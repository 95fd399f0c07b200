"""How the rows of a table are spread: numbers from DuckDB, which reads files larger than memory by itself."""

from __future__ import annotations

import os
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import duckdb

from shudu.bulk.errors import BulkError
from shudu.bulk.inputs import InputFile, find_inputs
from shudu.bulk.kinds import Kind
from shudu.bulk.places import is_remote
from shudu.bulk.reading import check_column, columns_of

LEVELS: Final = ("easy", "medium", "hard", "unfair", "extreme")
_COUNTED: Final = ("solutions", "level", "hardest", "automorphisms", "copies")
_MEASURED: Final = ("clues", "score", "steps")
_NUMBERS: Final = (*_MEASURED, "solutions", "automorphisms", "copies")
_MOST: Final = 40  # bars of a chart
_EXACT: Final = 5_000_000  # rows of which the different ones fit into memory
_GRID: Final = "^[0-9.*_xX]{81}$"


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often each value of a column comes, and for numbers where they lie."""

    column: str
    counts: tuple[tuple[str, int], ...]
    summary: dict[str, float]
    missing: int


@dataclass(frozen=True, slots=True)
class Distributions:
    """Those of all columns that were found."""

    source: str
    rows: int
    malformed: int
    different: int
    about: bool  # whether `different` is only about right: so many rows are not counted exactly
    columns: tuple[Distribution, ...]

    @property
    def facts(self) -> dict[str, int]:
        """What is known of the rows as a whole, by its word."""
        return {
            "rows": self.rows,
            "about" if self.about else "different": self.different,
            "malformed": self.malformed,
        }


def distributions(source: str | os.PathLike[str], puzzle_column: str = "puzzle") -> Distributions:
    """The distributions of a file or a folder. Raises BulkError if there is nothing to count."""
    found = find_inputs(source)
    kinds = {file.kind.name for file in found.files}
    if len(kinds) > 1:
        raise BulkError(f"{os.fspath(source)} holds files of several kinds ({', '.join(sorted(kinds))}); name one kind")
    types = columns_of(found.files[0])
    check_column(found.files[0], types, puzzle_column)
    with duckdb.connect() as database:
        _prepare(database, found.files, puzzle_column)
        rows, malformed = _one(
            database,
            f"select count(*), count(*) filter (puzzle is null or not regexp_matches(puzzle, '{_GRID}')) from rows",
        )
        exactly = "count(distinct hash(puzzle)) filter (puzzle is not null)"
        different = _one(database, f"select {exactly if rows <= _EXACT else 'approx_count_distinct(puzzle)'} from rows")
        present = ["clues", *(name for name in (*_COUNTED, *_MEASURED) if name in types and name != "clues")]
        order = ("clues", "solutions", "level", "score", "hardest", "steps", "automorphisms", "copies")
        columns = [_distribution(database, name) for name in order if name in present]
    return Distributions(os.fspath(source), rows, malformed, min(different[0], rows), rows > _EXACT, tuple(columns))


def _prepare(database: duckdb.DuckDBPyConnection, files: tuple[InputFile, ...], column: str) -> None:
    """A view of all files as one table, with the number of clues where the files do not tell it."""
    database.execute(
        "set memory_limit = '600MB'; set preserve_insertion_order = false; set enable_progress_bar = false"
    )
    if any(is_remote(file.path) for file in files):
        from fsspec.core import url_to_fs

        database.register_filesystem(url_to_fs(files[0].path)[0])
    names = [file.path for file in files if file.size or file.kind.name == "parquet"]
    if not names:
        raise BulkError(f"{files[0].path} is empty; one puzzle a line is expected")
    try:
        database.execute(f"create view given as select * from {_scan(files[0].kind, names, column)}")
        text = f'cast("{_escaped(column)}" as varchar)' if files[0].kind.name != "line" else 'left("puzzle", 81)'
        own = [row[0] for row in database.execute("describe given").fetchall()]
        others = "".join(f', "{_escaped(name)}"' for name in own if name not in (column, "puzzle", "clues"))
        counted = (
            f"case when regexp_matches({text}, '{_GRID}') then length(regexp_replace({text}, '[^1-9]', '', 'g')) end"
        )
        clues = "clues" if "clues" in own else counted
        database.execute(f"create view rows as select {text} as puzzle, {clues} as clues{others} from given")
    except duckdb.Error as error:
        raise BulkError(f"{files[0].path} cannot be read: {str(error).splitlines()[0]}") from error


def _scan(kind: Kind, names: list[str], column: str) -> str:
    listed = "[" + ", ".join("'" + name.replace("'", "''") + "'" for name in names) + "]"
    if kind.name == "parquet":
        return f"read_parquet({listed}, union_by_name = true)"
    if kind.name == "csv":
        text = f"types = {{'{column.replace(chr(39), 2 * chr(39))}': 'varchar'}}"  # a full grid looks like a number
        return f"read_csv({listed}, header = true, union_by_name = true, ignore_errors = true, {text})"
    columns = "columns = {'puzzle': 'varchar'}, header = false, delim = '\\x01', quote = '', escape = ''"
    return f"read_csv({listed}, {columns}, auto_detect = false)"


def _distribution(database: duckdb.DuckDBPyConnection, name: str) -> Distribution:
    quoted = f'"{name}"'
    (missing,) = _one(database, f"select count(*) - count({quoted}) from rows")
    summary: dict[str, float] = {}
    if name in _NUMBERS:
        query = f"select {quoted}, count(*) from rows where {quoted} is not null group by 1 order by 1"
        summary = _summary(database.execute(query).fetchall())
    return Distribution(name, _counts(database, name, summary), summary, missing)


def _summary(counts: list[tuple[Any, int]]) -> dict[str, float]:
    """Where numbers lie, from how often each comes, in rising order.

    >>> _summary([(20, 1), (24, 2), (30, 1)])
    {'least': 20.0, 'quarter': 20.0, 'median': 24.0, 'three quarters': 24.0, 'most': 30.0, 'mean': 24.5}
    """
    if not counts:
        return {}
    values, times = zip(*counts, strict=True)
    upto = list(accumulate(times))
    shares = {"least": 0.0, "quarter": 0.25, "median": 0.5, "three quarters": 0.75, "most": 1.0}
    places = {name: float(values[bisect_left(upto, share * upto[-1])]) for name, share in shares.items()}
    return places | {"mean": sum(float(value) * many for value, many in counts) / upto[-1]}


def _counts(database: duckdb.DuckDBPyConnection, name: str, summary: dict[str, float]) -> tuple[tuple[str, int], ...]:
    quoted = f'"{name}"'
    if name == "score" and summary and summary["most"] - summary["least"] > _MOST:
        width = _round_up((summary["most"] - summary["least"]) / (_MOST // 2))
        query = (
            f"select cast(floor({quoted} / {width}) * {width} as bigint), count(*) from rows where {quoted} is not null"
        )
        found = database.execute(f"{query} group by 1 order by 1").fetchall()
        return tuple((f"{low}–{low + width - 1}", many) for low, many in found)
    order = "2 desc, 1" if name == "hardest" else "1"
    query = f"select {quoted}, count(*) from rows where {quoted} is not null group by 1 order by {order}"
    found = database.execute(f"{query} limit {10 * _MOST}").fetchall()
    if name == "level":
        found.sort(key=lambda row: LEVELS.index(row[0]) if row[0] in LEVELS else len(LEVELS))
    if len(found) > _MOST:
        found = [*found[: _MOST - 1], ("…", sum(row[1] for row in found[_MOST - 1 :]))]
    return tuple((str(value), many) for value, many in found)


def _round_up(width: float) -> int:
    """A step that reads well: 1, 2 or 5 with zeros."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if factor * size >= width:
                return factor * size
        size *= 10


def _one(database: duckdb.DuckDBPyConnection, query: str) -> tuple[Any, ...]:
    try:
        found: tuple[Any, ...] = database.execute(query).fetchall()[0]
    except duckdb.Error as error:
        raise BulkError(f"the rows cannot be counted: {str(error).splitlines()[0]}") from error
    return found


def _escaped(name: str) -> str:
    return name.replace('"', '""')
