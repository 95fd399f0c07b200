"""The lab: what it shows is the trace, moment by moment; it plays, seeks, shares and saves; it works without a mouse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

import shudu
from shudu.core.text import write_line
from shudu.generate.digging import trace_digging
from shudu.search.files import ndjson, read_ndjson
from shudu.search.trace import Trace
from tests.browser.conftest import Opener
from tests.browser.table import EASY, EASY_SOLUTION, HARD, Table
from tests.browser.test_look import cut, violations

MINIMAL = "....3...97...5.14.4........5.7..49...2....45.6.1...7...8...6.3...4.......1.92...."
DEEP = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SEVERAL = "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
# Row by row, a puzzle whose first row is the last one tried: far more events than the limit.
LONG = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
COUNTERS = ("iterations", "placements", "retractions", "guesses", "nodes", "deepest")


def lane(page: Page, by: str) -> Locator:
    return page.locator(f"[data-run='{by}']")


def watch(table: Table, puzzle: str, by: str, moment: int | None = 0, limit: str = "1", seed: int = 0) -> Table:
    """Opens a run at a moment, and waits until all of it is there."""
    end = "" if moment is None else f"/{moment}"
    table.go(f"lab/solve/{puzzle}/{by}/{limit}/{seed}{end}")
    for name in by.split(","):
        expect(lane(table.page, name)).to_have_attribute("data-phase", "done", timeout=60_000)
    return table


def digits(page: Page, by: str) -> str:
    return str(
        lane(page, by)
        .get_by_role("grid")
        .evaluate(
            "grid => [...grid.querySelectorAll('[role=gridcell]')]"
            ".map(cell => cell.querySelector('.digit')?.textContent ?? '.').join('')"
        )
    )


def counters(page: Page, by: str) -> dict[str, int]:
    found: dict[str, str] = lane(page, by).evaluate(
        "lane => Object.fromEntries([...lane.querySelectorAll('[data-count]')]"
        ".map(each => [each.dataset.count, each.textContent.replaceAll(',', '')]))"
    )
    return {name: int(found[name]) for name in (*COUNTERS, "depth")}


def shows(page: Page, by: str, run: Trace, moment: int) -> None:
    """The lab shows what Python folds."""
    moment = min(moment, len(run))
    assert digits(page, by) == write_line(run.seek(moment).digits)
    stats = run.stats_at(moment).as_dict()
    expected = {name: stats[name] for name in COUNTERS}
    assert counters(page, by) == {**expected, "depth": run[moment - 1].depth if moment else 0}
    line = run[moment - 1].why.line if moment else 0
    running = lane(page, by).locator("li[aria-current=step]")
    assert running.count() == (1 if line else 0)
    if line:
        place = running.evaluate("line => [...line.parentElement.children].indexOf(line) + 1")
        assert place == line


def seek(page: Page, moment: int) -> None:
    page.get_by_role("slider", name="Time line").fill(str(moment))


def moment_of(page: Page) -> int:
    return int(page.get_by_role("slider", name="Time line").input_value())


@pytest.mark.parametrize("by", ["rows", "random", "mrv", "mrv+propagate", "exact-cover", "norvig", "anneal", "kernel"])
def test_at_any_moment_board_counters_and_line_are_those_of_the_trace(table: Table, by: str) -> None:
    puzzle, limit = (SEVERAL, "2") if by in ("exact-cover", "kernel") else (MINIMAL, "1")
    if by in ("rows", "random", "anneal"):
        puzzle = EASY
    watch(table, puzzle, by, limit=limit, seed=3)
    run = shudu.trace(puzzle, by=by, limit=int(limit), seed=3)
    random = Random(by)
    moments = [0, 1, len(run), len(run) - 1, *(random.randrange(len(run) + 1) for _ in range(12))]
    assert int(table.page.get_by_role("slider", name="Time line").get_attribute("max") or 0) == len(run)
    for moment in moments:
        seek(table.page, moment)
        shows(table.page, by, run, moment)


def test_a_long_run_is_the_same_at_random_moments(table: Table) -> None:
    """Several pieces, many checkpoints, forwards and backwards."""
    watch(table, HARD, "rows", moment=1)
    run = shudu.trace(HARD, by="rows")
    assert len(run) > 50_000
    random = Random(8)
    for moment in sorted((random.randrange(len(run)) for _ in range(6)), key=lambda _: random.random()):
        seek(table.page, moment)
        shows(table.page, "rows", run, moment)


def iterations_of_the_founding_solver(line: str) -> int:
    """By its definition, without the library: blanks in a list, the fewest candidates first, back cell by cell."""
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
def test_iterations_are_those_of_the_founding_solver(table: Table, puzzle: str) -> None:
    watch(table, puzzle, "mrv").page.keyboard.press("End")
    assert counters(table.page, "mrv")["iterations"] == iterations_of_the_founding_solver(puzzle)


def test_what_the_board_marks(table: Table) -> None:
    watch(table, MINIMAL, "mrv+propagate")
    run = shudu.trace(MINIMAL, by="mrv+propagate")
    page = table.page
    guess = next(moment for moment, event in enumerate(run, 1) if event.kind == "guess")
    seek(page, guess)
    active = lane(page, "mrv+propagate").locator(".cell.active")
    expect(active).to_have_attribute("data-cell", str(run[guess - 1].cell))
    retract = next(moment for moment, event in enumerate(run, 1) if event.kind == "retract")
    seek(page, retract)
    before, after = run.seek(retract - 1).digits, run.seek(retract).digits
    taken = [cell for cell in range(81) if before[cell] and not after[cell]]
    marked = lane(page, "mrv+propagate").locator(".retracted").evaluate_all("all => all.map(c => +c.dataset.cell)")
    assert marked == taken and len(taken) > 1
    assert lane(page, "mrv+propagate").locator(".given").count() == sum(digit != "." for digit in MINIMAL)


def test_candidates_are_shown_if_wished(table: Table) -> None:
    watch(table, EASY, "mrv")
    assert table.page.locator(".slot").count() == 0
    table.page.get_by_role("checkbox", name="Candidates").check()
    assert table.marks("r1c3") == "124"


def test_three_on_one_time_line_and_a_table_at_the_end(table: Table) -> None:
    names = ["mrv", "exact-cover", "norvig"]
    watch(table, MINIMAL, ",".join(names))
    runs = {name: shudu.trace(MINIMAL, by=name) for name in names}
    for moment in (0, 25, 70, max(map(len, runs.values()))):
        seek(table.page, moment)
        for name, run in runs.items():
            shows(table.page, name, run, moment)
    for figure in ("iterations", "placements", "retractions", "guesses", "nodes", "deepest", "events"):
        told = table.page.locator(f"[data-figure={figure}] td").all_inner_texts()
        assert told == [f"{run.stats.as_dict()[figure]:,}" for run in runs.values()]
    expect(table.page.locator("table").get_by_text("finished")).to_have_count(3)


def test_play_pause_and_the_delay(table: Table) -> None:
    page = table.page
    watch(table, MINIMAL, "mrv", moment=None)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()  # it plays at once
    for shown in ("0", "1"):
        expect(page.get_by_role("slider", name="Time line")).not_to_have_value(shown)
    page.get_by_role("button", name="Pause").click()
    at = moment_of(page)
    page.wait_for_timeout(400)
    assert moment_of(page) == at
    page.get_by_role("checkbox", name="As fast as it goes").check()
    page.get_by_role("button", name="Play").click()
    run = shudu.trace(MINIMAL, by="mrv")
    expect(page.get_by_role("slider", name="Time line")).to_have_value(str(len(run)))
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


def test_the_search_tree_follows_folds_and_jumps(table: Table) -> None:
    page = table.page
    watch(table, DEEP, "mrv+propagate")
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
    assert moment_of(page) == guesses[0]
    rows = tree.get_by_role("treeitem").count()
    page.get_by_role("button", name="Fold all", exact=True).click()
    assert tree.get_by_role("treeitem").count() < rows
    expect(tree.get_by_role("treeitem", expanded=False).first).to_be_visible()
    tree.focus()
    table.press("Home", "ArrowDown", "ArrowRight", "ArrowRight", "Enter")
    assert moment_of(page) == guesses[1]
    table.press("ArrowLeft", "ArrowLeft")
    expect(tree.get_by_role("treeitem").nth(1)).to_have_attribute("aria-expanded", "false")


def test_a_tree_of_many_nodes_draws_only_what_is_seen(table: Table) -> None:
    watch(table, HARD, "rows", moment=1)
    run = shudu.trace(HARD, by="rows")
    assert run.stats.nodes > 20_000
    tree = table.page.get_by_role("tree")
    assert tree.get_by_role("treeitem").count() < 40
    guesses = [moment for moment, event in enumerate(run, 1) if event.kind == "guess"]
    tree.focus()
    table.press("End", "Enter")
    assert moment_of(table.page) == guesses[-1]
    assert tree.get_by_role("treeitem").count() < 40


def test_the_heat_map_tells_where_the_search_tried_most(table: Table) -> None:
    watch(table, MINIMAL, "mrv").press("End")
    heat = [0] * 81
    for event in shudu.trace(MINIMAL, by="mrv"):
        if event.kind in ("place", "guess") and event.cell is not None:
            heat[event.cell] += 1
    most = max(range(81), key=heat.__getitem__)
    expect(table.page.get_by_role("img", name=f"r{most // 9 + 1}c{most % 9 + 1} × {heat[most]:,}")).to_be_visible()


def test_a_link_leads_to_the_moment(table: Table, open_table: Opener) -> None:
    watch(table, MINIMAL, "mrv,norvig", moment=33, seed=5)
    link = table.page.get_by_label("Link to this moment").input_value()
    assert link.endswith(f"#/lab/solve/{MINIMAL}/mrv,norvig/1/5/33")
    seek(table.page, 77)
    expect(table.page).to_have_url(re.compile("/77$"))  # the address itself can be shared as well
    other = open_table(language="zh")
    other.page.goto(link.replace("/33", "/77"))
    expect(lane(other.page, "norvig")).to_have_attribute("data-phase", "done")
    for name in ("mrv", "norvig"):
        expect(other.page.locator(f"[data-run={name}] [data-count=placements]")).not_to_have_text("0")
        assert digits(other.page, name) == digits(table.page, name)


def test_a_run_is_saved_as_the_same_ndjson(table: Table, tmp_path: Path) -> None:
    watch(table, MINIMAL, "mrv")
    with table.page.expect_download() as saving:
        table.click("Save as NDJSON")
    saving.value.save_as(tmp_path / "run.ndjson")
    told = read_ndjson((tmp_path / "run.ndjson").read_text("utf-8").splitlines())
    expected = shudu.trace(MINIMAL, by="mrv")
    assert list(told) == list(expected)
    assert json.loads(next(ndjson(told)))["puzzle"] == MINIMAL


def test_a_run_is_saved_as_an_animated_picture(table: Table, tmp_path: Path) -> None:
    watch(table, EASY, "mrv")
    with table.page.expect_download() as saving:
        table.click("Save as a GIF")
    saving.value.save_as(tmp_path / "run.gif")
    data = (tmp_path / "run.gif").read_bytes()
    width, height, frames = gif(data)
    assert (width, height) > (200, 200)
    assert frames == len(shudu.trace(EASY, by="mrv")) + 1


def gif(data: bytes) -> tuple[int, int, int]:
    """Width, height and number of pictures of a GIF, by its blocks."""
    assert data[:6] == b"GIF89a"
    width, height = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    at, frames = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0), 0
    while data[at] != 0x3B:
        if data[at] == 0x2C:
            frames += 1
            at += 10 + (3 << (data[at + 9] & 7) + 1 if data[at + 9] & 0x80 else 0) + 1
        else:
            assert data[at] == 0x21
            at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    return width, height, frames


def test_a_limit_ends_in_words_and_the_page_stays_responsive(table: Table) -> None:
    table.go(f"lab/solve/{LONG}/rows/1/0/0")
    ending = lane(table.page, "rows").get_by_role("status")
    expect(ending).to_contain_text("more are coming")
    table.press("ArrowRight")  # while it is still coming
    assert moment_of(table.page) == 1
    expect(ending).to_contain_text("Stopped:", timeout=60_000)
    expect(ending).to_contain_text("not finished")
    table.press("End")
    assert moment_of(table.page) > 100_000


def test_no_solution_is_proven(table: Table) -> None:
    watch(table, "12345678." + "." * 18 + "........9" + "." * 45, "mrv")
    expect(lane(table.page, "mrv").get_by_role("status")).to_contain_text("there is no solution, proven")


def jobs(address: str) -> float:
    with urlopen(f"{address}metrics", timeout=20) as answer:
        found = re.search(r"^shudu_jobs(?:_\w+)? (\S+)$", answer.read().decode(), re.MULTILINE)
    assert found
    return float(found[1])


def test_leaving_stops_the_work_on_the_server(table: Table) -> None:
    table.go(f"lab/solve/{LONG}/rows,random/1/0/0")
    expect(lane(table.page, "rows").get_by_role("status")).to_contain_text("more are coming")
    assert jobs(table.address) >= 1
    table.go("help")
    for _ in range(40):
        if jobs(table.address) == 0:
            return
        table.page.wait_for_timeout(100)
    raise AssertionError("the server still works for a page that was left")


def test_a_puzzle_comes_typed_pasted_made_or_from_elsewhere(table: Table) -> None:
    page = table.page
    table.go("enter")
    page.get_by_role("textbox").fill(MINIMAL)
    table.click("Read it")
    expect(table.cell("r1c5")).to_contain_text("3")
    page.get_by_role("link", name="Watch in the lab").click()
    expect(page.get_by_role("grid", name="The puzzle")).to_be_visible()
    assert table.digits == MINIMAL
    table.click("Clear")
    table.choose("r1c1").press("5", "ArrowRight", "3")
    assert table.digits == "53" + "." * 79
    table.press("5")
    expect(page.get_by_role("alert").filter(has_text="clash")).to_be_visible()
    expect(page.get_by_role("button", name="Watch")).to_be_disabled()
    table.click("Hard")
    expect(page.get_by_role("button", name="Watch")).to_be_enabled()
    assert shudu.count(table.digits, limit=2) == 1
    page.get_by_text("Type or paste a puzzle").click()
    page.get_by_role("textbox").fill(EASY)
    table.click("Read it")
    expect(table.cell("r9c9")).to_contain_text("9")
    assert table.digits == EASY


def test_from_a_game_to_the_lab(table: Table) -> None:
    table.play(EASY).click("More")
    table.page.get_by_role("link", name="Watch in the lab").click()
    expect(table.page.get_by_role("grid", name="The puzzle")).to_be_visible()
    assert table.digits == EASY


def test_three_algorithms_at_most(table: Table) -> None:
    table.go(f"lab/solve/{EASY}")
    boxes = table.page.get_by_role("checkbox")
    for name in ("Row by row", "Exact cover"):
        table.page.get_by_role("checkbox", name=name).check()
    assert boxes.evaluate_all("all => all.filter(each => each.disabled).length") == boxes.count() - 3
    table.click("Watch")
    expect(table.page.locator("[data-run]")).to_have_count(3)


@pytest.mark.parametrize("method", ["template", "backtrack", "search", "digits", "seeds", "diagonal", "uniform"])
def test_the_making_of_a_grid_is_the_trace_of_its_making(table: Table, method: str) -> None:
    table.go(f"lab/make/{method}/7/0")
    expect(lane(table.page, method)).to_have_attribute("data-phase", "done", timeout=60_000)
    run = shudu.trace_making(method, seed=7)
    random = Random(method)
    for moment in (0, len(run), *(random.randrange(len(run)) for _ in range(5))):
        seek(table.page, moment)
        shows(table.page, method, run, moment)


def test_what_the_methods_tell(table: Table) -> None:
    table.go("lab/make/uniform/7/40")
    expect(lane(table.page, "uniform")).to_contain_text(f"Number {shudu.rank(shudu.full_grid(seed=7))}")
    table.go("lab/make/seeds/7/200")
    expect(lane(table.page, "seeds")).to_contain_text("Digits 1–9 become")


def test_digging_shows_two_solutions_for_every_refusal(table: Table) -> None:
    page = table.page
    table.go("lab/make/dig/4/0/22/none")
    expect(lane(page, "dig")).to_have_attribute("data-phase", "done")
    run = trace_digging(22, seed=4)
    expect(page.get_by_text("No removal has been refused yet.")).to_be_visible()
    refusals = [moment for moment, event in enumerate(run, 1) if event.kind == "conflict"]
    for moment in (refusals[0], refusals[-1]):
        seek(page, moment)
        event = run[moment - 1]
        assert event.cell is not None and event.why.witnesses
        name = f"r{event.cell // 9 + 1}c{event.cell % 9 + 1}"
        expect(page.locator("[data-sentence]")).to_have_text(
            f"{name} has to keep {event.digit}: without it there are two solutions."
        )
        for board, line in zip(page.locator(".mini").all(), event.why.witnesses, strict=True):
            assert "".join(board.locator("span").all_inner_texts()) == line
        assert digits(page, "dig") == write_line(run.seek(moment).digits)
    page.get_by_role("link", name="Solve what was made").click()
    expect(page.get_by_role("grid", name="The puzzle")).to_be_visible()
    assert table.digits == write_line(run.seek(len(run)).digits)


def test_make_begins_from_its_form(table: Table) -> None:
    page = table.page
    table.go("lab/make")
    page.get_by_label("Method").select_option("digits")
    page.get_by_label("Seed", exact=True).fill("2")
    table.click("Watch")
    expect(lane(page, "digits")).to_have_attribute("data-phase", "done")
    table.press("End")
    assert digits(page, "digits") == shudu.full_grid("digits", seed=2).line


def test_nonsense_in_an_address_is_told(table: Table) -> None:
    table.go("lab/solve/12345")
    expect(table.page.get_by_role("alert")).to_contain_text("81 characters")
    table.go(f"lab/solve/{EASY}/magic/1/0")
    expect(table.page.get_by_role("alert")).to_contain_text("no algorithm called magic")
    table.go("lab/make/magic/1/0")
    expect(table.page.get_by_role("alert")).to_contain_text("no method called magic")


def test_without_the_server_it_says_so(table: Table) -> None:
    table.page.route("**/api/v1/algorithms", lambda route: route.abort())
    table.go("lab")
    expect(table.page.get_by_role("alert")).to_contain_text("does not answer")
    table.page.unroute("**/api/v1/algorithms")
    table.click("Try again")
    expect(table.page.get_by_role("grid")).to_be_visible()


SCREENS = (
    "lab",
    f"lab/solve/{MINIMAL}/mrv/1/0/40",
    f"lab/solve/{MINIMAL}/mrv,norvig,exact-cover/1/0/40",
    "lab/make/dig/4/70/24/rotate180",
    "lab/make/uniform/4/70",
)


def settled(table: Table, screen: str) -> Iterator[Any]:
    table.go(screen)
    expect(table.page.get_by_role("grid").first).to_be_visible()
    for each in table.page.locator("[data-run]").all():
        expect(each).to_have_attribute("data-phase", "done")
    yield table


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "zh"), ("contrast", "zh")])
def test_axe_finds_nothing_in_the_lab(open_table: Opener, axe: str, theme: str, language: str) -> None:
    table = open_table(language=language)
    table.go("")
    table.page.evaluate("theme => localStorage.setItem('shudu.settings', JSON.stringify({theme}))", theme)
    table.page.reload()
    for screen in SCREENS:
        for _ in settled(table, screen):
            assert violations(table, axe) == [], screen


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 640), pytest.param(390, 844, marks=pytest.mark.soak), pytest.param(844, 390, marks=pytest.mark.soak)],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_in_the_lab_is_cut_off(open_table: Opener, width: int, height: int, language: str) -> None:
    table = open_table(width, height, language=language, has_touch=True, is_mobile=True)
    for screen in SCREENS:
        for _ in settled(table, screen):
            assert table.page.evaluate("document.documentElement.scrollWidth") <= width, screen
            assert cut(table) == [], screen


def test_reduced_motion_begins_at_rest(open_table: Opener) -> None:
    table = open_table(reduced_motion="reduce")
    watch(table, MINIMAL, "mrv", moment=None)
    table.page.wait_for_timeout(400)
    assert moment_of(table.page) == 0
    expect(table.page.get_by_role("button", name="Play")).to_be_visible()
    moving = table.page.evaluate("document.getAnimations().filter(each => each.playState === 'running').length")
    assert moving == 0


def test_playing_loads_nothing_of_the_lab(table: Table) -> None:
    loaded: list[str] = []
    table.page.on("request", lambda request: loaded.append(request.url))
    table.play(EASY)
    assert loaded and not any(re.search(r"/(Lab|Solve|Make|Watch|gif)-", address) for address in loaded)
