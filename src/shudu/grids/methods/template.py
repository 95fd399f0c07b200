"""Template 模板法: a fixed pattern of nine letters, replaced by the digits in random order."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from random import Random
from typing import Final

from shudu.grids.methods.base import CODES, method, shuffled_digits
from shudu.search.trace.event import Event

CODE: Final = CODES["template"]
WRITE, DONE = CODE.whys("write", "done")

PATTERN: Final = "ABCDEFGHIDEFGHIABCGHIABCDEFBCDEFGHIAEFGHIABCDHIABCDEFGCDEFGHIABFGHIABCDEIABCDEFGH"


@method(CODE, reach=factorial(9))
def template(random: Random) -> Iterator[Event]:
    """Replace the letters of the pattern."""
    digit_of = dict(zip("ABCDEFGHI", shuffled_digits(random), strict=True))
    for cell, letter in enumerate(PATTERN):
        yield Event("place", 0, cell, digit_of[letter], WRITE)
    yield Event("solution", 0, None, 0, DONE)
