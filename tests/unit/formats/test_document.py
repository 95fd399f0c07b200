"""The page about formats says what the registry says."""

from __future__ import annotations

from pathlib import Path

from shudu.formats.io.registry import FORMATS
from shudu.formats.io.sheet import FACTS


def test_the_page_about_formats_is_right(root: Path) -> None:
    rows = [
        row.split(" | ")
        for row in (root / "docs/formats.md").read_text().splitlines()
        if row.startswith("| `") and "--to" not in row
    ]
    assert [row[0] for row in rows] == [f"| `{name}`" for name in FORMATS]
    for row, format in zip(rows, FORMATS.values(), strict=True):
        told = row[4].removesuffix(" |").replace("all facts", ", ".join(FACTS))
        assert set(told.replace("–", "").split(", ")) - {""} == format.carries
        assert row[2].replace("`", "").split() == list(format.suffixes)
