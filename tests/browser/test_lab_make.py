"""The lab: generating grids and digging puzzles."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

import shudu
from browser_tools.app_page import AppPage
from shudu.core.text import write_line
from shudu.puzzles.dig_trace import trace_digging
from tests.browser.lab_runs import assert_position, find_lane, read_digits, seek


@pytest.mark.parametrize("method", ["template", "backtrack", "search", "digits", "graded", "diagonal", "uniform"])
def test_grid_generation_matches_its_trace(app: AppPage, method: str) -> None:
    app.open(f"lab/make/{method}/7/0")
    expect(find_lane(app.page, method)).to_have_attribute("data-phase", "done", timeout=60_000)
    run = shudu.trace_making(method, seed=7)
    random = Random(method)
    for moment in (0, len(run), *(random.randrange(len(run)) for _ in range(5))):
        seek(app.page, moment)
        assert_position(app.page, method, run, moment)


def test_methods_describe_their_events(app: AppPage) -> None:
    app.open("lab/make/uniform/7/40")
    expect(find_lane(app.page, "uniform")).to_contain_text(f"Number {shudu.rank(shudu.full_grid(seed=7))}")
    app.open("lab/make/graded/7/200")
    expect(find_lane(app.page, "graded")).to_contain_text("Digits 1–9 become")


def test_digging_shows_two_solutions_for_each_kept_clue(app: AppPage) -> None:
    page = app.page
    app.open("lab/make/dig/4/0/22/none")
    expect(find_lane(page, "dig")).to_have_attribute("data-phase", "done")
    run = trace_digging(22, seed=4)
    expect(page.get_by_text("Every clue tried so far could be removed.")).to_be_visible()
    refusals = [moment for moment, event in enumerate(run, 1) if event.kind == "conflict"]
    for moment in (refusals[0], refusals[-1]):
        seek(page, moment)
        event = run[moment - 1]
        assert event.cell is not None and event.why.witnesses
        name = f"r{event.cell // 9 + 1}c{event.cell % 9 + 1}"
        expect(page.locator("[data-sentence]")).to_have_text(
            f"{name} must keep {event.digit}: without it there are two solutions."
        )
        for board, line in zip(page.locator(".mini").all(), event.why.witnesses, strict=True):
            assert "".join(board.locator("span").all_inner_texts()) == line
        assert read_digits(page, "dig") == write_line(run.seek(moment).digits)
    page.get_by_role("link", name="Solve this puzzle").click()
    expect(page.get_by_role("grid", name="The puzzle")).to_be_visible()
    assert app.digits == write_line(run.seek(len(run)).digits)


def test_generation_starts_from_the_form(app: AppPage) -> None:
    page = app.page
    app.open("lab/make")
    page.get_by_label("Method").select_option("digits")
    page.get_by_label("Random seed", exact=True).fill("2")
    app.click("Watch")
    expect(find_lane(page, "digits")).to_have_attribute("data-phase", "done")
    app.press("End")
    assert read_digits(page, "digits") == shudu.full_grid("digits", seed=2).line
