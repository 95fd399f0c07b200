"""`pip install shudu` alone: the library and the command line work, and commands that need more say what to install."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ONLY_DEPENDENCIES = """
import sys
from importlib.machinery import PathFinder

class OnlyDependencies(PathFinder):
    known = {"shudu", "numpy", "click", "rich", "markdown_it", "mdurl", "pygments", *sys.stdlib_module_names}

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return super().find_spec(name, path, target) if name.partition(".")[0] in cls.known else None

sys.meta_path = [OnlyDependencies if finder is PathFinder else finder for finder in sys.meta_path]
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = f"{ONLY_DEPENDENCIES}\nsys.argv = ['shudu', *{arguments!r}]\nfrom shudu.cli import main\nmain()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


def test_the_dependencies_are_few(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert [each.partition(">")[0] for each in project["dependencies"]] == ["click", "numpy", "rich"]
    extras = set(project["optional-dependencies"])
    (everything,) = project["optional-dependencies"]["all"]
    assert set(everything.removeprefix("shudu[").removesuffix("]").split(",")) | {"all", "png", "print"} == extras


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("solve", LINE),
        ("check", LINE),
        ("hint", LINE),
        ("rate", LINE),
        ("generate", "--level", "easy", "--seed", "1"),
        ("grid", "random"),
        ("convert", "--list"),
        ("watch", LINE, "--delay", "0"),
        ("techniques",),
        ("bench", "--signature"),
        ("serve", "--help"),
    ],
    ids=" ".join,
)
def test_commands_need_nothing_more(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 0 and done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve",), "web"),
        (("admin", "stats"), "web"),
        (("print", "-o", "none.pdf"), "print"),
        (("bulk", "solve", "none.csv", "none.parquet"), "bulk"),
        (("watch", LINE, "--by", "sat"), "sat"),
    ],
    ids=["serve", "admin", "print", "bulk", "sat"],
)
def test_other_commands_say_what_to_install(arguments: tuple[str, ...], extra: str) -> None:
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert f"pip install 'shudu[{extra}]'" in done.stderr and "Traceback" not in done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith(("shudu: ", "Error: "))
