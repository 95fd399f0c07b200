"""Errors of bulk jobs travel between processes and are rendered in both languages."""

from __future__ import annotations

import pickle

import pytest

from shudu import bulk
from shudu.bulk.errors import WorkersLost, missing_package
from shudu.core.errors import MissingExtra, ShuduError

ERRORS = [
    bulk.BulkError("bulk.disk-full", out="out", n=1),
    bulk.BadRow("bulk.bad-row", row=3, reason="too short"),
    WorkersLost("bulk.scheduler-lost", address="tcp://10.0.0.1:8786"),
    missing_package(ModuleNotFoundError(name="duckdb")),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_survive_pickling_and_translation(error: ShuduError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error) and (copy.code, copy.fields) == (error.code, error.fields)
    assert str(copy) == str(error) != copy.render("zh")


def test_other_missing_modules_are_not_explained() -> None:
    assert missing_package(ModuleNotFoundError(name="numpy")) is None
    assert isinstance(ERRORS[-1], ImportError) and isinstance(ERRORS[-1], MissingExtra)


def test_counts_are_singular_or_plural() -> None:
    assert "1 finished part is kept" in str(ERRORS[0])
    assert "2 finished parts are kept" in str(bulk.BulkError("bulk.disk-full", out="out", n=2))
