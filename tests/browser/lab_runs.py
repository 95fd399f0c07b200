"""Open runs in the lab and read what its page shows."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from browser_tools.app_page import AppPage
from shudu.cli.terminal.player_view import depth_at
from shudu.core.text import write_line
from shudu.search.trace.trace import Trace

MINIMAL = "....3...97...5.14.4........5.7..49...2....45.6.1...7...8...6.3...4.......1.92...."
COUNTERS = ("iterations", "placements", "retractions", "guesses", "nodes", "deepest", "depth")
WRITTEN = ("template", "uniform", "graded", "graded-puzzle")  # nothing is tried, so nothing is taken back


def find_lane(page: Page, by: str) -> Locator:
    """Return the part of the page that shows one algorithm."""
    return page.locator(f"[data-run='{by}']")


def open_run(app: AppPage, puzzle: str, by: str, moment: int | None = 0, limit: str = "1", seed: int = 0) -> AppPage:
    """Open a run at a moment, and wait until all its events have arrived."""
    end = "" if moment is None else f"/{moment}"
    app.open(f"lab/solve/{puzzle}/{by}/{limit}/{seed}{end}")
    for name in by.split(","):
        expect(find_lane(app.page, name)).to_have_attribute("data-phase", "done", timeout=60_000)
    return app


def read_digits(page: Page, by: str) -> str:
    """Return the 81 digits on an algorithm's board, `.` for an empty cell."""
    return str(
        find_lane(page, by)
        .get_by_role("grid")
        .evaluate(
            "grid => [...grid.querySelectorAll('[role=gridcell]')]"
            ".map(cell => cell.querySelector('.digit')?.textContent ?? '.').join('')"
        )
    )


def read_counters(page: Page, by: str) -> dict[str, int]:
    """Return an algorithm's counters."""
    texts: dict[str, str] = find_lane(page, by).evaluate(
        "lane => Object.fromEntries([...lane.querySelectorAll('[data-count]')]"
        ".map(each => [each.dataset.count, each.textContent.replaceAll(',', '')]))"
    )
    return {name: int(value) for name, value in texts.items() if name != "time"}


def assert_position(page: Page, by: str, run: Trace, moment: int) -> None:
    """Check that the lab shows the position that Python computes from the trace."""
    moment = min(moment, len(run))
    assert read_digits(page, by) == write_line(run.seek(moment).digits)
    stats = run.stats_at(moment).to_dict()
    stats["depth"] = depth_at(run, moment) if moment else 0
    names = COUNTERS[:2] if by in WRITTEN else COUNTERS
    assert read_counters(page, by) == {name: stats[name] for name in names}
    line = run[moment - 1].why.line if moment else 0
    running = find_lane(page, by).locator("li[aria-current=step]")
    assert running.count() == (1 if line else 0)
    if line:
        number = running.evaluate("line => [...line.parentElement.children].indexOf(line) + 1")
        assert number == line


def seek(page: Page, moment: int) -> None:
    """Move the timeline to a moment."""
    page.get_by_role("slider", name="Timeline").fill(str(moment))


def read_moment(page: Page) -> int:
    """Return the timeline's position."""
    return int(page.get_by_role("slider", name="Timeline").input_value())
