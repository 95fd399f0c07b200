"""The notebook runs in Jupyter, and its cells give the outputs stored in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient


def test_every_cell_gives_its_stored_output(root: Path, tmp_path: Path) -> None:
    stored = nbformat.read(  # type: ignore[no-untyped-call]
        root / "docs/bulk.ipynb", as_version=4
    )
    notebook = nbformat.read(  # type: ignore[no-untyped-call]
        root / "docs/bulk.ipynb", as_version=4
    )
    NotebookClient(notebook, timeout=100, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = _outputs(notebook)
    assert outputs == _outputs(stored)
    assert len(outputs) == 5


def _outputs(notebook: Any) -> list[str]:
    return [
        output["data"]["text/plain"] for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
    ]
