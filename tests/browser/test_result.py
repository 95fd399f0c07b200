"""The end of a game: time, class, place, and the path a logician would have taken."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

import shudu
from tests.browser.conftest import Opener
from tests.browser.table import ALMOST, EASY, EASY_SOLUTION, Table, style


def finish(table: Table) -> None:
    """Fills in what is missing, as fast as a person who knows it."""
    solution = shudu.solve(table.digits).line
    for cell in [cell for cell, digit in enumerate(table.digits) if digit == "."]:
        table.choose(f"r{cell // 9 + 1}c{cell % 9 + 1}").press(solution[cell])


def test_time_class_and_place(table: Table) -> None:
    """A game played at the speed of a machine is told to be held back; its own puzzle is on no board."""
    table.play(ALMOST)
    expect(table.page.locator(".status .class")).to_contain_text("no help")
    table.choose("r9c8").press("7", "ArrowRight", "9")
    expect(table.page.locator("[data-result=time]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(table.page.locator("[data-result=class]")).to_have_text("no help")
    expect(table.page.locator("[data-result=place]")).to_have_text("Not ranked: you entered this puzzle yourself.")


@pytest.mark.parametrize(("level", "board"), [(None, "Easy"), ("hard", "level Hard")])
def test_a_place_on_the_board(table: Table, level: str | None, board: str) -> None:
    """The server says which; here it is stood in for, since no test plays as slowly as a person."""
    plain = {"time": 61_000, "elapsed": 61_000, "help": "none", "hints": 0, "mistakes": 0, "moves": 2, "pauses": 0}
    result = {
        **plain,
        "finished": 1,
        "shared": False,
        "level": level,
        "unranked": [],
        "flags": [],
        "pending": False,
        "rank": 3,
    }

    def answer(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        length = sent["seq"] + len(sent["moves"]) - 1
        over = sent["moves"][-1]["move"] == "r9c9=9"
        known = {"length": length, "at": 1, "time": 1, "finished": int(over) or None}
        route.fulfill(json={**known, "result": result if over else None})

    table.page.route("**/games/*/moves", answer)
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    expect(table.page.locator("[data-result=place]")).to_have_text(f"#3 of all time ({board}, no help)")


def test_each_kind_of_help_is_a_class_of_its_own(table: Table) -> None:
    badge = table.page.locator(".status .class")
    table.play(EASY)
    expect(badge).to_contain_text("no help")
    table.click("Fill notes")
    expect(badge).to_contain_text("candidates")
    table.press("k")
    expect(badge).to_contain_text("checking")
    table.press("h")
    expect(table.page.locator(".sheet li")).to_have_count(1)
    expect(badge).to_contain_text("hints")
    table.click("More")
    expect(table.page.get_by_text("Category: hints.")).to_be_visible()


def test_the_path_of_a_logician_in_words_and_on_the_board(table: Table) -> None:
    table.play(EASY)
    finish(table)
    table.click("Solution path")
    steps = table.page.locator(".sheet li button")
    path = shudu.rate(EASY).path.steps
    expect(steps).to_have_count(len(path))
    expect(table.page.get_by_text(f"{len(path)} steps, Easy")).to_be_visible()
    assert table.digits == EASY_SOLUTION
    first = path[0].places[0]
    expect(steps.first).to_contain_text(f"{first.digit} is the only candidate left")
    steps.first.click()
    assert table.digits == EASY
    ringed = table.page.locator(f"[data-cell='{first.cell}']")
    expect(ringed.locator(".ringed")).to_have_text(str(first.digit))
    assert "inset" in style(ringed, "boxShadow")
    table.click("Next step")
    assert table.digits[first.cell] == str(first.digit)
    expect(steps.nth(1)).to_have_attribute("aria-pressed", "true")
    table.click("Back to result")
    assert table.digits == EASY_SOLUTION


def test_the_path_in_chinese(open_table: Opener) -> None:
    table = open_table(390, 844, language="zh", has_touch=True, is_mobile=True).play(ALMOST)
    table.choose("r9c8").press("7", "ArrowRight", "9")
    table.page.get_by_role("button", name="解题路径").tap()
    steps = table.page.locator(".sheet li button")
    expect(steps).to_have_count(2)
    expect(steps.first).to_contain_text("填 7")
    steps.first.tap()
    board, sheet = table.page.get_by_role("grid").bounding_box(), table.page.locator(".sheet").bounding_box()
    assert board and sheet
    assert sheet["y"] >= board["y"] + board["height"] - 1  # the step is seen whole


def test_a_path_without_the_server_is_told_and_can_be_asked_again(table: Table) -> None:
    table.play(ALMOST)
    table.page.route("**/api/v1/rate", lambda route: route.abort())
    table.choose("r9c8").press("7", "ArrowRight", "9")
    table.click("Solution path")
    expect(table.page.get_by_role("alert")).to_contain_text("Your game is saved.")
    table.page.unroute("**/api/v1/rate")
    table.click("Try again")
    expect(table.page.locator(".sheet li button")).to_have_count(2)


def test_a_finished_game_opened_again_still_tells_its_place(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    place = table.page.locator("[data-result=place]")
    expect(place).to_have_text("Not ranked: you entered this puzzle yourself.")
    with table.page.expect_response(lambda answer: answer.url.endswith("/finish") and answer.ok):
        table.page.reload()
    expect(table.page.get_by_role("grid")).to_be_visible()
    expect(place).to_have_text("Not ranked: you entered this puzzle yourself.")
    assert table.digits == EASY_SOLUTION


def test_a_closed_result_can_be_opened_again(table: Table) -> None:
    table.play(ALMOST).choose("r9c8").press("7", "ArrowRight", "9")
    time = table.page.locator("[data-result=time]")
    table.click("Close")
    expect(time).to_be_hidden()
    table.click("Result")
    expect(time).to_be_visible()
    table.press("Escape")
    expect(time).to_be_hidden()
    table.press("h")
    expect(time).to_be_visible()
