"""The lab: a run plays, pauses and is stepped through, by keys alone if wished."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from tests.browser.conftest import Opener
from tests.browser.table import EASY, EASY_SOLUTION, Table
from tests.browser.watching import MINIMAL, digits, lane, moment_of, shows, watch


def test_play_pause_and_the_delay(table: Table) -> None:
    page = table.page
    watch(table, MINIMAL, "mrv", moment=None)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()  # it plays at once
    for shown in ("0", "1"):
        expect(page.get_by_role("slider", name="Timeline")).not_to_have_value(shown)
    page.get_by_role("button", name="Pause").click()
    at = moment_of(page)
    page.wait_for_timeout(400)
    assert moment_of(page) == at
    page.get_by_role("checkbox", name="Full speed").check()
    page.get_by_role("button", name="Play").click()
    run = shudu.trace(MINIMAL, by="mrv")
    expect(page.get_by_role("slider", name="Timeline")).to_have_value(str(len(run)))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    shows(page, "mrv", run, len(run))


def test_the_keys(table: Table) -> None:
    page = table.page
    watch(table, MINIMAL, "mrv", moment=10)
    run = shudu.trace(MINIMAL, by="mrv")
    table.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert moment_of(page) == 11
    shows(page, "mrv", run, 11)
    expect(page.locator("[data-live]")).to_contain_text("r")
    turns = [moment for moment, event in enumerate(run, 1) if event.kind == "conflict"]
    table.press("Shift+ArrowRight")
    assert moment_of(page) == turns[0]
    table.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft")
    assert moment_of(page) == turns[1]
    table.press("Home")
    assert moment_of(page) == 0
    table.press("End")
    assert moment_of(page) == len(run)
    delay = page.get_by_role("slider", name="Delay")
    expect(delay).to_have_value("100")
    table.press("-")
    expect(delay).to_have_value("90")
    table.press("+", "+")
    expect(delay).to_have_value("200")
    table.press("Home", "Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    table.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_everything_can_be_reached_and_started_without_a_mouse(table: Table) -> None:
    page = table.page
    table.go(f"lab/solve/{EASY}")
    expect(page.get_by_role("grid")).to_be_visible()
    assert table.digits == EASY
    page.locator("body").focus()
    reached: list[str] = []
    for _ in range(60):
        table.press("Tab")
        name: str = page.evaluate("document.activeElement.textContent.trim() || document.activeElement.tagName")
        reached.append(name)
        if name == "Watch":
            break
    assert reached[-1] == "Watch"
    table.press("Enter")
    expect(lane(page, "mrv")).to_have_attribute("data-phase", "done")
    table.press("End")
    assert digits(page, "mrv") == EASY_SOLUTION


def test_the_time_line_follows_the_mouse_wherever_it_is_dragged(table: Table) -> None:
    watch(table, MINIMAL, "mrv,exact-cover")
    charts = table.page.locator(".charts").bounding_box()
    assert charts
    mouse, middle = table.page.mouse, charts["y"] + charts["height"] / 2
    mouse.move(charts["x"] + 60, middle)
    mouse.down()
    assert moment_of(table.page) > 0
    end = int(table.page.get_by_role("slider", name="Timeline").get_attribute("max") or 0)
    mouse.move(charts["x"] + charts["width"] / 2, middle - 300)
    assert abs(moment_of(table.page) - end / 2) < end / 50
    mouse.move(charts["x"] + charts["width"] + 4, middle - 300)
    assert moment_of(table.page) == end
    mouse.up()
    mouse.move(charts["x"], middle)
    assert moment_of(table.page) == end
    mouse.click(charts["x"] + 60, middle, button="right")
    assert moment_of(table.page) == end


def test_reduced_motion_begins_at_rest(open_table: Opener) -> None:
    table = open_table(reduced_motion="reduce")
    watch(table, MINIMAL, "mrv", moment=None)
    table.page.wait_for_timeout(400)
    assert moment_of(table.page) == 0
    expect(table.page.get_by_role("button", name="Play")).to_be_visible()
    moving = table.page.evaluate("document.getAnimations().filter(each => each.playState === 'running').length")
    assert moving == 0
