"""The lab: generating grids and digging puzzles."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

import shudu
from browser_tools.app_page import EASY, AppPage
from shudu.core.text import write_line
from shudu.grids.methods import PATTERN
from shudu.puzzles.traces import trace_digging, trace_graded
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
    end = 81 - write_line(run.seek(len(run)).digits).count(".")
    app.press("End")
    expect(page.locator("[data-count=depth]")).to_have_text(str(81 - end))
    page.get_by_role("link", name="Solve this").click()
    expect(page.get_by_role("grid", name="The puzzle")).to_be_visible()
    app.expect_digits(write_line(run.seek(len(run)).digits))


def test_generation_starts_from_the_form(app: AppPage) -> None:
    page = app.page
    app.open("lab/make")
    page.get_by_label("Method").first.select_option("digits")
    page.get_by_label("Random seed", exact=True).fill("2")
    app.click("Watch")
    expect(find_lane(page, "digits")).to_have_attribute("data-phase", "done")
    app.press("End")
    assert read_digits(page, "digits") == shudu.full_grid("digits", seed=2).line


def test_final_grid_then_holes_then_a_game(app: AppPage) -> None:
    page = app.page
    app.open("lab/make")
    page.get_by_label("Method").first.select_option("template")
    page.get_by_label("Random seed", exact=True).fill("5")
    app.click("Watch")
    expect(find_lane(page, "template")).to_have_attribute("data-phase", "done")
    page.get_by_role("link", name="Dig without a test").click()
    expect(find_lane(page, "dig-blind")).to_have_attribute("data-phase", "done")
    run = trace_digging(28, seed=5, grid="template", test=False)
    puzzle = write_line(run.seek(len(run)).digits)
    app.press("End")
    assert read_digits(page, "dig-blind") == puzzle
    expect(page.locator("[data-solutions=several]")).to_contain_text("any grid that obeys the rules wins")
    expect(find_lane(page, "dig-blind")).to_contain_text("not tested for one solution")
    page.get_by_role("link", name="Play this").click()
    expect(page.get_by_role("grid", name="Sudoku board")).to_be_visible()
    app.expect_digits(puzzle)


def test_digging_takes_its_options_from_the_form(app: AppPage) -> None:
    page = app.page
    app.open("lab/make/dig/3/-/28/none")
    page.get_by_label("Final grid by").select_option("digits")
    page.get_by_label("Target clue count").fill("33")
    page.get_by_label("Random seed", exact=True).fill("9")
    app.click("Watch")
    expect(find_lane(page, "dig")).to_have_attribute("data-phase", "done")
    seek(page, len(trace_digging(33, grid="digits", seed=9)))
    assert read_digits(page, "dig") == shudu.generate(33, grid="digits", seed=9).line
    expect(page.locator("[data-solutions=one]")).to_be_visible()


def test_a_graded_puzzle_is_chosen_by_its_difficulty(app: AppPage) -> None:
    page = app.page
    app.open("lab/make/graded-puzzle/3/0")
    page.get_by_label("Difficulty").select_option("hard")
    app.click("Watch")
    page.wait_for_url("**/hard")
    expect(find_lane(page, "graded-puzzle")).to_have_attribute("data-phase", "done")
    run = trace_graded("hard", seed=3)
    seek(page, 1)
    expect(page.locator("[data-sentence]")).to_contain_text("Stored puzzle: Hard")
    seek(page, len(run))
    puzzle = read_digits(page, "graded-puzzle")
    assert puzzle == write_line(run.seek(len(run)).digits)
    assert shudu.rate(puzzle).level == "hard"
    expect(page.locator("[data-count=retractions]")).to_have_count(0)


def test_watching_starts_by_itself(app: AppPage) -> None:
    app.open("lab/make/template/7/-")
    expect(app.page.locator("[data-count=iterations]")).not_to_have_text("0")


def test_three_methods_side_by_side(app: AppPage) -> None:
    page = app.page
    app.open("lab/make/backtrack,backtrack-recursive,digits/7/100")
    for name in ("backtrack", "backtrack-recursive", "digits"):
        expect(find_lane(page, name)).to_have_attribute("data-phase", "done")
    assert read_digits(page, "backtrack") == read_digits(page, "backtrack-recursive")
    expect(page.locator("[data-object=calls]")).to_contain_text("fill(")
    app.press("End")
    expect(page.locator("[data-object=sets]")).to_contain_text("72")
    expect(find_lane(page, "backtrack").locator("[data-count=depth]")).to_have_text("72")


def test_the_objects_of_the_documents_are_shown(app: AppPage) -> None:
    page = app.page
    app.open("lab/make/template/7/12")
    grid = shudu.full_grid("template", seed=7).line
    tiles = page.locator("[data-object=temp] li")
    expect(tiles).to_have_count(9)
    assert [tile.inner_text()[-1] for tile in tiles.all()] == list(grid[:9])
    # Letter by letter: all nine A are digits, then the first three B.
    assert read_digits(page, "template") == "".join(
        digit if letter == "A" or (letter == "B" and cell < 27) else "."
        for cell, (letter, digit) in enumerate(zip(PATTERN, grid, strict=True))
    )
    expect(page.locator("[data-object=temp] [data-state=now]")).to_contain_text("B")
    expect(app.cell("r9c3")).to_have_text("B")
    expect(page.locator("[data-sentence]")).to_have_text(f"r3c5: {grid[22]} replaces B.")
    app.open("lab/make/backtrack/7/9")
    expect(page.locator("[data-sentence]")).to_contain_text("random first row")
    app.open("lab/make/backtrack/7/20")
    expect(page.locator("[data-object=may] [data-state=taken]")).to_have_count(1)
    app.open("lab/make/digits/7/40")
    expect(page.locator("[data-object=idxInList]")).to_contain_text("idxInList")
    app.open("lab/make/graded-puzzle/7/40")
    expect(page.locator("[data-stage]")).to_be_visible()
    seek(page, 1000)
    expect(page.locator("[data-stage^=columns]")).to_be_visible()


def test_mrv_shows_its_list_and_stack_and_a_step_can_be_predicted(app: AppPage) -> None:
    page = app.page
    run = shudu.trace(EASY, by="mrv")
    app.open(f"lab/solve/{EASY}/mrv/1/0/5")
    expect(page.locator("[data-object=blanks] li").first).to_be_visible()
    expect(page.locator("[data-object=stack] li")).to_have_count(5)
    expect(page.get_by_text("FindZero").first).to_be_visible()
    page.get_by_label("Predict").first.check()
    expect(page.locator("[data-predict]")).to_contain_text("Which cell is next?")
    assert run[5].cell is not None
    app.select(f"r{run[5].cell // 9 + 1}c{run[5].cell % 9 + 1}")
    expect(page.locator("[data-predict]")).to_contain_text("Right")
    expect(page.locator("[data-predict]")).to_contain_text("1 of 1")


def test_experiments_run_in_the_page(app: AppPage) -> None:
    page = app.page
    app.open("lab/experiments/holes")
    expect(page.locator("[data-clues='28'] td")).to_contain_text("%", timeout=60_000)
    page.get_by_label("Puzzles").fill("5")
    page.get_by_role("button", name="Run").last.click()
    for name in ("rows", "mrv", "mrv+propagate", "exact-cover", "norvig", "sat", "kernel"):
        bars = page.locator(f"[data-distribution='{name}'] [data-bar]")
        expect(bars.first).to_be_attached(timeout=60_000)
        assert sum(int(bar.get_attribute("data-bar") or 0) for bar in bars.all()) == 5
    expect(page.locator("[data-progress]")).to_have_text("5 / 5")


def test_an_experiment_can_be_stopped(app: AppPage) -> None:
    page = app.page
    app.open("lab/experiments")
    page.get_by_label("Puzzles").fill("1000")  # takes minutes
    page.get_by_role("button", name="Run").last.click()
    expect(page.locator("[data-progress]")).to_contain_text("/ 1,000", timeout=60_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Run")).to_have_count(2)
    progress = page.locator("[data-progress]").inner_text()
    assert 0 < int(progress.split()[0]) < 1000
    page.wait_for_timeout(600)
    assert page.locator("[data-progress]").inner_text() == progress


def test_without_a_server_the_page_runs_what_it_can(app: AppPage) -> None:
    page = app.page
    app.open("lab/make/template/1/5")
    expect(find_lane(page, "template")).to_have_attribute("data-phase", "done")
    page.route("**/api/**", lambda route: route.abort())
    app.open("lab/make/dig/5/9/30/none")
    expect(find_lane(page, "dig")).to_have_attribute("data-phase", "done")
    run = trace_digging(30, seed=5)
    seek(page, len(run))
    assert read_digits(page, "dig") == write_line(run.seek(len(run)).digits)
    app.open("lab/make/dig-blind/5/9/30/none/template")
    expect(find_lane(page, "dig-blind")).to_have_attribute("data-phase", "done")
    run = trace_digging(30, seed=5, grid="template", test=False)
    seek(page, len(run))
    assert read_digits(page, "dig-blind") == write_line(run.seek(len(run)).digits)
    app.open(f"lab/solve/{EASY}/mrv,norvig/1/0/1")
    for name in ("mrv", "norvig"):
        expect(find_lane(page, name)).to_have_attribute("data-phase", "done")
    assert int(find_lane(page, "mrv").locator("[data-count=iterations]").inner_text()) == 1
