"""Play: hints that need no step."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.table import EASY, Table

# How much higher a text is than what can be seen of it.
CUT = "element => element.scrollHeight - element.clientHeight"


def test_candidates_of_a_cell(table: Table) -> None:
    table.play(EASY).choose("r1c3")
    table.click("Hint")
    table.click("Candidates in this cell")
    table.says("Candidates for row 1, column 3: 1, 2, 4.")
    expect(table.page.get_by_text("1 hint used")).to_be_visible()


def test_a_mistake_is_told_before_any_hint(table: Table) -> None:
    with table.page.expect_response(lambda answer: "/games" in answer.url):  # asked once the kernel is there
        table.play(EASY)
    table.choose("r1c3").press("1", "h")
    table.says("1 digit is wrong")
    assert "cause" in (table.cell("r1c3").get_attribute("class") or "")
    assert table.wrong() == ["r1c3"]
    table.click("Back to the last correct position")
    assert table.digits == EASY
    assert table.wrong() == []
    expect(table.page.get_by_role("button", name="Where to look")).to_be_focused()


def test_a_double_click_for_a_hint_takes_nothing_back(table: Table) -> None:
    table.play(EASY).choose("r1c3").press("1").click("Hint")
    table.page.get_by_role("button", name="Where to look").dblclick(delay=150)
    table.says("1 digit is wrong")
    assert table.digits[2] == "1"


def test_a_hint_is_told_again_in_the_language_chosen(table: Table) -> None:
    table.play(EASY)
    for level in range(1, 5):
        table.press("h")
        expect(table.page.locator(".sheet li")).to_have_count(level)
    expect(table.page.locator(".sheet li").last).to_contain_text("Therefore")
    table.click("Switch to Chinese 中文")
    expect(table.page.locator(".sheet li").last).to_contain_text("因此")


def test_a_hint_goes_on_in_a_game_opened_again(table: Table) -> None:
    levels = table.page.locator(".sheet li")
    table.play(EASY)
    for level in (1, 2):
        table.press("h")
        expect(levels).to_have_count(level)
    told = levels.all_inner_texts()
    table.page.reload()
    table.click("Hint")
    expect(levels).to_have_count(2)
    assert levels.all_inner_texts() == told
    table.press("h")
    expect(levels).to_have_count(3)


def test_a_hint_follows_what_is_played_in_another_tab(table: Table) -> None:
    levels = table.page.locator(".sheet li")
    table.play(EASY).press("h")
    expect(levels).to_have_text("Look at box 5.")
    other = Table(table.page.context.new_page(), table.address)
    other.page.goto(table.page.url)
    other.choose("r5c5").press("5", "h")  # the only empty cell of that box with one candidate
    expect(other.page.locator(".sheet li")).to_have_count(1)
    words = other.page.locator(".sheet li").inner_text()
    assert words != "Look at box 5."
    expect(levels).to_have_text(words)


def test_a_hint_without_the_server_is_told_and_loses_nothing(table: Table) -> None:
    table.page.route("**/api/**", lambda route: route.abort())
    table.play(EASY).choose("r1c3").press("4", "h")
    table.says("Can’t reach the server")
    assert table.digits[2] == "4"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_on_the_narrowest_phone_a_silent_server_is_told_in_full(open_table: Opener, language: str) -> None:
    table = open_table(320, 568, language=language, has_touch=True, is_mobile=True).play(EASY)
    said = table.page.locator(".words").first
    table.page.route("**/api/**", lambda route: route.abort())
    table.choose("r1c3").press("4")
    expect(said).not_to_be_empty()
    assert said.evaluate(CUT) == 0
    before = said.inner_text()
    table.press("h")
    expect(said).not_to_have_text(before)
    assert said.evaluate(CUT) == 0


def test_a_needed_candidate_struck_out_is_told(table: Table) -> None:
    table.play(EASY)
    table.click("More")
    table.page.get_by_label("Update notes automatically").check()
    table.click("Close")
    table.choose("r1c3").press("c", "4", "z", "h")
    table.says("A candidate you need has been crossed out")
    assert table.wrong() == []
