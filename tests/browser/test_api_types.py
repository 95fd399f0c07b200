"""The web app's types are those of the API."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_types_are_current(root: Path) -> None:
    code = "import runpy; print(runpy.run_path('web/tools/api_types.py')['api_types'](), end='')"
    made = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    kept = (root / "web/src/api/schema.ts").read_text(encoding="utf-8")
    assert kept == made.stdout, "the API has changed: run `python web/tools/api_types.py`"
