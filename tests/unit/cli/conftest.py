"""Commands print English in tests, whatever the locale of the person who runs them."""

from collections.abc import Iterator

import pytest

from shudu.cli.language import choose_language


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    choose_language([])
    yield
    choose_language([])
