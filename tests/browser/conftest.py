"""A server for all browser tests, a browser for all, a fresh page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect

from tests.browser.serving import chromium, serve
from tests.browser.table import Table

Opener = Callable[..., Table]
expect.set_options(timeout=20_000)
pytest.register_assert_rewrite("tests.browser.watching")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the web app is."""
    with serve(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser."""
    with chromium() as started:
        yield started


@pytest.fixture
def open_table(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens pages as different people have them; at the end no page may have complained."""
    contexts: list[BrowserContext] = []
    tables: list[Table] = []

    def open_one(width: int = 1280, height: int = 800, language: str = "en", **options: Any) -> Table:
        locale = {"en": "en-GB", "zh": "zh-CN"}.get(language, language)
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, **options)
        context.set_default_timeout(20_000)
        contexts.append(context)
        table = Table(context.new_page(), address)
        table.page.on("console", lambda message: _listen(table, message))
        table.page.on("pageerror", lambda error: table.complaints.append(str(error)))
        tables.append(table)
        return table

    yield open_one
    for context in contexts:
        context.close()
    assert [complaint for table in tables for complaint in table.complaints] == []


def _listen(table: Table, message: ConsoleMessage) -> None:
    if message.type in ("error", "warning") and table.told not in message.text:
        table.complaints.append(message.text)


@pytest.fixture
def table(open_table: Opener) -> Table:
    """A page on a desktop, in English."""
    return open_table()


@pytest.fixture(scope="session")
def axe(root: Path) -> str:
    """The source of axe-core."""
    return (root / "web/node_modules/axe-core/axe.min.js").read_text()
