"""The lab's pages about full grids: numbers, symmetries and generators."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import shudu
from browser_tools.app_page import EASY, EASY_SOLUTION, AppPage
from tests.browser.conftest import OpenApp

MOST = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
SCREENS = ("lab/numbers/12345678901234567890", f"lab/numbers/{MOST}", f"lab/numbers/{EASY}", "lab/methods/backtrack")


def field(app: AppPage) -> Locator:
    """Return the field for the number."""
    return app.page.get_by_role("textbox", name=re.compile("Grid number|终盘编号"))


def open_screen(app: AppPage, screen: str) -> AppPage:
    app.open(screen)
    expect(app.page.locator("main h1")).to_be_visible()
    expect(app.page.locator("main [role=img]").first).to_be_visible()
    return app


def test_number_shows_its_grid(app: AppPage) -> None:
    open_screen(app, "lab/numbers")
    for number in (0, 12_345_678_901_234_567_890, shudu.GRIDS - 1):
        field(app).fill(f"{number:,}")
        app.press("Enter")
        expect(app.page).to_have_url(re.compile(f"#/lab/numbers/{number}$"))
        assert app.digits == shudu.unrank(number).line


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_moves_when_another_symmetry_is_chosen(open_app: OpenApp, language: str) -> None:
    app = open_screen(open_app(1280, 900, language=language), f"lab/numbers/{MOST}")
    card = app.page.locator(".panel", has=app.page.locator("#symmetry-title"))
    heights, texts = set(), set()
    for index in range(0, 648, 40):
        card.get_by_role("combobox").select_option(str(index))
        heights.add(card.evaluate("card => card.offsetHeight"))
        texts.add(card.locator("dl").inner_text())
    assert len(heights) == 1 and len(texts) > 10


def test_invalid_number_is_reported(app: AppPage) -> None:
    open_screen(app, "lab/numbers/5")
    for text, words in (
        (str(shudu.GRIDS), "There aren’t that many grids"),
        ("-1", "isn’t a whole number"),
        ("", "Enter a whole number"),
    ):
        field(app).fill(text)
        app.press("Enter")
        expect(app.page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        assert app.digits == shudu.unrank(5).line


def test_next_previous_and_random_grid(app: AppPage) -> None:
    open_screen(app, "lab/numbers/0")
    app.click("← Previous")
    assert app.digits == shudu.unrank(shudu.GRIDS - 1).line
    app.click("Next →").click("Next →")
    assert app.digits == shudu.unrank(1).line
    app.click("Random grid")
    expect(app.page).not_to_have_url(re.compile("/1$"))
    shown = int(field(app).input_value().replace(",", ""))
    assert app.digits == shudu.unrank(shown).line


def test_pasted_grid_shows_number_and_canonical_form(app: AppPage) -> None:
    open_screen(app, "lab/numbers")
    app.page.locator("textarea").fill(EASY_SOLUTION)
    app.click("Import")
    expect(field(app)).to_have_value(f"{shudu.rank(EASY_SOLUTION):,}")
    expect(app.page.get_by_role("paragraph").filter(has_text=shudu.canonical(EASY_SOLUTION))).to_be_visible()
    expect(app.page.get_by_role("heading", name="1 automorphism", exact=True)).to_be_visible()
    app.page.get_by_role("link", name="Show on the board").click()
    expect(field(app)).to_have_value(f"{shudu.rank(shudu.canonical(EASY_SOLUTION)):,}")
    assert app.digits == shudu.canonical(EASY_SOLUTION)


def test_puzzle_shows_canonical_form_and_solution_number(app: AppPage) -> None:
    open_screen(app, f"lab/numbers/{EASY}")
    expect(app.page.get_by_text("A puzzle with 30 clues and exactly one solution.")).to_be_visible()
    expect(app.page.get_by_role("paragraph").filter(has_text=shudu.canonical(EASY))).to_be_visible()
    expect(field(app)).to_have_value("")
    app.page.get_by_role("link", name="Its solution is grid").click()
    expect(app.page).to_have_url(re.compile(f"#/lab/numbers/{shudu.rank(EASY_SOLUTION)}$"))
    app.expect_digits(EASY_SOLUTION)


def test_entering_a_grid_by_keyboard(app: AppPage) -> None:
    open_screen(app, f"lab/numbers/{EASY_SOLUTION[:-3]}...")
    expect(app.page.get_by_text("A puzzle with 78 clues")).to_be_visible()
    app.page.keyboard.press("Tab")
    for _ in range(40):
        if app.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
        app.press("Tab")
    app.press("Control+End", "ArrowLeft", "ArrowLeft", "1", "7", "9")
    expect(app.page).to_have_url(re.compile(f"#/lab/numbers/{shudu.rank(EASY_SOLUTION)}$"))
    app.press("1")
    assert app.wrong_cells()
    expect(app.page.get_by_text("The marked digits conflict")).to_be_visible()
    app.press("Escape")
    expect(app.page.get_by_text("A puzzle with 80 clues")).to_be_visible()


def test_automorphisms_are_listed_and_drawn(app: AppPage) -> None:
    open_screen(app, f"lab/numbers/{MOST}")
    expect(app.page.get_by_role("heading", name="648 automorphisms")).to_be_visible()
    choice = app.page.get_by_label("Select one to see it")
    expect(choice.locator("option")).to_have_count(648)
    choice.select_option(index=0)
    expect(app.page.get_by_text("no movement", exact=True)).to_be_visible()
    expect(app.page.locator(".arrow")).to_have_count(0)
    number, symmetry = next((n, s) for n, s in enumerate(shudu.automorphisms(MOST)) if s.target(80) != 80)
    way = orbit(symmetry, 80)
    choice.select_option(index=number)
    app.select("r9c9")
    expect(app.page.locator(".arrow")).to_have_count(len(way))
    drawn = [cell.get_attribute("data-cell") for cell in app.page.locator("[role=gridcell].cause").all()]
    assert drawn == [str(cell) for cell in sorted(way)]


def test_arrows_within_a_row_go_there_above_it_and_back_below(app: AppPage) -> None:
    cycle = next(
        (number, cell)
        for number, symmetry in enumerate(shudu.automorphisms(MOST))
        for cell in range(36, 45)
        if len(way := orbit(symmetry, cell)) == 3 and {place // 9 for place in way} == {4}
    )
    open_screen(app, f"lab/numbers/{MOST}")
    app.page.get_by_label("Select one to see it").select_option(index=cycle[0])
    app.select(f"r5c{cycle[1] - 35}")
    expect(app.page.locator(".arrow")).to_have_count(3)
    bends = [re.split("[MQ, ]+", arrow.get_attribute("d") or "") for arrow in app.page.locator(".arrow").all()]
    for _, start, _, _, height, end, _ in bends:
        assert (float(height) < 4.5) == (float(start) < float(end))


def orbit(symmetry: shudu.Symmetry, cell: int) -> list[int]:
    """Return where a cell goes until it is back."""
    way = [cell]
    while (place := symmetry.target(way[-1])) != cell:
        way.append(place)
    return way


def test_a_long_cycle_is_counted(app: AppPage) -> None:
    """Its arrows would cross and run along each other."""
    open_screen(app, f"lab/numbers/{MOST}").select("r5c5").page.locator("select").select_option(index=100)
    picture = app.page.get_by_role("img", name=re.compile("^Path of the selected cell"))
    expect(picture.locator(".count")).to_have_count(6)
    assert sorted(picture.locator(".count").all_text_contents()) == list("123456")
    expect(picture.locator(".arrow")).to_have_count(0)
    expect(app.page.get_by_text("The small numbers follow")).to_be_visible()


def test_invalid_grid_address_is_reported(app: AppPage) -> None:
    open_screen(app, "lab/numbers/nonsense")
    expect(app.page.get_by_text("This link doesn’t contain a grid")).to_be_visible()
    assert app.digits == shudu.unrank(0).line


def test_switching_lab_pages_keeps_the_address(app: AppPage) -> None:
    app.open("lab/numbers/5")
    expect(app.page.get_by_role("grid")).to_be_visible()
    app.page.get_by_role("link", name="Fairness").click()
    expect(app.page.get_by_role("heading", level=1)).to_contain_text("fair")
    assert app.page.url.endswith("#/lab/methods")
    app.page.go_back()
    expect(app.page.get_by_role("textbox", name="Grid number")).to_have_value("5")


def test_methods_are_compared(app: AppPage) -> None:
    open_screen(app, "lab/methods")
    charts = app.page.get_by_role("img")
    labels = [chart.get_attribute("aria-label") or "" for chart in charts.all()]
    assert sum("Template" in label and "Uniform" in label for label in labels) == 5
    app.page.get_by_role("link", name="Diagonal boxes").click()
    expect(app.page.get_by_text("the order of the search decides the other six boxes")).to_be_visible()
    expect(app.page.get_by_role("link", name="Diagonal boxes")).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(("language", "scheme"), [("zh", "light"), ("en", "dark")])
def test_axe_finds_no_violations(open_app: OpenApp, axe: str, language: str, scheme: str) -> None:
    app = open_app(language=language, color_scheme=scheme)
    for screen in SCREENS:
        open_screen(app, screen)
        app.page.evaluate(axe)
        found: list[Any] = app.page.evaluate("axe.run().then(result => result.violations)")
        assert [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found] == [], screen


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_text_is_cut_off_on_a_narrow_phone(open_app: OpenApp, language: str) -> None:
    app = open_app(320, 640, language=language, has_touch=True, is_mobile=True)
    for screen in SCREENS:
        open_screen(app, screen)
        wide = app.page.evaluate(
            """() => [...document.querySelectorAll('.page *')].filter(e => e.checkVisibility() && !e.closest('svg'))
                .filter(e => e.getBoundingClientRect().right > 320.5).map(e => e.outerHTML.slice(0, 120))"""
        )
        assert wide == [], screen
        app.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert app.page.evaluate("document.documentElement.scrollWidth") <= 320, screen
        app.page.evaluate("document.documentElement.style.fontSize = ''")


@pytest.mark.parametrize("width", [820, 1280, 1440])
def test_large_text_fits_the_window(open_app: OpenApp, width: int) -> None:
    app = open_screen(open_app(width, 900), SCREENS[0])
    app.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert app.page.evaluate("document.documentElement.scrollWidth") <= width
