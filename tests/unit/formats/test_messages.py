"""Names, messages and documentation of the formats agree with the registry, in both languages."""

from __future__ import annotations

import pickle
import random
import warnings
from pathlib import Path

from shudu.formats.io.read_write import read_records, write
from shudu.formats.io.registry import FORMATS, recognise
from shudu.formats.io.sheet import ALL_PARTS, FACTS, MalformedSheet, name_parts
from shudu.formats.io.text import split_text
from shudu.locale.catalogue import LANGUAGES, Message
from tests.unit.formats.sheets import random_sheet
from tests.unit.formats.test_bad_input import READABLE, mutate


def test_every_format_and_part_has_a_name() -> None:
    for language in LANGUAGES:
        assert all(format.label.render(language) for format in FORMATS.values())
    assert all(isinstance(name, Message) for name in name_parts((*ALL_PARTS, "single-candidates")))


def test_errors_of_damaged_files_have_a_message_in_both_languages() -> None:
    rng = random.Random(7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        texts = [str(write(random_sheet(rng, size), f.name)) for size in ("plain", "all") for f in READABLE]
    codes: set[str] = set()
    for _ in range(6000):
        text = mutate(rng, texts)
        for format in (recognise(text), rng.choice(READABLE)):
            for record in read_records(split_text(text), format):
                if isinstance(record, MalformedSheet):
                    codes.add(record.code)
                    english, chinese = record.render("en"), record.render("zh")
                    assert english.startswith(f"line {record.line}, column {record.column}: ")
                    assert chinese.startswith(f"第 {record.line} 行第 {record.column} 列：")
                    assert "{" not in record.message.key
    assert len(codes) > 25


def test_errors_keep_their_place_when_they_are_pickled() -> None:
    error = MalformedSheet("formats.cell-count", 3, 7, n=80)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.fields, copy.line, copy.column, str(copy)) == (
        "formats.cell-count", {"n": 80}, 3, 7, "line 3, column 7: 80 cells; expected 81 cells"
    )  # fmt: skip
    shifted = error.shift(lines=2, columns=-1)
    assert (shifted.line, shifted.column, shifted.fields, error.line) == (5, 6, {"n": 80}, 3)


def test_the_documentation_lists_every_format(root: Path) -> None:
    rows = [
        row.split(" | ")
        for row in (root / "docs/formats.md").read_text().splitlines()
        if row.startswith("| `") and "--to" not in row
    ]
    assert [row[0] for row in rows] == [f"| `{name}`" for name in FORMATS]
    for row, format in zip(rows, FORMATS.values(), strict=True):
        parts = row[4].removesuffix(" |").replace("all facts", ", ".join(FACTS))
        assert set(parts.replace("–", "").split(", ")) - {""} == format.carries
        assert row[2].replace("`", "").split() == list(format.suffixes)
        assert row[1] == format.label.render()
