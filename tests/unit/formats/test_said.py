"""Errors in Chinese: everything the readers say has a translation."""

from __future__ import annotations

import random
import warnings

from shudu.formats.io.malformed import MalformedSheet
from shudu.formats.io.read import records
from shudu.formats.io.registry import recognise
from shudu.formats.io.text import pieces_of_text
from shudu.formats.io.write import write
from shudu.formats.said import _tables, said, translated
from tests.unit.formats.sheets import random_sheet
from tests.unit.formats.test_bad_input import READABLE, mutated

QUOTED = ("'", '"', "<", "{", "[", "None", "True", "False")


def test_what_was_expected_is_told_in_chinese() -> None:
    rng = random.Random(7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        texts = [str(write(random_sheet(rng, much), f.name)) for much in ("plain", "all") for f in READABLE]
    tables = _tables("zh")
    seen: set[str] = set()
    for _ in range(6000):
        text = mutated(rng, texts)
        for format in (recognise(text), rng.choice(READABLE)):
            for found in records(pieces_of_text(text), format):
                if isinstance(found, MalformedSheet):
                    seen.add(found.expected)
                    assert translated(found.expected, tables["expected"]), found.expected
                    plain = found.found.startswith(QUOTED) or found.expected in ("well-formed XML", "a digit 1-9")
                    assert plain or translated(found.found, tables["found"]), found.found
    assert len(seen) > 25


def test_english_stays_as_it_is() -> None:
    error = MalformedSheet(1, 2, "80 cells in 'x'", "81 cells")
    assert said(error, "en") == ("80 cells in 'x'", "81 cells")
