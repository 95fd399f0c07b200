"""Errors of dev.py: one sentence, at once."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dev

FILE = Path(dev.__file__)


def test_an_old_python_prints_the_version_it_needs() -> None:
    tree = ast.parse(FILE.read_text(encoding="utf-8"), feature_version=(3, 6))
    imports = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "__future__" not in imports, "Python 3.6 knows none of it"
    old = f"import runpy, sys; sys.version_info = (3, 6); runpy.run_path({str(FILE)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr == "dev.py: needs Python 3.11 or newer, but this is 3.6; run it with a newer python3\n"


def test_an_unknown_check_is_rejected_before_anything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "prepare", lambda *groups: pytest.fail("must not prepare"))
    with pytest.raises(dev.Advice, match="unknown check: speling; choose from lint, types"):
        dev.test(["speling", "lint"])


def test_a_pipe_with_a_narrow_encoding_is_not_an_error() -> None:
    code = "import dev; dev.prepare = lambda *groups: None; dev.CHECKS['lint'] = lambda: True; dev.sys.argv[1:] = ['test', 'lint']"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; dev.sys.exit(dev.main())"],
        cwd=FILE.parent,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0 and b"lint: passed" in done.stdout and not done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace a process")
def test_the_server_replaces_dev_py(tmp_path: Path) -> None:
    (tmp_path / "shudu").write_text("#!/bin/sh\necho $$ $*\n")
    (tmp_path / "shudu").chmod(0o755)
    code = f"import dev; dev.prepare = lambda *groups: None; dev.BIN = dev.Path({str(tmp_path)!r}); dev.run(['--port', '0'])"
    started = subprocess.Popen([sys.executable, "-c", code], cwd=FILE.parent, stdout=subprocess.PIPE, text=True)
    assert started.communicate(timeout=60)[0] == f"{started.pid} serve --port 0\n"
