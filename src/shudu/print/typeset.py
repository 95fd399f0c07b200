"""Typst: from a template of this package and data to a PDF."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from shudu.core.errors import ShuduError
from shudu.print.fonts import find_type, has_chinese


def typeset(template: str, data: dict[str, Any], font: Path | None = None) -> bytes:
    """The PDF of a template with its data. The same data give the same bytes.

    Raises ShuduError if typst is not there, or if no font has the Chinese that is to be set.
    """
    text = json.dumps(data, ensure_ascii=False)
    type_ = find_type(has_chinese(text), font)
    import typst

    source = (
        files("shudu.print").joinpath("board.typ").read_bytes() + files("shudu.print").joinpath(template).read_bytes()
    )
    inputs = {"data": json.dumps(data | {"fonts": type_.families}, ensure_ascii=False)}
    try:
        made: bytes = typst.compile(source, font_paths=type_.book, sys_inputs=inputs, format="pdf")
    except typst.TypstError as error:
        raise ShuduError(f"typst could not set the page: {error}") from error
    return made
