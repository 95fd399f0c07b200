"""What `import shudu` promises."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import shudu


def test_every_name_is_there_and_types_know_it(root: Path) -> None:
    tree = ast.parse((root / "src/shudu/__init__.py").read_text())
    typed = {
        alias.asname: node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    for name in set(shudu.__all__) - {"__version__"}:
        assert getattr(shudu, name) is not None
        assert typed[name], f"{name} is not in the block for type checkers"


def test_importing_loads_nothing_heavy() -> None:
    code = "import shudu, sys; print(*sorted({'numpy', 'click', 'rich', 'fastapi', 'sqlalchemy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_help_imports_no_command() -> None:
    code = (
        "import sys; sys.argv = ['shudu', '--help']\nfrom shudu.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    )
    code += "print(*sorted({'numpy', 'rich', 'fastapi'} & set(sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "solve" in done.stdout and done.stderr.strip() == ""


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(shudu, "nonsense")


def test_types_of_names_are_known_and_other_names_are_not() -> None:
    assert shudu.bulk.solve.__name__ == "solve"
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        shudu.slove("." * 81)  # type: ignore[attr-defined]  # which is unused if any name will do
