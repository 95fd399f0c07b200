"""The notebook does what it shows."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any


def test_every_cell_gives_what_is_shown(root: Path) -> None:
    cells = json.loads((root / "docs/bulk.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    ran = 0
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop()
        assert isinstance(last, ast.Expr)
        exec(compile(tree, "cell", "exec"), names)
        shown = repr(eval(compile(ast.Expression(last.value), "cell", "eval"), names))
        assert shown == "".join(cell["outputs"][0]["data"]["text/plain"])
        ran += 1
    assert ran == 5
