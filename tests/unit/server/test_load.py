"""Many players for long: what must be reached."""

from __future__ import annotations

import argparse

import pytest

from bench.load import run, tell


@pytest.mark.soak
@pytest.mark.parametrize(("database", "seconds"), [("sqlite", 600), ("postgres", 60)])
def test_two_hundred_players(database: str, seconds: int) -> None:
    options = argparse.Namespace(database=database, players=200, arrive=10, seconds=seconds, clients=64, flood=10)
    report = run(options)
    tell(report, options)
    assert report.p99("move") <= (50 if database == "sqlite" else 100)
    assert report.p99("new game") <= 50
    assert report.rate >= 1000
    assert seconds < 600 or report.growth < 0.10
