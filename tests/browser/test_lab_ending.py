"""The lab: how runs end, and that leaving stops the server's work."""

from __future__ import annotations

import re
from urllib.request import urlopen

from playwright.sync_api import expect

from browser_tools.app_page import AppPage
from tests.browser.lab_runs import find_lane, open_run, read_moment

# Solving this row by row takes far more events than the limit: its first row is the last one tried.
LONG = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def test_event_limit_is_explained_and_page_stays_responsive(app: AppPage) -> None:
    app.open(f"lab/solve/{LONG}/rows/1/0/0")
    ending = find_lane(app.page, "rows").get_by_role("status")
    expect(ending).to_contain_text("events so far")
    app.press("ArrowRight")  # while events are still arriving
    assert read_moment(app.page) == 1
    expect(ending).to_contain_text("Stopped at", timeout=60_000)
    expect(ending).to_contain_text("before the search was complete")
    app.press("End")
    assert read_moment(app.page) > 100_000


def test_puzzle_without_solution_is_proven(app: AppPage) -> None:
    open_run(app, "12345678." + "." * 18 + "........9" + "." * 45, "mrv")
    expect(find_lane(app.page, "mrv").get_by_role("status")).to_contain_text("Search complete: no solution")


def jobs(address: str) -> float:
    with urlopen(f"{address}metrics", timeout=20) as answer:
        found = re.search(r"^shudu_jobs(?:_\w+)? (\S+)$", answer.read().decode(), re.MULTILINE)
    assert found
    return float(found[1])


def test_leaving_stops_the_run_on_the_server(app: AppPage) -> None:
    app.open(f"lab/solve/{LONG}/rows,random/1/0/0")
    expect(find_lane(app.page, "rows").get_by_role("status")).to_contain_text("events so far")
    assert jobs(app.address) >= 1
    app.open("help")
    for _ in range(150):
        if jobs(app.address) == 0:
            return
        app.page.wait_for_timeout(100)
    raise AssertionError("the server still works for a page that was left")
