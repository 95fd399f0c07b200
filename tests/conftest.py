"""What tests share: where reference data lies, and the time budget of soak tests."""

from __future__ import annotations

import math
import random
import signal
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"

settings.register_profile("shudu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shudu")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data; tests that read it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference data (../shared/data) is not here")
    return SHARED


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, help="time budget of all soak tests, which then run in random order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--minutes"):
        random.shuffle(items)  # so that repeated runs within a budget reach all of them
        config.stash[_DEADLINE] = time.monotonic() + 60 * config.getoption("--minutes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Do not start servers and browsers for tests that are skipped."""
    if time.monotonic() > item.config.stash.get(_DEADLINE, math.inf):
        pytest.skip("the time budget is used up")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Stop a soak test when the budget is used up, and at a quarter of it, which leaves time for others."""
    deadline = item.config.stash.get(_DEADLINE, None)
    if deadline is None:
        return (yield)
    left = min(deadline - time.monotonic(), 15 * item.config.getoption("--minutes"))
    if left <= 0:
        pytest.skip("the time budget is used up")

    def stop(*_: object) -> None:
        pytest.skip("passed until its share of the time budget was used up")

    former = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, left)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


_DEADLINE = pytest.StashKey[float]()
