"""The template method 模板法: a fixed pattern of nine letters, and a random order of digits for them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from shudu.grids.methods.base import CODES, first_row, method
from shudu.search.trace.event import Event

WRITE, DONE = CODES["template"].whys("write", "done")

PATTERN: Final = "ABCDEFGHIDEFGHIABCGHIABCDEFBCDEFGHIAEFGHIABCDHIABCDEFGCDEFGHIABFGHIABCDEIABCDEFGH"


@method("template")
def template(random: Random) -> Iterator[Event]:
    """Replaces the letters of the pattern."""
    digit_of = dict(zip("ABCDEFGHI", first_row(random), strict=True))
    for cell, letter in enumerate(PATTERN):
        yield Event("place", 0, cell, digit_of[letter], WRITE)
    yield Event("solution", 0, None, 0, DONE)
