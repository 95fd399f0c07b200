"""Conversion of files: plain lines take a shortcut, with the same results."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from shudu.core.text import write_line
from shudu.formats.io.convert import Conversion, ConversionProblem, open_input
from shudu.formats.io.read_write import read_records, write_all
from shudu.formats.io.registry import FORMATS
from shudu.formats.io.sheet import Format, Sheet
from shudu.formats.io.text import LINE_LIMIT, split_file

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MANY = [format for format in FORMATS.values() if format.holds_many]
NAMES = [format.name for format in MANY]
COMMENTS = ("", "", "easy", "数独 · 难", "a  b,c", 'say "x"')


def random_sheets(rng: random.Random, count: int) -> Iterator[Sheet]:
    for _ in range(count):
        digits = bytes(rng.choice((0, 0, 0, rng.randrange(1, 10))) for _ in range(81))
        facts = {"comment": rng.choice(COMMENTS), "rating": rng.choice(("", "1.2", "12.5"))}
        yield Sheet(digits, facts=tuple((name, text) for name, text in facts.items() if text))


def convert(content: bytes, source: Format | None, target: Format) -> tuple[str, list[ConversionProblem]]:
    problems: list[ConversionProblem] = []
    opened = open_input("-", io.BytesIO(content), source, problems.append)
    assert opened is not None
    pieces = Conversion(target, problems.append).convert([opened])
    return b"".join(piece.content for piece in pieces).decode(), problems


@pytest.mark.parametrize("source", MANY, ids=NAMES)
@pytest.mark.parametrize("target", MANY, ids=NAMES)
def test_a_file_is_converted_as_its_sheets_are(source: Format, target: Format) -> None:
    rng = random.Random(f"{source.name} {target.name}")
    parts = source.carries & {"comment", "rating"}
    content = "".join(write_all(random_sheets(rng, 40), source, parts)).encode()
    records = read_records(split_file(io.BytesIO(content)), source)
    sheets = [record for record in records if isinstance(record, Sheet)]
    assert len(sheets) == 40
    text, problems = convert(content, source, target)
    carried = target.carries if target.name != "csv" else frozenset(text.split("\n", 1)[0].split(","))
    carried = carried | {"entries"} if "position" in carried else carried
    assert text == "".join(write_all(sheets, target, carried))
    expected = {sheet.line: sorted({*target.losses(sheet), *(sheet.parts() - carried)}) for sheet in sheets}
    assert {problem.line: list(problem.losses) for problem in problems} == {
        line: lost for line, lost in expected.items() if lost
    }


@pytest.mark.parametrize("target", MANY, ids=NAMES)
def test_plain_lines_are_written_as_their_sheets_are(target: Format) -> None:
    sheets = [Sheet(sheet.digits) for sheet in random_sheets(random.Random(target.name), 200)]
    blanks = random.Random(1)
    lines = [write_line(sheet.digits).replace(".", blanks.choice(".0*_xX")) for sheet in sheets]
    text, problems = convert("\r\n".join(lines).encode(), FORMATS["line"], target)
    assert text == "".join(write_all(sheets, target, frozenset()))
    assert [problem.losses for problem in problems] == [lost for sheet in sheets if (lost := target.losses(sheet))]


def test_lines_that_are_not_plain_are_read_one_by_one() -> None:
    lines = [LINE] * 3000
    lines[1234] = "# a remark"
    lines[2000] = LINE[:80]
    text, problems = convert("\n".join(lines).encode(), FORMATS["line"], FORMATS["sdm"])
    assert text == (LINE.replace(".", "0") + "\n") * 2998
    assert [problem.line for problem in problems] == [2001]


def test_an_endless_line_is_cut() -> None:
    text, problems = convert(b"1" * 1_000_000 + b"\n" + LINE.encode(), FORMATS["line"], FORMATS["line"])
    assert text == f"{LINE}\n"
    error = problems[0].error
    assert error is not None and (error.line, error.column) == (1, LINE_LIMIT)


def test_memory_does_not_grow_with_the_file() -> None:
    program = (
        "import sys\n"
        "from shudu.cli.commands.convert import command\n"
        "command.main(['--to', '729'], standalone_mode=False)\n"
        "print([row for row in open('/proc/self/status') if row.startswith('VmHWM')][0], file=sys.stderr)\n"
    )
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not show the memory of a process")

    def measure_peak(lines: int) -> int:
        content = (LINE.replace("5", ".") + "\n").encode() * lines
        done = subprocess.run(
            [sys.executable, "-c", program], input=content, capture_output=True, check=True, timeout=120
        )
        assert done.stdout.count(b"\n") == lines
        return int(done.stderr.split()[-2])

    assert measure_peak(40_000) < measure_peak(4_000) * 1.15
