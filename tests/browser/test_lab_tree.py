"""The lab: the search tree and the heat map."""

from __future__ import annotations

from playwright.sync_api import expect

import shudu
from browser_tools.app_page import HARD, AppPage
from tests.browser.lab_runs import MINIMAL, open_run, read_moment, seek

DEEP = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def test_search_tree_follows_folds_and_jumps(app: AppPage) -> None:
    page = app.page
    open_run(app, DEEP, "mrv+propagate")
    run = shudu.trace(DEEP, by="mrv+propagate")
    guesses = [moment for moment, event in enumerate(run, 1) if event.kind == "guess"]
    tree = page.get_by_role("tree")
    here = tree.locator("[aria-selected=true]")
    expect(here).to_contain_text("start")
    seek(page, guesses[3])
    event = run[guesses[3] - 1]
    assert event.cell is not None
    expect(here).to_contain_text(f"r{event.cell // 9 + 1}c{event.cell % 9 + 1} = {event.digit}")
    expect(here).to_have_attribute("aria-level", str(event.depth + 1))
    first = tree.get_by_role("treeitem").nth(1)
    first.locator(".name").click()
    assert read_moment(page) == guesses[0]
    rows = tree.get_by_role("treeitem").count()
    page.get_by_role("button", name="Fold all", exact=True).click()
    assert tree.get_by_role("treeitem").count() < rows
    expect(tree.get_by_role("treeitem", expanded=False).first).to_be_visible()
    tree.focus()
    app.press("Home", "ArrowDown", "ArrowRight", "ArrowRight", "Enter")
    assert read_moment(page) == guesses[1]
    app.press("ArrowLeft", "ArrowLeft")
    expect(tree.get_by_role("treeitem").nth(1)).to_have_attribute("aria-expanded", "false")


def test_large_tree_draws_only_visible_rows(app: AppPage) -> None:
    open_run(app, HARD, "rows", moment=1)
    run = shudu.trace(HARD, by="rows")
    assert run.stats.nodes > 20_000
    tree = app.page.get_by_role("tree")
    assert tree.get_by_role("treeitem").count() < 40
    guesses = [moment for moment, event in enumerate(run, 1) if event.kind == "guess"]
    tree.focus()
    app.press("End", "Enter")
    assert read_moment(app.page) == guesses[-1]
    assert tree.get_by_role("treeitem").count() < 40


def test_heat_map_shows_the_most_tried_cells(app: AppPage) -> None:
    open_run(app, MINIMAL, "mrv").press("End")
    heat = [0] * 81
    for event in shudu.trace(MINIMAL, by="mrv"):
        if event.kind in ("place", "guess") and event.cell is not None:
            heat[event.cell] += 1
    most = max(range(81), key=heat.__getitem__)
    words = f"r{most // 9 + 1}c{most % 9 + 1} × {heat[most]:,}"
    expect(app.page.get_by_role("img", name=words)).to_be_visible()
    expect(app.page.get_by_text(f"Most often: {words}")).to_be_visible()  # the caption below the map agrees
