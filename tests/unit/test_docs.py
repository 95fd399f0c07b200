"""The documentation: every public name has a reference entry, and every guide exists in both languages."""

import re
from pathlib import Path

import shudu

ENGLISH_ONLY = {"api", "architecture", "formats", "operate", "reference/python"}


def test_every_public_name_is_in_the_reference(root: Path) -> None:
    page = (root / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: shudu\.(\w+)$", page, re.MULTILINE))
    assert listed == {name for name in shudu.__all__ if name != "__version__"} | {"bulk"}


def test_every_guide_exists_in_both_languages(root: Path) -> None:
    docs = root / "docs"
    pages = {path.relative_to(docs).as_posix().removesuffix(".md") for path in docs.rglob("*.md")}
    english = {name for name in pages if not name.endswith(".zh")}
    missing = {name for name in english - ENGLISH_ONLY if f"{name}.zh" not in pages}
    assert not missing


def test_the_call_paths_of_the_architecture_exist(root: Path) -> None:
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    hops = re.findall(r"`((?:src|kernel)/[\w/]+\.\w+): (\w+)`", text)
    assert len(hops) > 30
    for file, function in hops:
        source = (root / file).read_text(encoding="utf-8")
        assert re.search(rf"(def |\b){function}\(", source), f"{file} has no {function}"
