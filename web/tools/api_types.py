"""Writes src/api/schema.ts: the API's types in TypeScript, from the server's own description of them.

Run it in the project's environment after the API has changed: `python web/tools/api_types.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from shudu.server.app import create_app

TARGET = Path(__file__).parent.parent / "src/api/schema.ts"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def api_types() -> str:
    """The text of the file."""
    schemas = _description()["components"]["schemas"]
    parts = [f"export {_declaration(name, schemas[name])}" for name in sorted(schemas)]
    return "\n".join(["/** Generated from the server's OpenAPI by tools/api_types.py; do not edit. */", *parts]) + "\n"


def _description() -> dict[str, Any]:
    mounted = (getattr(route, "app", None) for route in create_app().routes)
    return next(app.openapi() for app in mounted if isinstance(app, FastAPI))


def _declaration(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    optional = {key for key in schema["properties"] if key not in required and name.endswith(("Wish", "Claim"))}
    lines = [f"  {key}{'?' if key in optional else ''}: {_type(value)};" for key, value in schema["properties"].items()]
    return "\n".join([f"interface {name} {{", *lines, "}", ""])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "enum" in schema:
        return " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"]).replace('"', "'")
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    kind = schema.get("type")
    if kind == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {_type(inner) if isinstance(inner, dict) else 'unknown'}>"
    return _PLAIN.get(str(kind), "unknown")


if __name__ == "__main__":
    TARGET.write_text(api_types(), encoding="utf-8")
