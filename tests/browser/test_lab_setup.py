"""The lab: choosing a puzzle, and error messages."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from browser_tools.app_page import EASY, AppPage
from tests.browser.lab_runs import MINIMAL


def test_puzzle_can_be_typed_pasted_generated_or_linked(app: AppPage) -> None:
    page = app.page
    app.open("enter")
    page.get_by_role("textbox").fill(MINIMAL)
    app.click("Import")
    expect(app.cell("r1c5")).to_contain_text("3")
    page.get_by_role("link", name="Watch in the lab").click()
    expect(page.get_by_role("grid", name="The puzzle")).to_be_visible()
    app.expect_digits(MINIMAL)
    app.click("Clear")
    app.select("r1c1").press("5", "3")  # typing moves on
    assert app.digits == "53" + "." * 79
    app.press("5")
    expect(page.get_by_role("alert").filter(has_text="conflict")).to_be_visible()
    expect(page.get_by_role("button", name="Watch")).to_be_disabled()
    app.click("Hard")
    expect(page.get_by_role("button", name="Watch")).to_be_enabled()
    assert shudu.count(app.digits, limit=2) == 1
    page.get_by_text("Type or paste a puzzle").click()
    page.get_by_role("textbox").fill(EASY)
    app.click("Import")
    expect(app.cell("r9c9")).to_contain_text("9")
    assert app.digits == EASY


def test_open_a_game_in_the_lab(app: AppPage) -> None:
    app.open_puzzle(EASY).click("More")
    app.page.get_by_role("link", name="Watch in the lab").click()
    expect(app.page.get_by_role("grid", name="The puzzle")).to_be_visible()
    app.expect_digits(EASY)


def test_three_algorithms_at_most(app: AppPage) -> None:
    app.open(f"lab/solve/{EASY}")
    boxes = app.page.get_by_role("checkbox")
    for name in ("Row by row", "Exact cover"):
        app.page.get_by_role("checkbox", name=name).check()
    assert boxes.evaluate_all("all => all.filter(each => each.disabled).length") == boxes.count() - 3
    app.click("Watch")
    expect(app.page.locator("[data-run]")).to_have_count(3)


def test_invalid_address_is_reported(app: AppPage) -> None:
    app.open("lab/solve/12345")
    expect(app.page.get_by_role("alert")).to_contain_text("81 characters")
    app.open(f"lab/solve/{EASY}/magic/1/0")
    expect(app.page.get_by_role("alert")).to_contain_text("Unknown algorithm: magic")
    app.open("lab/make/magic/1/0")
    expect(app.page.get_by_role("alert")).to_contain_text("Unknown method: magic")


def test_without_a_server_the_algorithms_of_the_page_are_offered(app: AppPage) -> None:
    app.page.route("**/api/**", lambda route: route.abort())
    app.open("lab")
    expect(app.page.get_by_role("checkbox", name="Row by row")).to_be_visible()
    expect(app.page.get_by_role("checkbox", name="Exact cover")).to_be_visible()
    expect(app.page.get_by_role("checkbox", name="annealing")).to_be_hidden()
    app.open("lab/make/graded/1/-")
    expect(app.page.get_by_role("status").filter(has_text="Can’t reach the server")).to_be_visible()
