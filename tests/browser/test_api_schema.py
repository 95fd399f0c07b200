"""The generated API types of the web app match the server."""

from __future__ import annotations

import runpy
from pathlib import Path


def test_generated_types_are_current(root: Path, tmp_path: Path) -> None:
    tools = runpy.run_path(str(root / "web/tools/api_schema.py"))
    tools["write_schema"](tmp_path / "schema.ts")
    committed = (root / "web/src/api/schema.ts").read_text(encoding="utf-8")
    generated = (tmp_path / "schema.ts").read_text(encoding="utf-8")
    assert committed == generated, "the API has changed: run `python web/tools/api_schema.py`"
