"""Help, messages and errors of the command line in both languages."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from shudu.cli.app import COMMANDS, group
from shudu.cli.command import option_key
from shudu.cli.language import system_language
from shudu.locale.catalogue import LANGUAGES, has_text

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def walk(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from walk(child, f"{path}{name}.")


def test_every_command_and_option_has_a_text() -> None:
    missing = []
    for path, command in walk(group):
        missing += [
            f"{path}{key}" for key in ("help", "summary")[: 2 if path else 1] if not has_text(f"cli.{path}{key}")
        ]
        for option in command.params:
            key = f"cli.{option_key(path, option.name or '')}"
            if isinstance(option, click.Option) and not option.hidden and not has_text(key):
                missing.append(f"{path}{option.name}")
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command(command: str, language: str) -> None:
    result = CliRunner().invoke(group, [command, "--help", "--lang", language])
    assert result.exit_code == 0
    assert ("显示帮助并退出" in result.output) == (language == "zh")


def test_the_language_follows_the_locale_and_lang_overrides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "求解题目" in CliRunner().invoke(group, ["--help"]).output
    assert "Solve puzzles" in CliRunner().invoke(group, ["--lang", "en", "--help"]).output


def test_errors_are_in_the_language() -> None:
    chinese = CliRunner().invoke(group, ["solve", "." * 81, "--lang", "zh"])
    assert chinese.exit_code == 1 and "有多个解" in chinese.output
    usage = CliRunner().invoke(group, ["solve", "--nonsense", "--lang=zh"])
    assert usage.exit_code == 2 and "没有选项" in usage.output and "用法" in usage.output


def test_lang_is_accepted_by_commands_whose_output_has_no_language() -> None:
    result = CliRunner().invoke(group, ["solve", LINE, "--lang", "zh"])
    assert result.exit_code == 0 and len(result.output) == 82


@pytest.mark.parametrize(("locale", "language"), [("de_DE.UTF-8", "de"), ("zh_TW", "zh"), ("C", "en"), ("", "en")])
def test_the_locale_selects_among_all_languages(monkeypatch: pytest.MonkeyPatch, locale: str, language: str) -> None:
    monkeypatch.setattr("shudu.cli.language.LANGUAGES", ("en", "zh", "de"))
    for name in ("LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", locale)
    assert system_language() == language


def test_lang_counts_where_nothing_overrides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert system_language() == "zh"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert system_language() == "en"


def test_errors_of_numbers_files_and_arguments_are_readable(tmp_path: Path) -> None:
    def output(*arguments: str) -> str:
        return CliRunner().invoke(group, arguments).output

    assert "'abc' is not a valid number." in output("generate", "-n", "abc")
    assert "'abc' 不是有效的数字。" in output("generate", "-n", "abc", "--lang", "zh")
    assert "没有文件夹" in output("generate", "--seed", "1", "-o", str(tmp_path / "no/x"), "--lang", "zh")
    assert "PUZZLE cannot be used with --make" in output("watch", LINE, "--make", "digits")
    assert "--seed" not in output("generate", "--clues", "16")
