"""What each algorithm is called and what it does, line by line, in Chinese and English: read from TOML files.

>>> code = read_pseudocode(Path(__file__).with_name("pseudocode.toml"))["mrv"]
>>> code.name["zh"], code.why("write").line, code.lines[2]["en"]
('候选数最少优先', 4, '  take the cell with the fewest candidates, the first in the list on a tie')
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from shudu.search.trace.event import Why

Text = dict[str, str]  # language → text


@dataclass(frozen=True, slots=True)
class Pseudocode:
    """Name, description and lines of one algorithm. `ids` name the lines that events point to."""

    id: str
    name: Text
    about: Text
    lines: tuple[Text, ...]
    ids: dict[str, int]

    def why(self, line: str) -> Why:
        """What an event of that line says."""
        return Why(line=self.ids[line])

    def whys(self, *lines: str) -> tuple[Why, ...]:
        """The same for several lines."""
        return tuple(map(self.why, lines))


def read_pseudocode(file: Path) -> dict[str, Pseudocode]:
    """The algorithms that a TOML file describes, by id and in its order."""
    return {name: _pseudocode(name, table) for name, table in tomllib.loads(file.read_text("utf-8")).items()}


def _pseudocode(name: str, table: dict[str, object]) -> Pseudocode:
    lines: list[dict[str, str]] = table["lines"]  # type: ignore[assignment]  # the shape is checked by a test
    texts = tuple({language: line[language] for language in ("zh", "en")} for line in lines)
    ids = {line["id"]: number for number, line in enumerate(lines, 1) if "id" in line}
    return Pseudocode(name, table["name"], table["about"], texts, ids)  # type: ignore[arg-type]
