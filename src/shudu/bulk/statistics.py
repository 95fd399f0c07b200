"""Statistics of the rows of files, computed by DuckDB, which handles files larger than memory.

They become charts, and an HTML page in both languages that loads nothing from elsewhere.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Any, Final

import duckdb

from shudu.bulk.errors import BulkError
from shudu.bulk.io import FileType
from shudu.bulk.io.input_files import (
    InputFile,
    check_puzzle_column,
    find_inputs,
    find_puzzle_column,
    read_column_types,
    read_header,
)
from shudu.bulk.io.storage import is_remote, open_store
from shudu.core.charts import Bar, BarGroup, draw_horizontal_bars, linear_scale
from shudu.locale.catalogue import LANGUAGES, table, text
from shudu.logic.texts import texts
from shudu.puzzles.difficulty import LEVELS

_COLUMNS: Final = ("clues", "solutions", "level", "score", "hardest", "steps", "automorphisms", "copies")
_NUMBERS: Final = frozenset(_COLUMNS) - {"level", "hardest"}
_MAX_BARS: Final = 40
_MAX_EXACT: Final = 5_000_000  # rows up to which distinct puzzles are counted exactly
_GRID: Final = "^[0-9.*_xX]{81}$"
_QUANTILES: Final = {"min": 0.0, "q1": 0.25, "median": 0.5, "q3": 0.75, "max": 1.0}


@dataclass(frozen=True, slots=True)
class ColumnStatistics:
    """The values of a column.

    Attributes:
        column: The name of the column.
        counts: Values, or ranges of values, with the number of rows of each.
        summary: For numbers: `min`, `q1`, `median`, `q3`, `max` and `mean`.
        missing: The number of rows without a value.
    """

    column: str
    counts: tuple[tuple[str, int], ...]
    summary: dict[str, float]
    missing: int


@dataclass(frozen=True, slots=True)
class TableStatistics:
    """The statistics of a file or a folder.

    Attributes:
        source: The input.
        rows: The number of rows.
        malformed: The number of rows that are not grids.
        distinct: The number of distinct puzzles.
        approximate: Whether `distinct` is an estimate, as it is for more than five million rows.
        columns: The statistics of the columns that are there.
    """

    source: str
    rows: int
    malformed: int
    distinct: int
    approximate: bool
    columns: tuple[ColumnStatistics, ...]

    @property
    def totals(self) -> dict[str, int]:
        """The numbers that concern all rows, by the keys of their names in the catalogue."""
        distinct = "distinct-estimate" if self.approximate else "distinct"
        return {"rows": self.rows, distinct: self.distinct, "malformed": self.malformed}


def compute_statistics(source: str | os.PathLike[str], puzzle_column: str = "puzzle") -> TableStatistics:
    """Compute the statistics of a file or a folder.

    Args:
        source: Files of one type.
        puzzle_column: The name of the column of puzzles.

    Raises:
        BulkError: If there is nothing to count.
    """
    files = find_inputs(source).files
    layouts = {file.type.layout for file in files}
    if len(layouts) > 1:
        raise BulkError("bulk.mixed-file-types", path=os.fspath(source), types=tuple(sorted(layouts)))
    types = read_column_types(files[0])
    puzzle_column = find_puzzle_column(files, puzzle_column)
    check_puzzle_column(files[0], types, puzzle_column)
    with duckdb.connect() as database:
        _create_view(database, files, puzzle_column)
        rows, malformed = _fetch_row(
            database,
            f"select count(*), count(*) filter (puzzle is null or not regexp_matches(puzzle, '{_GRID}')) from rows",
        )
        exact = rows <= _MAX_EXACT
        count = "count(distinct hash(puzzle)) filter (puzzle is not null)" if exact else "approx_count_distinct(puzzle)"
        (distinct,) = _fetch_row(database, f"select {count} from rows")
        columns = [_describe(database, name) for name in _COLUMNS if name == "clues" or name in types]
    return TableStatistics(os.fspath(source), rows, malformed, min(distinct, rows), not exact, tuple(columns))


def _create_view(database: duckdb.DuckDBPyConnection, files: tuple[InputFile, ...], column: str) -> None:
    """Create the view `rows` of all files, with the number of clues if the files have no such column."""
    database.execute("set memory_limit = '600MB'; set preserve_insertion_order = false")
    with suppress(duckdb.InvalidInputException):  # in Jupyter without ipywidgets: the bar is off and cannot be set
        database.execute("set enable_progress_bar = false")
    if any(is_remote(file.path) for file in files):
        database.register_filesystem(open_store(files[0].path)[0])
    names = [file.path for file in files if file.size or file.type.layout == "parquet"]
    if not names:
        raise BulkError("bulk.empty-lines", path=files[0].path)
    header = read_header(files[0]) if files[0].type.layout == "csv" else None
    heading = header.names if header is not None and not header.length else None
    try:
        database.execute(f"create view input as select * from {_scan(files[0].type, names, column, heading)}")
        text = f'cast("{_escape(column)}" as varchar)' if files[0].type.layout != "line" else 'left("puzzle", 81)'
        own = [row[0] for row in database.execute("describe input").fetchall()]
        others = "".join(f', "{_escape(name)}"' for name in own if name not in (column, "puzzle", "clues"))
        counted = (
            f"case when regexp_matches({text}, '{_GRID}') then length(regexp_replace({text}, '[^1-9]', '', 'g')) end"
        )
        clues = "clues" if "clues" in own else counted
        database.execute(f"create view rows as select {text} as puzzle, {clues} as clues{others} from input")
    except duckdb.Error as error:
        raise BulkError("bulk.unreadable", path=files[0].path, reason=str(error).splitlines()[0]) from error


def _scan(type: FileType, names: list[str], column: str, heading: list[str] | None) -> str:
    """Return the table function that reads the files; `heading` names the columns of CSV without a heading."""
    paths = "[" + ", ".join("'" + name.replace("'", "''") + "'" for name in names) + "]"
    if type.layout == "parquet":
        return f"read_parquet({paths}, union_by_name = true)"
    if type.layout == "jsonl":
        return f"read_json({paths}, format = 'newline_delimited', union_by_name = true, ignore_errors = true)"
    if type.layout == "csv" and heading is not None:
        columns = ", ".join(f"'{name}': 'varchar'" for name in heading)
        return f"read_csv({paths}, header = false, columns = {{{columns}}}, ignore_errors = true)"
    if type.layout == "csv":
        text = f"types = {{'{column.replace(chr(39), 2 * chr(39))}': 'varchar'}}"  # a full grid looks like a number
        return f"read_csv({paths}, header = true, union_by_name = true, ignore_errors = true, {text})"
    columns = "columns = {'puzzle': 'varchar'}, header = false, delim = '\\x01', quote = '', escape = ''"
    return f"read_csv({paths}, {columns}, auto_detect = false)"


def _describe(database: duckdb.DuckDBPyConnection, name: str) -> ColumnStatistics:
    quoted = f'"{name}"'
    (missing,) = _fetch_row(database, f"select count(*) - count({quoted}) from rows")
    summary: dict[str, float] = {}
    if name in _NUMBERS:
        query = f"select {quoted}, count(*) from rows where {quoted} is not null group by 1 order by 1"
        summary = _summarize(database.execute(query).fetchall())
    return ColumnStatistics(name, _count_values(database, name, summary), summary, missing)


def _summarize(counts: list[tuple[Any, int]]) -> dict[str, float]:
    """Return the quantiles and the mean of numbers, given in rising order with the number of rows of each.

    >>> _summarize([(20, 1), (24, 2), (30, 1)])
    {'min': 20.0, 'q1': 20.0, 'median': 24.0, 'q3': 24.0, 'max': 30.0, 'mean': 24.5}
    """
    if not counts:
        return {}
    values, rows = zip(*counts, strict=True)
    sums = list(accumulate(rows))
    quantiles = {name: float(values[bisect_left(sums, share * sums[-1])]) for name, share in _QUANTILES.items()}
    return quantiles | {"mean": sum(float(value) * n for value, n in counts) / sums[-1]}


def _count_values(
    database: duckdb.DuckDBPyConnection, name: str, summary: dict[str, float]
) -> tuple[tuple[str, int], ...]:
    quoted = f'"{name}"'
    if name == "score" and summary and summary["max"] - summary["min"] > _MAX_BARS:
        width = _round_up((summary["max"] - summary["min"]) / (_MAX_BARS // 2))
        low = f"cast(floor({quoted} / {width}) * {width} as bigint)"
        query = f"select {low}, count(*) from rows where {quoted} is not null group by 1 order by 1"
        return tuple((f"{low}–{low + width - 1}", n) for low, n in database.execute(query).fetchall())
    order = "2 desc, 1" if name == "hardest" else "1"
    query = f"select {quoted}, count(*) from rows where {quoted} is not null group by 1 order by {order}"
    counts = database.execute(f"{query} limit {10 * _MAX_BARS}").fetchall()
    if name == "level":
        counts.sort(key=lambda row: LEVELS.index(row[0]) if row[0] in LEVELS else len(LEVELS))
    if len(counts) > _MAX_BARS:
        counts = [*counts[: _MAX_BARS - 1], ("…", sum(row[1] for row in counts[_MAX_BARS - 1 :]))]
    return tuple((str(value), n) for value, n in counts)


def _round_up(width: float) -> int:
    """Return a step that reads well: 1, 2 or 5 times a power of ten."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if factor * size >= width:
                return factor * size
        size *= 10


def _fetch_row(database: duckdb.DuckDBPyConnection, query: str) -> tuple[Any, ...]:
    try:
        row: tuple[Any, ...] = database.execute(query).fetchall()[0]
    except duckdb.Error as error:
        raise BulkError("bulk.uncountable", reason=str(error).splitlines()[0]) from error
    return row


def _escape(name: str) -> str:
    return name.replace('"', '""')


_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1b1d22;--paper:#fff;--accent:#2b6cb0;--line:#c9ced6}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaee;--paper:#16181d;--accent:#7fb2ea;--line:#444a55}}
body{font:16px/1.5 system-ui,"Noto Sans SC",sans-serif;max-width:780px;margin:2em auto;padding:0 1em;
color:var(--ink);background:var(--paper)}
.wide{overflow-x:auto}.chart{display:block;width:100%;min-width:34em;height:auto}table{border-collapse:collapse}td,th{padding:.15em .7em;border-bottom:1px solid var(--line);
text-align:right}td:first-child,th:first-child{text-align:left}summary{cursor:pointer}
nav label{margin-right:1em}#zh:checked~main [lang=en],#en:checked~main [lang=zh]{display:none}
input:focus-visible+label{outline:2px solid var(--accent)}
"""


def draw_chart(column: ColumnStatistics, language: str = "en") -> str:
    """Return a bar chart of a column as SVG, with a heading and labels in a language."""
    rows = name_values(column, language)
    total = sum(n for _, n in rows) or 1
    bars = [Bar(name, n, f"{n:,} · {100 * n / total:.1f} %") for name, n in rows]
    scale = linear_scale(max((n for _, n in rows), default=1))
    return draw_horizontal_bars([BarGroup("", bars)], scale, title=column_title(column, language))


def column_title(column: ColumnStatistics, language: str) -> str:
    """Return the heading of a column."""
    return text(f"bulk.statistics.columns.{column.column}", language)


def statistics_word(name: str, language: str) -> str:
    """Return the name of a total, a summary or a heading of the tables."""
    return text(f"bulk.statistics.{name}", language)


def name_values(column: ColumnStatistics, language: str) -> list[tuple[str, int]]:
    """Return the counts of a column with the names of levels and techniques in a language."""
    if column.column == "level":
        levels = table("logic.levels", language)
        return [(levels.get(value, value), n) for value, n in column.counts]
    if column.column == "hardest":
        names = texts(language).names
        return [(names.get(value, value), n) for value, n in column.counts]
    return list(column.counts)


def render_page(statistics: TableStatistics) -> str:
    """Return the page. The reader chooses the language on it, without a script."""
    both = "".join(f'<div lang="{language}">{_render_body(statistics, language)}</div>' for language in LANGUAGES)
    switch = (
        '<input type="radio" name="language" id="en" checked><label for="en">English</label> '
        '<input type="radio" name="language" id="zh"><label for="zh">中文</label>'
    )
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    title = " · ".join(statistics_word("title", language) for language in LANGUAGES)
    return (
        f'<!doctype html><html lang="en"><head>{head}<title>{title}</title><style>{_STYLE}</style></head>'
        f"<body>{switch}<main>{both}</main></body></html>\n"
    )


def _render_body(statistics: TableStatistics, language: str) -> str:
    def row(name: str, n: int) -> str:
        return f"<tr><th scope='row'>{statistics_word(name, language)}</th><td>{n:,}</td></tr>"

    heading = f"<h1>{statistics_word('title', language)}</h1><p>{escape(statistics.source)}</p>"
    totals = "".join(row(name, n) for name, n in statistics.totals.items())
    sections = "".join(_render_section(column, language) for column in statistics.columns)
    return f"{heading}<table>{totals}</table>{sections}"


def _render_section(column: ColumnStatistics, language: str) -> str:
    def word(name: str) -> str:
        return statistics_word(name, language)

    total = sum(n for _, n in column.counts) or 1
    names = "".join(f"<th scope='col'>{word(name)}</th>" for name in column.summary)
    values = "".join(f"<td>{value:,.6g}</td>" for value in column.summary.values())
    summary = f"<div class='wide'><table><tr>{names}</tr><tr>{values}</tr></table></div>" if column.summary else ""
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{n:,}</td><td>{100 * n / total:.2f} %</td></tr>"
        for name, n in name_values(column, language)
    )
    head = "".join(f"<th scope='col'>{word(name)}</th>" for name in ("value", "count", "share"))
    missing = f"<p>{word('missing')}: {column.missing:,}</p>" if column.missing else ""
    details = f"<details><summary>{word('table')}</summary><table><tr>{head}</tr>{rows}</table></details>"
    chart = f"<div class='wide' tabindex='0'>{draw_chart(column, language)}</div>"
    return (
        f"<section aria-label='{escape(column_title(column, language))}'>{chart}{summary}{missing}{details}</section>"
    )
