"""Typst: from a template of this package and data to a PDF, or to pictures of its pages."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from shudu.core.errors import ShuduError
from shudu.print.fonts import find_type, has_chinese

_PPI: Final = 60.0  # of pictures: enough to judge a page by


def typeset(template: str, data: dict[str, Any], font: Path | None = None) -> bytes:
    """The PDF of a template with its data. The same data give the same bytes.

    Raises ShuduError if typst is not there, or if no font has the Chinese that is to be set.
    """
    made: bytes = _compiled(template, data, font, format="pdf")
    return made


def typeset_pictures(template: str, data: dict[str, Any], font: Path | None = None) -> list[bytes]:
    """The pages as PNG pictures. Raises ShuduError as `typeset`."""
    made: bytes | list[bytes] = _compiled(template, data, font, format="png", ppi=_PPI)
    return made if isinstance(made, list) else [made]


def _compiled(template: str, data: dict[str, Any], font: Path | None, **wish: Any) -> Any:
    text = json.dumps(data, ensure_ascii=False)
    type_ = find_type(has_chinese(text), font)
    import typst

    folder = files("shudu.print")
    source = folder.joinpath("board.typ").read_bytes() + folder.joinpath(template).read_bytes()
    inputs = {"data": json.dumps(data | {"fonts": type_.families}, ensure_ascii=False)}
    try:
        return typst.compile(source, font_paths=type_.book, sys_inputs=inputs, **wish)
    except typst.TypstError as error:
        raise ShuduError(f"typst could not set the page: {error}") from error
