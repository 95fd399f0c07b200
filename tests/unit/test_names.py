"""Names: a class name occurs once in the package, and functions are verbs or nouns, not participles."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
PARTICIPLE = re.compile(r"_*(made|told|found|shown|judged|given|known|said|kept|taken|chosen|[a-z]{2,}(?<!e)ed)")


@cache
def read_definitions(root: Path) -> list[tuple[Path, Definition]]:
    return [
        (file.relative_to(root), node)
        for file in (root / "src/shudu").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, Definition)
    ]


def test_a_class_name_occurs_once(root: Path) -> None:
    files = defaultdict(list)
    for file, node in read_definitions(root):
        if isinstance(node, ast.ClassDef):
            files[node.name.lstrip("_")].append(file)
    assert len(files) > 200
    assert not {name: places for name, places in files.items() if len(places) > 1}


def test_no_function_is_named_by_a_participle(root: Path) -> None:
    # What a decorator makes is not a function any more: a property, a method of making grids.
    names = {
        node.name
        for _, node in read_definitions(root)
        if not isinstance(node, ast.ClassDef) and not node.decorator_list
    }
    assert len(names) > 2000
    assert not sorted(filter(PARTICIPLE.fullmatch, names))
