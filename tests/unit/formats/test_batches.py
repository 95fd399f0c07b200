"""Batches: many lines at once say what the readers and writers of single lines say."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from shudu.formats import batch as batches
from shudu.formats.chunks import chunks, parted, tidy
from shudu.formats.io.read import records
from shudu.formats.io.registry import FORMATS
from shudu.formats.io.sheet import Sheet
from shudu.formats.io.text import LONGEST, pieces_of_file
from shudu.formats.io.write import text_of, write

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
READ = [name for name, format in FORMATS.items() if format.kind != "picture" and batches.reader(format)]
WRITTEN = [name for name, format in FORMATS.items() if format.kind != "picture" and batches.writer(format)]
COMMENTS = ("", "", "easy", "数独 · 难", "a  b,c", 'say "x"')


def test_the_line_formats_go_by_batches() -> None:
    lines = {"line", "sdm", "bank", "729", "hodoku", "sudokuwiki", "exchange", "sudokupad", "share", "json", "csv"}
    assert set(READ) == set(WRITTEN) == lines


def random_sheets(rng: random.Random, count: int) -> list[Sheet]:
    found = []
    for _ in range(count):
        digits = bytes(rng.choice((0, 0, 0, rng.randrange(1, 10))) for _ in range(81))
        facts = {"comment": rng.choice(COMMENTS), "rating": rng.choice(("", "1.2", "12.5"))}
        found.append(Sheet(digits, facts=tuple((name, text) for name, text in facts.items() if text)))
    return found


def one_by_one(text: bytes, name: str) -> list[Sheet]:
    found = records(pieces_of_file(io.BytesIO(text)), FORMATS[name])
    return [sheet for sheet in found if isinstance(sheet, Sheet)]


@pytest.mark.parametrize("source", READ)
@pytest.mark.parametrize("target", WRITTEN)
def test_a_batch_is_written_as_its_sheets_are(source: str, target: str) -> None:
    rng = random.Random(f"{source} {target}")
    parts = FORMATS[source].carries & {"comment", "rating"}
    text = "".join(text_of(random_sheets(rng, 40), FORMATS[source], parts)).encode()
    sheets = one_by_one(text, source)
    head, body = text.decode(), text
    if source == "csv":
        body = text.split(b"\n", 1)[1].replace(b'"', b"")
        sheets = one_by_one(text.split(b"\n", 1)[0] + b"\n" + body, "csv")
    read = batches.reader(FORMATS[source])
    assert read is not None
    clean = [(part, found) for part, found in parted(tidy(body), lambda chunk: read(chunk, head)) if found is not None]
    if source not in ("csv", "json"):  # rows with a comma more, and objects with facts, go one by one
        assert sum(len(found) for _, found in clean) == 40
    at = 0
    for part, found in clean:
        at = body.find(part)
        first = body[:at].count(b"\n")
        mine = sheets[first : first + len(found)]
        if target == "csv":
            from shudu.formats.csv_table import write_batch, write_row

            columns = sorted(parts)
            assert write_batch(found, columns) == "".join(write_row(sheet, columns) for sheet in mine).encode()
            continue
        together = batches.writer(FORMATS[target])
        assert together is not None
        written = together(found)
        if written is None:
            assert source == "729" or found.facts
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert written == "".join(str(write(sheet, target)) for sheet in mine).encode()
        lost = dict(found.lost(FORMATS[target], FORMATS[target].carries))
        assert {number: sorted(gone) for number, gone in lost.items()} == {
            number: list(gone) for number, sheet in enumerate(mine) if (gone := FORMATS[target].lost(sheet))
        }


def test_only_what_is_not_clean_goes_one_by_one() -> None:
    lines = [LINE] * 3000
    lines[1234] = "# a remark"
    read = batches.reader(FORMATS["line"])
    assert read is not None
    found = [(part, batch) for part, batch in parted(("\n".join(lines) + "\n").encode(), lambda c: read(c, ""))]
    assert b"".join(part for part, _ in found) == ("\n".join(lines) + "\n").encode()
    rest = [part for part, batch in found if batch is None]
    assert len(rest) == 1
    assert rest[0].count(b"\n") < 60


def test_a_line_without_end_is_cut() -> None:
    assert [len(chunk) for chunk in chunks(io.BytesIO(b"1" * 1_000_000 + b"\n" + LINE.encode()))] == [LONGEST, 81]


def test_memory_does_not_grow_with_the_file() -> None:
    program = (
        "import sys\n"
        "from shudu.cli.commands.convert import command\n"
        "command.main(['--to', '729'], standalone_mode=False)\n"
        "print([row for row in open('/proc/self/status') if row.startswith('VmHWM')][0], file=sys.stderr)\n"
    )
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not tell the memory of a process")

    def peak(lines: int) -> int:
        given = (LINE.replace("5", ".") + "\n").encode() * lines
        done = subprocess.run(
            [sys.executable, "-c", program], input=given, capture_output=True, check=True, timeout=120
        )
        assert done.stdout.count(b"\n") == lines
        return int(done.stderr.split()[-2])

    assert peak(200_000) < peak(20_000) * 1.15
