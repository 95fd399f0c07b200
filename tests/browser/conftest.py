"""Fixtures: one server and one browser for the whole run, a fresh page for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect

from browser_tools.app_page import AppPage
from browser_tools.launch import start_browser, start_server

OpenApp = Callable[..., AppPage]
expect.set_options(timeout=20_000)
pytest.register_assert_rewrite("tests.browser.lab_runs")


_CONFIRM_HELP = """try {
    const settings = JSON.parse(localStorage.getItem('shudu.settings') ?? '{}');
    localStorage.setItem('shudu.settings', JSON.stringify({ helpConfirmed: true, ...settings }));
} catch {}"""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server's address."""
    with start_server(tmp_path_factory.mktemp("server")) as server_address:
        yield server_address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser."""
    with start_browser() as running:
        yield running


@pytest.fixture
def open_app(browser: Browser, address: str) -> Iterator[OpenApp]:
    """A function that opens pages, each for a new player; fails at the end if a page logged an unexpected error."""
    contexts: list[BrowserContext] = []
    apps: list[AppPage] = []

    def open_one(
        width: int = 1280, height: int = 800, language: str = "en", help_confirmed: bool = True, **options: Any
    ) -> AppPage:
        options = {"service_workers": "block", **options}  # in each test it would fetch and store the whole app
        locale = {"en": "en-GB", "zh": "zh-CN"}.get(language, language)
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, **options)
        context.set_default_timeout(20_000)
        if help_confirmed:  # keys that count as help do not ask
            context.add_init_script(_CONFIRM_HELP)
        contexts.append(context)
        app = AppPage(context.new_page(), address)
        app.page.on("console", lambda message: _record(app, message))
        app.page.on("pageerror", lambda error: app.console_errors.append(str(error)))
        apps.append(app)
        return app

    yield open_one
    for context in contexts:
        context.close()
    assert [error for app in apps for error in app.console_errors] == []


def _record(app: AppPage, message: ConsoleMessage) -> None:
    if "Service Worker registration blocked" in message.text:  # by Playwright
        return
    if message.type in ("error", "warning") and app.expected_error not in message.text:
        app.console_errors.append(message.text)


@pytest.fixture
def app(open_app: OpenApp) -> AppPage:
    """A page on a desktop, in English."""
    return open_app()


@pytest.fixture
def installed_app(open_app: OpenApp) -> AppPage:
    """A page on a desktop, in English, with the service worker that makes it work offline."""
    return open_app(service_workers="allow")


@pytest.fixture(scope="session")
def axe(root: Path) -> str:
    """The source of axe-core."""
    return (root / "web/node_modules/axe-core/axe.min.js").read_text()
