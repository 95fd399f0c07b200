r"""Results as a table: the columns of the user's own table, if the input is one, and those that a command adds.

A result replaces a column of the same name. The columns of CSV are those of the first rows of the input; what later files
have beside them is dropped, and named once.

>>> line = InputLine("line 2", bytes(81), (("id", "7"), ("puzzle", "." * 81), ("clues", "?")))
>>> table = Table("csv", ("puzzle", "clues"))
>>> list(table.observe([[line]])) == [[line]], table.render(line, {"puzzle": "81 cells", "clues": 0})
(True, 'id,puzzle,clues\n7,81 cells,0')
>>> Table("json", ()).render(line, {"puzzle": "81 cells", "clues": 0})
'{"id": "7", "puzzle": "81 cells", "clues": 0}'
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import click

from shudu.cli.input import InputLine
from shudu.cli.language import t

_QUOTED: Final = re.compile('[,"\r\n]')


class Table:
    """Writes results as CSV or as a line of JSON each.

    Args:
        style: `csv` or `json`.
        columns: The columns that the command adds.
    """

    def __init__(self, style: str, columns: Sequence[str]) -> None:
        self._is_json: bool = style == "json"
        self._columns: dict[str, None] = dict.fromkeys(columns)
        self._is_begun: bool = False
        self._dropped: set[str] = set()

    def observe(self, batches: Iterable[list[InputLine]]) -> Iterator[list[InputLine]]:
        """Pass the input on, and take the columns of the user from its first batch."""
        for number, batch in enumerate(batches):
            if not number:
                own = dict.fromkeys(name for line in batch for name, _ in line.row)
                self._columns = own | self._columns
            yield batch

    def render(self, line: InputLine, values: Mapping[str, Any]) -> str:
        """Return the row of a puzzle, below the heading if it is the first."""
        row = {**dict(line.row), **values}
        if self._is_json:
            return json.dumps(row, ensure_ascii=False)
        self._report_others(row)
        heading = "" if self._is_begun else _join(self._columns) + "\n"
        self._is_begun = True
        return heading + _join(_to_text(row.get(name)) for name in self._columns)

    def end(self, write: Callable[[str], object]) -> None:
        """Write the heading of a table without rows."""
        if not self._is_json and not self._is_begun:
            write(_join(self._columns))

    def _report_others(self, row: Mapping[str, Any]) -> None:
        others = tuple(name for name in row if name not in self._columns and name not in self._dropped)
        if others:
            self._dropped.update(others)
            click.echo(t("input.columns-dropped", columns=others), err=True)


def _to_text(value: Any) -> str:
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)


def _join(values: Iterable[str]) -> str:
    cells = list(values)
    if not any(map(_QUOTED.search, cells)):  # nearly always, and faster
        return ",".join(cells)
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    return buffer.getvalue().removesuffix("\n")
