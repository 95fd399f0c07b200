"""The leaderboard: pages, the player's own entry and name."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, expect

from browser_tools.app_page import AppPage
from tests.browser.conftest import OpenApp


def entry(rank: int, **parts: Any) -> dict[str, Any]:
    plain = {"name": f"P{rank}", "time": 60_000 + rank, "help": "none", "hints": 0, "mistakes": 0, "finished": 1}
    return {"rank": rank, **plain, "you": False, "flags": [], **parts}


def names(page: Page) -> list[str]:
    return page.locator("section table").last.locator("tbody td:nth-child(2)").all_inner_texts()


def test_long_leaderboard_has_pages_and_the_players_own_entry(app: AppPage) -> None:
    mine = entry(52, name="Li", you=True)

    def answer(route: Route) -> None:
        second = "after=here" in route.request.url
        entries = [entry(51), mine, entry(53)] if second else [entry(rank) for rank in range(1, 51)]
        route.fulfill(json={"entries": entries, "next": None if second else "here", "you": mine})

    app.page.route("**/leaderboards/**", answer)
    app.open("stats")
    more = app.page.get_by_role("button", name="Show more")
    expect(more).to_be_visible()
    assert names(app.page)[48:] == ["P49", "P50", "Li (you)"]
    more.click()
    expect(more).to_have_count(0)
    assert names(app.page)[48:] == ["P49", "P50", "P51", "Li (you)", "P53"]


def test_leaderboard_breaks_no_word_on_a_phone(open_app: OpenApp) -> None:
    app = open_app(320, 640)
    answer = {"entries": [entry(1, name="Maximiliana-Theodora")], "next": None, "you": None}
    app.page.route("**/leaderboards/**", lambda route: route.fulfill(json=answer))
    app.open("stats")
    category = app.page.get_by_role("cell", name="unassisted")
    expect(category).to_be_visible()
    headings = app.page.locator("section table").last.locator("th:visible").all()
    assert all(cell.evaluate("cell => cell.clientHeight < 45") for cell in (category, *headings))


def test_latest_of_two_requests_wins(app: AppPage) -> None:
    """The answer for all time arrives late, after the week was requested."""
    late: list[Route] = []

    def answer(route: Route) -> None:
        if "/all?" in route.request.url:
            late.append(route)
        else:
            route.fulfill(json={"entries": [entry(1, name="Weekly")], "next": None, "you": None})

    app.page.route("**/leaderboards/**", answer)
    app.open("stats")
    expect(app.page.get_by_role("cell", name="Weekly")).to_be_visible()
    app.page.get_by_text("All time").click()
    app.page.get_by_text("This week").click()
    expect(app.page.get_by_role("cell", name="Weekly")).to_be_visible()
    with app.page.expect_response("**/all?*"):
        late[0].fulfill(json={"entries": [entry(1, name="Ever")], "next": None, "you": None})
    app.page.evaluate("new Promise(requestAnimationFrame)")
    assert names(app.page) == ["Weekly"]


def test_stored_name_appears_on_the_leaderboard_at_once(app: AppPage) -> None:
    empty: dict[str, Any] = {"entries": [], "next": None, "you": None}
    app.page.route("**/leaderboards/**", lambda route: route.fulfill(json=empty))
    app.open("stats")
    expect(app.page.get_by_text("No results yet.")).to_be_visible()
    name = app.page.get_by_label("Your name on the leaderboard")
    name.fill("  Ｌily\u202e   明 ")
    with app.page.expect_request("**/leaderboards/**"):
        app.click("Save")
    expect(app.page.get_by_text("Saved.", exact=True)).to_be_visible()
    expect(name).to_have_value("Lily 明")


def test_leaderboards_by_clues_and_by_level(app: AppPage) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.split("?")[1])
        route.fulfill(json={"entries": [], "next": None, "you": None})

    app.page.route("**/leaderboards/**", answer)
    app.open("stats")
    expect(app.page.get_by_text("No results yet.")).to_be_visible()
    which = app.page.get_by_role("combobox", name="Puzzles")
    for name in ("difficulty=hard", "level=extreme"):
        with app.page.expect_response("**/leaderboards/**"):
            which.select_option(name)
    assert asked == ["difficulty=medium", "difficulty=hard", "level=extreme"]


def test_leaderboard_of_unknown_puzzle_is_reported(app: AppPage) -> None:
    app.expected_error = "422"
    app.open("stats/nonsense")
    expect(app.page.get_by_role("alert")).to_have_text("There is no leaderboard for this puzzle.")
