"""The cells of the notebook give the outputs stored in it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any


def test_every_cell_gives_its_stored_output(root: Path) -> None:
    cells = json.loads((root / "docs/bulk.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    ran = 0
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop()
        assert isinstance(last, ast.Expr)
        exec(compile(tree, "cell", "exec"), names)
        output = repr(eval(compile(ast.Expression(last.value), "cell", "eval"), names))
        assert output == "".join(cell["outputs"][0]["data"]["text/plain"])
        ran += 1
    assert ran == 5
