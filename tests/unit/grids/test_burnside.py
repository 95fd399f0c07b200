"""Counting up to symmetry: the progress that is told, and stopping it."""

import pytest

from shudu.grids import burnside
from shudu.kernel.burnside import class_sizes


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first classes, which take no time."""
    monkeypatch.setattr(burnside, "class_sizes", lambda: class_sizes()[:12])


@pytest.mark.usefixtures("short")
def test_progress_rises_to_the_whole() -> None:
    told: list[float] = []
    burnside.count_essentially_different(told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)


def test_a_watcher_can_stop_it() -> None:
    def stop(share: float) -> None:
        assert share < 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        burnside.count_essentially_different(stop)


def test_work_is_known_of_classes_that_exist() -> None:
    assert set(burnside._LONG) <= set(range(len(class_sizes())))
