"""The catalogue: all languages have the same texts with the same fields, and every error code has a text."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from shudu.locale.catalogue import LANGUAGES, Message, text

LOCALE = Path(__file__).resolve().parents[3] / "src/shudu/locale"
FILES = sorted(path.name for path in (LOCALE / "en").glob("*.toml"))


def load(language: str, file: str) -> dict[str, Any]:
    return tomllib.loads((LOCALE / language / file).read_text("utf-8"))


def flatten(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the key and the template of every text; singular and plural of a text share its key."""
    for key, value in table.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict) and set(value) != {"one", "other"}:
            yield from flatten(value, name)
        elif isinstance(value, dict):
            yield name, value["other"]
        elif isinstance(value, str):
            yield name, value


def fields_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_files(language: str) -> None:
    assert {path.name for path in (LOCALE / language).glob("*.toml")} == set(FILES)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("file", FILES)
def test_every_language_has_the_same_keys_and_fields(file: str, language: str) -> None:
    english, other = (dict(flatten(load(each, file))) for each in ("en", language))
    assert {"missing": english.keys() - other.keys(), "unknown": other.keys() - english.keys()} == {
        "missing": set(),
        "unknown": set(),
    }
    if file in ("logic.toml", "click.toml"):  # sentences may leave parts of a pattern out, or the kind of a number
        return
    assert {key: fields_of(value) for key, value in english.items()} == {
        key: fields_of(value) for key, value in other.items()
    }


@cache
def read_package() -> dict[Path, list[ast.AST]]:
    """Return the nodes of the syntax tree of every module."""
    files = sorted(LOCALE.parent.rglob("*.py"))
    return {path: list(ast.walk(ast.parse(path.read_text("utf-8")))) for path in files}


def raised_codes() -> Iterator[tuple[str, str | None]]:
    """Yield the location and the code of every raise of an error of the family; None for a code that is not a literal.

    For a class that passes the code to `super().__init__` itself, that call is yielded in place of its raises.
    """
    names, coded = error_names(), set(own_codes())
    yield from coded
    raised = names - {name for name, _ in coded}
    for path, nodes in read_package().items():
        for node in nodes:
            if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
                continue
            if getattr(node.exc.func, "id", "") in raised:
                yield f"{path.relative_to(LOCALE.parent)}:{node.lineno}", literal(node.exc)


def own_codes() -> Iterator[tuple[str, str]]:
    """Yield the name and the code of every error class that passes a literal code to `super().__init__`."""
    names = error_names()
    for node in chain.from_iterable(read_package().values()):
        if isinstance(node, ast.ClassDef) and node.name in names:
            calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
            inner = (call for call in calls if ast.unparse(call.func) == "super().__init__")
            yield from ((node.name, code) for call in inner if (code := literal(call)))


def literal(call: ast.Call) -> str | None:
    """Return the first argument of a call if it is a literal text."""
    first = call.args[0] if call.args else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def error_names() -> set[str]:
    """Return the names of ShuduError and of every class of the package that derives from it."""
    bases = {
        node.name: {getattr(base, "id", "") for base in node.bases}
        for node in chain.from_iterable(read_package().values())
        if isinstance(node, ast.ClassDef)
    }
    names = {"ShuduError"}
    while more := {name for name, of in bases.items() if of & names} - names:
        names |= more
    return names


def test_every_error_code_has_a_text() -> None:
    keys = {f"{file.removesuffix('.toml')}.{key}" for file in FILES for key, _ in flatten(load("en", file))}
    codes = list(raised_codes())
    assert len(codes) > 30
    missing = [(place, code) for place, code in codes if not code or code.replace(".", ".errors.", 1) not in keys]
    assert not missing


def test_lists_and_messages_are_rendered_in_the_language() -> None:
    conflict = Message("core.conflict.digit", {"digit": 5, "cells": ["r1c1", "r2c2"]})
    assert conflict.render("en") == "5 at r1c1, r2c2"
    assert "r1c1、r2c2" in text("core.errors.conflicting-givens", "zh", conflicts=[conflict])


def test_unknown_keys_raise_key_errors() -> None:
    for key in ("core.errors.nonsense", "nonsense.errors", "core.errors.language.more", "core.errors"):
        with pytest.raises(KeyError):
            text(key)
