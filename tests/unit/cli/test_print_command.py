"""`shudu print` as a person types it: what would be without effect is refused, what cannot be read is named."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from shudu.cli import group

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(tmp_path: Path, *arguments: str, given: bytes = b"") -> tuple[int, str]:
    result = CliRunner().invoke(group, ["print", "-o", str(tmp_path / "x.pdf"), *arguments], input=given)
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((LINE, "--clues", "30"), "--clues goes with puzzles that are made"),
        ((LINE, "-n", "3"), "--count goes with puzzles that are made"),
        (("--worksheet", "x-wing", "--title", "Fish"), "--title does not go with --worksheet"),
        (("--worksheet", "x-wing", LINE), "does not go with --worksheet"),
        (("--worksheet", "nonsense"), "'nonsense' is not a technique"),
        ((LINE, "--exercises", "3"), "--exercises goes with --worksheet"),
        ((LINE, "--no-solutions", "--upside-down"), "--upside-down does not go with --no-solutions"),
    ],
)
def test_options_without_effect_are_refused(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    code, said = run(tmp_path, *arguments)
    assert code == 2
    assert words in said


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(f"{LINE}\nbad\n")
    assert run(tmp_path, LINE, str(bad))[1].startswith(f"shudu: {bad}: line 2")
    assert "argument 2: line 1, column 1: 'missing.txt', which is no file" in run(tmp_path, LINE, "missing.txt")[1]
    assert "standard input: line 1" in run(tmp_path, "-", given=b"nonsense")[1]
    assert not (tmp_path / "x.pdf").exists()


def test_standard_input_is_read_as_files_are(tmp_path: Path) -> None:
    assert run(tmp_path, "-", "--no-cover", "--lang", "en", given=f"{LINE}\r\n".encode("utf-16")) == (0, "")
    assert (tmp_path / "x.pdf").read_bytes()[:4] == b"%PDF"
