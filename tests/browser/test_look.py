"""How it looks: layouts, themes, languages, and that nothing moves, is cut off or hard to perceive."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.conftest import Opener
from tests.browser.table import ALMOST, EASY, Table

SCREENS = ("", "enter", "help", "stats", f"p/{EASY}")
PANELS = {"en": ("Hint", "Marks", "More"), "zh": ("提示", "存档", "更多")}


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def settle(table: Table, screen: str) -> None:
    table.go(screen)
    expect(table.page.locator("main h1").first).to_be_attached()
    if screen.startswith(("p/", "enter")):
        expect(table.page.get_by_role("grid")).to_be_visible()


@pytest.mark.parametrize(("theme", "language"), [("light", "zh"), ("light", "en"), ("dark", "zh"), ("contrast", "en")])
def test_axe_finds_nothing(open_table: Opener, axe: str, theme: str, language: str) -> None:
    table = open_table(language=language)
    settle(table, "")
    table.page.evaluate("theme => localStorage.setItem('shudu.settings', JSON.stringify({theme}))", theme)
    table.page.reload()
    for screen in SCREENS:
        settle(table, screen)
        assert table.page.evaluate("document.documentElement.dataset.theme") == theme
        assert violations(table, axe) == [], screen
    table.choose("r1c3").press("5", "ArrowRight", "v", "1")
    for panel in PANELS[language]:
        table.click(panel)
        assert violations(table, axe) == [], panel
    table.press("p")
    assert violations(table, axe) == [], "pause"


def test_axe_finds_nothing_after_a_win(table: Table, axe: str) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    expect(table.page.get_by_role("heading", name="Solved!")).to_be_visible()
    table.page.wait_for_timeout(700)
    assert violations(table, axe) == []
    table.page.get_by_role("link", name="Watch it again").click()
    expect(table.page.get_by_role("slider")).to_be_visible()
    assert violations(table, axe) == []


def violations(table: Table, axe: str) -> list[Any]:
    table.page.evaluate(axe)
    found = table.page.evaluate("axe.run().then(result => result.violations)")
    return [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_cut_off_on_a_narrow_phone(open_table: Opener, language: str) -> None:
    table = open_table(320, 640, language=language, has_touch=True, is_mobile=True)
    for screen in SCREENS:
        settle(table, screen)
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 320, screen
        assert cut(table) == [], screen
    for panel in PANELS[language]:
        table.click(panel)
        assert cut(table) == [], panel
        table.press("Escape")


def test_twice_the_text_size(open_table: Opener) -> None:
    table = open_table(1280, 900)
    for screen in SCREENS:
        settle(table, screen)
        table.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 1280, screen
        assert cut(table) == [], screen


def cut(table: Table) -> list[str]:
    """Texts wider than their boxes."""
    found = table.page.evaluate(
        """() => [...document.querySelectorAll('button, a, p, h1, h2, label, th, td, dd, dt')]
            .filter(e => e.checkVisibility() && !e.closest('.hidden, .skip') && e.scrollWidth > e.clientWidth + 1)
            .filter(e => getComputedStyle(e).display !== 'inline')
            .map(e => e.outerHTML.slice(0, 160))"""
    )
    return list(found)


def test_desktop_has_the_rail_beside_the_board(table: Table) -> None:
    table.play(EASY)
    board, pad = box(table.page.get_by_role("grid")), box(table.page.locator(".pad"))
    assert board["height"] > 680
    assert pad["x"] > board["x"] + board["width"]
    rail = box(table.page.locator(".rail"))
    assert 340 <= rail["width"] <= 380


def test_phone_has_all_of_the_game_on_one_screen(open_table: Opener) -> None:
    table = open_table(390, 844, has_touch=True, is_mobile=True).play(EASY)
    places = [table.page.locator(".status").first, table.page.get_by_role("grid"), table.page.locator(".tools")]
    tops = [box(place)["y"] for place in [*places, table.page.locator(".pad")]]
    assert tops == sorted(tops)
    assert box(table.page.get_by_role("grid"))["width"] > 365
    pad = box(table.page.locator(".pad"))
    assert pad["y"] + pad["height"] <= 844
    for key in table.page.locator(".pad button, .tools button, .modes button").all():
        assert box(key)["height"] >= 44


def test_landscape_has_the_pad_beside_the_board(open_table: Opener) -> None:
    table = open_table(844, 390, has_touch=True, is_mobile=True).play(EASY)
    board, pad = box(table.page.get_by_role("grid")), box(table.page.locator(".pad"))
    assert board["y"] + board["height"] <= 390
    assert pad["x"] > board["x"] + board["width"]
    assert pad["y"] + pad["height"] <= 390


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_nothing_moves_when_panels_open(open_table: Opener, width: int, height: int) -> None:
    table = open_table(width, height).play(EASY)
    watched = [table.page.get_by_role("grid"), table.page.locator(".tools"), table.page.locator(".pad")]
    before = [box(each) for each in watched]
    for panel in PANELS["en"]:
        table.page.get_by_role("button", name=panel, exact=True).click()
        expect(table.page.locator(".sheet")).to_be_visible()
        assert [box(each) for each in watched] == before
        table.press("Escape")


def test_nothing_shifts_while_loading(table: Table) -> None:
    table.page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift += entry.value; })
            .observe({type: 'layout-shift', buffered: true});"""
    )
    for screen in SCREENS:
        settle(table, screen)
        table.page.wait_for_timeout(300)
        assert table.page.evaluate("window.shift") < 0.02, screen


def test_language_follows_the_browser_and_can_be_switched(open_table: Opener) -> None:
    table = open_table(language="zh")
    settle(table, "")
    expect(table.page.get_by_text("新题目").first).to_be_visible()
    assert table.page.evaluate("document.documentElement.lang") == "zh-CN"
    table.page.get_by_role("button", name="EN").click()
    expect(table.page.get_by_role("heading", name="New puzzle")).to_be_visible()
    table.page.reload()
    expect(table.page.get_by_role("heading", name="New puzzle")).to_be_visible()
    assert table.page.evaluate("document.documentElement.lang") == "en"


def test_other_languages_get_english(open_table: Opener) -> None:
    table = open_table(language="fr-FR")
    settle(table, "")
    expect(table.page.get_by_role("heading", name="New puzzle")).to_be_visible()


def test_dark_follows_the_system_and_can_be_chosen(open_table: Opener) -> None:
    table = open_table(color_scheme="dark").play(EASY)
    given = "getComputedStyle(document.querySelector('.given')).color"
    page = "getComputedStyle(document.documentElement).backgroundColor"
    assert table.page.evaluate(page) == "rgb(15, 18, 22)"
    assert table.page.evaluate(given) == "rgb(242, 244, 248)"
    table.page.get_by_role("button", name="Colours").click()
    assert table.page.evaluate(page) == "rgb(246, 245, 241)"


def test_chinese_labels_for_a_screen_reader(open_table: Opener) -> None:
    table = open_table(language="zh").play(EASY)
    expect(table.cell("r1c1")).to_have_attribute("aria-label", "第 1 行、第 1 列、第 1 宫、提示数 5")
    expect(table.cell("r1c3")).to_have_attribute("aria-label", "第 1 行、第 3 列、第 1 宫、空格")


def test_reduced_motion_stops_the_ripple(open_table: Opener) -> None:
    table = open_table(reduced_motion="reduce").play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    ripple = table.page.locator(".ripple")
    assert ripple.evaluate("element => parseFloat(getComputedStyle(element).animationDuration)") < 0.001


def test_javascript_is_light(table: Table) -> None:
    """At most 100 kB of JavaScript, gzipped."""
    import gzip

    sizes: list[int] = []
    table.page.on(
        "response", lambda answer: sizes.append(len(gzip.compress(answer.body()))) if ".js" in answer.url else None
    )
    settle(table, f"p/{EASY}")
    assert 0 < sum(sizes) <= 100_000
