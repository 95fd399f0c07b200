"""dev.py where it cannot do what is asked: one sentence, at once."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dev

FILE = Path(dev.__file__)


def test_an_old_python_reads_the_file_up_to_the_sentence() -> None:
    tree = ast.parse(FILE.read_text(encoding="utf-8"), feature_version=(3, 6))
    imports = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "__future__" not in imports, "what it names is not in Python 3.6"
    old = f"import runpy, sys; sys.version_info = (3, 6); runpy.run_path({str(FILE)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr == "dev.py: Python 3.11 or newer is needed, this is 3.6; run it with a newer python3\n"


def test_a_check_that_there_is_not_is_told_before_anything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "prepare", lambda *groups: pytest.fail("nothing is to be prepared"))
    with pytest.raises(dev.Advice, match="no check speling; choose from lint, types"):
        dev.test(["speling", "lint"])


def test_a_pipe_that_cannot_carry_every_character_is_no_error() -> None:
    code = "import dev; dev.prepare = lambda *groups: None; dev.CHECKS['lint'] = lambda: True; dev.sys.argv[1:] = ['test', 'lint']"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; dev.sys.exit(dev.main())"],
        cwd=FILE.parent,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0 and b"lint: passed" in done.stdout and not done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot put one program in the place of another")
def test_who_ends_dev_py_ends_the_server(tmp_path: Path) -> None:
    (tmp_path / "shudu").write_text("#!/bin/sh\necho $$ $*\n")
    (tmp_path / "shudu").chmod(0o755)
    code = f"import dev; dev.prepare = lambda *groups: None; dev.BIN = dev.Path({str(tmp_path)!r}); dev.run(['--port', '0'])"
    started = subprocess.Popen([sys.executable, "-c", code], cwd=FILE.parent, stdout=subprocess.PIPE, text=True)
    assert started.communicate(timeout=60)[0] == f"{started.pid} serve --port 0\n"
