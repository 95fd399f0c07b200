"""A sheet is a value: immutable, hashable, picklable, with an honest repr."""

from __future__ import annotations

import pickle
import random
from dataclasses import FrozenInstanceError

import pytest

from shudu.formats.io.sheet import MalformedSheet, Sheet
from tests.unit.formats.sheets import random_sheet


@pytest.mark.parametrize("size", ["plain", "some", "all"])
def test_sheets_are_values(size: str) -> None:
    sheet = random_sheet(random.Random(size), size)
    assert eval(repr(sheet)) == sheet
    assert pickle.loads(pickle.dumps(sheet)) == sheet
    assert len({sheet, pickle.loads(pickle.dumps(sheet))}) == 1
    with pytest.raises(FrozenInstanceError):
        sheet.entries = 0  # type: ignore[misc]


def test_digits_must_be_81_bytes() -> None:
    with pytest.raises(TypeError, match=r"Sheet\.from_text"):
        Sheet("." * 81)  # type: ignore[arg-type]
    with pytest.raises(MalformedSheet, match="80 digits"):
        Sheet(bytes(80))
