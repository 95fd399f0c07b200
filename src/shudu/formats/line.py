"""The line: 81 characters, row by row. A comment may follow after a blank, a comma or a semicolon.

>>> sheet = read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy")
>>> sheet.fact("comment"), write(sheet)[-8:]
('easy', '.79 easy')
"""

from __future__ import annotations

import re
from typing import Final

from shudu.core.text import BLANKS, write_line
from shudu.formats.batch import Batch, of_cells
from shudu.formats.io.sheet import Sheet
from shudu.formats.io.text import LONGEST
from shudu.formats.rows import read_cells

_LINE: Final = re.compile(rf"\s*([1-9{re.escape(BLANKS)}]{{81}})(?:(?:[,;]|\s+)(.*))?", re.DOTALL)
_LINES: Final = re.compile(rf"^[^\S\n]*([1-9{re.escape(BLANKS)}]{{81}})(?:(?:[,;]|[^\S\n]+)(.*))?$", re.MULTILINE)
_GAPS: Final = re.compile(r"[\s|]+")


def recognise(text: str) -> bool:
    """Whether the first line holds 81 cells and no more, gaps apart."""
    first = text.lstrip().split("\n", 1)[0]
    return bool(_LINE.fullmatch(first) or _LINE.fullmatch(_GAPS.sub("", first)))


def read(text: str) -> Sheet:
    """The sheet of a line. Raises MalformedSheet."""
    found = _LINE.fullmatch(text)
    if found:
        comment = (found[2] or "").strip()
        return Sheet(read_cells(found[1]), facts=(("comment", comment),) if comment else ())
    start = len(text) - len(text.lstrip())
    head = text.strip()
    bare = _GAPS.sub("", head)
    return Sheet(read_cells(bare if len(bare) == 81 else re.split(r"[\s,;]", head, maxsplit=1)[0], column=start + 1))


def write(sheet: Sheet) -> str:
    """The line, and the comment if there is one."""
    comment = " ".join(sheet.fact("comment").split())
    return write_line(sheet.digits) + (f" {comment}" if comment else "")


def read_batch(chunk: bytes, _: str) -> Batch | None:
    """Clean lines with comments or without."""
    bare = of_cells(chunk)
    if bare or b"#" in chunk[:1] or b"\r" in chunk:
        return bare
    try:
        rows = _LINES.findall(chunk.decode())
    except UnicodeDecodeError:
        return None
    if len(rows) != chunk.count(b"\n"):
        return None
    lines, comments = zip(*rows, strict=True)
    found = of_cells("\n".join((*lines, "")).encode())
    if found is None or max(map(len, comments)) > LONGEST // 2:
        return None
    return Batch(found.lines, {"comment": [comment.strip() for comment in comments]})


def write_batch(batch: Batch) -> bytes:
    """The lines of a batch."""
    comments = batch.facts.get("comment", ())
    if not any(comments):
        return batch.lines
    tidied = (" ".join(comment.split()) for comment in comments)
    pairs = zip(batch.texts, tidied, strict=True)
    return "".join(f"{line} {comment}\n" if comment else f"{line}\n" for line, comment in pairs).encode()
