"""Generate src/api/schema.ts, the types of the HTTP API, from the server's OpenAPI description.

Run it in the project's environment after the API has changed: `python web/tools/api_schema.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shudu.server.app import create_api

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = ROOT / "web/src/api/schema.ts"


def write_schema(target: Path) -> None:
    """Write the TypeScript file with openapi-typescript."""
    sys.path.insert(0, str(ROOT))
    import hatch_build

    with TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_text(json.dumps(_types_alone(create_api().openapi()), sort_keys=True), encoding="utf-8")
        hatch_build.npm("run", "--silent", "api-schema", "--", str(source), "--output", str(target))


def _types_alone(node: Any, parent: str = "") -> Any:
    """Drop sentences, so that a change of wording changes nothing, what types cannot say, and error answers, which all have one type."""
    if isinstance(node, list):
        return [_types_alone(item) for item in node]
    if not isinstance(node, dict):
        return node
    dropped = {"responses": _is_error, "properties": _is_nothing, "schemas": _is_nothing}.get(parent, _is_untyped)
    return {key: _types_alone(value, key) for key, value in node.items() if not dropped(key)}


def _is_error(status: str) -> bool:
    return status >= "400"


def _is_nothing(name: str) -> bool:
    return False


def _is_untyped(key: str) -> bool:
    return key in ("description", "title", "summary", "examples", "oneOf")  # `oneOf` says which fields go together


if __name__ == "__main__":
    write_schema(TARGET)
