"""Columns of text to digits: the same as line by line, whatever the column looks like."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shudu.bulk.cells import from_column, is_text, to_column
from shudu.core.errors import MalformedGrid
from shudu.core.text import read_line
from tests.unit.bulk.conftest import Digits

ODD = st.one_of(
    st.text(max_size=90),
    st.text(".0123456789*_xX", min_size=80, max_size=82),
    st.text(".0123456789", min_size=81, max_size=81),
    st.text(".0123456789", min_size=81, max_size=81).map(lambda line: f" {line},comment"),
    st.none(),
)


@given(st.lists(ODD, max_size=12), st.integers(0, 3))
def test_a_column_is_read_as_its_lines_are(values: list[str | None], cut: int) -> None:
    column = pa.array(values, pa.string()).slice(cut)
    found = from_column(column)
    rows, digits, bad = [], [], []
    for row, value in enumerate(values[cut:]):
        try:
            digits.append(read_line(value or ""))
            rows.append(row)
        except MalformedGrid:
            bad.append(row)
    assert found.rows.tolist() == rows
    assert [row.tobytes() for row in found.digits] == digits
    assert [each.row for each in found.bad] == bad


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary(81), pa.binary_view()],
    ids=str,
)
def test_every_type_of_text_is_read(digits: Digits, lines: list[str], kind: pa.DataType) -> None:
    assert is_text(kind)
    values = lines if "string" in str(kind) else [line.encode() for line in lines]
    assert (from_column(pa.array(values, kind)).digits == digits).all()


def test_a_dictionary_is_read(digits: Digits, lines: list[str]) -> None:
    column = pa.array(lines).dictionary_encode()
    assert is_text(column.type)
    assert (from_column(column).digits == digits).all()


def test_digits_are_written_as_lines(digits: Digits, lines: list[str]) -> None:
    column = to_column(digits, np.arange(len(digits)) == 3)
    assert column.to_pylist() == [None if row == 3 else line for row, line in enumerate(lines)]
    column.validate(full=True)


def test_numbers_are_not_text() -> None:
    assert not is_text(pa.int64())
    assert not is_text(pa.list_(pa.string()))
