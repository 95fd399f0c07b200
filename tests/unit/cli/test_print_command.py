"""`shudu print` as it is typed in a terminal: useless options are refused, malformed puzzles are reported."""

import errno
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from shudu.cli.app import group

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(tmp_path: Path, *arguments: str, content: bytes = b"") -> tuple[int, str]:
    result = CliRunner().invoke(group, ["print", "-o", str(tmp_path / "x.pdf"), *arguments], input=content)
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((LINE, "--clues", "30"), "--clues applies to generated puzzles"),
        ((LINE, "-n", "3"), "--count applies to generated puzzles"),
        (("--worksheet", "x-wing", "--title", "Fish"), "--title cannot be used with --worksheet"),
        (("--worksheet", "x-wing", LINE), "cannot be used with --worksheet"),
        (("--worksheet", "nonsense"), "'nonsense' is not a technique"),
        ((LINE, "--exercises", "3"), "--exercises needs --worksheet"),
        ((LINE, "--no-solutions", "--upside-down"), "--upside-down cannot be used with --no-solutions"),
    ],
)
def test_options_without_effect_are_refused(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    code, output = run(tmp_path, *arguments)
    assert code == 2
    assert words in output


def test_malformed_puzzles_are_reported_with_their_source(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(f"{LINE}\nbad\n")
    assert run(tmp_path, LINE, str(bad))[1].startswith(f"shudu: {bad}: line 2")
    assert (
        "argument 2: line 1, column 1: 'missing.txt' is neither a Sudoku nor an existing file"
        in run(tmp_path, LINE, "missing.txt")[1]
    )
    assert "standard input: line 1" in run(tmp_path, "-", content=b"nonsense")[1]
    assert not (tmp_path / "x.pdf").exists()


def test_standard_input_is_read_like_a_file(tmp_path: Path) -> None:
    assert run(tmp_path, "-", "--no-cover", "--lang", "en", content=f"{LINE}\r\n".encode("utf-16")) == (0, "")
    assert (tmp_path / "x.pdf").read_bytes()[:4] == b"%PDF"


def test_a_missing_package_is_reported_before_anything_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    code, output = run(tmp_path)
    assert code == 1 and "shudu[print]" in output and "--seed" not in output


def test_a_full_disk_leaves_the_booklet_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.pdf").write_text("before")

    def fail(self: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "no space left", str(self))

    monkeypatch.setattr(Path, "replace", fail)
    code, output = run(tmp_path, LINE)
    assert code == 1 and "x.pdf" in output
    assert [(child.name, child.read_text()) for child in tmp_path.iterdir()] == [("x.pdf", "before")]


def test_other_columns_are_named_once(tmp_path: Path) -> None:
    table = f"puzzle,origin\n{LINE},a\n{LINE},b\n".encode()
    assert run(tmp_path, "-", "--no-cover", "--lang", "en", content=table) == (0, "line 2: ignored origin\n")
