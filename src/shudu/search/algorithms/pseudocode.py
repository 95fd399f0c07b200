"""Pseudocode: the name, description and lines of an algorithm in every language.

The texts are in the catalogue, in the table `pseudocode` of an area. Each line has an id, so that events can refer to
it.

>>> code = load_pseudocode("search")["mrv"]
>>> code.name["en"], code.why("write").line, code.lines[2]["en"]
('Fewest candidates first', 4, '  take the cell with the fewest candidates, the first in the list on a tie')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shudu.locale.catalogue import LANGUAGES, table
from shudu.search.trace.event import Why

Text = dict[str, str]  # language → text


@dataclass(frozen=True, slots=True)
class Pseudocode:
    """The texts of one algorithm.

    Attributes:
        id: The id of the algorithm.
        name: Its name in each language.
        about: A sentence about it in each language.
        lines: The lines, each in every language.
        ids: The number of each line, from 1, by its id.
    """

    id: str
    name: Text
    about: Text
    lines: tuple[Text, ...]
    ids: dict[str, int]

    def why(self, line: str) -> Why:
        """Return the reason of events that belong to a line, given by its id."""
        return Why(line=self.ids[line])

    def whys(self, *lines: str) -> tuple[Why, ...]:
        """Return the reasons of events that belong to several lines."""
        return tuple(map(self.why, lines))


def load_pseudocode(area: str) -> dict[str, Pseudocode]:
    """Return the pseudocode of an area of the catalogue, by the id of the algorithm.

    Args:
        area: The name of the catalogue file. In its table `pseudocode.<id>` are `name`, `about` and the table `lines`,
            whose keys are the ids of the lines. All languages have the same keys in the same order.
    """
    tables = {language: table(f"{area}.pseudocode", language) for language in LANGUAGES}
    return {name: _join_languages(name, {at: each[name] for at, each in tables.items()}) for name in tables["en"]}


def _join_languages(name: str, tables: dict[str, dict[str, Any]]) -> Pseudocode:
    ids = list(tables["en"]["lines"])
    return Pseudocode(
        name,
        {language: each["name"] for language, each in tables.items()},
        {language: each["about"] for language, each in tables.items()},
        tuple({language: each["lines"][id] for language, each in tables.items()} for id in ids),
        {id: number for number, id in enumerate(ids, 1)},
    )
