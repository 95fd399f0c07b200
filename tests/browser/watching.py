"""What a person sees and does while a run is watched in the lab."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from shudu.core.text import write_line
from shudu.search.trace.trace import Trace
from tests.browser.table import Table

MINIMAL = "....3...97...5.14.4........5.7..49...2....45.6.1...7...8...6.3...4.......1.92...."
COUNTERS = ("iterations", "placements", "retractions", "guesses", "nodes", "deepest")


def lane(page: Page, by: str) -> Locator:
    """The part of the page that shows one algorithm."""
    return page.locator(f"[data-run='{by}']")


def watch(table: Table, puzzle: str, by: str, moment: int | None = 0, limit: str = "1", seed: int = 0) -> Table:
    """Opens a run at a moment, and waits until all of it is there."""
    end = "" if moment is None else f"/{moment}"
    table.go(f"lab/solve/{puzzle}/{by}/{limit}/{seed}{end}")
    for name in by.split(","):
        expect(lane(table.page, name)).to_have_attribute("data-phase", "done", timeout=60_000)
    return table


def digits(page: Page, by: str) -> str:
    """The 81 digits on its board, `.` for none."""
    return str(
        lane(page, by)
        .get_by_role("grid")
        .evaluate(
            "grid => [...grid.querySelectorAll('[role=gridcell]')]"
            ".map(cell => cell.querySelector('.digit')?.textContent ?? '.').join('')"
        )
    )


def counters(page: Page, by: str) -> dict[str, int]:
    """Its counters, and the depth."""
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
    """Moves the time line."""
    page.get_by_role("slider", name="Timeline").fill(str(moment))


def moment_of(page: Page) -> int:
    """Where the time line stands."""
    return int(page.get_by_role("slider", name="Timeline").input_value())
