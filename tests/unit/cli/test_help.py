"""Help, examples, the first screen, and completion in shells."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from shudu.cli.app import COMMANDS, group
from shudu.locale.catalogue import LANGUAGES, text


def every_command(command: click.Command, names: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if names:
        yield names
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from every_command(child, (*names, name))


ALL = list(every_command(group))
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_arguments_the_most_useful_commands_are_shown(language: str) -> None:
    result = CliRunner().invoke(group, [], env={"LC_ALL": "zh_CN.UTF-8" if language == "zh" else "C.UTF-8"})
    assert result.exit_code == 0
    assert [
        word for word in ("shudu solve", "shudu generate", "shudu serve", "--help") if word not in result.output
    ] == []
    assert len(result.output.splitlines()) < 8


@pytest.mark.parametrize("names", [(), *ALL], ids=" ".join)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_has_examples_that_can_be_run(names: tuple[str, ...], language: str) -> None:
    shown = CliRunner().invoke(group, [*names, "--help", "--lang", language]).output
    examples = text(".".join(("cli", *names, "examples")), language).strip().splitlines()
    assert examples and all(line in shown for line in examples)
    for line in examples:
        words = shlex.split(line, comments=True)
        if names != ("completion",):
            assert words[0] == "shudu" and tuple(words[1:])[: len(names)] == names
            parse(words[1:])


DOCUMENTS = sorted([*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_command_in_the_documents_can_be_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "FOLDER").mkdir()  # the name that examples use
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for line in "".join(block for language, block in blocks if not language).splitlines():
        if re.match(r"shudu \w", line):
            parse(shlex.split(line.partition(" | ")[0], comments=True)[1:])


def parse(arguments: list[str]) -> None:
    """Parse arguments without running the command; wrong ones raise an error."""
    command: click.Command = group
    context = click.Context(group, info_name="shudu")
    while isinstance(command, click.Group):
        child = command.get_command(context, arguments[0])
        assert child is not None, arguments
        command, arguments = child, arguments[1:]
        context = click.Context(command, parent=context, info_name=command.name)
    command.parse_args(context, list(arguments))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("shudu tech", "techniques"),
        ("shudu techniques xy-w", "xy-wing"),
        ("shudu generate --needs sword", "swordfish"),
        ("shudu generate --level h", "hard"),
        ("shudu watch --by exact", "exact-cover"),
        ("shudu watch --compare mrv,norv", "mrv,norvig"),
        ("shudu watch --make back", "backtrack"),
        ("shudu convert --to sud", "sudokupad"),
        ("shudu rate --profile ho", "hodoku"),
        ("shudu bulk generate --symm", "--symmetry"),
    ],
)
def test_shells_complete_commands_options_and_names(typed: str, expected: str) -> None:
    words = typed.split()
    environment = {
        **os.environ,
        "_SHUDU_COMPLETE": "bash_complete",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from shudu.cli import main; main()"], env=environment, capture_output=True, text=True
    )
    assert f"plain,{expected}" in done.stdout.split(), done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_for_a_shell_is_printed(shell: str) -> None:
    result = CliRunner().invoke(group, ["completion", shell])
    assert result.exit_code == 0 and "_SHUDU_COMPLETE" in result.output


def test_one_idea_has_one_name() -> None:
    threaded = [names for names in ALL if {"solve", "check", "rate", "generate", "dedupe", "canonical"} & {names[-1]}]
    for names in threaded:
        if names[0] not in ("grid", "admin"):
            assert "--threads" in CliRunner().invoke(group, [*names, "--help"]).output, names
    assert set(COMMANDS) == {names[0] for names in ALL}


def test_a_misspelled_command_gets_a_suggestion() -> None:
    ended = CliRunner().invoke(group, ["--lang", "en", "slove"])
    assert ended.exit_code == 2 and "did you mean solve?" in ended.output
    assert "是否指 generate？" in CliRunner().invoke(group, ["--lang", "zh", "genrate"]).output
    assert "No such command" in CliRunner().invoke(group, ["--lang", "en", "xyzzy"]).output


def test_former_names_of_options_work_but_are_not_shown() -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for former, arguments in {"--jobs": ("rate", puzzle, "1"), "--level": ("hint", puzzle, "1")}.items():
        name, puzzle, value = arguments
        assert CliRunner().invoke(group, [name, puzzle, former, value]).exit_code == 0
        assert former not in CliRunner().invoke(group, [name, "--help"]).output
    assert "--workers" not in CliRunner().invoke(group, ["bulk", "solve", "--help"]).output


@pytest.mark.parametrize("names", [(), *ALL], ids=" ".join)
def test_help_in_chinese_names_values_in_chinese(names: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(group, [*names, "--help", "--lang", "zh"]).output
    assert not re.search(r"\b(INTEGER|FLOAT|TEXT|NUMBER|OPTIONS|ARGS)\b", shown)
