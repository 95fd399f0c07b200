"""OpenSudoku's XML of version 2: folders of games, each with its digits, the player's digits and notes.

The text is read as it comes, by a parser that knows no entities and no document types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import quoteattr

from shudu.core.text import write_line
from shudu.formats.io.malformed import MalformedSheet, shown
from shudu.formats.io.sheet import Sheet, tidy_facts
from shudu.formats.opensudoku_cells import read_data, write_data
from shudu.formats.xml_elements import Element, elements

_ROOT: Final = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<opensudoku\b([^>]*)>", re.DOTALL)


def recognise(text: str) -> bool:
    """Whether the root is `opensudoku` with a version."""
    found = _ROOT.match(text)
    return found is not None and "version" in found[1]


def is_first_version(text: str) -> bool:
    """Whether the root is `opensudoku` without a version."""
    found = _ROOT.match(text)
    return found is not None and "version" not in found[1]


def read_all(pieces: Iterable[str]) -> Iterator[Sheet | MalformedSheet]:
    """The games, of version 1 or 2, as they come. What is wrong with one game does not end it."""
    common: dict[str, str] = {}
    folder = ""
    try:
        for element in elements(pieces):
            if element.depth == 1:
                _check_root(element)
            elif element.name == "folder":
                folder = element.attributes.get("name", "")
            elif element.name == "game":
                yield _game(element, {"source": folder, **common})
            elif element.depth == 2 and element.name in FIRST_FACTS:
                common[FIRST_FACTS[element.name]] = " ".join(element.text.split())
    except MalformedSheet as error:
        yield error


def write_all(sheets: Iterable[Sheet]) -> Iterator[str]:
    """The document, a folder for each source that follows another.

    >>> print("".join(write_all([Sheet(bytes(81))]))[39:97])
    <opensudoku version="2">
    <folder name="shudu">
    <game data=
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
    folder = None
    for sheet in sheets:
        source = sheet.fact("source")
        if source != folder:
            yield ("" if folder is None else "</folder>\n") + f"<folder name={attribute(source or NAMELESS)}>\n"
            folder = source
        yield _written(sheet)
    yield ("" if folder is None else "</folder>\n") + "</opensudoku>\n"


NAMELESS: Final = "shudu"
FIRST_FACTS: Final = {
    "name": "title", "author": "author", "description": "description", "comment": "comment", "created": "date",
    "source": "source", "level": "level", "sourceURL": "url",
}  # fmt: skip


def attribute(text: str) -> str:
    """A text as the value of an attribute; characters XML does not know become `?`."""
    return quoteattr(clean(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def clean(text: str) -> str:
    """A text without the characters that XML does not know."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


def _written(sheet: Sheet) -> str:
    plain = not sheet.entries and not any(sheet.centre)
    data = write_line(sheet.digits, "0") if plain else write_data(sheet)
    notes = {"created": sheet.fact("date"), "note": sheet.fact("comment")}
    told = "".join(f" {name}={attribute(text)}" for name, text in notes.items() if text)
    return f"<game data={attribute(data)}{told}/>\n"


def _game(element: Element, common: dict[str, str]) -> Sheet | MalformedSheet:
    attributes = element.attributes
    if "data" not in attributes:
        return MalformedSheet(element.line, element.column, "a game without data", 'data="…" with 81 digits')
    told = {"date": attributes.get("created", ""), "comment": attributes.get("note", "")}
    facts = common | {name: text for name, text in told.items() if text}
    if facts.get("source") == NAMELESS:
        del facts["source"]
    try:
        return read_data(attributes["data"], tidy_facts(facts), element.line)
    except MalformedSheet as error:
        return MalformedSheet(element.line, element.column + error.column - 1, error.found, error.expected)


def _check_root(root: Element) -> None:
    version = root.attributes.get("version", "1")
    if root.name != "opensudoku":
        raise MalformedSheet(root.line, root.column, f"<{root.name}>", "<opensudoku>")
    if version not in ("1", "2", "3"):
        raise MalformedSheet(root.line, root.column, f"version {shown(version)}", "version 1, 2 or 3")
