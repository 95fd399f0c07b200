"""What a release needs: tools pinned by hash, the licences of what it contains, a list of components, timed soak tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from release_tools.sbom import NOTICES, make_sbom


def read_pins(file: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==([^\s;]+)", file.read_text(), re.MULTILINE))


def test_every_build_tool_is_pinned_by_hash(root: Path) -> None:
    locked = (root / "constraints-release.txt").read_text()
    assert "://" not in locked
    for entry in re.split(r"\n(?=\S)", locked.strip()):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
    pins, release = read_pins(root / "constraints.txt"), read_pins(root / "constraints-release.txt")
    assert {name: version for name, version in release.items() if pins.get(name, version) != version} == {}
    groups = tomllib.loads((root / "pyproject.toml").read_text())["dependency-groups"]
    for requirement in groups["build"] + groups["release"]:
        assert re.split("[<>=]", requirement)[0] in release


def test_the_web_app_comes_with_the_licences_of_its_packages(root: Path) -> None:
    if not NOTICES.exists():
        pytest.skip("the web app is not built")
    text = NOTICES.read_text(encoding="utf-8")
    for name, words in {
        "svelte": "Permission is hereby granted",
        "@fontsource-variable/nunito": "SIL OPEN FONT LICENSE",
    }.items():
        assert re.search(f"^{name} [0-9.]+ \\(", text, re.MULTILINE) and words in text
    sources = "".join(path.read_text(encoding="utf-8") for path in (root / "web/src").rglob("*.svelte"))
    sources += "".join(path.read_text(encoding="utf-8") for path in (root / "web/src").rglob("*.ts"))
    imported = set(re.findall(r"from '((?:@[a-z-]+/)?[a-z-]+)(?:/[^']*)?'", sources))
    installed = {name for name in imported if (root / "web/node_modules" / name / "package.json").exists()}
    assert {name for name in installed if f"{name} " not in text} <= {"vitest"} and "lucide" in installed


def test_the_list_of_components_is_complete(root: Path) -> None:
    if not NOTICES.exists():
        pytest.skip("the web app is not built")
    sbom = json.loads(json.dumps(make_sbom()))
    assert (sbom["bomFormat"], sbom["specVersion"]) == ("CycloneDX", "1.6")
    by_name = {each["name"]: each for each in sbom["components"]}
    assert by_name["numpy"]["scope"] == "required" and by_name["fastapi"]["scope"] == "optional"
    assert by_name["svelte"]["hashes"][0]["alg"] == "SHA-512"
    assert {each["bom-ref"] for each in sbom["components"]} == set(sbom["dependencies"][0]["dependsOn"])


def test_soak_tests_have_a_time_budget(root: Path, tmp_path: Path) -> None:
    (tmp_path / "test_long.py").write_text(
        "import pytest, time\n"
        "@pytest.fixture\ndef server():\n    print('a server starts')\n    time.sleep(1.5)\n"
        "@pytest.mark.soak\n@pytest.mark.parametrize('n', range(6))\n"
        "def test_long(n, server):\n    time.sleep(30)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-m", "soak", "--minutes", "0.02", "-s"]
    ended = subprocess.run(
        [*command, "-c", root / "pyproject.toml", "--rootdir", tmp_path, tmp_path],
        capture_output=True,
        text=True,
        cwd=root,
    )
    assert ended.returncode == 0 and "6 skipped" in ended.stdout and "time budget" in ended.stdout
    assert ended.stdout.count("a server starts") == 1
