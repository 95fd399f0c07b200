"""Write the components of a release as CycloneDX: what the web app contains, and the packages shudu is tested with.

    python release_tools/sbom.py dist

The tools that build a release are pinned by hash in constraints-release.txt. This command renews them:

    .venv/bin/uv pip compile pyproject.toml --group build --group release --constraints constraints.txt --universal
        --generate-hashes --no-header --no-annotate --no-emit-index-url --output-file constraints-release.txt
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "src/shudu/server/static/third-party-licenses.txt"


def make_sbom() -> dict[str, Any]:
    """Return the list of components as CycloneDX data."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    name = f"pkg:pypi/{project['name']}@{project['version']}"
    component = {"type": "application", "bom-ref": name, "purl": name, "name": "shudu", "version": project["version"]}
    components = [*list_web_packages(), *list_python_packages(project)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**component, "licenses": [{"license": {"id": project["license"]}}]}},
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": [each["bom-ref"] for each in components]}],
    }


def list_web_packages() -> list[dict[str, Any]]:
    """Return the npm packages whose code or fonts are in the web app, with the hashes of the lock file."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    found = re.findall(r"^(\S+) (\S+) \((\S+)\)$", NOTICES.read_text(encoding="utf-8"), re.MULTILINE)
    return [
        {
            **_name_component(f"pkg:npm/{name.replace('@', '%40')}", name, version, license),
            "hashes": [_read_integrity(lock[f"node_modules/{name}"]["integrity"])],
        }
        for name, version, license in found
    ]


def _read_integrity(text: str) -> dict[str, str]:
    kind, _, value = text.partition("-")
    return {"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(value).hex()}


def list_python_packages(project: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the packages that shudu requires, in the versions it is tested with. The wheel does not contain them."""
    pinned = dict(re.findall(r"^([a-z0-9._-]+)==([^\s;]+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    scopes = {_read_name(each): "optional" for extra in project["optional-dependencies"].values() for each in extra}
    scopes |= {_read_name(each): "required" for each in project["dependencies"]}
    return [
        _name_component(f"pkg:pypi/{name}", name, pinned.get(name, ""), _find_license(name)) | {"scope": scope}
        for name, scope in sorted(scopes.items())
        if name != "shudu"  # an extra that includes others
    ]


def _read_name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower()


def _find_license(name: str) -> str:
    """Return the licence expression of an installed package; empty if it is not installed or names none."""
    try:
        return str(metadata(name).json.get("license_expression", ""))
    except PackageNotFoundError:
        return ""


def _name_component(purl: str, name: str, version: str, license: str) -> dict[str, Any]:
    if version:  # packages that are installed only where they are used have no pinned version
        purl = f"{purl}@{version}"
    component = {"type": "library", "bom-ref": purl, "purl": purl, "name": name}
    component |= {"version": version} if version else {}
    return component | ({"licenses": [{"expression": license}]} if license else {})


if __name__ == "__main__":
    sbom = make_sbom()
    target = Path(sys.argv[1]) / f"shudu-{sbom['metadata']['component']['version']}.cdx.json"
    target.write_text(json.dumps(sbom, indent=1) + "\n")
    print(f"{target}: {len(sbom['components'])} components")
