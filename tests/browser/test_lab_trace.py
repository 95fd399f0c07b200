"""The lab shows exactly the trace at every moment."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

import shudu
from browser_tools.app_page import EASY, HARD, AppPage
from tests.browser.lab_runs import MINIMAL, assert_position, find_lane, open_run, read_counters, seek

SEVERAL = "8.........95.......76.........426798...571243...893165......916....3.487....1.532"


@pytest.mark.parametrize("by", ["rows", "random", "mrv", "mrv+propagate", "exact-cover", "norvig", "anneal", "kernel"])
def test_board_counters_and_line_match_the_trace(app: AppPage, by: str) -> None:
    puzzle, limit = (SEVERAL, "2") if by in ("exact-cover", "kernel") else (MINIMAL, "1")
    if by in ("rows", "random", "anneal"):
        puzzle = EASY
    open_run(app, puzzle, by, limit=limit, seed=3)
    run = shudu.trace(puzzle, by=by, limit=int(limit), seed=3)
    random = Random(by)
    moments = [0, 1, len(run), len(run) - 1, *(random.randrange(len(run) + 1) for _ in range(12))]
    assert int(app.page.get_by_role("slider", name="Timeline").get_attribute("max") or 0) == len(run)
    for moment in moments:
        seek(app.page, moment)
        assert_position(app.page, by, run, moment)


def test_long_run_matches_at_random_moments(app: AppPage) -> None:
    """Covers several chunks and many checkpoints, forwards and backwards."""
    open_run(app, HARD, "rows", moment=1)
    run = shudu.trace(HARD, by="rows")
    assert len(run) > 50_000
    random = Random(8)
    for moment in sorted((random.randrange(len(run)) for _ in range(6)), key=lambda _: random.random()):
        seek(app.page, moment)
        assert_position(app.page, "rows", run, moment)


def iterations_of_the_founding_solver(line: str) -> int:
    """Count iterations independently of the library: fewest candidates first, backtracking cell by cell."""
    grid = [int(digit) if digit != "." else 0 for digit in line]

    def fits(cell: int) -> list[int]:
        row, column = divmod(cell, 9)
        seen = {grid[9 * row + k] for k in range(9)} | {grid[9 * k + column] for k in range(9)}
        top, left = row // 3 * 3, column // 3 * 3
        seen |= {grid[9 * (top + i) + left + j] for i in range(3) for j in range(3)}
        return [digit for digit in range(1, 10) if digit not in seen]

    blanks = [cell for cell in range(81) if not grid[cell]]
    written: list[tuple[int, list[int]]] = []
    iterations = 0
    while blanks:
        cell = min(blanks, key=lambda each: len(fits(each)))
        choices = fits(cell)
        if choices:
            blanks.remove(cell)
            written.append((cell, choices[1:]))
            grid[cell] = choices[0]
        else:
            while written and not written[-1][1]:
                back, _ = written.pop()
                grid[back] = 0
                blanks.append(back)
            if not written:
                break
            back, untried = written[-1]
            grid[back] = untried.pop(0)
        iterations += 1
    return iterations


@pytest.mark.parametrize("puzzle", [EASY, MINIMAL, HARD])
def test_iterations_match_the_founding_solver(app: AppPage, puzzle: str) -> None:
    open_run(app, puzzle, "mrv").page.keyboard.press("End")
    assert read_counters(app.page, "mrv")["iterations"] == iterations_of_the_founding_solver(puzzle)


def test_board_marks_the_active_cell_and_retractions(app: AppPage) -> None:
    open_run(app, MINIMAL, "mrv+propagate")
    run = shudu.trace(MINIMAL, by="mrv+propagate")
    page = app.page
    guess = next(moment for moment, event in enumerate(run, 1) if event.kind == "guess")
    seek(page, guess)
    active = find_lane(page, "mrv+propagate").locator(".cell.active")
    expect(active).to_have_attribute("data-cell", str(run[guess - 1].cell))
    retract = next(moment for moment, event in enumerate(run, 1) if event.kind == "retract")
    seek(page, retract)
    before, after = run.seek(retract - 1).digits, run.seek(retract).digits
    taken = [cell for cell in range(81) if before[cell] and not after[cell]]
    marked = find_lane(page, "mrv+propagate").locator(".retracted").evaluate_all("all => all.map(c => +c.dataset.cell)")
    assert marked == taken and len(taken) > 1
    assert find_lane(page, "mrv+propagate").locator(".given").count() == sum(digit != "." for digit in MINIMAL)


def test_candidates_can_be_shown(app: AppPage) -> None:
    open_run(app, EASY, "mrv")
    assert app.page.locator(".slot").count() == 0
    app.page.get_by_role("checkbox", name="Candidates").check()
    assert app.centre_marks("r1c3") == "124"


def test_three_runs_share_a_timeline_and_end_in_a_table(app: AppPage) -> None:
    names = ["mrv", "exact-cover", "norvig"]
    open_run(app, MINIMAL, ",".join(names))
    runs = {name: shudu.trace(MINIMAL, by=name) for name in names}
    for moment in (0, 25, 70, max(map(len, runs.values()))):
        seek(app.page, moment)
        for name, run in runs.items():
            assert_position(app.page, name, run, moment)
    for figure in ("iterations", "placements", "retractions", "guesses", "nodes", "deepest", "events"):
        figures = app.page.locator(f"[data-figure={figure}] td").all_inner_texts()
        assert figures == [f"{run.stats.to_dict()[figure]:,}" for run in runs.values()]
    expect(app.page.locator("table").get_by_text("finished")).to_have_count(3)
