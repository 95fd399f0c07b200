"""The lab: sharing a run by link and saving it as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

import shudu
from browser_tools.app_page import EASY, AppPage
from shudu.search.trace.files import read_ndjson, write_ndjson
from tests.browser.conftest import OpenApp
from tests.browser.lab_runs import MINIMAL, find_lane, open_run, read_digits, seek


def test_link_opens_the_moment(app: AppPage, open_app: OpenApp) -> None:
    open_run(app, MINIMAL, "mrv,norvig", moment=33, seed=5)
    link = app.page.get_by_label("Link to this moment").input_value()
    assert link.endswith(f"#/lab/solve/{MINIMAL}/mrv,norvig/1/5/33")
    seek(app.page, 77)
    expect(app.page).to_have_url(re.compile("/77$"))  # the address can be shared as well
    other = open_app(language="zh")
    other.page.goto(link.replace("/33", "/77"))
    expect(find_lane(other.page, "norvig")).to_have_attribute("data-phase", "done")
    for name in ("mrv", "norvig"):
        expect(other.page.locator(f"[data-run={name}] [data-count=placements]")).not_to_have_text("0")
        assert read_digits(other.page, name) == read_digits(app.page, name)


def test_saved_ndjson_equals_the_trace(app: AppPage, tmp_path: Path) -> None:
    open_run(app, MINIMAL, "mrv")
    with app.page.expect_download() as saving:
        app.click("Save as NDJSON")
    saving.value.save_as(tmp_path / "run.ndjson")
    trace = read_ndjson((tmp_path / "run.ndjson").read_text("utf-8").splitlines())
    expected = shudu.trace(MINIMAL, by="mrv")
    assert list(trace) == list(expected)
    assert json.loads(next(write_ndjson(trace)))["puzzle"] == MINIMAL


def test_run_is_saved_as_animated_gif(app: AppPage, tmp_path: Path) -> None:
    open_run(app, EASY, "mrv")
    with app.page.expect_download() as saving:
        app.click("Save as GIF")
    saving.value.save_as(tmp_path / "run.gif")
    data = (tmp_path / "run.gif").read_bytes()
    width, height, frames = gif(data)
    assert (width, height) > (200, 200)
    assert frames == len(shudu.trace(EASY, by="mrv")) + 1


def gif(data: bytes) -> tuple[int, int, int]:
    """Return the width, height and number of frames of a GIF."""
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
