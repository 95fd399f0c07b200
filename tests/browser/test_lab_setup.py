"""The lab: where its puzzle comes from, and what it refuses in words."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from tests.browser.table import EASY, Table
from tests.browser.watching import MINIMAL


def test_a_puzzle_comes_typed_pasted_made_or_from_elsewhere(table: Table) -> None:
    page = table.page
    table.go("enter")
    page.get_by_role("textbox").fill(MINIMAL)
    table.click("Import")
    expect(table.cell("r1c5")).to_contain_text("3")
    page.get_by_role("link", name="Watch in the lab").click()
    expect(page.get_by_role("grid", name="The puzzle")).to_be_visible()
    assert table.digits == MINIMAL
    table.click("Clear")
    table.choose("r1c1").press("5", "ArrowRight", "3")
    assert table.digits == "53" + "." * 79
    table.press("5")
    expect(page.get_by_role("alert").filter(has_text="conflict")).to_be_visible()
    expect(page.get_by_role("button", name="Watch")).to_be_disabled()
    table.click("Hard")
    expect(page.get_by_role("button", name="Watch")).to_be_enabled()
    assert shudu.count(table.digits, limit=2) == 1
    page.get_by_text("Type or paste a puzzle").click()
    page.get_by_role("textbox").fill(EASY)
    table.click("Import")
    expect(table.cell("r9c9")).to_contain_text("9")
    assert table.digits == EASY


def test_from_a_game_to_the_lab(table: Table) -> None:
    table.play(EASY).click("More")
    table.page.get_by_role("link", name="Watch in the lab").click()
    expect(table.page.get_by_role("grid", name="The puzzle")).to_be_visible()
    assert table.digits == EASY


def test_three_algorithms_at_most(table: Table) -> None:
    table.go(f"lab/solve/{EASY}")
    boxes = table.page.get_by_role("checkbox")
    for name in ("Row by row", "Exact cover"):
        table.page.get_by_role("checkbox", name=name).check()
    assert boxes.evaluate_all("all => all.filter(each => each.disabled).length") == boxes.count() - 3
    table.click("Watch")
    expect(table.page.locator("[data-run]")).to_have_count(3)


def test_nonsense_in_an_address_is_told(table: Table) -> None:
    table.go("lab/solve/12345")
    expect(table.page.get_by_role("alert")).to_contain_text("81 characters")
    table.go(f"lab/solve/{EASY}/magic/1/0")
    expect(table.page.get_by_role("alert")).to_contain_text("no algorithm called magic")
    table.go("lab/make/magic/1/0")
    expect(table.page.get_by_role("alert")).to_contain_text("no method called magic")


def test_without_the_server_it_says_so(table: Table) -> None:
    table.page.route("**/api/v1/algorithms", lambda route: route.abort())
    table.go("lab")
    expect(table.page.get_by_role("alert")).to_contain_text("Can’t reach the server")
    table.page.unroute("**/api/v1/algorithms")
    table.click("Try again")
    expect(table.page.get_by_role("grid")).to_be_visible()
