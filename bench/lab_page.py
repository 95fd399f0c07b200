"""Measure the lab's page with a run of a million events: first frame, script per task, long tasks, seeking, memory.

`python bench/lab_page.py` starts a server and a browser; set SHUDU_ADDRESS to use a running server.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, CDPSession, Page, expect  # noqa: E402

from browser_tools.app_page import wait_until  # noqa: E402
from browser_tools.launch import start_browser, start_server  # noqa: E402

# Solving this row by row takes far more than a million events.
PUZZLE: Final = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SCRIPT: Final = frozenset(
    ("FireAnimationFrame", "TimerFire", "FunctionCall", "EventDispatch", "RunMicrotasks", "v8.run")
)

WATCH: Final = """() => {
    window.firstFrame = new Promise(resolve => {
        const began = performance.now();
        const look = () => document.querySelector('[data-run] .digit') && document.querySelector('input[type=range]')?.max > 1
            ? resolve(performance.now() - began) : requestAnimationFrame(look);
        look();
    });
}"""
SEEK: Final = """async moments => {
    const slider = document.querySelector('.player input[type=range]');
    const took = [];
    for (const moment of moments) {
        const began = performance.now();
        slider.value = moment;
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
        took.push(performance.now() - began);
    }
    return took;
}"""
DONE: Final = "() => [...document.querySelectorAll('[data-run]')].every(lane => lane.dataset.phase === 'done')"
SCROLL: Final = """async () => {
    const box = document.querySelector('[role=tree]');
    for (let step = 0; step <= 100; step++) {
        box.scrollTop = (box.scrollHeight - box.clientHeight) * (step * 37 % 101) / 100;
        await new Promise(requestAnimationFrame);
    }
}"""


def main() -> None:
    """Measure one and three runs, and print a line per figure."""
    with tempfile.TemporaryDirectory() as folder, start_server(Path(folder)) as address, start_browser() as browser:
        for names in ("rows", "rows,random,mrv"):
            print(f"\n{names}")
            for figure, value in measure(browser, address, names).items():
                print(f"  {figure:32} {value}")


def measure(browser: Browser, address: str, names: str) -> dict[str, str]:
    """Return all figures for algorithms side by side."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{address}#/lab/solve/{PUZZLE}")
    expect(page.get_by_role("button", name="Watch")).to_be_visible(timeout=30_000)
    page.evaluate(WATCH)
    recording = Recording(page)
    page.evaluate(f"location.hash = '#/lab/solve/{PUZZLE}/{names}/1/0/1'")
    figures = {"first frame": f"{page.evaluate('window.firstFrame'):.0f} ms"}
    wait_until(page, DONE, seconds=90)  # expect() would count as the page's script
    figures["while receiving"] = recording.figures()
    figures["events"] = page.locator(".player input[type=range]").first.get_attribute("max") or ""
    last = int(figures["events"])
    took = page.evaluate(SEEK, [last * 37 * n % last for n in range(1, 41)])
    figures["seek to the next frame"] = f"{statistics.median(took):.0f} ms median, {max(took):.0f} ms at most"
    page.evaluate(SEEK, [last])
    figures["the tree, scrolled"] = _scrolling(page)
    for pace, delay in (("as fast as it goes", None), ("1,000 events per second", 0), ("10 events per second", 100)):
        figures[f"playing {pace}"] = _playing(page, delay)
    figures["memory of the renderer"] = _memory(browser)
    context.close()
    return figures


def _scrolling(page: Page) -> str:
    """Scroll the first tree from end to end, frame by frame."""
    nodes = page.locator("[data-count=nodes]").first.inner_text()
    page.get_by_role("button", name="Unfold all").first.click()
    recording = Recording(page)
    page.evaluate(SCROLL)
    return f"{nodes} nodes; {recording.figures()}"


def _playing(page: Page, delay: int | None) -> str:
    page.get_by_role("checkbox", name="Full speed").set_checked(delay is None)
    if delay is not None:
        page.get_by_role("slider", name="Delay").fill(str(delay))
    page.get_by_role("button", name="Go to start").click()
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(300)
    recording = Recording(page)
    page.keyboard.press("Space")  # finding a button would count as the page's script
    page.wait_for_timeout(2000)
    figures = recording.figures()
    if page.get_by_role("button", name="Pause").count():
        page.get_by_role("button", name="Pause").click()
    return figures


class Recording:
    """Record the work of a page's main thread in CPU time, which other programs do not affect."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._events: list[dict[str, Any]] = []
        self._done: list[bool] = []
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.on("Tracing.dataCollected", lambda piece: self._events.extend(piece["value"]))
        self._session.on("Tracing.tracingComplete", lambda _: self._done.append(True))
        categories = ["devtools.timeline", "toplevel", "v8"]
        self._session.send("Tracing.start", {"traceConfig": {"includedCategories": categories}})

    def figures(self) -> str:
        """End the recording; return the script time per task and the longest task."""
        self._session.send("Tracing.end")
        while not self._done:
            self._page.wait_for_timeout(50)
        tasks, scripts = self._of_main_thread()
        busy = sorted(each for each in _inside(tasks, scripts) if each > 0.1)
        longest = max(task["tdur"] for task in tasks) / 1000
        if not busy:
            return "no script"
        return (
            f"script per task {statistics.median(busy):.1f} ms median, {busy[int(0.99 * len(busy))]:.1f} ms p99, "
            f"{busy[-1]:.1f} ms at most; longest task {longest:.0f} ms"
        )

    def _of_main_thread(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        whole = [each for each in self._events if "tdur" in each]
        frames = [(each["pid"], each["tid"]) for each in whole if each["name"] == "FireAnimationFrame"]
        thread = max(set(frames), key=frames.count)
        mine = sorted(
            (each for each in whole if (each["pid"], each["tid"]) == thread),
            key=lambda each: (each["ts"], -each["dur"]),
        )
        tasks = [each for each in mine if each["name"] in ("RunTask", "ThreadControllerImpl::RunTask")]
        return tasks, [each for each in mine if each["name"] in SCRIPT]


def _inside(tasks: list[dict[str, Any]], scripts: list[dict[str, Any]]) -> Iterator[float]:
    """Yield the milliseconds of script in each task; nested scripts are counted once."""
    place = 0
    for task in tasks:
        end, total, until = task["ts"] + task["dur"], 0.0, 0.0
        while place < len(scripts) and scripts[place]["ts"] < end:
            each = scripts[place]
            place += 1
            if each["ts"] >= max(until, task["ts"]):
                total += each["tdur"]
                until = each["ts"] + each["dur"]
        yield total / 1000


def _memory(browser: Browser) -> str:
    """Return the private memory of the largest renderer, as the system reports it."""
    reply = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [_private(each["id"]) for each in reply if each["type"] == "renderer"]
    return f"{max(sizes):.0f} MB private"


def _private(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


if __name__ == "__main__":
    main()
