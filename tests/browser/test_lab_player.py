"""The lab: playing, pausing and stepping through a run."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from browser_tools.app_page import EASY, EASY_SOLUTION, AppPage
from tests.browser.conftest import OpenApp
from tests.browser.lab_runs import MINIMAL, assert_position, find_lane, open_run, read_digits, read_moment


def test_play_pause_and_delay(app: AppPage) -> None:
    page = app.page
    open_run(app, MINIMAL, "mrv", moment=None)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()  # it starts playing
    for shown in ("0", "1"):
        expect(page.get_by_role("slider", name="Timeline")).not_to_have_value(shown)
    page.get_by_role("button", name="Pause").click()
    at = read_moment(page)
    page.wait_for_timeout(400)
    assert read_moment(page) == at
    page.get_by_role("checkbox", name="Full speed").check()
    page.get_by_role("button", name="Play").click()
    run = shudu.trace(MINIMAL, by="mrv")
    expect(page.get_by_role("slider", name="Timeline")).to_have_value(str(len(run)))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert_position(page, "mrv", run, len(run))


def test_player_shortcuts(app: AppPage) -> None:
    page = app.page
    open_run(app, MINIMAL, "mrv", moment=10)
    run = shudu.trace(MINIMAL, by="mrv")
    app.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert read_moment(page) == 11
    assert_position(page, "mrv", run, 11)
    expect(page.locator("[data-live]")).to_contain_text("r")
    turns = [moment for moment, event in enumerate(run, 1) if event.kind == "conflict"]
    app.press("Shift+ArrowRight")
    assert read_moment(page) == turns[0]
    app.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft")
    assert read_moment(page) == turns[1]
    app.press("Home")
    assert read_moment(page) == 0
    app.press("End")
    assert read_moment(page) == len(run)
    delay = page.get_by_role("slider", name="Delay")
    expect(delay).to_have_value("100")
    app.press("-")
    expect(delay).to_have_value("90")
    app.press("+", "+")
    expect(delay).to_have_value("200")
    app.press("Home", "Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    app.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_lab_works_by_keyboard_alone(app: AppPage) -> None:
    page = app.page
    app.open(f"lab/solve/{EASY}")
    app.expect_digits(EASY)
    page.locator("body").focus()
    reached: list[str] = []
    for _ in range(60):
        app.press("Tab")
        name: str = page.evaluate("document.activeElement.textContent.trim() || document.activeElement.tagName")
        reached.append(name)
        if name == "Watch":
            break
    assert reached[-1] == "Watch"
    app.press("Enter")
    expect(find_lane(page, "mrv")).to_have_attribute("data-phase", "done")
    app.press("End")
    assert read_digits(page, "mrv") == EASY_SOLUTION


def test_timeline_follows_a_drag_outside_the_chart(app: AppPage) -> None:
    open_run(app, MINIMAL, "mrv,exact-cover")
    charts = app.page.locator(".charts").bounding_box()
    assert charts
    mouse, middle = app.page.mouse, charts["y"] + charts["height"] / 2
    mouse.move(charts["x"] + 60, middle)
    mouse.down()
    assert read_moment(app.page) > 0
    end = int(app.page.get_by_role("slider", name="Timeline").get_attribute("max") or 0)
    mouse.move(charts["x"] + charts["width"] / 2, middle - 300)
    assert abs(read_moment(app.page) - end / 2) < end / 50
    mouse.move(charts["x"] + charts["width"] + 4, middle - 300)
    assert read_moment(app.page) == end
    mouse.up()
    mouse.move(charts["x"], middle)
    assert read_moment(app.page) == end
    mouse.click(charts["x"] + 60, middle, button="right")
    assert read_moment(app.page) == end


def test_reduced_motion_starts_paused(open_app: OpenApp) -> None:
    app = open_app(reduced_motion="reduce")
    open_run(app, MINIMAL, "mrv", moment=None)
    app.page.wait_for_timeout(400)
    assert read_moment(app.page) == 0
    expect(app.page.get_by_role("button", name="Play")).to_be_visible()
    moving = app.page.evaluate("document.getAnimations().filter(each => each.playState === 'running').length")
    assert moving == 0
