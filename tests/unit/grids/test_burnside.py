"""Counting up to symmetry: progress reports and interruption."""

import pytest

from shudu.grids import numbering
from shudu.kernel.grids import class_sizes


@pytest.fixture
def few_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count over the first classes only, which is instant."""
    monkeypatch.setattr(numbering, "class_sizes", lambda: class_sizes()[:12])


@pytest.mark.usefixtures("few_classes")
def test_progress_rises_to_one() -> None:
    reports: list[float] = []
    numbering.count_essentially_different(reports.append)
    assert reports == sorted(reports)
    assert reports[-1] == pytest.approx(1)


def test_an_exception_in_the_report_stops_the_count() -> None:
    def stop(share: float) -> None:
        assert share < 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        numbering.count_essentially_different(stop)


def test_durations_refer_to_existing_classes() -> None:
    assert set(numbering._LONG) <= set(range(len(class_sizes())))
