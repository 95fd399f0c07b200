"""Arrow columns give the same digits as parsing line by line, whatever their type."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shudu.bulk.io.arrow_columns import digits_from_column, is_text, lines_from_digits
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
def test_a_column_is_parsed_like_its_lines(values: list[str | None], cut: int) -> None:
    column = pa.array(values, pa.string()).slice(cut)
    parsed = digits_from_column(column)
    rows, digits, bad = [], [], []
    for row, value in enumerate(values[cut:]):
        try:
            digits.append(read_line(value or ""))
            rows.append(row)
        except MalformedGrid:
            bad.append(row)
    assert parsed.rows.tolist() == rows
    assert [row.tobytes() for row in parsed.digits] == digits
    assert [problem.row for problem in parsed.problems] == bad


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary(81), pa.binary_view()],
    ids=str,
)
def test_every_type_of_text_is_parsed(digits: Digits, lines: list[str], kind: pa.DataType) -> None:
    assert is_text(kind)
    values = lines if "string" in str(kind) else [line.encode() for line in lines]
    assert (digits_from_column(pa.array(values, kind)).digits == digits).all()


def test_dictionary_columns_are_parsed(digits: Digits, lines: list[str]) -> None:
    column = pa.array(lines).dictionary_encode()
    assert is_text(column.type)
    assert (digits_from_column(column).digits == digits).all()


def test_digits_are_written_as_lines(digits: Digits, lines: list[str]) -> None:
    column = lines_from_digits(digits, np.arange(len(digits)) == 3)
    assert column.to_pylist() == [None if row == 3 else line for row, line in enumerate(lines)]
    column.validate(full=True)


def test_numbers_and_lists_are_not_text() -> None:
    assert not is_text(pa.int64())
    assert not is_text(pa.list_(pa.string()))
