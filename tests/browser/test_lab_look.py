"""The lab: layout, accessibility and lazy loading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from browser_tools.app_page import EASY, AppPage
from tests.browser.conftest import OpenApp
from tests.browser.lab_runs import MINIMAL, find_lane, open_run
from tests.browser.test_look import cut, violations

# Its search branches, so that there is a tree.
BRANCHING = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SCREENS = (
    "lab",
    f"lab/solve/{BRANCHING}/mrv/1/0/1200",
    f"lab/solve/{MINIMAL}/mrv,norvig,exact-cover/1/0/40",
    "lab/make/dig/4/70/24/rotate180",
    "lab/make/uniform/4/70",
)


def settle(app: AppPage, screen: str) -> Iterator[Any]:
    app.open(screen)
    expect(app.page.get_by_role("grid").first).to_be_visible()
    for each in app.page.locator("[data-run]").all():
        expect(each).to_have_attribute("data-phase", "done")
    if "/solve/" in screen:
        expect(app.page.locator(".tree .here .level").first).to_be_visible()
    yield app


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "zh"), ("contrast", "zh")])
def test_axe_finds_no_violations_in_the_lab(open_app: OpenApp, axe: str, theme: str, language: str) -> None:
    app = open_app(height=1800, language=language)  # axe skips what the player covers
    app.open("")
    app.page.evaluate("theme => localStorage.setItem('shudu.settings', JSON.stringify({theme}))", theme)
    app.page.reload()
    for screen in SCREENS:
        for _ in settle(app, screen):
            assert violations(app, axe) == [], screen


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 640), pytest.param(390, 844, marks=pytest.mark.soak), pytest.param(844, 390, marks=pytest.mark.soak)],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_text_in_the_lab_is_cut_off(open_app: OpenApp, width: int, height: int, language: str) -> None:
    app = open_app(width, height, language=language, has_touch=True, is_mobile=True)
    for screen in SCREENS:
        for _ in settle(app, screen):
            assert app.page.evaluate("document.documentElement.scrollWidth") <= width, screen
            assert cut(app) == [], screen


def test_playing_does_not_load_the_lab(app: AppPage) -> None:
    loaded: list[str] = []
    app.page.on("request", lambda request: loaded.append(request.url))
    app.open_puzzle(EASY)
    assert loaded and not any(re.search(r"/(Lab|Solve|Make|Watch|gif)-", address) for address in loaded)


@pytest.mark.parametrize("by", ["mrv", "mrv,random", "rows,random,mrv"])
def test_boards_and_events_fit_above_the_player(open_app: OpenApp, by: str) -> None:
    app = open_run(open_app(1280, 800), MINIMAL, by)
    player = app.page.locator(".player").bounding_box()
    assert player is not None
    for name in by.split(","):
        board = find_lane(app.page, name).get_by_role("grid").bounding_box()
        assert board is not None
        assert board["y"] + board["height"] <= player["y"], name
        assert board["width"] > 300
        words = find_lane(app.page, name).locator("[data-sentence]")
        line = "words => words.getBoundingClientRect().top + parseFloat(getComputedStyle(words).lineHeight)"
        assert words.evaluate(line) <= player["y"], "what happens is read as well"


def test_a_phone_held_sideways_shows_the_whole_board_and_what_happens(open_app: OpenApp) -> None:
    app = open_app(844, 390, has_touch=True, is_mobile=True)
    screens = ("lab/solve", f"lab/solve/{MINIMAL}/mrv/1/0/40", "lab/make/dig/4/70/24/rotate180", "lab/numbers/0")
    for screen in (*screens, f"lab/solve/{MINIMAL}/mrv,norvig,exact-cover/1/0/40"):
        app.open(screen)
        several = screen.count(",")
        boards = app.page.get_by_role("grid")
        expect(boards).to_have_count(several + 1)
        for board in boards.all():
            expect(board).to_be_in_viewport(ratio=1)
            assert board.evaluate(_IS_ON_TOP), screen
            assert board.evaluate("board => board.offsetWidth") > (165 if several else 275), screen
        for words in app.page.locator("[data-sentence]").all():
            expect(words).to_be_in_viewport(ratio=1)
            assert words.evaluate(_IS_ON_TOP), screen


# Nothing covers the element's corners.
_IS_ON_TOP = """element => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [[left + 6, top + 6], [right - 6, bottom - 6]]
        .every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}"""


def test_the_player_keeps_its_height_while_it_counts(open_app: OpenApp) -> None:
    app = open_run(open_app(1280, 800), MINIMAL, "mrv,random")
    player = app.page.locator(".player")
    heights = set()
    for key in ("Home", "ArrowRight", "End"):
        app.press(key)
        expect(player.locator("output").first).to_contain_text("Event 98,711" if key == "End" else "Event ")
        heights.add(player.evaluate("element => element.offsetHeight"))
    assert len(heights) == 1
